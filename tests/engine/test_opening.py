"""New melds that open a side in `classic`."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import JOKER, KINDS, THREE, cards_of, counts_of
from games.engine.opening import (
    GroupLimits,
    GroupOf,
    MeldLimits,
    SequenceIn,
    Tally,
    Upcard,
    best_opening,
    bound,
    clear_out,
    find_opening,
    greedy,
    search_opening,
    worth,
)
from tests.engine.brute_force import Cards, assert_legal
from tests.engine.opening_variants import CLASSIC, POINTS, VARIANTS, hand


@pytest.mark.parametrize(
    ("cards", "need", "opens"),
    [
        pytest.param("AC AD 2H 9S", 50, True, id="two aces and a two are 60"),
        pytest.param("AC AD JK 9S", 90, True, id="two aces and a joker are 90"),
        pytest.param("AC AD 2H 9S", 90, False, id="two aces and a two are not"),
        pytest.param("4C 4D 4H 9S", 15, True, id="three fours are 15"),
        pytest.param("AC AD AH KC KD KH 9C 9D 9H 4S", 150, False, id="three groups are 120"),
        pytest.param("AC AD AH KC KD KH 9C 9D 9H JC JD JH 4S", 150, True, id="a fourth group"),
        pytest.param("5H 6H 7H 8H QC QD QS 4S", 50, True, id="a sequence and a group are 55"),
        pytest.param("QC QD QS 3H 4S", 50, False, id="a red three does not count"),
        pytest.param("8C 9C TC JC QC KC AC 4S", 80, True, id="a samba counts its cards"),
        pytest.param("8C 9C TC JC QC KC AC 4S", 85, False, id="and not its bonus"),
        pytest.param("KC 2D JK 4S", 15, False, id="one natural takes no two wilds"),
        pytest.param("KC KD KH 2D 2H 4S", 55, False, id="three naturals take one wild"),
        pytest.param("KC KD KH KS 2D 2H 4S", 80, True, id="four naturals take two"),
        pytest.param("QD KD AD 2D 4S", 45, False, id="ace is high, a two no card of its suit"),
        pytest.param("6S 2S 8S 4D", 15, False, id="no wild card in a sequence"),
        pytest.param("QC QC QD QD QH QS 2C 2D JK 4S", 150, True, id="two groups of a rank"),
        pytest.param("3C 3S 3S 4S", 15, False, id="black threes do not open"),
        pytest.param("AC AD 2H", 50, False, id="a card must stay"),
        pytest.param("4C 5C 6C 7C 4C 5C 6C 7C 8C 9C KS", 55, True, id="two sequences in a suit"),
        pytest.param("7C 7D 7H 8H 9H KS", 35, False, id="a card is in one meld"),
    ],
)
def test_what_opens_in_classic(cards: str, need: int, *, opens: bool) -> None:
    assert (find_opening(hand(cards), CLASSIC, need) is not None) == opens


@pytest.mark.parametrize(
    ("cards", "upcard", "need", "takes"),
    [
        pytest.param("AC AD KC KD KH 4S", "AH", 90, True, id="with three kings from hand"),
        pytest.param("AC AD 4S", "AH", 90, False, id="the kings in the pile do not count"),
        pytest.param("KC 2D JK 4S", "KH", 15, False, id="one natural is no pair"),
        pytest.param("8H 9H 4S", "7H", 15, False, id="no new sequence"),
        pytest.param("QH AH KS KD 4S", "KH", 90, False, id="the upcard is in a group alone"),
        pytest.param("KC KD JK 4S", "KH", 80, True, id="a wild card goes along"),
    ],
)
def test_what_opens_with_the_upcard(cards: str, upcard: str, need: int, *, takes: bool) -> None:
    (card,) = cards_of(upcard)
    melds = find_opening(hand(cards), CLASSIC, need, including=Upcard(card))
    assert (melds is not None) == takes


def test_a_group_may_be_shortened_to_keep_a_card() -> None:
    melds = find_opening(hand("KC KD KH KS"), CLASSIC, 30)
    assert melds is not None
    assert [len(meld) for meld in melds] == [3]


def test_without_a_need_or_demand_no_meld_is_needed() -> None:
    assert find_opening(hand("4C 5D"), CLASSIC, 0) == ()
    assert find_opening(hand("4C 5D"), CLASSIC, 0, including=SequenceIn(0)) is None


def test_no_more_wild_cards_are_spent_than_the_need_asks() -> None:
    melds = search_opening(hand("AC AD AH AS JK JK 2C 4S"), CLASSIC, 80)
    assert melds == (cards_of("AC AD AH AS"),)


def test_greedy_misses_what_the_search_finds() -> None:
    cards = hand("7C 7D 7H 7S 8S 9S TS JS 4D")
    assert greedy(cards, CLASSIC)[0] == 20
    assert find_opening(cards, CLASSIC, 60) is not None


@pytest.mark.parametrize("cards", ["4S 5S 6S 7S 8S 9S TS JS", "4S 5S 6S 7S 8S 9S TS JS QS KS AS"])
def test_a_long_sequence_is_cut_into_legal_ones(cards: str) -> None:
    melds = clear_out(hand(cards), CLASSIC)
    assert melds is not None
    assert_legal(melds, cards_of(cards), CLASSIC)
    assert len(melds) == 2


def test_naturals_stay_behind_where_a_closed_group_is_dearer_with_wilds() -> None:
    best = best_opening(hand("4C 4C 4D 4D 4H 4H JK JK JK"), VARIANTS["one group a rank"])
    assert best is not None
    assert best[0] == 4 * 5 + 3 * 50


def test_more_naturals_do_not_hide_a_way_with_more_wild_cards() -> None:
    cards = hand("6D 7D 7S 8D TC TD TH TS JC JD JH JS QS JK JK JK JK")
    assert best_opening(cards, CLASSIC) == (300, search_opening(cards, CLASSIC, 300))
    assert search_opening(cards, CLASSIC, 255) is not None


def test_black_threes_complete_a_canasta_on_going_out() -> None:
    limits = replace(CLASSIC, black_threes=GroupLimits())
    cards = hand("3C 3C 3C 3S 3S 3S JK 9D")
    melds = clear_out(cards, limits, leave=range(KINDS), including=GroupOf(THREE), canastas=1)
    assert melds == (cards_of("3C 3C 3C 3S 3S 3S JK"),)
    assert clear_out(cards, limits) is None, "nothing may be left"
    assert clear_out(cards, limits, leave=range(KINDS), need=85) is None, "the three count 80"


def test_the_upcard_must_be_laid_too_when_the_hand_is_cleared() -> None:
    upcard = Upcard(cards_of("AH")[0])
    melds = (cards_of("AC AD AH"),)
    assert clear_out(hand("AC AD"), CLASSIC, including=upcard) == melds
    assert clear_out(hand("AC AD KC"), CLASSIC, including=upcard) is None
    assert clear_out(hand("AC AD KC"), CLASSIC, including=upcard, leave=range(KINDS)) == melds


def test_the_cheapest_card_is_left_when_the_hand_is_cleared() -> None:
    cards = hand("AC AD 2H JK")
    assert clear_out(cards, CLASSIC, leave=range(KINDS), need=90) == (cards_of("AC AD JK"),)
    assert clear_out(cards, CLASSIC, leave=[JOKER], need=60) == (cards_of("2H AC AD"),)
    assert clear_out(cards, CLASSIC, leave=[JOKER], need=90) is None


def test_black_threes_without_wilds_are_three_to_six() -> None:
    limits = VARIANTS["black threes without wilds"]
    assert clear_out(hand("3C 3C 3S"), limits) is not None
    assert clear_out(hand("3C 3S 2D"), limits) is None
    once = GroupLimits(max_size=6, max_wilds=0, min_naturals=3, several_per_rank=False)
    seven = hand("3C 3C 3C 3C 3S 3S 3S")
    assert clear_out(seven, limits) is not None, "as two groups"
    assert clear_out(seven, replace(limits, black_threes=once)) is None


def test_a_whole_hand_opens_only_with_the_canastas_to_go_out() -> None:
    samba_and_canasta = hand("4C 5C 6C 7C 8C 9C TC KC KC KD KD KH KH KS")
    assert find_opening(samba_and_canasta, CLASSIC, 120, keep=0, canastas=2) is not None
    assert find_opening(samba_and_canasta, CLASSIC, 120, keep=1, canastas=2) is None
    assert find_opening(samba_and_canasta, CLASSIC, 120, keep=1) is None
    assert find_opening(samba_and_canasta, CLASSIC, 115, keep=1) is not None


def test_the_tally_tells_which_stage_decided() -> None:
    tally = Tally()
    find_opening(hand("4C 5D 9H"), CLASSIC, 50, tally=tally)
    find_opening(hand("AC AD AH 4C"), CLASSIC, 50, tally=tally)
    two_runs = hand("2H 4C 6D 7C 7D 7H 8D 9C 9D TC TS JC JS QS KH KS AC")
    find_opening(two_runs, CLASSIC, 120, tally=tally)
    find_opening(hand("7C 7D 7H 8H 9H KS"), CLASSIC, 35, tally=tally)
    assert tally == {"bound": 1, "greedy": 1, "exact_yes": 1, "exact_no": 1}


@pytest.mark.parametrize(
    "points",
    [
        pytest.param(POINTS[:52], id="a kind is missing"),
        pytest.param((5, *POINTS[1:]), id="suits differ"),
        pytest.param(tuple(-5 for _ in POINTS), id="negative"),
    ],
)
def test_points_that_the_search_cannot_rest_on_are_refused(points: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="card points"):
        MeldLimits(points=points)


PACK = [kind for kind in range(52) for _ in range(3)] + [JOKER] * 6
large_hands = st.sets(st.sampled_from(range(len(PACK))), min_size=11, max_size=35).map(
    lambda places: tuple(sorted(PACK[place] for place in places))
)


@given(large_hands, st.integers(0, KINDS - 1))
def test_one_more_card_never_lowers_the_best(cards: Cards, extra: int) -> None:
    fewer = best_opening(counts_of(cards), CLASSIC, keep=0)
    more = best_opening(counts_of((*cards, extra)), CLASSIC, keep=0)
    assert fewer is not None
    assert more is not None
    assert bound(counts_of(cards), CLASSIC) >= fewer[0] >= greedy(counts_of(cards), CLASSIC)[0]
    assert fewer[0] <= more[0]


@given(large_hands, st.sampled_from((50, 90, 120, 150)))
def test_large_hands_open_exactly_when_their_best_suffices(cards: Cards, need: int) -> None:
    counts = counts_of(cards)
    best = best_opening(counts, CLASSIC)
    assert best is not None
    assert_legal(best[1], cards, CLASSIC)
    assert worth(best[1], CLASSIC) == best[0]
    for solve in (find_opening, search_opening):
        melds = solve(counts, CLASSIC, need)
        assert (melds is not None) == (best[0] >= need)
        if melds is not None:
            assert_legal(melds, cards, CLASSIC)
            assert worth(melds, CLASSIC) >= need
            assert sum(map(len, melds)) < len(cards)
