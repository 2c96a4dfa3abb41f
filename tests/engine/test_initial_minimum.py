"""What a side's first melds of a hand must be worth."""

import pytest

from games.engine.actions import LayRedThree
from games.engine.cards import cards_of
from games.engine.errors import Rule
from games.engine.phase import Phase
from tests.engine.positions import after, lay_off, meld, refusal, table, take, verdict

KEEP = "4H 5D 6H"
"""Cards that stay in the hand."""


@pytest.mark.parametrize(
    ("score", "melds", "rule"),
    [
        pytest.param(0, ["4H 4D 4S"], Rule.INITIAL_MINIMUM, id="15 misses 50 at zero"),
        pytest.param(0, ["QH QD QS"], Rule.INITIAL_MINIMUM, id="30 alone misses 50"),
        pytest.param(0, ["KH KD KS", "5H 5D 5S"], Rule.INITIAL_MINIMUM, id="45 misses 50"),
        pytest.param(0, ["8H 9H TH JH QH"], None, id="exactly 50"),
    ],
)
def test_first_melds(score: int, melds: list[str], rule: Rule | None) -> None:
    state = table(" ".join([*melds, KEEP]), score=score)
    assert verdict(state, meld(*melds)) is rule


def test_laying_a_red_three_opens_nothing() -> None:
    state = after(table(f"QH QD QS 3H {KEEP}"), LayRedThree(cards_of("3H")))
    assert [own.minimum for own in state.by_side] == [50, 50]


def test_a_side_that_has_melded_owes_no_minimum() -> None:
    state = after(table(f"AH AD AS 4H 4D 4S {KEEP}"), meld("AH AD AS"), meld("4H 4D 4S"))
    assert len(state.all_melds()) == 2


def test_the_partners_melds_open_for_the_side() -> None:
    state = after(table(f"AH AD AS {KEEP}", hands={2: "4H 4D 4S 5C"}), meld("AH AD AS"))
    state.turn = 2
    assert verdict(state, meld("4H 4D 4S"), seat=2) is None


def test_the_other_sides_melds_open_nothing() -> None:
    state = table(f"4H 4D 4S {KEEP}", theirs=["AH AD AS"])
    assert refusal(state, meld("4H 4D 4S")) is Rule.INITIAL_MINIMUM


def test_the_minimum_is_judged_on_one_action_not_on_the_turn() -> None:
    state = table(f"QH QD QS KH KD KS {KEEP}")
    assert refusal(state, meld("QH QD QS")) is Rule.INITIAL_MINIMUM
    assert verdict(state, meld("QH QD QS", "KH KD KS")) is None


def test_black_threes_count_at_card_value() -> None:
    """A samba of 50 and a canasta of 35 miss 90; with three black threes they make 100."""
    samba, canasta, threes = "4C 5C 6C 7C 8C 9C TC", "7C 7D 7H 7S 7D 7H 7S", "3C 3S 3C"
    state = table(f"{samba} {canasta} {threes} 5D", score=1500)
    assert refusal(state, meld(samba, canasta)) is Rule.INITIAL_MINIMUM
    assert verdict(state, meld(samba, canasta, threes)) is None


ROWS_WITH_THE_PILE = [
    pytest.param("AC", "AH AD KH KD KS", [], Rule.INITIAL_MINIMUM, id="60 alone misses 90"),
    pytest.param("AC", "AH AD JK", [], Rule.INITIAL_MINIMUM, id="a card that is not named"),
]


@pytest.mark.parametrize(("pile", "hand", "melds", "rule"), ROWS_WITH_THE_PILE)
def test_opening_with_the_pile(pile: str, hand: str, melds: list[str], rule: Rule | None) -> None:
    state = table(f"{hand} {KEEP}", pile=pile, score=1500, phase=Phase.DRAW)
    assert verdict(state, take("AH AD", *melds)) is rule


def test_a_wild_card_may_be_added_to_the_pair() -> None:
    state = table(f"AH AD JK {KEEP}", pile="AC", score=3000, phase=Phase.DRAW)
    assert refusal(state, take("AH AD")) is Rule.INITIAL_MINIMUM
    opened = after(
        table(f"AH AD JK {KEEP}", pile="AC", score=1500, phase=Phase.DRAW), take("AH AD JK")
    )
    assert [own.minimum for own in opened.by_side] == [None, 90]


def test_an_unopened_side_has_no_meld_to_lay_off_onto() -> None:
    state = table(f"KS {KEEP}", theirs=["KC KD KH"])
    assert refusal(state, lay_off(1, "KS")) is Rule.NOT_YOUR_MELD
