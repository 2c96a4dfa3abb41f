"""A part of the pile, cards aside, and sequences with cards from the hand."""

import pytest

from games.engine.actions import TakePile, TakeTop
from games.engine.cards import RANKS, cards_of, faces
from games.engine.errors import Rule
from games.engine.events import Melded
from games.engine.rules.decide import decide
from tests.engine.piles import EIGHTS, FOURS, facts, to_draw
from tests.engine.positions import after, discard, held, on_table, refusal, take, verdict

UNDER = "5C 6D 9S QC QD JC"
"""Six cards of a pile, none of which freezes it."""


# Seven cards, six of them aside: handfoot.


def test_a_pile_of_six_is_too_small() -> None:
    state = to_draw("handfoot", "KC KD 4S", "5C 6D 9S QC QD KH", FOURS)
    assert refusal(state, take("KC KD")) is Rule.PILE_TOO_SMALL
    assert facts(state, take("KC KD")) == {"need": 7, "have": 6}


@pytest.mark.parametrize(("more", "left"), [("", 0), ("4H 4S 5D 5H 5S ", 5)])
def test_seven_cards_are_taken_and_six_of_them_are_set_aside(more: str, left: int) -> None:
    state = after(
        to_draw("handfoot", "KC KD 4S", f"{more}{UNDER} KH", FOURS, stock="9C"), take("KC KD")
    )
    assert on_table(state)[2].cards == cards_of("KC KD KH")
    assert (state.set_aside, len(state.pile)) == (cards_of(UNDER), left)
    assert (held(state), state.sizes[0]) == ("4S", 1)


def test_the_refusal_says_how_large_the_group_may_be() -> None:
    five = to_draw("handfoot", "KC KD 4S", f"{UNDER} KH", "KC KD KH KS KC")
    assert refusal(five, take("KC KD", onto=1)) is Rule.MELD_TOO_LARGE
    assert facts(five, take("KC KD", onto=1)) == {"allowed": 4, "have": 5, "meld": 1}


@pytest.mark.parametrize(
    ("own", "rule", "size"),
    [
        pytest.param("TC JC QC KC", None, 7, id="a run of four is completed"),
        pytest.param("JC QC KC", Rule.DOES_NOT_FIT, 0, id="a gap"),
        pytest.param("TD JD QD", Rule.DOES_NOT_FIT, 0, id="another suit"),
    ],
)
def test_two_connecting_cards_attach_the_top_card_to_the_own_run(
    own: str, rule: Rule | None, size: int
) -> None:
    state = to_draw("handfoot", "7C 8C 4S 4D", f"{UNDER} 9C", own)
    assert verdict(state, take("7C 8C", onto=1)) is rule
    if rule is None:
        assert len(on_table(after(state, take("7C 8C", onto=1)))[1].cards) == size


@pytest.mark.parametrize(
    ("with_", "rule"),
    [
        pytest.param("TC JC", None, id="above"),
        pytest.param("7C 8C", None, id="below"),
        pytest.param("8C TC", None, id="on both sides"),
        pytest.param("TC JC QC", Rule.UPCARD_DOES_NOT_FIT, id="three cards"),
        pytest.param("TC", Rule.UPCARD_DOES_NOT_FIT, id="one card"),
        pytest.param("TC 2C", Rule.UPCARD_DOES_NOT_FIT, id="a wild card"),
        pytest.param("TC JC 2C", Rule.UPCARD_DOES_NOT_FIT, id="a wild card more"),
        pytest.param("TC QC", Rule.NOT_A_MELD, id="a gap"),
        pytest.param("TD JD", Rule.NOT_A_MELD, id="another suit"),
        pytest.param("9D TC", Rule.NEEDS_NATURAL_PAIR, id="a card of its rank"),
        pytest.param("2C JK", Rule.NEEDS_NATURAL_PAIR, id="wild cards"),
        pytest.param("", Rule.NEEDS_NATURAL_PAIR, id="nothing"),
    ],
)
def test_two_connecting_cards_make_a_new_run_with_the_top_card(
    with_: str, rule: Rule | None
) -> None:
    state = to_draw("handfoot", "7C 8C TC JC QC TD JD 9D 2C JK 4S", f"{UNDER} 9C", FOURS)
    assert verdict(state, take(with_)) is rule


