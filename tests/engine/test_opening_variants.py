"""New melds of the variants: wild cards alone, in sequences, threes, canastas by kind."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import FOUR, JOKER, KINDS, RANK_OF, SEVEN, THREE, cards_of, counts_of
from games.engine.opening import (
    GroupLimits,
    GroupOf,
    Lacking,
    MeldLimits,
    SequenceIn,
    WildMeld,
    WildMeldLimits,
    beside,
    best_opening,
    bound,
    canasta_of,
    clear_out,
    closing,
    find_opening,
    greedy,
    part_of,
    wild_as,
    worth,
)
from tests.engine.brute_force import Cards, assert_legal
from tests.engine.opening_variants import CLASSIC, POINTS, hand

HANDFOOT_GROUPS = GroupLimits(
    max_size=7, max_wilds=3, naturals_per_wild=1, naturals_beyond=1, several_per_rank=False
)
LIMITS = {
    "handfoot": MeldLimits(
        points=POINTS,
        group=HANDFOOT_GROUPS,
        sevens=HANDFOOT_GROUPS._replace(max_wilds=0),
        sevens_apart=True,
        wild_melds=WildMeldLimits(max_size=7),
        several_per_suit=False,
    ),
    "mexican": MeldLimits(
        points=tuple(5 if RANK_OF[kind] == 6 else POINTS[kind] for kind in range(KINDS)),
        group=GroupLimits(naturals_per_wild=1, naturals_beyond=1, several_per_rank=False),
        sevens=GroupLimits(max_wilds=0, several_per_rank=False),
        sevens_apart=True,
        sequence_max=0,
        wild_melds=WildMeldLimits(several=False),
    ),
    "bolivia": replace(CLASSIC, wild_melds=WildMeldLimits(max_size=7)),
    "royal": replace(
        CLASSIC,
        wild_melds=WildMeldLimits(max_size=7),
        threes=GroupLimits(max_size=7, naturals_per_wild=0),
    ),
    "black-samba": replace(CLASSIC, sequence_wilds=1),
}


@pytest.mark.parametrize(
    ("variant", "cards", "need", "opens"),
    [
        pytest.param("handfoot", "8C 8D 8H 8S 2C 2D JK 4S", 130, True, id="four and three"),
        pytest.param("handfoot", "8C 8D JK JK 4S", 75, False, id="as many as naturals"),
        pytest.param("handfoot", "8C 8C 8D 8D 8H 8H 8S 8S 4S", 75, False, id="an eighth"),
        pytest.param("handfoot", "7C 7D 2C 4S", 15, False, id="no wild card with sevens"),
        pytest.param("handfoot", "4C 5C 6C 8C 9C TC KD", 45, False, id="one sequence a suit"),
        pytest.param("handfoot", "4C 5C 6C 8D 9D TD KD", 45, True, id="in two suits"),
        pytest.param("mexican", "KC KD KH 8C 8D 8H 8S 4S", 50, True, id="K-K-K and 8-8-8-8"),
        pytest.param("mexican", "JK JK 2C 4S", 120, True, id="two jokers and a two"),
        pytest.param("mexican", "7C 7D 2C 4S", 15, False, id="7-7-2"),
        pytest.param("mexican", "5S 6S 7S 9D", 15, False, id="no sequences"),
        pytest.param("bolivia", "JK 2C 2D 4S", 90, True, id="joker-2-2"),
        pytest.param("bolivia", "2C 2D 2H 4S", 90, False, id="2-2-2 are 60"),
        pytest.param("royal", "3C 3H 2C 4S", 30, True, id="threes of both colours with a wild"),
        pytest.param("classic", "3C 3H 2C 4S", 15, False, id="and not elsewhere"),
        pytest.param("black-samba", "9C JC 2D 4S", 40, True, id="a wild card closes a gap"),
        pytest.param("black-samba", "KC AC 2D 4S", 50, True, id="or stands below"),
        pytest.param("black-samba", "4C 7C 2D JK 9S", 5, False, id="one gap, of one card"),
        pytest.param("black-samba", "9C JC 2D JK 4S", 110, False, id="one wild card"),
        pytest.param("classic", "9C JC 2D 4S", 5, False, id="and none in classic"),
    ],
)
def test_what_opens(variant: str, cards: str, need: int, *, opens: bool) -> None:
    limits = LIMITS.get(variant, CLASSIC)
    assert (find_opening(hand(cards), limits, need) is not None) == opens


@pytest.mark.parametrize(
    ("variant", "cards", "lacking", "goes_out"),
    [
        pytest.param(
            "mexican", "JK JK JK JK 2C 2D 2H 4S", Lacking(1, wild=1), True, id="wild canasta"
        ),
        pytest.param(
            "mexican", "9C 9C 9C 9D 9D 9H 9S 4S", Lacking(1, wild=1), False, id="none is wild"
        ),
        pytest.param(
            "bolivia", "9C 9C 9C 9D 9D 9H 9S 4S", Lacking(1, samba=1), False, id="no escalera"
        ),
        pytest.param(
            "bolivia", "6C 7C 8C 9C TC JC QC 4S", Lacking(1, samba=1), True, id="an escalera"
        ),
        pytest.param(
            "bolivia",
            "6C 7C 8C 9C TC JC QC JK JK JK 2C 2D 2H 2S",
            Lacking(2, samba=1),
            True,
            id="an escalera and a bolivia",
        ),
        pytest.param("handfoot", "7C 7C 7D 7D 7H 7H 7S 4S", Lacking(sevens=1), True, id="sevens"),
        pytest.param(
            "handfoot", "7C 7C 7D 7D 7H 7H 7S 4S", Lacking(red=1), False, id="are not red"
        ),
        pytest.param(
            "royal", "3C 3C 3D 3D 3H 3H JK 4S", Lacking(threes=1), True, id="a royal canasta"
        ),
        pytest.param(
            "black-samba", "6C 7C 9C TC JC QC JK 4S", Lacking(black=1), True, id="a black samba"
        ),
        pytest.param(
            "black-samba", "6C 7C 9C TC JC QC JK 4S", Lacking(red=1), False, id="that is not red"
        ),
        pytest.param(
            "black-samba",
            "6C 7C 9C TC JC QC JK 6D 7D 8D 9D TD JD QD 5H",
            Lacking(red=1, black=1),
            True,
            id="a red and a black samba",
        ),
    ],
)
def test_which_canastas_let_a_player_out(
    variant: str, cards: str, lacking: Lacking, *, goes_out: bool
) -> None:
    melds = clear_out(hand(cards), LIMITS[variant], leave=range(KINDS), canastas=lacking)
    assert (melds is not None) == goes_out


@pytest.mark.parametrize(
    ("cards", "rank"),
    [
        pytest.param("9C JK JC", "T", id="in a gap"),
        pytest.param("2D 9C TC", "8", id="below"),
        pytest.param("KC AC 2D", None, id="an ace is the last, so nothing stands above it"),
    ],
)
def test_the_place_of_a_wild_card_tells_its_rank(cards: str, rank: str | None) -> None:
    meld = cards_of(cards)
    melds = find_opening(hand(f"{cards} 4S"), LIMITS["black-samba"], 40)
    assert melds is not None
    (found,) = melds
    assert sorted(found) == sorted(meld)
    standing = wild_as(found)
    assert standing is not None
    ranks = [standing if RANK_OF[card] in (0, 13) else RANK_OF[card] for card in found]
    assert ranks == list(range(ranks[0], ranks[0] + 3))
    assert FOUR <= ranks[0] <= ranks[-1] <= 12
    if rank is not None:
        assert wild_as(meld) == "23456789TJQKA".index(rank)


def test_melds_without_a_wild_card_in_a_sequence_stand_for_no_rank() -> None:
    assert wild_as(cards_of("2C KC KD")) is None
    assert wild_as(cards_of("2C 2D JK")) is None
    assert wild_as(cards_of("JC QC KC")) is None


def test_melds_are_told_apart_by_their_naturals() -> None:
    assert part_of(cards_of("2C KC KD")) == GroupOf(11)
    assert part_of(cards_of("2D 9C TC")) == SequenceIn(0)
    assert part_of(cards_of("2C 2D JK")) == WildMeld()


def test_a_rank_and_a_suit_of_which_the_side_has_its_meld_are_closed() -> None:
    limits, kings = LIMITS["handfoot"], hand("KC KD KH 4S")
    assert find_opening(kings, limits, 30) is not None
    assert find_opening(kings, closing(limits, ranks=frozenset({11})), 30) is None
    clubs = hand("8C 9C TC 4S")
    assert find_opening(clubs, closing(limits, suits=frozenset({1})), 30) is not None
    assert find_opening(clubs, closing(limits, suits=frozenset({0})), 30) is None
    wilds = hand("JK JK 2C 4S")
    assert find_opening(wilds, LIMITS["mexican"], 120) is not None
    assert find_opening(wilds, closing(LIMITS["mexican"], wild_melds=True), 120) is None


def test_beside_a_meld_only_what_may_be_repeated_is_made() -> None:
    handfoot, mexican = LIMITS["handfoot"], LIMITS["mexican"]
    assert beside(cards_of("KC KD KH"), handfoot).closed_ranks == {11}
    assert beside(cards_of("8C 9C TC"), handfoot).closed_suits == {0}
    assert beside(cards_of("2C 2D JK"), mexican).wild_melds is None
    for meld in ("KC KD KH", "8C 9C TC", "2C 2D JK"):
        assert beside(cards_of(meld), LIMITS["bolivia"]) is LIMITS["bolivia"]


@pytest.mark.parametrize(
    ("variant", "cards", "kind"),
    [
        ("handfoot", "7C 7C 7D 7D 7H 7H 7S", "sevens"),
        ("classic", "7C 7C 7D 7D 7H 7H 7S", "natural"),
        ("classic", "2C 7C 7D 7D 7H 7H 7S", "mixed"),
        ("royal", "3C 3C 3D 3D 3H 3H JK", "threes"),
        ("bolivia", "2C 2D 2H 2S JK JK JK", "wild"),
        ("classic", "4C 5C 6C 7C 8C 9C TC", "samba"),
        ("black-samba", "4C 5C 6C JK 8C 9C TC", "black_samba"),
        ("black-samba", "4C 5C 6C JK 8C 9C", None),
        ("classic", "7C 7C 7D 7D 7H 7H", None),
    ],
)
def test_a_meld_that_is_made_is_lacking_no_more(variant: str, cards: str, kind: str | None) -> None:
    limits, meld = LIMITS.get(variant, CLASSIC), cards_of(cards)
    assert canasta_of(meld, limits) == kind
    left = Lacking(*[2] * 10).beside(meld, limits)._asdict()
    together = {"natural": "red", "samba": "red", "mixed": "black", "black_samba": "black"}
    fewer = {kind, "total", together.get(kind)} if kind else set()
    assert {name for name, number in left.items() if number == 1} == fewer - {None}


def test_beside_a_samba_there_is_no_second_sequence_of_a_suit_that_has_one() -> None:
    cards, samba = hand("4C 5C 6C 7C 8C 9C TC TD TH QC KC AC"), Lacking(samba=1)
    assert find_opening(cards, CLASSIC, 70, canastas=samba) is not None
    assert find_opening(cards, LIMITS["handfoot"], 70) is not None, "4 to 9 and tens"
    assert find_opening(cards, LIMITS["handfoot"], 70, canastas=samba) is None


def test_a_last_discard_may_be_required() -> None:
    cards, limits = hand("KC KD KH"), LIMITS["mexican"]
    assert clear_out(cards, limits, leave=range(KINDS)) is not None
    assert clear_out(cards, limits, leave=range(KINDS), must_leave=True) is None
    one_more = hand("KC KD KH KS")
    melds = clear_out(one_more, limits, leave=range(KINDS), must_leave=True)
    assert melds is not None
    assert len(melds[0]) == 3


def test_a_card_that_may_not_be_discarded_is_no_card_to_keep() -> None:
    cards = hand("4C 5C 6C JK")
    assert find_opening(cards, CLASSIC, 15) is not None
    assert find_opening(cards, CLASSIC, 15, kept=range(JOKER)) is None
    assert find_opening(hand("4C 5C 6C 9S JK"), CLASSIC, 15, kept=range(JOKER)) is not None


def test_a_long_sequence_with_a_wild_card_at_its_end_is_cut() -> None:
    cards = hand("4C 5C 6C 7C 8C 9C TC JC JK")
    melds = clear_out(cards, LIMITS["black-samba"])
    assert melds is not None
    assert_legal(melds, cards_of("4C 5C 6C 7C 8C 9C TC JC JK"), LIMITS["black-samba"])
    assert len(melds) == 2


@pytest.mark.parametrize(
    "wrong",
    [{"sequence_wilds": 2}, {"sequence_naturals": 1}, {"sequence_min": 2}],
    ids=["two wild cards", "one natural", "two cards"],
)
def test_sequences_that_the_search_does_not_know_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="a sequence"):
        MeldLimits(points=POINTS, **wrong)  # type: ignore[arg-type]


PACK = [kind for kind in range(52) for _ in range(3)] + [JOKER] * 9
large_hands = st.sets(st.sampled_from(range(len(PACK))), min_size=11, max_size=28).map(
    lambda places: tuple(sorted(PACK[place] for place in places))
)


@given(st.sampled_from(sorted(LIMITS)), large_hands, st.integers(0, KINDS - 1))
def test_one_more_card_never_lowers_the_best(variant: str, cards: Cards, extra: int) -> None:
    limits = LIMITS[variant]
    fewer = best_opening(counts_of(cards), limits, keep=0)
    more = best_opening(counts_of((*cards, extra)), limits, keep=0)
    assert fewer is not None
    assert more is not None
    assert bound(counts_of(cards), limits) >= fewer[0] >= greedy(counts_of(cards), limits)[0]
    assert fewer[0] <= more[0]
    assert_legal(more[1], (*cards, extra), limits)
    assert worth(more[1], limits) == more[0]


def test_threes_of_the_table_are_closed_as_other_ranks_are() -> None:
    threes = hand("3C 3D 3H 4S")
    assert find_opening(threes, LIMITS["royal"], 15, including=GroupOf(THREE)) is not None
    closed = closing(LIMITS["royal"], ranks=frozenset({THREE, SEVEN}))
    assert find_opening(threes, closed, 15) is None
    assert find_opening(hand("7C 7D 7H 4S"), closed, 15) is None
