"""`make bench`: both parts in one run, their ratios against the targets, on paper and on screen.

Writes `results.json` (all figures) and `results.md` (the tables) beside this file. Targets that
are missed are printed as missed; only a part that fails makes the run fail.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
Figures = dict[str, Any]
BESIDES = (
    ("ours_human_next_keyed", "drf_lean", "A move with an Idempotency-Key, a person next"),
    ("ours_bot_next", "drf_lean", "A move with a bot next, its nudge included"),
    ("ours_get_304", "drf_get", "A read of a game that the caller has already, a 304"),
)
"""Requests without a target: name, the yardstick that they are held against, in words."""


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


def targets(engines: Figures, moves: Figures) -> list[Target]:
    played, asked = engines["engines"], moves["endpoints"]
    speed, cpu = "actions_per_s", "cpu_ms"
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


def markdown(head: list[str], rows: list[list[str]]) -> str:
    """A table with its columns aligned, to be read as text too."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = [head, ["-" * width for width in widths], *rows]
    return "\n".join(
        "| "
        + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        + " |"
        for line in lines
    )


def engine_table(played: Figures, what: str) -> str:
    rows = [
        [
            name,
            f"{each['actions_per_s']:,.0f} ({each['min']:,.0f}..{each['max']:,.0f})",
            f"{each['games_per_s']:,.1f}",
            f"{each['actions_per_game']:,.0f}",
        ]
        for name, each in played.items()
    ]
    return markdown([what, "actions/s median (min..max)", "games/s", "actions/game"], rows)


def move_table(moves: Figures) -> str:
    rows = [
        [
            name,
            f"{each['cpu_ms']:.3f} ({each['cpu_ms_median']:.3f}..{each['cpu_ms_max']:.3f})",
            f"{each['wall_ms']:.2f}",
            f"{each['answer_bytes']:,}",
            str(each.get("statements", "")),
        ]
        for name, each in moves["endpoints"].items()
    ]
    head = ["request", "CPU ms p20 (median..max)", "wall ms p20", "answer B", "SQL"]
    return markdown(head, rows)


def remarks(engines: Figures, moves: Figures) -> list[str]:
    """What the tables cannot show: the opening solver's share, and all that is not there yet."""
    lines = []
    if opening := engines.get("opening"):
        lines.append(
            f"Exact opening solver: {opening['share']:.1%} of a play-out's CPU time,"
            f" {opening['calls_per_1000_actions']:,.0f} calls in 1,000 actions,"
            f" {opening['mean_us']:,.0f} us a call, the longest {opening['longest_us']:,.0f} us."
            " Questions about first melds were settled by "
            + ", ".join(f"{stage} {part:.1%}" for stage, part in opening["decided"].items())
            + "."
        )
    for name, other, what in BESIDES:
        if over := ratio(moves["endpoints"], name, other, "cpu_ms"):
            lines.append(f"{what}: {over:.2f} x {other}.")
    if size := moves.get("snapshot_bytes"):
        lines.append(f"Snapshot: {size['median']:,.0f} B median, {size['max']:,} B at most.")
    missing = [*engines["missing"], *moves["missing"]]
    return lines + [f"NOT MEASURED: {line}" for line in missing]


def machine() -> Figures:
    info = Path("/proc/cpuinfo")
    models = [line for line in info.read_text().splitlines() if line.startswith("model name")]
    return {
        "cpu": models[0].partition(":")[2].strip() if models else platform.machine(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def part(*command: str) -> Figures:
    """The JSON object that `command` prints, run from the top of the tree."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    figures: Figures = json.loads(done.stdout)
    return figures


def text(figures: Figures) -> str:
    on, engines, moves = figures["machine"], figures["engines"], figures["moves"]
    wanted = [target.row() for target in targets(engines, moves)]
    packages = ", ".join(f"{name} {number}" for name, number in engines["versions"].items())
    return "\n\n".join(
        [
            "# Speed, side by side in one run",
            f"{figures['at']}: {on['cpu']}, {on['cores']} cores, {on['system']}, Python"
            f" {on['python']}, PostgreSQL {moves['server_version']} (fsync {moves['fsync']}),"
            f" {packages}. Load average {figures['load_before']} before, {figures['load_after']}"
            " after. What is measured, and how: README.md.",
            markdown(["target", "measured", "bound", "verdict"], wanted),
            engine_table(engines["engines"], "play-outs"),
            engine_table(engines["rulesets"], "ruleset"),
            move_table(moves),
            *remarks(engines, moves),
        ]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engines-python", required=True, help="with bench.lock installed")
    parser.add_argument("--rounds", default="4", help="of play-outs")
    parser.add_argument("--seconds", default="2", help="CPU time of an engine and round")
    parser.add_argument("--blocks", default="14", help="of 25 requests")
    options = parser.parse_args()
    figures: Figures = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": machine(),
        "load_before": f"{os.getloadavg()[0]:.1f}",
    }
    try:
        figures["engines"] = part(
            *(options.engines_python, "-m", "deploy.bench.engines"),
            *("--rounds", options.rounds, "--seconds", options.seconds),
        )
        figures["moves"] = part(
            *(sys.executable, "-m", "django", "bench_moves", "--blocks", options.blocks),
            *("--settings", "deploy.bench.yardstick.settings"),
        )
    except subprocess.CalledProcessError as failed:
        print(
            f"bench: {' '.join(failed.cmd[2:4])} failed with status {failed.returncode}",
            file=sys.stderr,
        )
        return 1
    figures["load_after"] = f"{os.getloadavg()[0]:.1f}"
    report = text(figures)
    (HERE / "results.json").write_text(json.dumps(figures, indent=1) + "\n")
    (HERE / "results.md").write_text(report + "\n")
    print(report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
