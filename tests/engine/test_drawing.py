"""The start of a turn: stock, pile and upcard."""

import pytest

from games.engine.actions import Draw, TakePile, TakeTop
from games.engine.cards import RANKS, cards_of
from games.engine.errors import Rule
from games.engine.events import CardsDrawn, HandEnded
from games.engine.phase import HandEnd, Phase
from games.engine.rules.decide import decide
from games.engine.scoring.sheet import score
from games.engine.table.hand import HandState
from games.engine.table.meld import canasta
from tests.engine.positions import (
    CLASSIC,
    after,
    digest,
    discard,
    held,
    meld,
    on_table,
    refusal,
    table,
    take,
    verdict,
)

OPENED = ["4C 4D 4H"]
HEARTS = ["8H 9H TH"]


def to_draw(
    hand: str, pile: str, melds: list[str] | None = None, *, stock: str | None = None
) -> HandState:
    """Seat 0 before its draw; its side has melded."""
    melds = OPENED if melds is None else melds
    return table(hand, pile=pile, melds=melds, stock=stock, phase=Phase.DRAW)


@pytest.mark.parametrize(
    ("hand", "pile", "melds", "with_", "rule"),
    [
        pytest.param("9C 9D", "3C 9H", OPENED, "9C 9D", None, id="a black three in the pile"),
        pytest.param("KH KD", "", OPENED, "KH KD", Rule.PILE_EMPTY, id="no pile"),
        pytest.param("KH KD", "KC", OPENED, "KH KH", Rule.CARD_NOT_HELD, id="not the cards held"),
        pytest.param("KH KD 2C", "KC", OPENED, "KH KD 2C", None, id="a wild goes along"),
        pytest.param("KH KD KS KS", "KC", OPENED, "KH KD KS KS", None, id="more naturals go along"),
        pytest.param(
            "KH KD 2C 2D",
            "KC",
            OPENED,
            "KH KD 2C 2D",
            Rule.TOO_FEW_NATURALS,
            id="two wilds too many",
        ),
        pytest.param(
            "KH KD QC", "KC", OPENED, "KH KD QC", Rule.NOT_A_MELD, id="a stranger goes along"
        ),
    ],
)
def test_taking_the_pile(
    hand: str, pile: str, melds: list[str], with_: str, rule: Rule | None
) -> None:
    state = to_draw(f"{hand} 5D 6H", pile, melds)
    assert verdict(state, take(with_)) is rule


@pytest.mark.parametrize(
    ("onto", "rule"),
    [
        pytest.param(1, Rule.UPCARD_DOES_NOT_FIT, id="an own sequence"),
        pytest.param(2, Rule.DOES_NOT_FIT, id="an own group of another rank"),
        pytest.param(3, Rule.NOT_YOUR_MELD, id="their group"),
        pytest.param(4, Rule.UNKNOWN_MELD, id="no meld"),
    ],
)
def test_the_pile_is_taken_only_onto_an_own_group_of_the_rank(onto: int, rule: Rule) -> None:
    state = table(
        "KH KD 5D", pile="KC", melds=["TC JC QC", *OPENED], theirs=["KC KS KS"], phase=Phase.DRAW
    )
    assert refusal(state, take("KH KD", onto=onto)) is rule


def test_further_melds_come_with_the_pile_only_to_open() -> None:
    state = to_draw("KH KD QC QD QH 5D", "KC")
    assert refusal(state, take("KH KD", "QC QD QH")) is Rule.MELDS_ONLY_TO_OPEN


def test_no_rank_is_named_for_a_wild_card_that_takes_the_pile_for_a_group() -> None:
    action = TakePile(cards_of("KH KD"), as_=RANKS.index("K"))
    assert refusal(to_draw("KH KD 5D", "KC"), action) is Rule.AS_WITHOUT_WILD_IN_SEQUENCE


def test_the_top_card_may_complete_a_samba() -> None:
    state = after(to_draw("5D 6H", "TC", ["4C 5C 6C 7C 8C 9C"]), TakeTop(1))
    assert canasta(on_table(state)[1], CLASSIC) == "samba"
    assert [own.canastas for own in state.by_side] == [1, 0]


