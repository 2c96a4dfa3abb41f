"""New melds that open a side, or clear its hand, by hand-made rows."""

import random
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import (
    ACE,
    FOUR,
    JOKER,
    JOKER_RANK,
    KINDS,
    RANK_OF,
    SEVEN,
    THREE,
    TWO,
    WILDS,
    cards_of,
    counts_of,
    expand,
)
from games.engine.legal.new_meld import (
    Cards,
    MeldClass,
    Melds,
    canasta_kind,
    class_of,
    wild_as,
    worth,
)
from games.engine.legal.opening import search
from games.engine.legal.opening.bounds import upper_bound
from games.engine.legal.opening.limits import MeldLimits, limits_of
from games.engine.legal.opening.search import can_form, clearing, find_each, find_melds
from games.engine.legal.opening.task import Canastas, MeldTask, Requirement
from games.engine.meld_kinds import GROUP, SEQUENCE, WILD
from games.engine.rulesets import load
from games.engine.rulesets.choices import MeldsOfAKind
from tests.engine.brute_force import assert_legal
from tests.engine.opening_variants import ALWAYS, CLASSIC, ONE, VARIANTS, hand, limits

EVERY = range(KINDS)
CONCEALED = Canastas(2)


def first_melds(cards: str, by: MeldLimits, need: int, keep: int = 1, **more: Any) -> Melds | None:
    """New melds worth `need` points that leave a card."""
    return find_melds(MeldTask(hand(cards), by, Requirement(need, keep=keep, **more)))


def cleared(
    cards: str, by: MeldLimits, last: range | list[int] = range(0), need: int = 0, **more: Any
) -> Melds | None:
    """New melds of the whole hand, or of all but a card of the kinds `last`."""
    required = Requirement(need, **more)
    return next(clearing(MeldTask(hand(cards), by, required), last), None)


def most_points(cards: Cards, by: MeldLimits, keep: int = 0) -> int:
    """The most points that new melds of a hand are worth."""
    low, high = 0, upper_bound(counts_of(cards), by, by.rules.card_points)
    while low < high:
        need = (low + high + 1) // 2
        if find_melds(MeldTask(counts_of(cards), by, Requirement(need, keep=keep))) is None:
            high = need - 1
        else:
            low = need
    return low


BY = {
    "handfoot": limits_of(load("handfoot")),
    "mexican": limits_of(load("mexican")),
    "bolivia": limits_of(load("bolivia")),
    "royal": limits_of(load("royal")),
    "black-samba": limits_of(load("black-samba")),
    "classic": CLASSIC,
}


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
    assert (first_melds(cards, CLASSIC, need) is not None) == opens


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
    melds = first_melds(cards, CLASSIC, need, upcard=card)
    assert (melds is not None) == takes


def test_a_group_may_be_shortened_to_keep_a_card() -> None:
    melds = first_melds("KC KD KH KS", CLASSIC, 30)
    assert melds is not None
    assert [len(meld) for meld in melds] == [3]


def test_without_a_need_no_meld_is_needed_but_those_required() -> None:
    assert first_melds("4C 5D", CLASSIC, 0) == ()
    assert first_melds("4C 5D", CLASSIC, 0, meld_class=MeldClass(SEQUENCE, 0)) is None


def test_no_more_wild_cards_are_spent_than_the_need_asks() -> None:
    melds = first_melds("AC AD AH AS JK JK 2C 4S", CLASSIC, 80)
    assert melds == (cards_of("AC AD AH AS"),)


@pytest.mark.parametrize("cards", ["4S 5S 6S 7S 8S 9S TS JS", "4S 5S 6S 7S 8S 9S TS JS QS KS AS"])
def test_a_long_sequence_is_cut_into_legal_ones(cards: str) -> None:
    melds = cleared(cards, CLASSIC)
    assert melds is not None
    assert_legal(melds, cards_of(cards), CLASSIC)
    assert sorted(chain(*melds)) == list(cards_of(cards))