def test_cards_set_aside_do_not_fill_the_hand() -> None:
    """With only the pair the take would leave no card in hand, and the side may not go out."""
    state = to_draw("handfoot", "KC KD", f"{UNDER} KH", FOURS)
    assert refusal(state, take("KC KD")) is Rule.NOT_QUALIFIED


def test_two_cards_attach_to_a_run_only_where_they_follow_the_top_card() -> None:
    state = to_draw("handfoot", "8C KC QC 4S", f"{UNDER} 9C", "TC JC QC")
    assert refusal(state, take("8C KC", onto=1)) is Rule.NOT_A_MELD
    assert refusal(state, take("8C", onto=1)) is Rule.UPCARD_DOES_NOT_FIT
    assert refusal(state, take("", onto=1)) is Rule.UPCARD_DOES_NOT_FIT


def test_a_new_run_opens_where_it_reaches_the_minimum_with_further_melds() -> None:
    state = to_draw("handfoot", "TC JC KC KD KS 4S", f"{UNDER} 9C")
    assert refusal(state, take("TC JC")) is Rule.INITIAL_MINIMUM
    assert decide(state, 0, take("TC JC", "KC KD KS"))[1:] == (
        Melded(0, 1, "sequence", cards_of("9C TC JC"), along=True),
        Melded(0, 2, "group", cards_of("KC KD KS"), along=True),
    )


def test_a_seven_on_top_is_taken_with_a_pair_in_handfoot() -> None:
    assert verdict(to_draw("handfoot", "7C 7D 4S", f"{UNDER} 7H", FOURS), take("7C 7D")) is None


# Five cards: black-samba and sambola.

MALLEN = ["black-samba", "sambola"]


@pytest.mark.parametrize("slug", MALLEN)
def test_five_cards_are_taken_and_fewer_where_there_are_fewer(slug: str) -> None:
    state = after(to_draw(slug, "KC KD 4S", f"{UNDER} KH", FOURS), take("KC KD"))
    assert (held(state), faces(state.pile)) == ("4S 9S JC QC QD", ["5C", "6D"])
    state = after(to_draw(slug, "KC KD 4S", "5C KH", FOURS), take("KC KD"))
    assert (held(state), state.pile) == ("4S 5C", ())


@pytest.mark.parametrize("slug", MALLEN)
def test_what_is_left_of_a_pile_stays_frozen_while_a_wild_card_is_in_it(slug: str) -> None:
    pile = f"4S JK {UNDER} KH"
    state = after(to_draw(slug, "KC KD 4S", pile, FOURS), take("KC KD"))
    assert faces(state.pile) == ["4S", "JK", "5C", "6D"]
    assert state.rules.is_frozen(state.pile)
    assert not state.rules.is_frozen(after(state, discard("4S")).pile[2:])


@pytest.mark.parametrize("slug", MALLEN)
def test_only_the_top_card_is_taken_from_an_unfrozen_pile(slug: str) -> None:
    state = after(to_draw(slug, "KC KD", "5C 7H", "8H 9H TH"), TakeTop(1))
    assert (held(state), faces(state.pile)) == ("KC KD", ["5C"])
    frozen = to_draw(slug, "KC KD", "2C 5C 7H", "8H 9H TH")
    assert refusal(frozen, TakeTop(1)) is Rule.PILE_FROZEN


@pytest.mark.parametrize("slug", MALLEN)
def test_a_pair_goes_onto_the_own_group_of_an_unfrozen_pile_only(slug: str) -> None:
    free = to_draw(slug, "8C 8S KC", "5C 8S", EIGHTS)
    assert verdict(free, take("8C 8S", onto=1)) is None
    frozen = to_draw(slug, "8C 8S KC", "JK 8S", EIGHTS)
    assert refusal(frozen, take("8C 8S", onto=1)) is Rule.PILE_FROZEN
    assert verdict(frozen, take("8C 8S")) is None


