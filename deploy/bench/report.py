"""`make bench`: all parts in one run, their ratios against the targets, on paper and on screen.

Writes `results.json` (all figures) and `results.md` (the tables) beside this file. Targets that
are missed are printed as missed; only a part that fails makes the run fail.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from deploy.bench.targets import Figures, ratio, targets

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BESIDES = (
    ("ours_human_next_keyed", "drf_lean", "A move with an Idempotency-Key, a person next"),
    ("ours_bot_next", "drf_lean", "A move with a bot next, its nudge included"),
    ("ours_get_304", "drf_get", "A read of a game that the caller has already, a 304"),
)
"""Requests without a target: name, the yardstick that they are held against, in words."""


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


def ruleset_table(played: Figures) -> str:
    rows = [
        [
            slug,
            f"{each['actions_per_s']:,.0f}",
            f"{each['rests_per_half_second']:,.0f}",
            f"{each['legal_mean_ms']:.3f}",
            f"{each['legal_p99_ms']:.2f}",
            f"{each['legal_worst_ms']:.1f}",
        ]
        for slug, each in played.items()
    ]
    head = ["ruleset", "actions/s", "rests in 0.5 s", "legal ms, mean", "p99", "worst"]
    return markdown(head, rows)


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


def draw_table(draws: Figures) -> str:
    rows = [
        [
            name,
            f"{each['cpu_ms']:,.1f} ({each['min']:,.1f}..{each['max']:,.1f})",
            str(each["times"]),
        ]
        for name, each in draws["times"].items()
    ]
    return markdown(["of a tournament", "CPU ms median (min..max)", "times"], rows)


def remarks(engines: Figures, moves: Figures) -> list[str]:
    """What the tables cannot show, and all that is not there yet."""
    lines = []
    for name, other, what in BESIDES:
        if over := ratio(moves["endpoints"], name, other, "cpu_ms"):
            lines.append(f"{what}: {over:.2f} x {other}.")
    if size := moves.get("snapshot_bytes"):
        lines.append(f"Snapshot: {size['median']:,.0f} B median, {size['max']:,} B at most.")
    missing = [*engines["missing"], *moves["missing"]]
    return lines + [f"NOT MEASURED: {line}" for line in missing]


def draw_remark(draws: Figures) -> str:
    over = ratio(draws["times"], "networkx", "swiss_200", "cpu_ms")
    return f"networkx, for the weights alone: {over:.1f} x our whole Swiss round of 200 pairs."


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
    draws = figures["draws"]
    wanted = [target.row() for target in targets(figures)]
    versions = engines["versions"] | draws["versions"]
    packages = ", ".join(f"{name} {number}" for name, number in versions.items())
    return "\n\n".join(
        [
            "# Speed, side by side in one run",
            f"{figures['at']}: {on['cpu']}, {on['cores']} cores, {on['system']}, Python"
            f" {on['python']}, PostgreSQL {moves['server_version']} (fsync {moves['fsync']}),"
            f" {packages}. Load average {figures['load_before']} before, {figures['load_after']}"
            " after. What is measured, and how: README.md.",
            markdown(["target", "measured", "bound", "verdict"], wanted),
            engine_table(engines["engines"], "play-outs"),
            ruleset_table(engines["rulesets"]),
            move_table(moves),
            draw_table(draws),
            draw_remark(draws),
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
        figures["draws"] = part(sys.executable, "-m", "deploy.bench.draws")
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