def test_naturals_stay_behind_where_a_closed_group_is_dearer_with_wilds() -> None:
    cards = cards_of("4C 4C 4D 4D 4H 4H JK JK JK")
    assert most_points(cards, VARIANTS["one group a rank"]) == 4 * 5 + 3 * 50


def test_more_naturals_do_not_hide_a_way_with_more_wild_cards() -> None:
    cards = "6D 7D 7S 8D TC TD TH TS JC JD JH JS QS JK JK JK JK"
    assert most_points(cards_of(cards), CLASSIC, keep=1) == 300
    assert first_melds(cards, CLASSIC, 255) is not None


def test_black_threes_complete_a_canasta_on_going_out() -> None:
    out, threes = limits(going_out=True), MeldClass(GROUP, THREE)
    cards = "3C 3C 3C 3S 3S 3S JK 9D"
    required: dict[str, Any] = {"meld_class": threes, "canastas": Canastas(1)}
    assert cleared(cards, out, EVERY, **required) == (cards_of("3C 3C 3C 3S 3S 3S JK"),)
    assert cleared(cards, out) is None, "nothing may be left"
    assert cleared(cards, out, EVERY, need=85) is None, "the three count 80"


def test_the_upcard_must_be_laid_too_when_the_hand_is_cleared() -> None:
    (upcard,) = cards_of("AH")
    melds = (cards_of("AC AD AH"),)
    assert cleared("AC AD", CLASSIC, upcard=upcard) == melds
    assert cleared("AC AD KC", CLASSIC, upcard=upcard) is None
    assert cleared("AC AD KC", CLASSIC, EVERY, upcard=upcard) == melds


def test_the_cheapest_card_is_left_when_the_hand_is_cleared() -> None:
    cards = "AC AD 2H JK"
    assert cleared(cards, CLASSIC, EVERY, need=90) == (cards_of("AC AD JK"),)
    assert cleared(cards, CLASSIC, [JOKER], need=60) == (cards_of("2H AC AD"),)
    assert cleared(cards, CLASSIC, [JOKER], need=90) is None


def test_black_threes_without_wilds_are_three_to_six() -> None:
    of_six = {"max_size": 6, "max_wilds": 0}
    out = limits(going_out=True, threes=of_six, group={"min_naturals": 3})
    assert cleared("3C 3C 3S", out) is not None
    assert cleared("3C 3S 2D", out) is None
    seven = "3C 3C 3C 3C 3S 3S 3S"
    assert cleared(seven, out) is not None, "as two groups"
    assert cleared(seven, limits(going_out=True, threes=of_six, group=ONE)) is None


def test_a_whole_hand_opens_only_with_the_canastas_to_go_out() -> None:
    samba_and_canasta = "4C 5C 6C 7C 8C 9C TC KC KC KD KD KH KH KS"
    assert first_melds(samba_and_canasta, CLASSIC, 120, 0, canastas=CONCEALED) is not None
    assert first_melds(samba_and_canasta, CLASSIC, 120, canastas=CONCEALED) is None
    assert first_melds(samba_and_canasta, CLASSIC, 120) is None
    assert first_melds(samba_and_canasta, CLASSIC, 115) is not None


def test_a_canasta_makes_room_for_another_group_of_its_rank_where_one_is_open_at_a_time() -> None:
    one_open = limits(group={"per_rank": MeldsOfAKind.ONE_OPEN, "max_size": 7})
    cards = "KC KC KC KD KD KD KH KH KS KS 4C"
    melds = first_melds(cards, one_open, 100)
    assert melds is not None
    assert [len(meld) for meld in melds] == [7, 3]
    assert (
        first_melds(cards, limits(group={"per_rank": MeldsOfAKind.ONE, "max_size": 7}), 100) is None
    )


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
def test_what_opens_elsewhere(variant: str, cards: str, need: int, *, opens: bool) -> None:
    assert (first_melds(cards, BY[variant], need) is not None) == opens


