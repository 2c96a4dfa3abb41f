"""The tournaments that the bench draws and ranks are real ones, and are judged as they are."""

from itertools import islice

import pytest

from deploy.bench.draws import beside_networkx, play, swiss
from deploy.bench.event import Event, partners_repeated
from deploy.bench.targets import CEILINGS, draw_targets
from tournaments.engine.draws import SeatedTable
from tournaments.engine.standings import standings
from tournaments.engine.terms import Format
from tournaments.engine.tournament import RoundData


def played(format: Format, entries: int, rounds: int) -> Event:
    """An event with one more round to be drawn."""
    event = Event(format, entries, rounds + 1, seed="7f3a")
    for _ in islice(play(event, []), rounds):
        pass
    return event


def seated(*sides: tuple[int, int]) -> RoundData:
    return RoundData(1, tables=(SeatedTable(sides),))


def test_every_round_is_drawn_timed_played_and_counted():
    times: dict[str, list[float]] = {}
    value = swiss(9, times).value
    assert len(value.rounds) == len(times["swiss_9"]) == 10
    assert all(table.counted for round_ in value.rounds for table in round_.tables)
    assert len({standing.metrics for standing in standings(value)}) == 9


def test_the_same_seed_is_the_same_event():
    assert played(Format.SWISS, 8, 3).value == played(Format.SWISS, 8, 3).value


def test_networkx_gets_the_weights_of_the_draw_itself():
    times: dict[str, list[float]] = {}
    beside_networkx(played(Format.SWISS, 11, 4), times)
    assert sorted(times) == ["matching", "networkx"]


def test_a_library_that_draws_another_round_is_reported(monkeypatch):
    monkeypatch.setattr("networkx.max_weight_matching", lambda graph, maxcardinality: {(0, 1)})
    with pytest.raises(RuntimeError, match="round 3"):
        beside_networkx(played(Format.SWISS, 8, 2), {})


def test_partners_are_repeated_as_often_as_they_meet_again_on_one_side():
    night = seated((1, 2), (3, 4)), seated((1, 3), (2, 4)), seated((2, 1), (3, 4))
    assert partners_repeated(night) == 2
    assert partners_repeated(played(Format.ROTATING, 8, 7).value.rounds) == 0


def test_the_slowest_round_is_judged_and_a_repeated_partner_misses_the_target():
    names = [name for name, _, _ in CEILINGS]
    times = {name: {"cpu_ms": 1.0, "max": 1.0} for name in (*names, "matching", "networkx")}
    times["swiss_200"]["max"], times["networkx"]["cpu_ms"] = 501.0, 40.0
    verdicts = [each.verdict for each in draw_targets({"times": times, "partners_repeated": 1})]
    assert verdicts == ["MISSED", "met", "met", "met", "met", "MISSED"]