@pytest.mark.parametrize(
    ("pile", "meld_text", "rule"),
    [
        pytest.param("JH", "8H 9H TH", None, id="the upper end"),
        pytest.param("7S", "8H 9H TH", Rule.DOES_NOT_FIT, id="another suit"),
        pytest.param("9H", "8H 9H TH", Rule.DOES_NOT_FIT, id="a rank that is there"),
        pytest.param("2H", "8H 9H TH", Rule.PILE_BLOCKED, id="a two"),
        pytest.param("3H", "4H 5H 6H", Rule.PILE_BLOCKED, id="a red three"),
        pytest.param("3S", "4S 5S 6S", Rule.PILE_BLOCKED, id="a black three"),
        pytest.param("", "8H 9H TH", Rule.PILE_EMPTY, id="no pile"),
        pytest.param("KC", "KD KH KS", Rule.UPCARD_DOES_NOT_FIT, id="onto a group"),
    ],
)
def test_taking_the_top_card(pile: str, meld_text: str, rule: Rule | None) -> None:
    state = to_draw("7H 5D", pile, [meld_text])
    assert verdict(state, TakeTop(1)) is rule


def test_there_is_no_sequence_to_take_the_top_card_onto() -> None:
    state = to_draw("8H 9H 5D", "7H")
    assert refusal(state, TakeTop(2)) is Rule.UNKNOWN_MELD
    theirs = table("8H 9H 5D", pile="7H", melds=OPENED, theirs=HEARTS, phase=Phase.DRAW)
    assert refusal(theirs, TakeTop(2)) is Rule.NOT_YOUR_MELD


def test_two_cards_are_drawn() -> None:
    before = to_draw("5D", "4C", stock="9C JK QH")
    (event,) = decide(before, 0, Draw())
    assert event == CardsDrawn(0, cards_of("9C JK"))
    state = after(before, Draw())
    assert held(state) == "5D 9C JK"
    assert state.stock == list(cards_of("QH"))
    assert state.phase is Phase.PLAY


def test_the_last_card_of_the_stock_is_drawn_by_itself() -> None:
    state = after(to_draw("5D", "4C", stock="9C"), Draw())
    assert held(state) == "5D 9C"
    assert state.phase is Phase.PLAY
    assert after(state, discard("9C")).turn == 1


def test_asking_for_the_stock_that_is_gone_ends_the_hand_without_a_bonus() -> None:
    state = to_draw("9C 9D 5D 6H", "9H", stock="")
    assert decide(state, 0, Draw()) == (HandEnded(HandEnd.STOCK_EXHAUSTED, None),)
    state = after(state, Draw())
    assert (state.phase, state.out, state.to_act) == (Phase.OVER, None, ())
    assert "went_out" not in [line.code for side in score(state) for line in side.lines]


@pytest.mark.parametrize(
    "action",
    [Draw(), take("9C 9D"), TakeTop(1)],
    ids=["draw", "take the pile", "take the top card"],
)
def test_a_turn_begins_once(action: Draw | TakePile | TakeTop) -> None:
    state = table("9C 9D 5D", pile="9H", melds=OPENED)
    assert refusal(state, action) is Rule.WRONG_PHASE


@pytest.mark.parametrize("action", [meld("KH KD KS"), discard("KH")], ids=["meld", "discard"])
def test_nothing_is_played_before_the_draw(action: TakePile) -> None:
    assert refusal(to_draw("KH KD KS 5D", "4C"), action) is Rule.WRONG_PHASE


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_nobody_draws_out_of_turn(seat: int) -> None:
    assert refusal(to_draw("KH", "4C"), Draw(), seat=seat) is Rule.NOT_YOUR_TURN


def test_deciding_changes_nothing() -> None:
    state = to_draw("KH KD 5D", "KC")
    before = digest(state)
    decide(state, 0, take("KH KD"))
    decide(state, 0, Draw())
    assert digest(state) == before
