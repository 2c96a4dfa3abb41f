"""What the bench is to show: bounds, and what was measured against them."""

from dataclasses import dataclass
from typing import Any

Figures = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """`measured` against a bound: at least `bound`, or at most where `at_most`."""

    what: str
    measured: float | None
    bound: float
    better: float | None = None
    at_most: bool = False
    unit: str = "x"

    def meets(self, bound: float | None) -> bool:
        if bound is None or self.measured is None:
            return False
        return self.measured <= bound if self.at_most else self.measured >= bound

    @property
    def verdict(self) -> str:
        if self.measured is None:
            return "not measured"
        if not self.meets(self.bound):
            return "MISSED"
        if self.better is None:
            return "met"
        return "met, the better one too" if self.meets(self.better) else "met, not the better one"

    def row(self) -> list[str]:
        sign = "<=" if self.at_most else ">="
        better = "" if self.better is None else f" (better {self.better:g})"
        measured = "-" if self.measured is None else f"{self.measured:,.2f} {self.unit}"
        return [self.what, measured, f"{sign} {self.bound:g}{better}", self.verdict]


def ratio(part: Figures, name: str, other: str, figure: str) -> float | None:
    """`name` over `other`, None where one of them is not there."""
    if name not in part or other not in part:
        return None
    return float(part[name][figure] / part[other][figure])


def targets(figures: Figures) -> list[Target]:
    """Every target, from the figures of all parts."""
    return [
        *play_targets(figures["engines"]["engines"]),
        *move_targets(figures["moves"]),
        *draw_targets(figures["draws"]),
    ]


def play_targets(played: Figures) -> list[Target]:
    speed = "actions_per_s"
    return [
        Target(
            what="play-outs: ours / OpenSpiel gin_rummy, actions/s",
            measured=ratio(played, "samba", "openspiel", speed),
            bound=1.5,
            better=2.5,
        ),
        Target(
            what="play-outs: ours / RLCard gin-rummy, actions/s",
            measured=ratio(played, "samba", "rlcard", speed),
            bound=4,
            better=6,
        ),
    ]


def move_targets(moves: Figures) -> list[Target]:
    asked, cpu = moves["endpoints"], "cpu_ms"
    return [
        Target(
            what="move, a person next: ours / drf_lean, CPU",
            measured=ratio(asked, "ours_human_next", "drf_lean", cpu),
            bound=1.5,
            better=1.2,
            at_most=True,
        ),
        Target(
            what="move, a person next: ours / drf_textbook, CPU",
            measured=ratio(asked, "ours_human_next", "drf_textbook", cpu),
            bound=0.5,
            at_most=True,
        ),
        Target(
            what="read of a game: ours / drf_get, CPU",
            measured=ratio(asked, "ours_get", "drf_get", cpu),
            bound=1.5,
            better=1.1,
            at_most=True,
        ),
        Target(
            what="snapshot, median bytes (about 1 kB)",
            measured=(moves.get("snapshot_bytes") or {}).get("median"),
            bound=1200,
            at_most=True,
            unit="B",
        ),
    ]


CEILINGS = (
    ("swiss_200", "a Swiss round of 200 pairs, the slowest of ten, CPU", 500),
    ("swiss_1000", "a Swiss round of 1,000 pairs, the slowest of ten, CPU", 5_000),
    ("rotating_night", "eight rounds of 42 who rotate, the slowest of three nights, CPU", 10_000),
    ("standings_200", "standings of 200 pairs after ten rounds, the slowest, CPU", 50),
)
"""What a worker computes of a tournament: name, in words, milliseconds at most."""


def draw_targets(draws: Figures) -> list[Target]:
    times = draws["times"]
    return [
        *(
            Target(what=what, measured=times[name]["max"], bound=bound, at_most=True, unit="ms")
            for name, what, bound in CEILINGS
        ),
        Target(
            what="the same weights of 200 pairs: networkx / ours, CPU",
            measured=ratio(times, "networkx", "matching", "cpu_ms"),
            bound=40,
        ),
        Target(
            what="partners repeated in those three nights",
            measured=draws["partners_repeated"],
            bound=0,
            at_most=True,
            unit="",
        ),
    ]