@pytest.mark.parametrize(
    ("with_", "as_", "rule"),
    [
        pytest.param("TC 2D", "J", None, id="one natural"),
        pytest.param("TC 2D", "8", None, id="the wild card below"),
        pytest.param("TC 2D", None, Rule.WILD_RANK, id="the wild card above or below"),
        pytest.param("TC 2D", "9", Rule.WILD_RANK, id="the wild card for the top card"),
        pytest.param("JC JK", None, None, id="the wild card between"),
        pytest.param("7C TC JK", None, None, id="two naturals"),
        pytest.param("TC JC", None, Rule.UPCARD_DOES_NOT_FIT, id="no wild card"),
        pytest.param("TC 2D JK", "J", Rule.UPCARD_DOES_NOT_FIT, id="two wild cards"),
        pytest.param("QC JK", None, Rule.NOT_A_MELD, id="too wide a gap"),
        pytest.param("TD JK", None, Rule.NOT_A_MELD, id="another suit"),
        pytest.param("9D JK", None, Rule.NEEDS_NATURAL_PAIR, id="a card of its rank"),
        pytest.param("2D JK", None, Rule.NEEDS_NATURAL_PAIR, id="no natural"),
    ],
)
@pytest.mark.parametrize("slug", MALLEN)
def test_naturals_in_sequence_and_one_wild_card_make_a_new_sequence(
    slug: str, with_: str, as_: str | None, rule: Rule | None
) -> None:
    state = to_draw(slug, "7C TC JC QC TD 9D 2D JK 4S", "5C 9C", FOURS)
    action = TakePile(cards_of(with_), as_=None if as_ is None else RANKS.index(as_))
    assert verdict(state, action) is rule


@pytest.mark.parametrize("slug", MALLEN)
def test_the_new_sequence_shows_the_wild_card_in_its_place(slug: str) -> None:
    action = TakePile(cards_of("TC 2D"), as_=RANKS.index("8"))
    state = after(to_draw(slug, "TC 2D 4S", "5C 9C", FOURS), action)
    assert faces(on_table(state)[2].cards) == ["2D", "9C", "TC"]
    assert (held(state), state.pile) == ("4S 5C", ())


@pytest.mark.parametrize("slug", MALLEN)
def test_no_sequence_with_a_wild_card_takes_a_frozen_pile(slug: str) -> None:
    state = to_draw(slug, "JC JK 4S", "2S 5C 9C", FOURS)
    assert refusal(state, take("JC JK")) is Rule.PILE_FROZEN


@pytest.mark.parametrize("slug", MALLEN)
def test_cards_from_the_hand_take_the_pile_for_no_own_sequence(slug: str) -> None:
    state = to_draw(slug, "JC 8C JK 4S", "5C 9C", "TC JC QC")
    for with_ in ("", "8C", "8C JK", "8C JC"):
        assert refusal(state, take(with_, onto=1)) is Rule.UPCARD_DOES_NOT_FIT


@pytest.mark.parametrize("slug", MALLEN)
def test_a_sequence_with_a_wild_card_opens_where_it_reaches_the_minimum(slug: str) -> None:
    state = to_draw(slug, "JC JK 2D 4S", "5C 9C")
    assert verdict(state, take("JC JK")) is None, "10, 10 and 50 points"
    assert refusal(state, take("JC 2D")) is Rule.INITIAL_MINIMUM


def test_the_pile_is_never_taken_for_wild_cards_or_threes() -> None:
    bolivia = to_draw("bolivia", "KC KD 4S", "5C KH", "2C 2D JK")
    royal = to_draw("royal", "KC KD 4S", "5C KH", "3C 3D 3H")
    for state in (bolivia, royal):
        assert refusal(state, take("KC KD", onto=1)) is Rule.UPCARD_DOES_NOT_FIT
