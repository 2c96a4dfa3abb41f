"""The pure value of a tournament: who is there, who sits for whom, which result counts."""

import pytest

from tests.tournaments.engine.events import awarded, event, pairs, played, round_, table
from tournaments.engine.results import End, Kind, Status
from tournaments.engine.terms import TableSize
from tournaments.engine.tournament import AttendanceData, EntryData, StintData, as_of


def test_an_entry_is_there_as_its_last_change_of_presence_says() -> None:
    came_and_went = (AttendanceData(9, present=True), AttendanceData(30, present=False))
    assert not EntryData(1).present
    assert EntryData(1, presence=came_and_went[:1]).present
    assert not EntryData(1, presence=came_and_went).present
    assert not EntryData(1, presence=came_and_went[::-1]).present
    assert EntryData(1, presence=came_and_went).came == 9


def test_a_substitute_sits_only_for_some_rounds() -> None:
    ben = (StintData("ben", last=2), StintData("dan", replaces="ben", first=3, last=3))
    pair = EntryData(1, stints=(StintData("ana"), *ben, StintData("ben", first=4)))
    assert [pair.players(number) for number in (1, 2, 3, 4)] == [
        ("ana", "ben"),
        ("ana", "ben"),
        ("ana", "dan"),
        ("ana", "ben"),
    ]


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        (Kind.SHEET, Status.ENTERED),
        (Kind.DISPUTE, Status.DISPUTED),
        (Kind.CONFIRMATION, Status.CONFIRMED),
        (Kind.GAME, Status.CONFIRMED),
        (Kind.CORRECTION, Status.CONFIRMED),
        (Kind.AWARD, Status.CONFIRMED),
    ],
)
def test_a_result_has_the_status_of_its_kind(kind: Kind, status: Status) -> None:
    assert played((100, 200), kind=kind).status is status


def test_a_sheet_after_a_confirmation_makes_a_table_count_for_nobody() -> None:
    confirmed, sheet = played((9, 1)), played((1, 9), version=2, kind=Kind.SHEET)
    assert table((1,), (2,), confirmed).counted == confirmed
    assert table((1,), (2,), confirmed, sheet).counted is None


def test_those_of_a_void_table_have_not_met_once_that_is_confirmed() -> None:
    void = awarded(End.VOID, (), winner=None)
    assert table((1,), (2,), void).void
    assert not table((1,), (2,), void._replace(kind=Kind.SHEET)).void
    assert not pairs(1, 2, 300, 100).void


def test_a_table_has_the_players_a_side_that_its_size_gives() -> None:
    assert TableSize(4, 2).shape == (2, 2)
    assert TableSize(6, 3).shape == (2, 2, 2)
    assert TableSize(6, 2).shape == (3, 3)
    assert TableSize(2, 2).shape == (1, 1)


def test_as_of_a_version_a_later_arrival_is_not_there() -> None:
    late = event(3, round_(1, pairs(1, 2), byes=[3]))
    assert [entry.present for entry in late.entries] == [True] * 3
    assert not any(entry.present for entry in as_of(late, 0).entries)
    assert as_of(late, 11).rounds == ()
