"""The end of a turn and of a hand."""

import dataclasses

import pytest

from games.engine.actions import Action, AnswerOut, AskOut, Draw, Merge, Pass, TakeBack
from games.engine.errors import Refusal, Rule
from games.engine.phase import HandEnd, Phase
from games.engine.rules.decide import decide
from games.engine.rulesets import Permission, Rules, load
from games.engine.table.hand import HandState
from tests.engine.positions import (
    CLASSIC,
    after,
    discard,
    held,
    lay_off,
    meld,
    refusal,
    table,
    take,
    verdict,
)

KINGS = "KC KD KH KS KC KD KH"
QUEENS = "QC QD QH QS QC QD QH"
ONE, TWO = [KINGS], [KINGS, QUEENS]
REQUIRED: Rules = dataclasses.replace(
    CLASSIC, going_out=dataclasses.replace(CLASSIC.going_out, permission=Permission.REQUIRED)
)
THREE_A_SIDE: Rules = dataclasses.replace(
    CLASSIC, seating=dataclasses.replace(CLASSIC.seating, sides=CLASSIC.seating.sides | {6: 2})
)


def answered(state: HandState, *answers: bool) -> HandState:
    """Seat 0 asks, its partners answer in turn order."""
    state = after(state, AskOut())
    for seat, answer in zip(state.to_act, answers, strict=True):
        state = after(state, AnswerOut(answer), seat=seat)
    return state


def went_out(state: HandState, seat: int = 0) -> bool:
    return (state.phase, state.end, state.out) == (Phase.OVER, HandEnd.WENT_OUT, seat)


def test_a_discard_hands_the_turn_to_the_left() -> None:
    state = after(table("4C 5D"), discard("5D"))
    assert (state.turn, state.phase, held(state)) == (1, Phase.DRAW, "4C")
    assert state.permission is None


def test_the_last_seat_hands_the_turn_to_the_first() -> None:
    state = table("4C 5D", hands={3: "6C 7C"})
    state.turn = 3
    assert after(state, discard("6C"), seat=3).turn == 0


def test_only_a_held_card_is_discarded() -> None:
    assert refusal(table("4C 5D"), discard("6H")) is Rule.CARD_NOT_HELD


@pytest.mark.parametrize(
    ("hand", "melds", "action", "rule"),
    [
        pytest.param("4C", [], Pass(), None, id="pass with the last card, nothing melded"),
        pytest.param("4C", TWO, Pass(), Rule.CANNOT_PASS, id="pass of a side that may go out"),
        pytest.param("KS", ONE, lay_off(1, "KS"), Rule.NOT_QUALIFIED, id="lay off all"),
        pytest.param("4C 4D 4H 5C", ONE, meld("4C 4D 4H"), None, id="meld all but one"),
    ],
)
def test_a_side_without_two_canastas_keeps_a_card(
    hand: str, melds: list[str], action: Action, rule: Rule | None
) -> None:
    assert verdict(table(hand, melds=melds), action) is rule


@pytest.mark.parametrize(
    ("hand", "action"),
    [
        pytest.param("9C 9D 9H 9S 9C 9D 9H", meld("9C 9D 9H 9S 9C 9D 9H"), id="a whole canasta"),
        pytest.param("4C 5C 6C 7C 8C 9C TC", meld("4C 5C 6C 7C 8C 9C TC"), id="a whole samba"),
    ],
)
def test_going_out_with_the_action_that_completes_the_second_canasta(
    hand: str, action: Action
) -> None:
    assert went_out(after(table(hand, melds=[KINGS, "QS QC QD QH QS QD"]), action))


def test_two_canastas_of_the_other_side_help_nobody() -> None:
    assert refusal(table("4C", theirs=TWO), discard("4C")) is Rule.NOT_QUALIFIED


def test_going_out_concealed() -> None:
    hand = f"{KINGS} {QUEENS} 4C"
    assert went_out(after(table(hand, score=1500), meld(KINGS, QUEENS), discard("4C")))