def test_a_sequence_is_laid_only_for_its_wild_card() -> None:
    by = VARIANTS["a wild only in sequences"]
    cards = "QC QD QH QS KC KD KH KS AC AD AH AS JK 4S"
    assert first_melds(cards, by, 160 + 50) is not None, "Q-K-joker, and what is left of the groups"
    assert first_melds(cards, by, 160 + 55) is None


@pytest.mark.parametrize(
    ("variant", "cards", "missing", "goes_out"),
    [
        pytest.param(
            "mexican", "JK JK JK JK 2C 2D 2H 4S", Canastas(1, wild=1), True, id="wild canasta"
        ),
        pytest.param(
            "mexican", "9C 9C 9C 9D 9D 9H 9S 4S", Canastas(1, wild=1), False, id="none is wild"
        ),
        pytest.param(
            "bolivia", "9C 9C 9C 9D 9D 9H 9S 4S", Canastas(1, samba=1), False, id="no escalera"
        ),
        pytest.param(
            "bolivia", "6C 7C 8C 9C TC JC QC 4S", Canastas(1, samba=1), True, id="an escalera"
        ),
        pytest.param(
            "bolivia",
            "6C 7C 8C 9C TC JC QC JK JK JK 2C 2D 2H 2S",
            Canastas(2, samba=1),
            True,
            id="an escalera and a bolivia",
        ),
        pytest.param("handfoot", "7C 7C 7D 7D 7H 7H 7S 4S", Canastas(sevens=1), True, id="sevens"),
        pytest.param(
            "handfoot", "7C 7C 7D 7D 7H 7H 7S 4S", Canastas(red=1), False, id="are not red"
        ),
        pytest.param(
            "royal", "3C 3C 3D 3D 3H 3H JK 4S", Canastas(threes=1), True, id="a royal canasta"
        ),
        pytest.param(
            "black-samba", "6C 7C 9C TC JC QC JK 4S", Canastas(black=1), True, id="a black samba"
        ),
        pytest.param(
            "black-samba", "6C 7C 9C TC JC QC JK 4S", Canastas(red=1), False, id="that is not red"
        ),
        pytest.param(
            "black-samba",
            "6C 7C 9C TC JC QC JK 6D 7D 8D 9D TD JD QD 5H",
            Canastas(red=1, black=1),
            True,
            id="a red and a black samba",
        ),
    ],
)
def test_which_canastas_let_a_player_out(
    variant: str, cards: str, missing: Canastas, *, goes_out: bool
) -> None:
    melds = cleared(cards, BY[variant], EVERY, canastas=missing)
    assert (melds is not None) == goes_out


@pytest.mark.parametrize(
    ("cards", "rank"),
    [
        pytest.param("9C JK JC", "T", id="in a gap"),
        pytest.param("2D 9C TC", "8", id="below"),
        pytest.param("KC AC 2D", None, id="an ace is the last, so nothing stands above it"),
    ],
)
def test_the_place_of_a_wild_card_shows_its_rank(cards: str, rank: str | None) -> None:
    meld = cards_of(cards)
    melds = first_melds(f"{cards} 4S", BY["black-samba"], 40)
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


def test_melds_without_a_wild_card_in_a_sequence_represent_no_rank() -> None:
    assert wild_as(cards_of("2C KC KD")) is None
    assert wild_as(cards_of("2C 2D JK")) is None
    assert wild_as(cards_of("JC QC KC")) is None


def test_melds_are_distinguished_by_their_naturals() -> None:
    assert class_of(cards_of("2C KC KD")) == MeldClass(GROUP, 11)
    assert class_of(cards_of("2D 9C TC")) == MeldClass(SEQUENCE, 0)
    assert class_of(cards_of("2C 2D JK")) == MeldClass(WILD)


