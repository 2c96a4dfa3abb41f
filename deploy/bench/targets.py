"""What the bench is to show: bounds, and what was measured against them."""

from collections.abc import Callable
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
    """Every target of the parts that were measured."""
    return [
        target for part, of in TARGETS.items() if part in figures for target in of(figures[part])
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineBounds:
    """What a ruleset's play-outs are to reach, each bound with the better one."""

    ratio: tuple[float, float] = (0.25, 0.5)
    """Actions a second over those of OpenSpiel's gin_rummy in the same rounds."""
    rests: tuple[float, float] = (40, 100)
    """Rests of a hand in half a second of CPU."""


BOUNDS = {
    "classic": EngineBounds(ratio=(1.0, 1.5), rests=(320, 600)),
    "handfoot": EngineBounds(ratio=(0.2, 0.5)),
}
"""By ruleset, where they differ from those of all others."""
LEGAL_P99_MS, LEGAL_WORST_MS = 2, 5
"""What one list of all legal actions may take, in any ruleset."""


def engine_targets(measured: Figures) -> list[Target]:
    """Every ruleset beside OpenSpiel, and `classic` beside RLCard."""
    rulesets, speed = measured["rulesets"], "actions_per_s"
    rlcard = Target(
        what="classic: play-outs / RLCard gin-rummy, actions/s",
        measured=ratio(rulesets | measured["packages"], "classic", "rlcard", speed),
        bound=4,
        better=6,
    )
    openspiel = measured["packages"]["openspiel"]
    found = [rlcard]
    for slug, figures in rulesets.items():
        found += ruleset_targets(slug, figures, openspiel)
    return found


def ruleset_targets(slug: str, figures: Figures, openspiel: Figures) -> list[Target]:
    bounds = BOUNDS.get(slug, EngineBounds())
    speeds = {"ours": figures, "openspiel": openspiel}
    return [
        Target(
            what=f"{slug}: play-outs / OpenSpiel gin_rummy, actions/s",
            measured=ratio(speeds, "ours", "openspiel", "actions_per_s"),
            bound=bounds.ratio[0],
            better=bounds.ratio[1],
        ),
        Target(
            what=f"{slug}: rests of a hand in 0.5 s of CPU",
            measured=figures["rests_per_half_second"],
            bound=bounds.rests[0],
            better=bounds.rests[1],
            unit="",
        ),
        Target(
            what=f"{slug}: a list of legal actions, 99th percentile, CPU",
            measured=figures["legal_p99_ms"],
            bound=LEGAL_P99_MS,
            at_most=True,
            unit="ms",
        ),
        Target(
            what=f"{slug}: a list of legal actions, the worst of {figures['legal_lists']:,}, CPU",
            measured=figures["legal_worst_ms"],
            bound=LEGAL_WORST_MS,
            at_most=True,
            unit="ms",
        ),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestBounds:
    """What a request of ours may cost, each bound with the better one: CPU over CPU."""

    what: str
    lean: tuple[float, float | None]
    """Beside the same request of the lean yardstick."""
    then: tuple[float, float]
    """Beside the same request at the other commit."""


REQUESTS = {
    "read": RequestBounds(what="read of a game", lean=(2.5, None), then=(0.72, 0.6)),
    "read_304": RequestBounds(what="304 of a game", lean=(1.5, None), then=(0.6, 0.4)),
    "move": RequestBounds(what="move, a person next", lean=(1.5, 1.2), then=(0.85, 0.75)),
}
"""By request. Those of `then` hold beside the commit a1fe065."""


NIGHTS = (
    ("standings_cold_ms", "standings of 200 pairs after ten rounds, cold", 250),
    ("standings_304_ms", "a 304 of them", 5),
    ("draw_200_pairs_ms", "a draw of 200 pairs with its database", 300),
    ("publish_50_online_ms", "a round of 50 online tables published", 350),
)
"""What tournaments may take: figure, in words, milliseconds of our CPU and PostgreSQL's at most."""


def night_targets(measured: Figures) -> list[Target]:
    many = measured["publish_400_online"]
    found = [
        Target(what=f"{what}, CPU", measured=measured[name], bound=bound, at_most=True, unit="ms")
        for name, what, bound in NIGHTS
    ]
    return [
        *found,
        Target(
            what="400 online tables published: failures, the publication and other writers",
            measured=many["failed"] + (many["status"] != 200),
            bound=0,
            at_most=True,
            unit="",
        ),
    ]


def web_targets(measured: Figures) -> list[Target]:
    ours, beside = measured["projects"]["ours"], measured["projects"]
    found = []
    for name, bounds in REQUESTS.items():
        for other in ("lean", "then"):
            bound, better = getattr(bounds, other)
            if other in beside:
                found.append(
                    Target(
                        what=f"{bounds.what}: ours / {other}, CPU",
                        measured=ours[name]["cpu_ms"] / beside[other][name]["cpu_ms"],
                        bound=bound,
                        better=better,
                        at_most=True,
                    )
                )
    return [
        *found,
        Target(
            what="a list of 50 games: CPU beside a read of one",
            measured=measured["list_of_50_per_read"],
            bound=2,
            at_most=True,
        ),
        *night_targets(measured),
        Target(
            what="snapshot, median bytes (about 1 kB)",
            measured=measured["snapshot_bytes"]["median"],
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


LIVE = (
    ("p50_ms", "a move at a reader of 1,000, p50", 5, 2, "ms"),
    ("p99_ms", "a move at a reader of 1,000, p99", 50, 20, "ms"),
    ("bytes_each", "memory of a reader", 50_000, None, "B"),
    ("missed", "moves that a reader missed", 0, None, ""),
    ("connections", "connections to the database of 1,000 readers", 10, None, ""),
    (
        "hidden_ms",
        "medians of delays that differ only in hidden cards, their difference",
        1,
        None,
        "ms",
    ),
)
"""Of open streams: figure, in words, at most, better, unit."""


def live_targets(live: Figures) -> list[Target]:
    return [
        Target(what=what, measured=live[name], bound=bound, better=better, at_most=True, unit=unit)
        for name, what, bound, better, unit in LIVE
    ]


def table_targets(tables: Figures) -> list[Target]:
    many = f"a move at {tables['tables']} tables with a turn in 20 s each"
    over = tables["move_p99_ms"] / tables["public_p99_ms"]
    return [
        Target(
            what=f"{many}, p99, clients on the same machine",
            measured=tables["move_p99_ms"],
            bound=200,
            better=100,
            at_most=True,
            unit="ms",
        ),
        Target(
            what=f"{many}, p99, over that of an empty answer of granian at the same rate",
            measured=over,
            bound=100,
            better=50,
            at_most=True,
        ),
    ]


PAGES = (
    ("script_bytes", "scripts of the table's page, compressed", 60_000, "B"),
    ("style_bytes", "styles of the table's page, compressed", 20_000, "B"),
    ("state_calls", "calls that answer the state of the table", 1, ""),
    ("first_byte_worst_ms", "the table's page from the service, the slowest", 150, "ms"),
    ("drawn_worst_ms", "a move from its event to the frame that shows it, the slowest", 100, "ms"),
)
"""Of the page of a table in Chromium: figure, in words, at most, unit."""


def page_targets(pages: Figures) -> list[Target]:
    return [
        Target(what=what, measured=pages[name], bound=bound, at_most=True, unit=unit)
        for name, what, bound, unit in PAGES
    ]


TARGETS: dict[str, Callable[[Figures], list[Target]]] = {
    "engine": engine_targets,
    "web": web_targets,
    "draws": draw_targets,
    "live": live_targets,
    "tables": table_targets,
    "pages": page_targets,
}
"""By part of the bench."""