def test_going_out_with_the_pile() -> None:
    state = table("9C 9D", pile="9H", melds=TWO, phase=Phase.DRAW)
    assert went_out(after(state, take("9C 9D")))
    assert (
        refusal(table("9C 9D", pile="9H", melds=ONE, phase=Phase.DRAW), take("9C 9D"))
        is Rule.NOT_QUALIFIED
    )
    assert (
        held(after(table("9C 9D", pile="5H 9H", melds=ONE, phase=Phase.DRAW), take("9C 9D")))
        == "5H"
    )


def test_a_canasta_that_grows_stays_one_canasta() -> None:
    state = table("KS KD", pile="KH", melds=ONE, phase=Phase.DRAW)
    assert refusal(state, take("KS KD", onto=1)) is Rule.NOT_QUALIFIED
    assert refusal(table("KS KD", melds=ONE), lay_off(1, "KS KD")) is Rule.NOT_QUALIFIED


def test_nothing_is_played_after_the_hand() -> None:
    state = after(table("4C", melds=TWO), discard("4C"))
    assert state.to_act == ()
    assert refusal(state, Draw(), seat=1) is Rule.NOT_YOUR_TURN


def test_a_no_forbids_every_way_out() -> None:
    threes = "3C 3S 3C"
    state = answered(table(f"KS 4C {threes}", melds=TWO), False)
    assert refusal(state, meld(threes)) is Rule.BLACK_THREES_ONLY_GOING_OUT
    state = after(state, lay_off(1, "KS"))
    assert refusal(state, meld(threes)) is Rule.PERMISSION_REFUSED
    nines = answered(table("9C 9D 9H", melds=TWO), False)
    assert refusal(nines, meld("9C 9D 9H")) is Rule.PERMISSION_REFUSED
    assert after(nines, discard("9C")).turn == 1


def test_a_no_lasts_for_the_turn() -> None:
    state = after(answered(table("4C 5C", melds=TWO), False), discard("4C"))
    assert state.permission is None


def test_a_yes_gives_leave_and_no_duty() -> None:
    state = answered(table("4C 5C", melds=TWO), True)
    assert state.permission is not None
    assert state.permission.granted is True
    assert state.phase is Phase.PLAY
    assert after(state, discard("4C")).turn == 1
    assert went_out(after(answered(table("4C", melds=TWO), True), discard("4C")))


def test_going_out_without_asking_is_allowed() -> None:
    assert went_out(after(table("4C", melds=TWO), discard("4C")))


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        pytest.param(table("4C 5C", melds=ONE), Rule.NOT_QUALIFIED, id="one canasta"),
        pytest.param(table("4C 5C", melds=TWO, seats=2), Rule.NO_PARTNER, id="two players"),
        pytest.param(table("4C 5C", melds=TWO, seats=3), Rule.NO_PARTNER, id="three players"),
        pytest.param(table("4C 5C", melds=TWO, seats=5), Rule.NO_PARTNER, id="five players"),
        pytest.param(
            table("4C 5C", melds=TWO, phase=Phase.DRAW), Rule.WRONG_PHASE, id="before the draw"
        ),
        pytest.param(
            after(table("3C 3S 3C 4C", melds=TWO), meld("3C 3S 3C")),
            Rule.MUST_GO_OUT_NOW,
            id="after black threes",
        ),
        pytest.param(
            answered(table("4C 5C", melds=TWO), True), Rule.ALREADY_ASKED, id="after a yes"
        ),
        pytest.param(
            answered(table("4C 5C", melds=TWO), False), Rule.ALREADY_ASKED, id="after a no"
        ),
    ],
)
def test_the_question_is_refused(state: HandState, rule: Rule) -> None:
    assert refusal(state, AskOut()) is rule


def test_with_six_players_the_one_partner_is_asked() -> None:
    state = after(table("4C 5C", melds=TWO, seats=6), AskOut())
    assert state.to_act == (3,)


def test_with_two_partners_both_must_say_yes() -> None:
    state = after(table("4C", melds=TWO, seats=6, rules=THREE_A_SIDE), AskOut())
    assert state.to_act == (2, 4)
    state = after(state, AnswerOut(True), seat=4)
    assert (state.phase, state.to_act) == (Phase.ANSWER, (2,))
    assert refusal(state, AnswerOut(True), seat=4) is Rule.NOT_YOUR_TURN
    assert went_out(after(after(state, AnswerOut(True), seat=2), discard("4C")))


