"""Whist designs against their definition."""

import pytest

from tests.tournaments.engine.nights import opponent_counts, partner_counts, sit_out_counts
from tournaments.engine.formats.night import NightRound
from tournaments.engine.formats.plans import STARTERS, design

KNOWN = sorted({*STARTERS, 9, 37, 41, 53, 61, 73, 89, 97, 101})


def rounds_of(players: int) -> list[NightRound]:
    everybody = set(range(players))
    return [
        NightRound(
            tables, tuple(everybody - {p for sides in tables for side in sides for p in side})
        )
        for tables in design(players) or ()
    ]


@pytest.mark.parametrize("players", KNOWN)
def test_everybody_is_everybodys_partner_once_and_opponent_twice(players):
    rounds, pairs = rounds_of(players), players * (players - 1) // 2
    assert len(rounds) == (players if players % 4 else players - 1)
    assert list(partner_counts(rounds).values()) == [1] * pairs
    assert list(opponent_counts(rounds).values()) == [2] * pairs


@pytest.mark.parametrize("players", KNOWN)
def test_everybody_plays_once_a_round_and_sits_out_once_at_most(players):
    rounds = rounds_of(players)
    for seating in rounds:
        seats = [p for sides in seating.tables for side in sides for p in side]
        assert sorted([*seats, *seating.byes]) == list(range(players))
    assert sit_out_counts(rounds, range(players)) == [players % 4] * players


def test_every_size_of_the_source_is_there():
    assert {4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29, 32, 33} <= set(KNOWN)


@pytest.mark.parametrize("players", [3, 6, 7, 10, 36, 45, 49])
def test_other_sizes_have_no_design_here(players):
    assert design(players) is None
