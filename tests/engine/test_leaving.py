"""Leaving the table: what going out and ending a turn ask for in other rulesets than Samba.

Each ruleset here is Samba with the one value changed that the test is about.
"""

from dataclasses import replace

import pytest

from games.engine.actions import Action, AnswerOut, AskOut, LayRedThree, Merge, Pass, TakeBack
from games.engine.cards import cards_of
from games.engine.errors import Refusal, Rule
from games.engine.legal import options
from games.engine.legal.option import NewMeldOption
from games.engine.phase import HandEnd, Phase
from games.engine.rules.decide import decide
from games.engine.rulesets import (
    LastDiscard,
    Passing,
    Permission,
    Rules,
    logged,
    to_document,
)
from games.engine.rulesets.choices import CardClass
from games.engine.rulesets.reading.upcast import earlier
from games.engine.snapshot import hand_in, hand_out
from games.engine.table.hand import HandState
from games.engine.view import seat_view
from tests.engine.laws import cheap_laws, ends_of_turn, goes_on
from tests.engine.positions import (
    CLASSIC,
    after,
    digest,
    discard,
    held,
    lay_off,
    meld,
    refusal,
    table,
    take,
    verdict,
)
from tests.engine.sheets import PRESETS

KINGS = "KC KD KH KS KC KD KH"
QUEENS = "QC QD QH QS QC QD QH"
SIX_JACKS = "JC JD JH JS JC JD"
ONE, TWO = [KINGS], [KINGS, QUEENS]


def leaving(**values: object) -> Rules:
    """Samba with other values for going out."""
    return replace(CLASSIC, going_out=replace(CLASSIC.going_out, **values))  # type: ignore[arg-type]  # any field


STUCK = leaving(passing=Passing.STUCK)
WITH_A_DISCARD = leaving(last_discard=LastDiscard.REQUIRED, passing=Passing.STUCK)
UNASKED = leaving(permission=Permission.NONE)
PROMISING = leaving(unqualified_may_ask=True, broken_promise_penalty=-100)
NO_JOKERS = replace(CLASSIC, discard=replace(CLASSIC.discard, forbidden=(CardClass.JOKER,)))
NO_DISCARD = replace(CLASSIC, threes=replace(CLASSIC.threes, last_discard=False))
SECOND_HANDS = replace(
    STUCK, seating=replace(CLASSIC.seating, foot_size=dict.fromkeys(range(2, 7), 11))
)
ASIDE = replace(CLASSIC, pile=replace(CLASSIC.pile, rest_face_down=True))
TAKING_BACK = replace(CLASSIC, turn=replace(CLASSIC.turn, take_back=True))


def went_out(state: HandState) -> bool:
    """True if seat 0 ended the hand."""
    return (state.phase, state.end, state.out) == (Phase.OVER, HandEnd.WENT_OUT, 0)


def test_a_card_that_is_never_discarded_stays_in_the_hand() -> None:
    state = table("JK 4C 5D", rules=NO_JOKERS)
    assert refusal(state, discard("JK")) is Rule.NEVER_DISCARDED
    assert held(after(state, discard("4C"))) == "5D JK"


@pytest.mark.parametrize(
    ("hand", "melds", "action", "rule"),
    [
        pytest.param("KS 4C", ONE, lay_off(1, "KS"), Rule.NO_WAY_ON, id="one card, not qualified"),
        pytest.param("KS 4C 5C", ONE, lay_off(1, "KS"), None, id="two cards: one is discarded"),
        pytest.param("KS 4C", TWO, lay_off(1, "KS"), None, id="one card, which goes out"),
        pytest.param(
            "JS JK", [KINGS, SIX_JACKS], lay_off(2, "JS"), None, id="the canasta that lacked"
        ),
        pytest.param(
            "KS JH", [KINGS, SIX_JACKS], lay_off(1, "KS"), None, id="the last card makes a canasta"
        ),
        pytest.param(
            "4C 4D 4H 5C", ONE, meld("4C 4D 4H"), Rule.NO_WAY_ON, id="new meld, not qualified"
        ),
    ],
)
def test_no_action_leads_into_a_corner(
    hand: str, melds: list[str], action: Action, rule: Rule | None
) -> None:
    assert verdict(table(hand, melds=melds, rules=STUCK), action) is rule
    assert rule is None or verdict(table(hand, melds=melds), action) is None


