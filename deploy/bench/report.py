"""`make bench`: the parts one after another, their ratios against the targets, on paper and screen.

Writes `results.json` (all figures) and `results.md` (the tables) beside this file; a part that was
not measured this time stays as it was. Targets that are missed are printed as missed; only a part
that fails makes the run fail.
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
PROJECTS = {
    "ours": "ours",
    "then": "ours at {beside}",
    "lean": "lean yardstick",
    "textbook": "textbook yardstick",
    "nights": "ours",
}
"""The projects that answer the requests of the part `web`, in words."""


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


def engine_table(played: Figures) -> str:
    rows = [
        [
            name,
            f"{each['actions_per_s']:,.0f} ({each['min']:,.0f}..{each['max']:,.0f})",
            f"{each['games_per_s']:,.1f}",
            f"{each['actions_per_game']:,.0f}",
        ]
        for name, each in played.items()
    ]
    head = ["play-outs", "actions/s median (min..max)", "games/s", "actions/game"]
    return markdown(head, rows)


def ruleset_table(rulesets: Figures) -> str:
    rows = [
        [
            slug,
            f"{each['rests_per_half_second']:,.0f}",
            f"{each['legal_mean_ms']:.3f}",
            f"{each['legal_p99_ms']:.2f}",
            f"{each['legal_worst_ms']:.2f}",
        ]
        for slug, each in rulesets.items()
    ]
    return markdown(["ruleset", "rests in 0.5 s", "legal ms, mean", "p99", "worst"], rows)


def web_table(measured: Figures) -> str:
    rows = [
        [
            f"{PROJECTS[name].format(**measured)}: {step}",
            f"{each['cpu_ms']:.3f} ({each['cpu_ms_median']:.3f}..{each['cpu_ms_max']:.3f})",
            f"{each['postgres_ms']:.2f}",
            f"{each['wall_ms']:.2f}",
            f"{each['answer_bytes']:,}",
        ]
        for name, steps in measured["projects"].items()
        for step, each in steps.items()
    ]
    head = ["request", "CPU ms p20 (median..max)", "PostgreSQL's", "wall ms p20", "answer B"]
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


def engine_section(engine: Figures) -> list[str]:
    return [
        engine_table(engine["packages"] | engine["rulesets"]),
        ruleset_table(engine["rulesets"]),
    ]


def web_section(measured: Figures) -> list[str]:
    size, many = measured["snapshot_bytes"], measured["publish_400_online"]
    return [
        web_table(measured),
        f"Snapshot: {size['median']:,.0f} B median, {size['max']:,} B at most.",
        f"400 online tables published in {many['wall_ms'] / 1000:.1f} s with status"
        f" {many['status']}; meanwhile {many['writes']:,} writes of two others, {many['failed']}"
        f" failed, the slowest {many['slowest_write_ms']:,.0f} ms.",
        f"A loop of a million additions took {measured['loop_ms']:.0f} ms of CPU, p20 between the"
        " blocks: how fast the machine was.",
    ]


def draw_section(draws: Figures) -> list[str]:
    over = ratio(draws["times"], "networkx", "swiss_200", "cpu_ms")
    remark = f"networkx takes {over:.1f} x our whole round of 200 pairs, for only the weights."
    return [draw_table(draws), remark]


def live_section(live: Figures) -> list[str]:
    return [
        f"{live['listeners']:,} streams of {live['tables']} tables, {live['moves']:,} moves at"
        f" {live['moves_per_s']:g} a second: from the commit to a reader {live['p50_ms']:.1f} ms"
        f" p50, {live['p99_ms']:.1f} ms p99, {live['worst_ms']:.0f} ms at most;"
        f" {live['cpu_ms_per_move']:.1f} ms of CPU a move in the live process.",
        "",
        "Draws that a reader may not see, in two samples by their cards"
        f" ({live['hidden_samples']:,} or more each): the medians differ by"
        f" {live['hidden_ms']:.2f} ms, in 95 of 100 samples drawn again by"
        f" {live['hidden_low_ms']:.2f} to {live['hidden_high_ms']:.2f} ms.",
    ]


def table_section(tables: Figures) -> list[str]:
    return [
        f"{tables['tables']} tables, {tables['moves']:,} moves of {tables['turns']:,} turns in"
        f" {tables['seconds']:g} s, {tables['calls']:,} calls in all, {tables['rows']:,} rows in"
        f" the log before: a move took {tables['move_p50_ms']:.0f} ms p50,"
        f" {tables['move_p99_ms']:.0f} ms p99, {tables['move_worst_ms']:.0f} ms at most; an empty"
        f" answer of the same server {tables['public_p99_ms']:.1f} ms p99.",
    ]


def page_section(pages: Figures) -> list[str]:
    return [
        f"The page of a table is drawn {pages['first_drawn_ms']:.0f} ms after it is asked for"
        f" ({pages['first_drawn_worst_ms']:.0f} at most), {pages['moves']} moves"
        f" {pages['drawn_ms']:.0f} ms after their events ({pages['drawn_worst_ms']:.0f} at most).",
    ]


SECTIONS = {
    "engine": engine_section,
    "web": web_section,
    "draws": draw_section,
    "live": live_section,
    "tables": table_section,
    "pages": page_section,
}
"""What each part of the bench prints beside its targets."""


def machine() -> Figures:
    info = Path("/proc/cpuinfo")
    models = [line for line in info.read_text().splitlines() if line.startswith("model name")]
    return {
        "cpu": models[0].partition(":")[2].strip() if models else platform.machine(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def part(command: list[str]) -> Figures:
    """The JSON object that `command` prints, run from the top of the tree; when, and where."""
    run: Figures = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": machine(),
        "load_before": f"{os.getloadavg()[0]:.1f}",
    }
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    run["load_after"] = f"{os.getloadavg()[0]:.1f}"
    figures: Figures = json.loads(done.stdout)
    return run | figures


def head(name: str, measured: Figures) -> str:
    """When and where a part was measured, and beside what."""
    on, versions = measured["machine"], measured.get("versions", {})
    beside = [f"{package} {number}" for package, number in versions.items()]
    if "server_version" in measured:
        beside.append(f"PostgreSQL {measured['server_version']} (fsync {measured['fsync']})")
    return (
        f"{name}, {measured['at']}: {on['cpu']}, {on['cores']} cores, {on['system']}, Python"
        f" {on['python']}; {', '.join(beside)}. Load average {measured['load_before']} before,"
        f" {measured['load_after']} after."
    )


def text(figures: Figures) -> str:
    """The report of the parts that there are figures of."""
    lines = ["# Speed, side by side in one run", "What is measured, and how: README.md."]
    lines += [head(name, figures[name]) for name in SECTIONS if name in figures]
    wanted = [target.row() for target in targets(figures)]
    lines.append(markdown(["target", "measured", "bound", "verdict"], wanted))
    for name, section in SECTIONS.items():
        if name in figures:
            lines += section(figures[name])
            lines += [f"NOT MEASURED: {line}" for line in figures[name].get("missing", ())]
    return "\n\n".join(lines)


def commands(options: argparse.Namespace) -> dict[str, list[str]]:
    """What measures each part."""
    beside = ("--beside", options.beside) if options.beside else ()
    return {
        "engine": [
            *(options.engines_python, "-m", "deploy.bench.engines"),
            *("--rounds", options.rounds, "--seconds", options.seconds),
        ],
        "web": [sys.executable, "-m", "deploy.bench.web", "--blocks", options.blocks, *beside],
        "draws": [sys.executable, "-m", "deploy.bench.draws"],
        "live": [sys.executable, "-m", "deploy.bench.live"],
        "tables": [sys.executable, "-m", "deploy.bench.tables", "--rows", options.rows],
        "pages": [sys.executable, "-m", "deploy.bench.pages"],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engines-python", required=True, help="with bench.lock installed")
    parser.add_argument("--only", choices=SECTIONS, help="one part; the others stay as they were")
    parser.add_argument("--rounds", default="8", help="of play-outs")
    parser.add_argument("--seconds", default="0.25", help="CPU time of a play-out and round")
    parser.add_argument("--blocks", default="14", help="of 25 requests")
    parser.add_argument("--rows", default="0", help="of finished games in the log of `tables`")
    parser.add_argument("--beside", metavar="REV", help="measure the requests of this commit too")
    options = parser.parse_args()
    kept = HERE / "results.json"
    figures: Figures = json.loads(kept.read_text()) if kept.exists() else {}
    measured: list[str] = [options.only] if options.only else list(SECTIONS)
    try:
        for name in measured:
            figures[name] = part(commands(options)[name])
    except subprocess.CalledProcessError as failed:
        print(
            f"bench: {' '.join(failed.cmd[2:4])} failed with status {failed.returncode}",
            file=sys.stderr,
        )
        return 1
    kept.write_text(json.dumps(figures, indent=1) + "\n")
    (HERE / "results.md").write_text(text(figures) + "\n")
    print(text({name: figures[name] for name in measured}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
