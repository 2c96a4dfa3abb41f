"""House bots fill an odd field, and leave when they are not wanted."""

from dataclasses import replace

import pytest

from tests.tournaments.engine.events import event, pairs, round_
from tournaments.engine.drawing import house_bots_wanted
from tournaments.engine.terms import FOUR, Format, TableSize
from tournaments.engine.tournament import Player, PlayerKind, StintData, TournamentData


def club(humans: int, bots: int = 0, **changes) -> TournamentData:
    """An event with a number of entries of people, then a number of bots, all of them there."""
    base = event(humans + bots, **changes)
    return replace(
        base,
        house_bots="club",
        players=tuple(
            Player(str(n), kind=PlayerKind.BOT if n > humans else PlayerKind.HUMAN)
            for n in range(1, humans + bots + 1)
        ),
        entries=tuple(e._replace(stints=(StintData(str(e.number)),)) for e in base.entries),
    )


@pytest.mark.parametrize(
    ("format", "humans", "wanted"),
    [
        (Format.SWISS, 8, 0),
        (Format.SWISS, 9, 1),
        (Format.ROUND_ROBIN, 5, 1),
        (Format.KNOCKOUT, 5, 0),
        (Format.ROTATING, 8, 0),
        (Format.ROTATING, 9, 3),
        (Format.ROTATING, 10, 2),
        (Format.SWISS_INDIVIDUAL, 11, 1),
    ],
)
def test_as_many_are_wanted_as_keep_everybody_at_a_table(
    format: Format, humans: int, wanted: int
) -> None:
    assert house_bots_wanted(club(humans, format=format)) == wanted
    assert house_bots_wanted(club(humans, 3, format=format)) == wanted
    assert house_bots_wanted(replace(club(humans, format=format), house_bots=None)) == 0


def test_a_table_of_six_needs_fewer_bots() -> None:
    six = replace(club(9, format=Format.ROTATING), tables=(FOUR, TableSize(6, 3)))
    assert house_bots_wanted(six) == 1


def test_a_round_robin_keeps_the_bots_that_it_began_with() -> None:
    begun = round_(1, pairs(1, 4), pairs(2, 3))
    assert house_bots_wanted(club(3, 1, format=Format.ROUND_ROBIN)) == 1
    assert house_bots_wanted(club(3, 1, format=Format.ROUND_ROBIN, planned=3)) == 1
    with_bot = replace(club(3, 1, format=Format.ROUND_ROBIN), rounds=(begun,))
    assert house_bots_wanted(with_bot) == 1
    without = replace(club(4, 1, format=Format.ROUND_ROBIN), rounds=(begun,))
    assert house_bots_wanted(without) == 0