def jokers_at_sambola(*melds: str) -> HandState:
    """Jokers, which Sambola never discards, are all that is left."""
    return table("JK JK", melds=melds, seats=6, rules=PRESETS["sambola"])


JACKS, EIGHTS, MIXED_EIGHTS = "JC JC JD JD JH JS JS", "8C 8C 8D 8H 8H 8S 8S", "8C 8C 8D 8H 8S 2C 2D"


def test_jokers_that_go_out_together_onto_one_canasta_are_a_way_on() -> None:
    melds = [JACKS, EIGHTS, KINGS, "TC TD TH", "8D 8D 8H 8S"]
    state = after(jokers_at_sambola(*melds), Merge(5, 2))
    assert not ends_of_turn(state)
    cheap_laws(state)
    assert went_out(after(state, lay_off(1, "JK JK")))


def test_a_merge_that_leaves_no_place_for_all_jokers_leads_into_a_corner() -> None:
    state = jokers_at_sambola(JACKS, KINGS, MIXED_EIGHTS, "QC QD QH QS", "QC QD QH 2H")
    assert went_out(after(state, lay_off(4, "JK JK")))
    assert refusal(state, Merge(4, 5)) is Rule.NO_WAY_ON


def test_jokers_that_find_no_place_together_are_no_way_on() -> None:
    state = jokers_at_sambola(JACKS, EIGHTS, "TC TD TH")
    assert refusal(state, lay_off(1, "JK JK")) is Rule.NOT_QUALIFIED
    assert not goes_on(state)


def test_taking_the_pile_leads_into_no_corner_either() -> None:
    into_a_corner = table("9C 9D 4C", melds=ONE, pile="9H", phase=Phase.DRAW, rules=STUCK)
    assert refusal(into_a_corner, take("9C 9D")) is Rule.NO_WAY_ON
    state = table("9C 9D 4C", melds=ONE, pile="5H 9H", phase=Phase.DRAW, rules=STUCK)
    assert held(after(state, take("9C 9D"))) == "4C 5H"


def test_the_way_on_may_be_the_question_or_a_card_kept() -> None:
    asking = leaving(passing=Passing.STUCK, permission=Permission.REQUIRED)
    assert verdict(table("KS 4C", melds=TWO, rules=asking), lay_off(1, "KS")) is None
    assert verdict(table("KS 4C", melds=ONE), lay_off(1, "KS")) is None


def test_a_question_whose_yes_would_be_of_no_use_is_no_way_on() -> None:
    anybody = leaving(passing=Passing.STUCK, unqualified_may_ask=True)
    assert refusal(table("KS 4C", melds=ONE, rules=anybody), lay_off(1, "KS")) is Rule.NO_WAY_ON
    asked = after(table("4C", melds=ONE, rules=anybody), AskOut())
    assert verdict(after(asked, AnswerOut(True), seat=2), Pass()) is None


def test_a_question_is_no_way_on_for_a_card_that_even_a_yes_leaves_in_the_hand() -> None:
    pure = replace(NO_JOKERS, group=replace(CLASSIC.group, wild_on_natural_canasta=False))
    assert refusal(table("KS JK", melds=TWO, rules=pure), lay_off(1, "KS")) is Rule.NO_WAY_ON
    assert verdict(table("KS JK", melds=TWO, rules=NO_JOKERS), lay_off(1, "KS")) is None


@pytest.mark.parametrize(
    ("hand", "action", "rule"),
    [
        pytest.param("4C", discard("4C"), None, id="the last card is discarded"),
        pytest.param("KS", lay_off(1, "KS"), Rule.LAST_CARD_IS_DISCARDED, id="laid off"),
        pytest.param("4C 4D 4H", meld("4C 4D 4H"), Rule.LAST_CARD_IS_DISCARDED, id="melded"),
        pytest.param("KS 4C", lay_off(1, "KS"), None, id="all but the discard"),
    ],
)
def test_where_a_discard_is_required_the_last_card_goes_to_the_pile(
    hand: str, action: Action, rule: Rule | None
) -> None:
    assert verdict(table(hand, melds=TWO, rules=WITH_A_DISCARD), action) is rule


