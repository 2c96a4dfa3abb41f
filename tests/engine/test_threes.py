"""Red and black threes."""

import pytest

from games.engine.actions import Draw, LayRedThree, Pass
from games.engine.cards import cards_of
from games.engine.errors import Rule
from games.engine.phase import HandEnd, Phase
from games.engine.table.meld import canasta
from tests.engine.positions import (
    CLASSIC,
    after,
    discard,
    held,
    lay_off,
    meld,
    on_table,
    refusal,
    table,
    take,
    verdict,
)

ONE = ["KC KD KH KS KC KD KH"]
TWO = [*ONE, "QC QD QH QS QC QD QH"]


def red(text: str) -> LayRedThree:
    return LayRedThree(cards_of(text))


def test_a_red_three_stays_in_the_hand_as_long_as_its_holder_likes() -> None:
    state = after(table("3H 4C 5D"), discard("4C"))
    assert held(state) == "3H 5D"


def test_several_red_threes_are_laid_at_once() -> None:
    state = after(table("3H 3H 3D 5D"), red("3H 3D 3H"))
    assert state.by_side[0].red_threes == cards_of("3H 3D 3H")
    assert state.sizes[0] == 1


@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        pytest.param("4C", Rule.NOT_A_RED_THREE, id="a four"),
        pytest.param("3C", Rule.NOT_A_RED_THREE, id="a black three"),
        pytest.param("3H 4C", Rule.NOT_A_RED_THREE, id="a four beside a red three"),
        pytest.param("3H 3H", Rule.CARD_NOT_HELD, id="one too many"),
        pytest.param("3D", Rule.CARD_NOT_HELD, id="not held"),
    ],
)
def test_only_red_threes_are_laid_out(cards: str, rule: Rule) -> None:
    assert refusal(table("3H 3C 4C 5D"), red(cards)) is rule


def test_red_threes_are_laid_after_the_draw_only() -> None:
    assert refusal(table("3H 4C", phase=Phase.DRAW), red("3H")) is Rule.WRONG_PHASE


def test_the_last_card_is_no_red_three_to_lay_for_a_side_that_may_not_go_out() -> None:
    assert refusal(table("3H", melds=ONE), red("3H")) is Rule.NOT_QUALIFIED


def test_laying_the_last_card_out_is_going_out() -> None:
    state = after(table("3H", melds=TWO), red("3H"))
    assert (state.phase, state.end, state.out) == (Phase.OVER, HandEnd.WENT_OUT, 0)


def test_a_pass_may_keep_a_red_three() -> None:
    state = after(table("3H", melds=ONE), Pass())
    assert (held(state), state.turn) == ("3H", 1)


@pytest.mark.parametrize(
    ("hand", "melds", "laid", "rule"),
    [
        pytest.param("", TWO, "3C 3S 3C", None, id="none left"),
        pytest.param("", TWO, "3C 3S 2C", None, id="with a wild card"),
        pytest.param("", TWO, "3C 2S 2C", Rule.TOO_FEW_NATURALS, id="with too many wild cards"),
        pytest.param("4C", ONE, "3C 3S 3C", Rule.NOT_QUALIFIED, id="one canasta, one card left"),
        pytest.param("", ONE, "3C 3S 3C", Rule.NOT_QUALIFIED, id="one canasta, none left"),
        pytest.param("4C", ONE, "3C 3C 3C 3S 3S 3S JK", None, id="seven, one left to discard"),
    ],
)
def test_black_threes_are_melded_on_going_out(
    hand: str, melds: list[str], laid: str, rule: Rule | None
) -> None:
    assert verdict(table(f"{laid} {hand}", melds=melds), meld(laid)) is rule


def test_the_canasta_of_black_threes_is_mixed_and_counts() -> None:
    threes = "3C 3C 3C 3S 3S 3S JK"
    state = after(table(threes, melds=ONE), meld(threes))
    assert canasta(on_table(state)[2], CLASSIC) == "mixed"
    assert ([own.canastas for own in state.by_side], state.out) == ([2, 0], 0)


def test_black_threes_together_with_other_melds_that_empty_the_hand() -> None:
    state = table("3C 3S 3C 9C 9D 9H 4C", melds=TWO)
    assert refusal(state, meld("3C 3S 3C")) is Rule.BLACK_THREES_ONLY_GOING_OUT
    assert verdict(state, meld("3C 3S 3C", "9C 9D 9H")) is None


def test_after_black_threes_the_last_card_is_discarded_or_laid_off() -> None:
    state = after(table("3C 3S 3C KS", melds=TWO), meld("3C 3S 3C"))
    assert refusal(state, Pass()) is Rule.CANNOT_PASS
    assert after(state, discard("KS")).out == 0
    assert after(state, lay_off(1, "KS")).out == 0


def test_no_red_three_joins_a_group_of_black_threes() -> None:
    state = after(table("3C 3S 3C 3H", melds=TWO), meld("3C 3S 3C"))
    assert refusal(state, lay_off(3, "3H")) is Rule.DOES_NOT_FIT


def test_black_threes_come_with_the_pile_when_the_whole_of_it_is_the_top_card() -> None:
    state = table("9C 9D 3C 3S 3C", pile="9H", melds=TWO, phase=Phase.DRAW)
    assert after(state, take("9C 9D"), meld("3C 3S 3C")).out == 0


def test_a_drawn_red_three_stays_hidden_in_the_hand() -> None:
    state = after(table("4C", phase=Phase.DRAW, stock="3H 9C 9D"), Draw())
    assert held(state) == "3H 4C 9C"
    assert [own.red_threes for own in state.by_side] == [(), ()]