def test_with_two_partners_the_first_no_settles_it() -> None:
    state = after(table("4C", melds=TWO, seats=6, rules=THREE_A_SIDE), AskOut())
    state = after(state, AnswerOut(False), seat=4)
    assert state.to_act == (0,)
    assert refusal(state, discard("4C")) is Rule.PERMISSION_REFUSED


@pytest.mark.parametrize(
    ("seat", "action", "rule"),
    [
        pytest.param(0, discard("4C"), Rule.WAITING_FOR_ANSWER, id="the asker plays on"),
        pytest.param(0, AnswerOut(True), Rule.WAITING_FOR_ANSWER, id="the asker answers"),
        pytest.param(2, Draw(), Rule.WAITING_FOR_ANSWER, id="the partner draws"),
        pytest.param(1, AnswerOut(True), Rule.NOT_YOUR_TURN, id="an opponent answers"),
        pytest.param(3, Draw(), Rule.NOT_YOUR_TURN, id="an opponent draws"),
    ],
)
def test_while_the_question_is_open_only_the_answer_counts(
    seat: int, action: Action, rule: Rule
) -> None:
    state = after(table("4C 5C", melds=TWO), AskOut())
    assert state.phase is Phase.ANSWER
    assert refusal(state, action, seat=seat) is rule


def test_there_is_no_answer_without_a_question() -> None:
    state = table("4C 5C", melds=TWO)
    assert refusal(state, AnswerOut(True)) is Rule.WRONG_PHASE
    assert refusal(state, AnswerOut(True), seat=2) is Rule.NOT_YOUR_TURN


def test_nothing_is_taken_back() -> None:
    state = after(table("4C 4D 4H 5C", melds=TWO), meld("4C 4D 4H"))
    assert refusal(state, TakeBack()) is Rule.NOTHING_TO_TAKE_BACK
    assert refusal(state, TakeBack(1)) is Rule.NOTHING_TO_TAKE_BACK


def test_where_asking_is_required_nobody_goes_out_unasked() -> None:
    state = table("4C", melds=TWO, rules=REQUIRED)
    assert refusal(state, discard("4C")) is Rule.PERMISSION_NEEDED
    assert refusal(state, Pass()) is Rule.CANNOT_PASS
    assert went_out(after(answered(state, True), discard("4C")))
    assert after(answered(state, False), Pass()).turn == 1
    assert (
        refusal(table("9C 9D 9H", melds=TWO, rules=REQUIRED), meld("9C 9D 9H"))
        is Rule.PERMISSION_NEEDED
    )


def test_where_asking_is_required_single_players_just_go_out() -> None:
    state = table("4C", melds=TWO, rules=REQUIRED, seats=2)
    assert went_out(after(state, discard("4C")))


def test_canastas_merged_away_no_longer_qualify() -> None:
    more = "KS KC KD KH KS 2C JK"
    state = after(table("4C", melds=[KINGS, more]), Merge(1, 2))
    assert refusal(state, discard("4C")) is Rule.NOT_QUALIFIED
    assert after(state, Pass()).turn == 1


def test_with_black_threes_on_the_table_no_canasta_is_merged_away() -> None:
    more = "KS KC KD KH KS 2C JK"
    state = after(table("3C 3S 3C 4C", melds=[KINGS, more]), meld("3C 3S 3C"))
    assert refusal(state, Merge(1, 2)) is Rule.NOT_QUALIFIED


@pytest.mark.parametrize(
    ("slug", "needed"),
    [("classic", "2 canastas or sambas"), ("mexican", "4 canastas"), ("sambola", "3 canastas or")],
)
def test_a_side_without_canastas_learns_what_counts_as_one(slug: str, needed: str) -> None:
    with pytest.raises(Refusal, match=f"going out needs {needed}[; ]") as refused:
        decide(table("KC", rules=load(slug)), 0, discard("KC"))
    assert refused.value.rule is Rule.NOT_QUALIFIED
