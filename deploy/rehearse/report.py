"""What a rehearsal has found, for people and for programs."""

import dataclasses
import os
from typing import Any

from deploy.rehearse.night import Night
from deploy.rehearse.storm import Storm

Report = dict[str, Any]


def report_of(night: Night, storm: Storm, holds: list[str], faults: list[str]) -> Report:
    """Times in seconds."""
    ledger, waits = night.ledger, sorted(night.ledger.waits_s)
    took = max((step.at_s + step.took_s + step.settled_s for step in storm.steps), default=0.0)
    return {
        "passed": not faults,
        "faults": faults,
        "holds": holds,
        "tables": storm.tables,
        "clients": night.people,
        "rounds": night.rounds,
        "games": len(ledger.tables),
        "results": night.results,
        "moves": ledger.moves,
        "storm_s": took,
        "move_s": {
            "p50": _share(waits, 50), "p99": _share(waits, 99), "worst": waits[-1] if waits else 0.0
        },
        "answers": {str(status): n for status, n in sorted(night.proxy.answered.items())},
        "repeated": dict(sorted(night.proxy.retried.items())),
        "looked_again": ledger.passed,
        "restore_s": storm.restoration.took_s,
        "ended_by_themselves": storm.fell,
        "starts": {name: part.starts for name, part in storm.site.parts.items()},
        "steps": [dataclasses.asdict(step) for step in storm.steps],
        "load": os.getloadavg()[0],
    }  # fmt: skip


def written(report: Report) -> str:
    """As a table of the steps, the figures, what holds and what does not."""
    lines = [
        f"{'step':<20}{'at':>8}{'took':>8}{'moved':>8}{'moves':>8}{'repeated':>10}{'killed':>8}"
    ]
    lines += [
        f"{step['name']:<20}{step['at_s']:>7.0f}s{step['took_s']:>7.1f}s{step['settled_s']:>7.1f}s"
        f"{step['moves']:>8}{step['retried']:>10}{len(step['killed']):>8}"
        for step in report["steps"]
    ]
    move = report["move_s"]
    lines += [
        "",
        f"{report['clients']} clients at {report['tables']} tables: {report['rounds']} rounds,"
        f" {report['games']} games, {report['moves']} moves",
        f"a move took {move['p50']:.2f} s (p50), {move['p99']:.2f} s (p99), at most"
        f" {move['worst']:.1f} s, with its repetitions",
        f"answers by status: {report['answers']}",
        f"calls repeated: {report['repeated']}; looked again: {report['looked_again']}",
        f"parts that ended by themselves: {report['ended_by_themselves']}",
        f"restored in {report['restore_s']:.1f} s; load of the machine {report['load']:.1f}",
        "",
        *(f"holds: {each}" for each in report["holds"]),
        *(f"FAULT: {each}" for each in report["faults"]),
        "passed" if report["passed"] else f"FAILED with {len(report['faults'])} faults",
    ]
    return "\n".join(lines)


def _share(waits: list[float], percent: int) -> float:
    return waits[len(waits) * percent // 100] if waits else 0.0