def test_of_a_class_of_which_the_side_has_its_meld_there_is_no_other() -> None:
    handfoot, mexican = load("handfoot"), load("mexican")
    kings, clubs = MeldClass(GROUP, 11), MeldClass(SEQUENCE, 0)
    assert first_melds("KC KD KH 4S", limits_of(handfoot), 30) is not None
    assert first_melds("KC KD KH 4S", limits_of(handfoot, frozenset({kings})), 30) is None
    hearts = frozenset({MeldClass(SEQUENCE, 2)})
    assert first_melds("8C 9C TC 4S", limits_of(handfoot, hearts), 29) is not None
    assert first_melds("8C 9C TC 4S", limits_of(handfoot, frozenset({clubs})), 29) is None
    assert first_melds("JK JK 2C 4S", limits_of(mexican), 120) is not None
    wilds = limits_of(mexican, frozenset({MeldClass(WILD)}))
    assert first_melds("JK JK 2C 4S", wilds, 120) is None


def test_after_a_meld_only_what_may_be_repeated_is_made() -> None:
    handfoot, mexican = BY["handfoot"], BY["mexican"]
    assert handfoot.after(cards_of("KC KD KH")).closed == {MeldClass(GROUP, 11)}
    assert handfoot.after(cards_of("8C 9C TC")).closed == {MeldClass(SEQUENCE, 0)}
    assert handfoot.after(cards_of("KC KC KC KD KD KD KH")) is handfoot, "a canasta is no bar"
    assert mexican.after(cards_of("2C 2D JK")).closed == {MeldClass(WILD)}
    for meld in ("KC KD KH", "8C 9C TC", "2C 2D JK"):
        assert BY["bolivia"].after(cards_of(meld)) is BY["bolivia"]


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
def test_a_canasta_that_is_made_is_missing_no_more(
    variant: str, cards: str, kind: str | None
) -> None:
    rules, meld = BY[variant].rules, cards_of(cards)
    assert canasta_kind(meld, rules) == kind
    required = Requirement(canastas=Canastas(*[2] * 10)).after(meld, rules.card_points, rules)
    left = required.canastas._asdict()
    together = {"natural": "red", "samba": "red", "mixed": "black", "black_samba": "black"}
    fewer = {kind, "total", together.get(kind)} if kind else set()
    assert {name for name, number in left.items() if number == 1} == fewer - {None}


def test_after_a_samba_there_is_no_second_sequence_of_its_suit() -> None:
    cards, samba = "4C 5C 6C 7C 8C 9C TC TD TH QC KC AC", Canastas(samba=1)
    assert first_melds(cards, CLASSIC, 70, canastas=samba) is not None
    assert first_melds(cards, BY["handfoot"], 70) is not None, "4 to 9 and tens"
    assert first_melds(cards, BY["handfoot"], 70, canastas=samba) is None


def test_a_last_card_is_left_only_of_the_kinds_that_may_be() -> None:
    found = [*clearing(MeldTask(hand("KC KD KH KS"), BY["mexican"]), EVERY)]
    assert [sum(map(len, melds)) for melds in found] == [4, 3, 3, 3, 3]
    assert [*clearing(MeldTask(hand("KC KD KH KS"), BY["mexican"]), ())] == found[:1]


def test_a_card_that_may_not_be_discarded_is_no_card_to_keep() -> None:
    assert first_melds("4C 5C 6C JK", CLASSIC, 15) is not None
    assert first_melds("4C 5C 6C JK", CLASSIC, 15, kept=range(JOKER)) is None
    assert first_melds("4C 5C 6C 9S JK", CLASSIC, 15, kept=range(JOKER)) is not None


def test_a_long_sequence_with_a_wild_card_at_its_end_is_cut() -> None:
    cards = "4C 5C 6C 7C 8C 9C TC JC JK"
    melds = cleared(cards, BY["black-samba"])
    assert melds is not None
    assert_legal(melds, cards_of(cards), BY["black-samba"])
    assert len(melds) == 2


