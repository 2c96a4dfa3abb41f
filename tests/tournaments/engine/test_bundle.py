"""The bundle: out and in gives the same; whatever comes in, faults are named by path."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.depth import cases
from tests.tournaments.engine.bundles import complete
from tests.tournaments.engine.events import (
    awarded,
    event,
    pairs,
    played,
    round_,
    table,
    tournaments,
)
from tournaments.engine.bundle import BundleUnsound, bundle_out, bundle_read
from tournaments.engine.rated_tables import Model, PlacedTable, RatedTable, rated_tables
from tournaments.engine.ratings import ratings_replay
from tournaments.engine.results import End
from tournaments.engine.terms import Format, TableSize
from tournaments.engine.tournament import AdjustmentData, StintData, TournamentData

EVENING = complete(
    event(
        5,
        round_(1, pairs(1, 2, 4200, 3100), pairs(3, 4, 2000, 2000), byes=[5]),
        round_(2, table((5,), (1,), awarded(End.FORFEIT, (1200, 0), winner=0)), pairs(2, 3)),
        adjustments=[AdjustmentData(90, 1, -100)],
    )
)
BUNDLE: Any = bundle_out(EVENING)


def as_json(tournament: TournamentData) -> Any:
    return json.loads(json.dumps(bundle_out(tournament)))


@settings(max_examples=cases(50, 1000))
@given(tournaments())
def test_a_bundle_read_and_written_again_is_the_same(tournament: TournamentData) -> None:
    whole = complete(tournament)
    read = bundle_read(as_json(whole)).tournament
    assert read == whole
    assert bundle_out(read) == as_json(whole)


def test_the_members_of_a_bundle() -> None:
    assert list(BUNDLE) == [
        "format", "version", "tournament", "players", "entries", "rounds", "adjustments",
        "standings", "ratings",
    ]  # fmt: skip
    assert BUNDLE["format"] == "samba-tournament/1"
    assert BUNDLE["tournament"]["scoring"].keys() == {
        "type", "bye", "missed", "bracket", "margin_sd", "hands", "base", "step", "table",
    }  # fmt: skip
    assert BUNDLE["rounds"][0]["tables"][0]["sides"][0] == {
        "side": 0,
        "entries": ["e1"],
        "players": ["p10", "p11"],
    }
    result = BUNDLE["rounds"][0]["tables"][0]["results"][0]
    assert (result["status"], result["scores"]) == ("confirmed", [1192, 808])
    assert result["at"] == "2026-02-03T19:30:00Z"
    assert BUNDLE["entries"][0]["tenures"][0] == {
        "player": "p10",
        "for": None,
        "first": 1,
        "first_hand": None,
        "last": None,
        "last_hand": None,
    }


def test_standings_in_a_bundle_are_computed_again() -> None:
    assert BUNDLE["standings"][0]["entry"] == "e5"
    assert BUNDLE["standings"][0]["metrics"][0] == {"name": "score", "value": 2400}


def test_fixed_partners_are_rated_as_one_and_forfeits_not_at_all() -> None:
    told = {each["entry"]: each for each in BUNDLE["ratings"]}
    assert {id: each["tables"] for id, each in told.items()} == {
        "e1": 1, "e2": 1, "e3": 1, "e4": 1, "e5": 0,
    }  # fmt: skip
    assert told["e1"]["after"] > 0 > told["e2"]["after"]
    assert told["e1"]["before"] is told["e5"]["after"] is told["e1"]["player"] is None


def test_ratings_go_on_from_what_the_players_came_with() -> None:
    pair = frozenset(("p10", "p11"))
    earlier = RatedTable(0, ((pair,), ("x",)), (5000, 0), 4)
    tables = PlacedTable("t0", 1, 1, earlier), *rated_tables(EVENING)
    replay = ratings_replay(Model(margin_sd=2000), tables)
    told = bundle_out(EVENING, replay.changes["t1"])["ratings"][0]
    assert told["before"] == replay.changes["t0"][pair].after
    assert told["after"] != bundle_out(EVENING)["ratings"][0]["after"]


def test_where_partners_change_players_are_rated() -> None:
    night = complete(
        event(4, round_(1, table((1, 2), (3, 4), played((900, 0)))), format=Format.ROTATING)
    )
    told = bundle_out(night)["ratings"]
    assert [each["player"] for each in told] == ["p10", "p20", "p30", "p40"]
    assert {each["entry"] for each in told} == {None}


def test_a_substitutes_table_does_not_rate_the_pair() -> None:
    first, *others = EVENING.entries
    stints = StintData("p10"), StintData("p11", last=1), StintData("p51", "p11", 1)
    table_ = EVENING.rounds[0].tables[0]._replace(players=(("p10", "p51"), ("p20", "p21")))
    given = replace(
        EVENING,
        entries=(first._replace(stints=stints), *others),
        rounds=(EVENING.rounds[0]._replace(tables=(table_,)),),
    )
    assert [each["tables"] for each in bundle_out(given)["ratings"]] == [0, 1, 0, 0, 0]


def test_without_a_margin_nobody_is_rated() -> None:
    unrated = replace(EVENING, scoring=replace(EVENING.scoring, margin_sd=None))
    assert {each["after"] for each in bundle_out(unrated)["ratings"]} == {None}


def test_members_that_nobody_knows_are_ignored() -> None:
    more = deepcopy(BUNDLE)
    more["weather"] = more["rounds"][0]["tables"][0]["lamp"] = "bright"
    assert bundle_read(more).tournament == EVENING


def test_a_bundle_without_the_sides_means_pairs() -> None:
    bare = deepcopy(BUNDLE)
    del bare["tournament"]["table_sides"]
    assert bundle_read(bare).tournament.tables == (TableSize(4, 2),)


def put(*path: Any) -> Callable[[Any], None]:
    """Sets what the path leads to; its last item is the value."""

    def change(bundle: Any) -> None:
        *way, name, value = path
        for part in way:
            bundle = bundle[part]
        bundle[name] = value

    return change


def drop(*path: Any) -> Callable[[Any], None]:
    def change(bundle: Any) -> None:
        for part in path[:-1]:
            bundle = bundle[part]
        del bundle[path[-1]]

    return change


FIRST = ("rounds", 0, "tables", 0)
RESULT = (*FIRST, "results", 0)


FAULTS: list[tuple[Callable[[Any], None], str]] = [
    (put("format", "samba-tournament/2"), "format"),
    (put("tournament", []), "tournament"),
    (drop("tournament", "seed"), "tournament.seed"),
    (put("tournament", "rounds", 0), "tournament.rounds"),
    (put("tournament", "format", "chess"), "tournament.format"),
    (put("tournament", "tiebreaks", ["luck"]), "tournament.tiebreaks.0"),
    (put("tournament", "hands_per_round", None), "tournament.hands_per_round"),
    (put("tournament", "scoring", "table", [1000, 2000]), "tournament.scoring.table"),
    (put("tournament", "forbidden", 0, "entries", ["e1"]), "tournament.forbidden.0.entries"),
    (put("tournament", "stationary", 0, "entry", "e9"), "tournament.stationary.0.entry"),
    (put("tournament", "table_sides", [2, 2]), "tournament.table_sides"),
    (put("players", 1, "id", "p10"), "players.1.id"),
    (put("entries", 1, "id", "e1"), "entries.1.id"),
    (put("entries", 1, "number", 1), "entries.1.number"),
    (put("entries", 1, "late", 1), "entries.1.late"),
    (put("entries", 1, "tenures", 0, "player", "px"), "entries.1.tenures.0.player"),
    (put("entries", 1, "tenures", 0, "for", "px"), "entries.1.tenures.0.for"),
    (put("entries", 1, "tenures", 1, "player", BUNDLE["entries"][1]["tenures"][0]["player"]),
     "entries.1.tenures.1.player"),
    (put("entries", 0, "presence", 0, "version", 1000), "entries.0.presence.0.version"),
    (put("rounds", 1, "number", 1), "rounds.1.number"),
    (put("rounds", 1, "published", 1000), "rounds.1.published"),
    (put("rounds", 0, "basis", 0, "floats", ["left"]), "rounds.0.basis.0.floats.0"),
    (put("rounds", 0, "byes", 0, "entry", "e1"), "rounds.0"),
    (put(*FIRST, "number", 2), "rounds.0.tables.1.number"),
    (put(*FIRST, "sides", 1, "entries", []), "rounds.0.tables.0.sides"),
    (put(*FIRST, "sides", 1, "side", 0), "rounds.0.tables.0.sides.1.side"),
    (put(*FIRST, "sides", 1, "players", 0, "px"), "rounds.0.tables.0.sides.1.players.0"),
    (put(*RESULT, "status", "entered"), "rounds.0.tables.0.results.0.status"),
    (put(*RESULT, "points", [1]), "rounds.0.tables.0.results.0.points"),
    (put(*RESULT, "points", None), "rounds.0.tables.0.results.0.points"),
    (put(*RESULT, "winner", 2), "rounds.0.tables.0.results.0.winner"),
    (put(*RESULT, "scores", [1193, 807]), "rounds.0.tables.0.results.0.scores"),
    (put(*RESULT, "at", "2026-02-03T19:30:00"), "rounds.0.tables.0.results.0.at"),
    (put(*RESULT, "at", "yesterday"), "rounds.0.tables.0.results.0.at"),
    (put(*RESULT, "hands", ["none"]), "rounds.0.tables.0.results.0.hands.0"),
    (put(*RESULT, "hands", [{"a": "\0"}]), "rounds.0.tables.0.results.0.hands.0"),
    (put("tournament", "seed", "\ud800"), "tournament.seed"),
    (put("tournament", "name", "\0"), "tournament.name"),
    (put(*RESULT, "version", 1000), "rounds.0.tables.0.results.0.version"),
    (put("rounds", 1, "tables", 0, "results", 0, "reason", ""),
     "rounds.1.tables.0.results.0.reason"),
    (put("rounds", 1, "tables", 0, "results", 0, "award", None),
     "rounds.1.tables.0.results.0.award"),
    (put("adjustments", 0, "entry", "e9"), "adjustments.0.entry"),
    (put("adjustments", 0, "version", 1000), "adjustments.0.version"),
    (put("standings", 0, "rank", 2), "standings"),
    (drop("standings"), "standings"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "path"), FAULTS, ids=map(str, range(len(FAULTS))))
def test_a_fault_is_reported_with_its_path(change: Callable[[Any], None], path: str) -> None:
    bundle = deepcopy(BUNDLE)
    change(bundle)
    with pytest.raises(BundleUnsound) as unsound:
        bundle_read(bundle)
    assert unsound.value.faults[0].path == path


def test_every_fault_of_a_kind_is_reported_at_once() -> None:
    bundle = deepcopy(BUNDLE)
    bundle["tournament"]["venue"] = "moon"
    bundle["entries"][3]["seed"] = "first"
    with pytest.raises(BundleUnsound) as unsound:
        bundle_read(bundle)
    assert [fault.path for fault in unsound.value.faults] == ["tournament.venue", "entries.3.seed"]


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to every value but the long table of scores."""
    if isinstance(value, dict | list) and way[-1:] != ("table",):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*way, name)
            yield from places(inner, (*way, name))


ANY: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, -1, 0, 10**12, "", "e1", "p10", [], {}, [[]], 1.5, "\ud800"]
)


@settings(max_examples=cases(100, 2000))
@given(st.sampled_from(list(places(BUNDLE))), ANY)
def test_whatever_comes_in_nothing_fails_but_by_its_faults(way: tuple[Any, ...], new: Any) -> None:
    bundle = deepcopy(BUNDLE)
    put(*way, new)(bundle)
    try:
        read = bundle_read(bundle).tournament
    except BundleUnsound:
        return
    assert bundle_out(read)


@pytest.mark.parametrize("data", [None, [], "", 1, {}, {"format": "samba-tournament/1"}])
def test_what_is_no_bundle_is_reported_as_such(data: object) -> None:
    with pytest.raises(BundleUnsound):
        bundle_read(data)