@pytest.mark.parametrize(
    ("hand", "rules", "rule"),
    [
        pytest.param("3C 3S 3C 4C", CLASSIC, None, id="Samba lets a card be discarded"),
        pytest.param("3C 3S 3C 4C", NO_DISCARD, Rule.NO_DISCARD_AFTER_THREES, id="one left"),
        pytest.param("3C 3S 3C", NO_DISCARD, None, id="all melded"),
        pytest.param("3C 3S 3C JK", NO_JOKERS, Rule.NEVER_DISCARDED, id="a joker left"),
    ],
)
def test_what_may_be_left_in_hand_after_black_threes(
    hand: str, rules: Rules, rule: Rule | None
) -> None:
    assert verdict(table(hand, melds=TWO, rules=rules), meld("3C 3S 3C")) is rule


def test_black_threes_are_listed_only_if_nothing_is_left_that_may_not_be_discarded() -> None:
    for hand, listed in (("3C 3S 3C", True), ("3C 3S 3C 4C", False)):
        found = options(seat_view(table(hand, melds=TWO, rules=NO_DISCARD), 0))
        assert any(isinstance(option, NewMeldOption) for option in found) is listed


def test_without_table_talk_nobody_asks() -> None:
    state = table("4C 5C", melds=TWO, rules=UNASKED)
    assert refusal(state, AskOut()) is Rule.NO_QUESTION
    assert went_out(after(table("4C", melds=TWO, rules=UNASKED), discard("4C")))


def asked(rules: Rules, answer: bool, melds: list[str] = ONE) -> HandState:
    """Seat 0 with two kings asked whether it may go out."""
    state = after(table("KS KC", melds=melds, rules=rules), AskOut())
    return after(state, AnswerOut(answer), seat=2)


def test_no_promise_is_broken_after_a_no_or_by_going_out() -> None:
    assert len(decide(asked(PROMISING, answer=False), 0, discard("KS"))) == 1
    state = asked(PROMISING, answer=True, melds=TWO)
    assert went_out(after(state, lay_off(1, "KS KC")))
    assert after(state, lay_off(1, "KS KC")).penalties == ()


def with_a_foot(hand: str, melds: list[str]) -> HandState:
    """Seat 0's turn with a second hand not picked up, its cards from the stock."""
    state = table(hand, melds=melds, rules=SECOND_HANDS)
    data = hand_out(state)
    data["feet"], data["stock"] = [data["stock"][:11], "", "", ""], data["stock"][11:]
    return hand_in(data, SECOND_HANDS, 4, [0, 0])


@pytest.mark.parametrize(
    "action", [lay_off(1, "KS KC"), meld("KS KC 2H")], ids=["by laying off", "by a new meld"]
)
def test_nobody_goes_out_over_a_second_hand(action: Action) -> None:
    hand = "KS KC" if action == lay_off(1, "KS KC") else "KS KC 2H"
    assert refusal(with_a_foot(hand, TWO), action) is Rule.SECOND_HAND_LIES


def test_the_discard_of_the_last_card_is_no_going_out_when_the_second_hand_follows() -> None:
    state = after(with_a_foot("KS 4C", TWO), lay_off(1, "KS"), discard("4C"))
    assert (state.phase, state.turn) == (Phase.DRAW, 1)
    assert refusal(with_a_foot("4C", TWO), discard("4C")) is Rule.SECOND_HAND_LIES


def test_nobody_goes_out_while_cards_are_set_aside() -> None:
    state = table("KS KC", melds=TWO, aside="4C 5C", rules=ASIDE)
    assert refusal(state, lay_off(1, "KS KC")) is Rule.CARDS_LIE_ASIDE
    assert held(after(state, lay_off(1, "KS"), discard("KC"))) == "4C 5C"


