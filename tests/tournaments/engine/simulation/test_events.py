"""Whole events of every format, judged round by round only from their bundles.

60 of them run each time; `SAMBA_EVENTS=5000` runs as many as it says, in `make test-long` 5,000.
"""

import os
from pathlib import Path

import pytest

from tests.depth import first_of
from tests.tournaments.engine.simulation import checker
from tests.tournaments.engine.simulation.event import Event
from tests.tournaments.engine.simulation.seen import Json
from tournaments.engine.bundle import bundle_read
from tournaments.engine.terms import Format

EVENTS = int(os.environ.get("SAMBA_EVENTS", "60"))
PART = 20
"""Events of one test."""
PARTS = range(-(-EVENTS // PART))
REST = range(PARTS.stop, -(-5000 // PART))


def judge(part: int) -> None:
    for seed in range(part * PART, (part + 1) * PART):
        event = Event(seed)
        for number, bundle in enumerate(event.rounds(), start=1):
            found = checker.faults(bundle)
            assert not found, f"event {seed}, round {number}: {found}"
        assert event.refused is None or _two_tables_apart(event), f"event {seed}: {event.refused}"
        if event.refused is None:
            assert bundle_read(bundle).tournament == event.tournament


def _two_tables_apart(event: Event) -> bool:
    """With so few only fairness decides who plays, and may leave the forbidden no table."""
    here = sum(entry.present for entry in event.tournament.entries)
    locked = [entry for lock in event.tournament.rounds[-1].locks for entry in lock.entries]
    forbidden = event.tournament.format.individual and bool(event.tournament.forbidden)
    return forbidden and here - len(locked) < 12


@pytest.mark.parametrize("part", first_of(PARTS))
def test_no_event_has_a_fault(part: int) -> None:
    judge(part)


@pytest.mark.slow
@pytest.mark.parametrize("part", REST)
def test_none_of_thousands_of_events_has_a_fault(part: int) -> None:
    judge(part)


@pytest.mark.full
def test_the_events_have_everything_that_happens_at_a_club() -> None:
    """Formats, sizes, and what comes about in the middle of a night."""
    sizes: set[int] = set()
    seen: set[str] = set()
    for seed in range(40):
        event = Event(seed)
        bundles = list(event.rounds())
        sizes.add(len(event.tournament.entries))
        seen |= {event.tournament.format, *_happened(bundles[-1])}
    assert min(sizes) <= 5
    assert max(sizes) >= 50
    assert seen == {
        *Format, "late", "left", "substitute", "void", "forfeit", "awarded", "unfinished",
        "dispute", "correction", "unconfirmed", "lock", "bye lock", "forbidden", "stationary",
        "relieved", "adjustment", "bye", "house bot", "table of six", "place", "redrawn",
    }  # fmt: skip


def _happened(bundle: Json) -> set[str]:
    tables = [table for round_ in bundle["rounds"] for table in round_["tables"]]
    results = [result for table in tables for result in table["results"]]
    locks = [lock for round_ in bundle["rounds"] for lock in round_["locks"]]
    tests = {
        "late": any(entry["late"] for entry in bundle["entries"]),
        "left": any(not c["present"] for e in bundle["entries"] for c in e["presence"]),
        "substitute": any(t["for"] for e in bundle["entries"] for t in e["tenures"]),
        "relieved": any(t["last_hand"] for e in bundle["entries"] for t in e["tenures"]),
        "unconfirmed": any(t["results"][-1]["status"] == "entered" for t in tables),
        "lock": any(not lock["bye"] for lock in locks),
        "bye lock": any(lock["bye"] for lock in locks),
        "adjustment": bool(bundle["adjustments"]),
        "bye": any(round_["byes"] for round_ in bundle["rounds"]),
        "house bot": any(
            player["kind"] == "bot" and any(player["id"] in side["players"] for side in t["sides"])
            for player in bundle["players"]
            for t in tables
        ),
        "table of six": any(sum(len(s["players"]) for s in t["sides"]) == 6 for t in tables),
        "place": any(table["place"] for table in tables),
        "redrawn": any(r["published"] - r["drawn"] > 1 for r in bundle["rounds"]),
    }
    tests |= {name: bool(bundle["tournament"][name]) for name in ("forbidden", "stationary")}
    tests |= {end: any(r["end"] == end for r in results)
              for end in ("void", "forfeit", "awarded", "unfinished")}  # fmt: skip
    tests |= {kind: any(r["kind"] == kind for r in results) for kind in ("dispute", "correction")}
    return {name for name, true in tests.items() if true}


@pytest.mark.parametrize(
    "module", ["checker", "seen", "standings", "swiss", "individuals", "fixed"]
)
def test_the_checker_knows_nothing_of_the_engine(module: str) -> None:
    source = Path(checker.__file__).with_name(f"{module}.py").read_text("utf-8")
    assert "from tournaments" not in source
    assert "import tournaments" not in source
