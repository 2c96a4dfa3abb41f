"""Recorded events are still drawn, scored and written as they were when they were recorded.

`tests/bundles` has one whole bundle of each format, and digests of 300 events that cover everything
but the words of reasons. `WRITE_EVENTS=1` records what is missing and changes no record.
"""

import json
import os
from collections import deque
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.depth import one_of
from tests.tournaments.engine.simulation.event import Event
from tests.tournaments.engine.simulation.seen import Json
from tournaments.engine.bundle import bundle_out, bundle_read
from tournaments.engine.drawing import draw_round
from tournaments.engine.draws import Bye, Draw
from tournaments.engine.terms import Format
from tournaments.engine.tournament import RoundData, RoundState, as_of

BUNDLES = Path(__file__).parents[3] / "bundles"
DIGESTS = BUNDLES / "digests.json"
WHOLE = {18: "swiss", 31: "round_robin", 32: "double_round_robin", 3: "knockout", 4: "rotating",
         41: "swiss_individual"}  # fmt: skip
"""Short events, by seed."""
EVENTS = 300
LATER = {"phrases": False}
"""Settings that came after the records, as a bundle has them that says nothing of them."""
LATER_OF_RESULTS = {"by_code": False}
"""The same of results."""


def last_bundle(seed: int) -> Json:
    """After the last round that could be drawn."""
    last: Json = deque(Event(seed).rounds(), maxlen=1).pop()
    return as_recorded(last)


def as_recorded(bundle: Json) -> Json:
    """The bundle without the members that the records are older than."""
    terms = dict(bundle["tournament"])
    assert {name: terms.pop(name) for name in LATER} == LATER
    older: Json = json.loads(json.dumps(bundle))
    for round_ in older["rounds"]:
        for result in (each for table in round_["tables"] for each in table["results"]):
            later = {name: result.pop(name) for name in LATER_OF_RESULTS}
            assert later == LATER_OF_RESULTS
    return {**older, "tournament": terms}


def digest(bundle: Json) -> str:
    """Of all that the bundle says but the words of reasons."""
    written = json.dumps(without_words(bundle), sort_keys=True, separators=(",", ":"))
    return sha256(written.encode()).hexdigest()[:16]


def without_words(value: Any) -> Any:
    """The value without the text of any `why`."""
    if isinstance(value, list):
        return [without_words(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        name: without_words({k: v for k, v in each.items() if k != "text"})
        if name == "why" and each is not None
        else without_words(each)
        for name, each in value.items()
    }


@cache
def digests() -> list[str]:
    """By seed."""
    found: list[str] = json.loads(DIGESTS.read_text("utf-8")) if DIGESTS.exists() else []
    if os.environ.get("WRITE_EVENTS") and len(found) < EVENTS:
        found += [digest(last_bundle(seed)) for seed in range(len(found), EVENTS)]
        DIGESTS.write_text(json.dumps(found, indent=0) + "\n", "utf-8")
    return found


@pytest.mark.parametrize(("seed", "format"), WHOLE.items())
def test_a_recorded_event_is_drawn_and_written_again_as_it_is_kept(seed: int, format: str) -> None:
    path = BUNDLES / f"{format}.json"
    if os.environ.get("WRITE_EVENTS") and not path.exists():
        text = json.dumps(last_bundle(seed), ensure_ascii=False, separators=(",", ":"))
        path.write_text(f"{text}\n", "utf-8")
    kept = json.loads(path.read_text("utf-8"))
    assert kept["tournament"]["format"] == format
    assert without_words(last_bundle(seed)) == without_words(kept)
    again = as_recorded(json.loads(json.dumps(bundle_out(bundle_read(kept).tournament))))
    assert without_words(again) == without_words(kept)


@pytest.mark.parametrize("format", Format)
def test_each_round_of_a_recorded_event_is_drawn_again_from_its_bundle(format: Format) -> None:
    """From what was known when the round was drawn, and without the simulation."""
    whole = bundle_read(json.loads((BUNDLES / f"{format}.json").read_text("utf-8"))).tournament
    for kept in whole.rounds:
        assert kept.drawn_version is not None
        before = as_of(whole, kept.drawn_version)
        draft = RoundData(kept.number, state=RoundState.DRAFT, locks=kept.locks)
        before = replace(before, rounds=(*before.rounds, draft))
        assert drawn(draw_round(before, kept.number)) == drawn(kept)


def drawn(source: Draw | RoundData) -> tuple[list[Any], list[Bye]]:
    """The tables and the byes, with their reasons except the words."""
    tables = [
        (
            table.number,
            table.sides,
            table.slot,
            table.third_place_match,
            table.why._replace(text=""),
        )
        for table in source.tables
    ]
    return tables, [bye._replace(why=bye.why._replace(text="")) for bye in source.byes]


def test_every_format_has_a_recorded_event() -> None:
    assert set(WHOLE.values()) == set(Format)
    assert {path.stem for path in BUNDLES.glob("*.json")} == {*Format, "digests"}


@pytest.mark.parametrize("seed", one_of(10, range(EVENTS)))
def test_an_event_is_drawn_as_it_was_when_it_was_recorded(seed: int) -> None:
    assert digest(last_bundle(seed)) == digests()[seed]