def turn_of_three_actions() -> tuple[list[HandState], HandState]:
    """The hand before each of three actions of a turn, and after them."""
    state = table("KC KD KH QC QD QH 9C 9D 9H 9S 5D", rules=TAKING_BACK)
    actions: list[Action] = [meld("KC KD KH", "QC QD QH"), meld("9C 9D 9H"), lay_off(3, "9S")]
    before = []
    for action in actions:
        before.append(state)
        state = after(state, action)
    return before, state


@pytest.mark.parametrize(("count", "to"), [(1, 2), (2, 1), (3, 0), (None, 0)])
def test_what_was_laid_is_taken_back_action_by_action(count: int | None, to: int) -> None:
    before, state = turn_of_three_actions()
    back = after(state, TakeBack(count))
    table_of = [(own.melds, own.minimum) for own in back.by_side]
    assert table_of == [(own.melds, own.minimum) for own in before[to].by_side]
    assert held(back) == held(before[to])
    assert back.next_meld == state.next_meld == 4
    assert hand_out(hand_in(hand_out(back), TAKING_BACK, 4, [0, 0])) == hand_out(back)


def test_what_was_taken_back_can_be_played_otherwise_under_new_ids() -> None:
    _, state = turn_of_three_actions()
    again = after(state, TakeBack(2), meld("9C 9D 9H 9S"), TakeBack(1), meld("9C 9D 9S"))
    assert held(again) == "5D 9H"
    assert [meld.id for meld in again.by_side[0].melds] == [1, 2, 5]


def test_games_of_an_older_schema_use_ids_again_to_their_end() -> None:
    older = next(each for each in earlier(to_document(TAKING_BACK)) if each["schema"] == 3)
    state = table("9C 9D 9H 9S 5D", melds=ONE, rules=logged(older))
    again = after(state, meld("9C 9D 9H"), TakeBack(), meld("9C 9D 9S"))
    assert [meld.id for meld in again.by_side[0].melds] == [1, 2]


@pytest.mark.parametrize("count", [0, 4, 9999])
def test_no_more_is_taken_back_than_was_played(count: int) -> None:
    _, state = turn_of_three_actions()
    with pytest.raises(Refusal) as refused:
        decide(state, 0, TakeBack(count))
    assert refused.value.rule is Rule.NOTHING_TO_TAKE_BACK
    assert refused.value.facts["have"] == 3


def test_only_until_the_discard_and_never_the_draw() -> None:
    state = table("KC KD KH 5D 6D", melds=ONE, rules=TAKING_BACK)
    assert refusal(state, TakeBack()) is Rule.NOTHING_TO_TAKE_BACK
    state = after(state, meld("KC KD KH"), discard("5D"))
    assert refusal(state, TakeBack(), seat=1) is Rule.WRONG_PHASE


def test_what_was_played_before_an_answered_question_stays() -> None:
    state = table("KC KD KH 9C 9D 9H 5D 6D", melds=TWO, rules=TAKING_BACK)
    state = after(state, meld("KC KD KH"), AskOut())
    state = after(after(state, AnswerOut(True), seat=2), meld("9C 9D 9H"))
    with pytest.raises(Refusal):
        decide(state, 0, TakeBack(2))
    back = after(state, TakeBack())
    assert held(back) == "5D 6D 9C 9D 9H"
    assert back.permission == state.permission
    assert digest(back) != digest(state)


def test_red_threes_laid_by_choice_are_taken_back_like_melds() -> None:
    state = table("3H 5D 6D", rules=TAKING_BACK)
    back = after(state, LayRedThree(cards_of("3H")), TakeBack())
    assert (held(back), back.by_side[0].red_threes) == ("3H 5D 6D", ())


def test_twenty_actions_of_a_turn_are_taken_back_and_no_more() -> None:
    state = table("KC KD KH 5D", melds=ONE, rules=TAKING_BACK)
    for _ in range(20):
        state = after(state, meld("KC KD KH"), TakeBack())
    state = after(state, meld("KC KD KH"))
    assert refusal(state, TakeBack()) is Rule.TAKEN_BACK_TOO_OFTEN
