"""Reasons: a code, its facts, and a text that names people."""

import re
from typing import Any

import pytest

from tests.tournaments.engine.people import told
from tests.tournaments.engine.simulation.event import Event
from tournaments.engine.bundle import BundleUnsound, bundle_out, bundle_read
from tournaments.engine.draws import Reason
from tournaments.engine.reason_texts import CODES, reason_text

TABLE = {"sides": [[1], [2]], "met": 2}


def test_a_reason_names_people_by_the_names_that_the_reader_may_see():
    why = Reason("drawn_by_lot", TABLE)
    assert told(why) == "Ana against Ben: drawn by lot. They have met twice before."
    assert reason_text(why, {1: "Ana M."}) == (
        "Ana M. against entry 2: drawn by lot. They have met twice before."
    )


def test_a_reason_without_a_code_keeps_its_text():
    assert told(Reason(text="Closest not yet met")) == "Closest not yet met"
    assert told(Reason("of_next_year", {}, (), "A new reason.")) == "A new reason."


@pytest.fixture(scope="module")
def events() -> list[Event]:
    found = [Event(seed) for seed in range(6)]
    for event in found:
        list(event.rounds())
    return found


def test_reasons_of_whole_events_name_people_and_come_back_from_a_bundle(events: list[Event]):
    for event in events:
        bundle = bundle_out(event.tournament)
        whys = [e["why"] for r in bundle["rounds"] for e in (*r["tables"], *r["byes"])]
        assert {why["code"] for why in whys} <= {*CODES}
        assert not any(re.search(r"\bentry \d", why["text"]) for why in whys)
        assert bundle_read(bundle).tournament == event.tournament


def test_a_bundle_without_codes_is_read_and_keeps_its_texts(events: list[Event]):
    bundle: Any = bundle_out(events[0].tournament)
    for round_ in bundle["rounds"]:
        for each in (*round_["tables"], *round_["byes"]):
            each["why"] = {"text": "Closest not yet met", "cost": each["why"]["cost"]}
    again = bundle_out(bundle_read(bundle).tournament)
    whys = [e["why"] for r in again["rounds"] for e in (*r["tables"], *r["byes"])]
    assert {(why["code"], why["text"]) for why in whys} == {(None, "Closest not yet met")}


@pytest.mark.parametrize(
    "facts", [{}, {"sides": 3}, {"sides": [[1], ["x"]]}, {"sides": [[]]}, {"sides": [{}]}]
)
def test_facts_that_do_not_fit_their_code_are_refused_by_path(events: list[Event], facts: object):
    bundle: Any = bundle_out(events[0].tournament)
    bundle["rounds"][0]["tables"][0]["why"] |= {"code": "drawn_by_lot", "facts": facts}
    with pytest.raises(BundleUnsound) as refusal:
        bundle_read(bundle)
    assert [path for path, _ in refusal.value.faults] == ["rounds.0.tables.0.why.facts"]
