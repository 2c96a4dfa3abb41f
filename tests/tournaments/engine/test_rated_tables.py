"""Which tables of a tournament count for whose rating, and the changes that it shows."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tests.tournaments.engine.events import awarded, event, played, round_, table
from tournaments.engine.draws import SeatedTable
from tournaments.engine.rated_tables import (
    ChangeLine,
    Model,
    Rated,
    RatingChange,
    change_lines,
    rated_tables,
    together,
)
from tournaments.engine.ratings import ratings_replay
from tournaments.engine.results import End, Kind, ResultData
from tournaments.engine.terms import Format
from tournaments.engine.tournament import RoundData, StintData, TournamentData

MODEL = Model(margin_sd=2000)
ANA_BEN, CAT_DAN = frozenset({"ana", "ben"}), frozenset({"cat", "dan"})


def met(one: str, other: str, *results: ResultData, number: int = 1) -> SeatedTable:
    """Two sides by the names of their players, entries 1 and 2."""
    players = (tuple(one.split()), tuple(other.split()))
    return table((1,), (2,), *results)._replace(number=number, players=players)


def night(*rounds: RoundData, format: Format = Format.SWISS) -> TournamentData:
    return replace(event(2, *rounds, format=format), id="night")


@pytest.mark.parametrize(
    ("results", "counts"),
    [
        pytest.param([played([5000, 3000])], True, id="played"),
        pytest.param([played([500, 300])._replace(end=End.UNFINISHED)], True, id="unfinished"),
        pytest.param([], False, id="no result yet"),
        pytest.param([played([5000, 3000], kind=Kind.SHEET)], False, id="not confirmed"),
        pytest.param([awarded(End.FORFEIT, [1600, 0], winner=0)], False, id="forfeit"),
        pytest.param([awarded(End.AWARDED, [1200, 800], winner=0)], False, id="awarded"),
        pytest.param([played([5000, 3000])._replace(end=End.VOID)], False, id="void"),
    ],
)
def test_what_was_played_and_confirmed_counts(results: list[ResultData], counts: bool) -> None:
    tables = list(rated_tables(night(round_(1, met("ana ben", "cat dan", *results)))))
    assert bool(tables) is counts


def test_the_last_version_counts() -> None:
    corrected = played([3000, 5000], version=2, kind=Kind.CORRECTION)
    tonight = night(round_(1, met("ana ben", "cat dan", played([5000, 3000]), corrected)))
    assert [each.table.points for each in rated_tables(tonight)] == [(3000, 5000)]


def test_a_round_that_is_not_published_counts_for_nobody() -> None:
    draft = round_(1, met("ana ben", "cat dan", played([5000, 3000])))._replace(
        published_version=None
    )
    assert list(rated_tables(night(draft))) == []


def test_partners_who_stay_together_are_rated_as_one_and_individuals_each() -> None:
    round_1 = round_(1, met("ana ben", "cat dan", played([5000, 3000])))
    (fixed,) = rated_tables(night(round_1))
    (rotating,) = rated_tables(night(round_1, format=Format.ROTATING))
    assert fixed.table.sides == ((ANA_BEN,), (CAT_DAN,))
    assert rotating.table.sides == (("ana", "ben"), ("cat", "dan"))
    (only,) = rated_tables(night(round_(1, met("ana", "cat", played([5, 0])))))
    assert only.table.sides == (("ana",), ("cat",))


def test_a_table_has_its_day_place_and_the_hands_planned() -> None:
    def on(day: int, *points: int) -> ResultData:
        return played(points)._replace(at=datetime.fromordinal(day).replace(tzinfo=UTC))

    rounds = (
        round_(1, met("ana ben", "cat dan", on(100, 5, 0))),
        round_(2, met("ana ben", "cat dan", on(107, 0, 5), number=7)),
        round_(3, met("ana ben", "cat dan", played([0, 5]))),
    )
    told = list(rated_tables(replace(night(*rounds), hands_per_round=3)))
    assert [(each.round, each.number, each.table.day) for each in told] == [
        (1, 1, 100),
        (2, 7, 107),
        (3, 1, 107),
    ]
    assert {(each.tournament, each.table.hands) for each in told} == {("night", 3)}
    by_time = replace(night(*rounds), hands_per_round=None, minutes_per_round=40)
    assert {each.table.hands for each in rated_tables(by_time)} == {4}


def with_stints(tournament: TournamentData, *stints: tuple[StintData, ...]) -> TournamentData:
    entries = zip(tournament.entries, stints, strict=True)
    return replace(
        tournament, entries=tuple(entry._replace(stints=told) for entry, told in entries)
    )


def lines(tournament: TournamentData) -> tuple[ChangeLine, ...]:
    changes = ratings_replay(MODEL, rated_tables(tournament)).changes
    return change_lines(tournament, changes.get("night", {}))


def test_a_substitute_makes_another_pair_and_the_entry_keeps_the_rating_of_its_own() -> None:
    tonight = with_stints(
        night(
            round_(1, met("ana ben", "cat dan", played([7000, 1000]))),
            round_(2, met("ana eva", "cat dan", played([0, 9000]))),
        ),
        (StintData("ana"), StintData("ben", last=1), StintData("eva", replaces="ben", first=2)),
        (StintData("cat"), StintData("dan")),
    )
    first, second = lines(tonight)
    assert (first.entry, first.change.tables, first.change.before) == (1, 1, None)
    assert (first.change.after or 0) > 250, "Cat and Dan turned out to be strong"
    assert (second.entry, second.change.tables) == (2, 2)
    changes = ratings_replay(MODEL, rated_tables(tonight)).changes["night"]
    assert set(changes) == {ANA_BEN, CAT_DAN, together(["ana", "eva"])}


@pytest.mark.parametrize(
    "stints",
    [
        pytest.param(
            (StintData("eva", replaces="ben", first=1, last=1), StintData("ben", first=2)),
            id="round 1",
        ),
        pytest.param(
            (StintData("eva", replaces="ben", first=1, last=1), StintData("ben", "eva", first=2)),
            id="and Ben for Eva from then on",
        ),
    ],
)
def test_a_substitute_from_round_1_on_does_not_unrate_the_rest(
    stints: tuple[StintData, ...],
) -> None:
    tonight = with_stints(
        night(
            round_(1, met("ana eva", "cat dan", played([0, 9000]))),
            round_(2, met("ana ben", "cat dan", played([7000, 1000]))),
        ),
        (StintData("ana"), *stints),
        (StintData("cat"), StintData("dan")),
    )
    first, second = lines(tonight)
    assert (first.change.tables, second.change.tables) == (1, 2)
    assert (first.change.after or 0) > 0


def test_a_pair_whose_substitute_sat_all_night_keeps_its_rating_and_gets_none() -> None:
    tonight = with_stints(
        night(round_(1, met("ana eva", "cat dan", played([0, 9000])))),
        (StintData("ana"), StintData("eva", replaces="ben")),
        (StintData("cat"), StintData("dan")),
    )
    before: dict[Rated, RatingChange] = {ANA_BEN: RatingChange(0, 120, 120)}
    assert change_lines(tonight, before)[0].change == RatingChange(0, 120, 120)
    assert lines(tonight)[0].change.tables == 0


def test_individuals_have_a_line_each_in_the_order_of_entries_played_or_not() -> None:
    tonight = with_stints(
        night(round_(1, met("ana", "cat", played([7000, 1000]))), format=Format.ROTATING),
        (StintData("cat"),),
        (StintData("ana", last=1), StintData("eva", replaces="ana", first=2)),
    )
    assert lines(tonight) == (
        ChangeLine("cat", None, RatingChange(1, None, -250)),
        ChangeLine("ana", None, RatingChange(1, None, 250)),
        ChangeLine("eva", None, RatingChange(0, None, None)),
    )


def test_a_night_that_nobody_played_changes_nobody() -> None:
    tonight = with_stints(
        night(), (StintData("ana"), StintData("ben")), (StintData("cat"), StintData("dan"))
    )
    assert [line.change for line in lines(tonight)] == [RatingChange(0, None, None)] * 2
