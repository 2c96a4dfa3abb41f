"""Counting a hand by arithmetic on all kinds at once gives what counting card by card gives."""

from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import (
    ACE,
    FOUR,
    KIND_BIT,
    KINDS,
    RANK_BIT,
    copies,
    expand,
    held_bits,
    rank_counts,
    ranks_with,
    sequence_starts,
)
from games.engine.legal.opening.limits import limits_of
from games.engine.legal.opening.sequences import runnable_kinds, sequences
from games.engine.meld_kinds import MELD_SIZE
from games.engine.rulesets import load

HANDS = st.lists(st.integers(0, 8), min_size=KINDS, max_size=KINDS).map(bytes)
THIN = st.lists(st.sampled_from((0, 0, 1, 2)), min_size=KINDS, max_size=KINDS).map(bytes)
CLASSIC = limits_of(load("classic"))
BLACK_SAMBA = limits_of(load("black-samba"))


@given(HANDS)
def test_ranks_are_counted_over_their_suits(hand: bytes) -> None:
    assert list(rank_counts(hand)) == [sum(hand[4 * rank : 4 * rank + 4]) for rank in range(13)]
    assert copies(hand, range(KINDS)) == list(expand(hand))


@given(HANDS | THIN, st.integers(1, 40))
def test_ranks_with_enough_cards_are_found(hand: bytes, least: int) -> None:
    held = rank_counts(hand)
    enough = {rank for rank in range(FOUR, ACE + 1) if held[rank] >= least}
    every = sum(RANK_BIT[rank] for rank in range(FOUR, ACE + 1))
    assert ranks_with(hand, [(least, every)]) == sum(RANK_BIT[rank] for rank in enough)
    aces = RANK_BIT[ACE]
    assert ranks_with(hand, [(least, every - aces), (1, aces)]) == sum(
        RANK_BIT[rank] for rank in enough - {ACE} | ({ACE} if held[ACE] else set())
    )


@given(THIN, st.integers(3, 7))
def test_sequences_start_where_the_next_ranks_are_held(hand: bytes, length: int) -> None:
    starts = {
        4 * rank + suit
        for suit in range(4)
        for rank in range(FOUR, ACE + 2 - length)
        if all(hand[4 * (rank + step) + suit] for step in range(length))
    }
    assert sequence_starts(held_bits(hand), length) == sum(KIND_BIT[kind] for kind in starts)


@given(THIN, st.booleans())
def test_runnable_kinds_are_those_of_all_sequences(hand: bytes, wild: bool) -> None:
    for limits in (CLASSIC, BLACK_SAMBA):
        kinds = {card for cards in sequences(hand, limits, wild) for card in cards if card >= 0}
        held = {kind for kind in kinds if hand[kind]}
        assert runnable_kinds(hand, limits, wild) == sum(KIND_BIT[kind] for kind in held)


@given(st.integers(0, 33), st.integers(0, 18))
def test_this_many_naturals_make_a_group_and_no_fewer(naturals: int, wilds: int) -> None:
    group, kings = CLASSIC.rules.group, CLASSIC.rules.rank_rules[11]
    fits = naturals >= group.min_naturals and (
        naturals + min(kings.most_wilds[naturals], wilds) >= MELD_SIZE
    )
    (least, ranks), *others = CLASSIC.least_naturals[wilds]
    assert fits == (naturals >= least)
    assert ranks == sum(RANK_BIT[FOUR:])
    assert not others