def test_threes_of_the_table_are_closed_as_other_ranks_are() -> None:
    closed = frozenset({MeldClass(GROUP, THREE), MeldClass(GROUP, SEVEN)})
    of_threes = limits(threes=ALWAYS)
    threes = MeldClass(GROUP, THREE)
    assert first_melds("3C 3D 3H 4S", of_threes, 15, meld_class=threes) is not None
    assert first_melds("3C 3D 3H 4S", limits(threes=ALWAYS, closed=closed), 15) is None
    assert first_melds("7C 7D 7H 4S", limits(threes=ALWAYS, closed=closed), 15) is None


PACK = [kind for kind in range(52) for _ in range(3)] + [JOKER] * 9
large_hands = st.sets(st.sampled_from(range(len(PACK))), min_size=11, max_size=28).map(
    lambda places: tuple(sorted(PACK[place] for place in places))
)


@given(st.sampled_from(sorted(BY)), large_hands, st.integers(0, KINDS - 1))
def test_one_more_card_never_lowers_the_best(variant: str, cards: Cards, extra: int) -> None:
    by = BY[variant]
    fewer, more = most_points(cards, by), most_points((*cards, extra), by)
    assert fewer <= more <= upper_bound(counts_of((*cards, extra)), by, by.rules.card_points)
    melds = find_melds(MeldTask(counts_of((*cards, extra)), by, Requirement(more)))
    assert melds is not None
    assert_legal(melds, (*cards, extra), by)
    assert worth(melds, by.rules.card_points) == more


@pytest.mark.parametrize("variant", ["bolivia", "handfoot", "mexican", "royal"])
def test_all_the_wild_cards_of_the_largest_pack_are_melds(variant: str) -> None:
    """Eight decks with four jokers each."""
    held = counts_of([kind for kind in WILDS for _ in range(32 if kind == JOKER else 8)])
    sizes = [len(meld) for meld in next(clearing(MeldTask(held, BY[variant]), EVERY))]
    assert sum(sizes) in (63, 64)
    assert all(BY[variant].rules.rank_rules[TWO].allows(0, size) for size in sizes)


EVERY_CLASS = [
    *(MeldClass(GROUP, rank) for rank in range(FOUR, JOKER_RANK)),
    *(MeldClass(SEQUENCE, suit) for suit in range(4)),
]


@pytest.mark.parametrize("variant", ["classic", "black-samba"])
@pytest.mark.parametrize("seed", range(8))
def test_a_huge_hand_opens_with_whatever_it_can_form(variant: str, seed: int) -> None:
    by, held = BY[variant], counts_of(random.Random(seed).sample(PACK, 74))
    found = find_each(MeldTask(held, by, Requirement(150)), EVERY_CLASS)
    assert found.keys() == {part for part in EVERY_CLASS if can_form(held, part, by)}
    for part, melds in found.items():
        assert part in map(class_of, melds)
        assert_legal(melds, expand(held), by)
        assert worth(melds, by.rules.card_points) >= 150


@pytest.mark.parametrize("size", [40, 55])
def test_no_minimum_takes_forever(size: int) -> None:
    by, held = BY["black-samba"], counts_of(random.Random(size).sample(PACK, size))
    need = upper_bound(held, by, by.rules.card_points)
    for melds in find_each(MeldTask(held, by, Requirement(need - 20)), EVERY_CLASS).values():
        assert_legal(melds, expand(held), by)
        assert worth(melds, by.rules.card_points) >= need - 20


def test_a_question_that_has_looked_at_enough_ends_with_what_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held = hand("AC AD AH QS KS AS JS 4S")
    group, run = MeldClass(GROUP, ACE), MeldClass(SEQUENCE, 3)
    assert find_each(MeldTask(held, CLASSIC, Requirement(50)), [group, run]).keys() == {group, run}
    monkeypatch.setattr(search, "MOST_LAYOUTS", 0)
    assert find_each(MeldTask(held, CLASSIC, Requirement(50)), [group, run]).keys() == {group}
