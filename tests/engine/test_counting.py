"""Counting a hand by arithmetic on all kinds at once gives what counting card by card gives."""

from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import (
    ACE,
    FOUR,
    KIND_BIT,
    KINDS,
    RANK_BIT,
    RANK_OF,
    copies,
    expand,
    held_bits,
    rank_counts,
    ranks_with,
    sequence_starts,
)
from games.engine.opening.layout import in_sequences, runs
from games.engine.rulesets import load

HANDS = st.lists(st.integers(0, 8), min_size=KINDS, max_size=KINDS).map(bytes)
THIN = st.lists(st.sampled_from((0, 0, 1, 2)), min_size=KINDS, max_size=KINDS).map(bytes)
CLASSIC = load("classic")


@given(HANDS)
def test_ranks_are_counted_over_their_suits(hand: bytes) -> None:
    assert list(rank_counts(hand)) == [sum(hand[4 * rank : 4 * rank + 4]) for rank in range(13)]
    assert copies(hand, range(KINDS)) == list(expand(hand))


@given(HANDS | THIN, st.integers(1, 40))
def test_ranks_with_enough_cards_are_found(hand: bytes, least: int) -> None:
    held = rank_counts(hand)
    enough = {rank for rank in range(FOUR, ACE + 1) if held[rank] >= least}
    found = ranks_with(hand, least)
    assert found == sum(RANK_BIT[rank] for rank in enough)


@given(THIN, st.integers(3, 7))
def test_sequences_start_where_the_next_ranks_are_held(hand: bytes, length: int) -> None:
    starts = {
        4 * rank + suit
        for suit in range(4)
        for rank in range(FOUR, ACE + 2 - length)
        if all(hand[4 * (rank + step) + suit] for step in range(length))
    }
    assert sequence_starts(held_bits(hand), length) == sum(KIND_BIT[kind] for kind in starts)
    standing = [card for suit in range(4) for run in runs(hand, suit, length) for card in run]
    by_rank = [0] * 13
    for card in copies(hand, standing):
        by_rank[RANK_OF[card]] += 1
    assert list(in_sequences(hand, length)) == by_rank


@given(st.integers(0, 33), st.integers(0, 18))
def test_so_many_naturals_make_a_group_and_no_fewer(naturals: int, wilds: int) -> None:
    group = CLASSIC.group
    fits = naturals >= group.min_naturals and (
        naturals + min(CLASSIC.groups[FOUR].room[naturals], wilds) >= group.min_size
    )
    assert fits == (naturals >= CLASSIC.least_naturals[wilds])
    assert CLASSIC.ungroupable[wilds][naturals] == (0 if fits else naturals)
