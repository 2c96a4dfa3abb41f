"""Passing where the draw, or a partner's no, left nothing else to do.

Each ruleset here is Samba with the values changed that the test is about.
"""

from dataclasses import replace

import pytest

from games.engine.actions import AnswerOut, AskOut, Pass
from games.engine.errors import Rule
from games.engine.rulesets import LastDiscard, Passing, Rules
from games.engine.rulesets.choices import CardClass, MeldsOfAKind
from games.engine.rulesets.sections import WildMeldRule
from tests.engine.positions import CLASSIC, after, lay_off, refusal, table, verdict
from tests.engine.sheets import changed

KINGS = "KC KD KH KS KC KD KH"
QUEENS = "QC QD QH QS QC QD QH"
SIX_JACKS = "JC JD JH JS JC JD"
ONE, TWO = [KINGS], [KINGS, QUEENS]
STUCK = changed(CLASSIC, going_out={"passing": Passing.STUCK})
WITH_A_DISCARD = changed(STUCK, going_out={"last_discard": LastDiscard.REQUIRED})
NO_JOKERS = changed(CLASSIC, discard={"forbidden": (CardClass.JOKER,)})
WILD_MELDS = replace(NO_JOKERS, wild_meld=WildMeldRule(None, MeldsOfAKind.SEVERAL))
NO_RED_THREES = changed(CLASSIC, discard={"forbidden": (CardClass.RED_THREE,)})


@pytest.mark.parametrize(
    ("hand", "melds", "rules", "rule"),
    [
        pytest.param("4C", ONE, STUCK, None, id="the last card, not qualified"),
        pytest.param("4C", TWO, STUCK, Rule.CANNOT_PASS, id="the last card may be discarded"),
        pytest.param("4C 5C", ONE, STUCK, Rule.CANNOT_PASS, id="one of two is discarded"),
        pytest.param("JK JK", ONE, NO_JOKERS, None, id="jokers alone, none fits"),
        pytest.param("JK 4C", ONE, NO_JOKERS, Rule.CANNOT_PASS, id="one card may go"),
        pytest.param("JK", ONE, NO_JOKERS, None, id="a last joker"),
        pytest.param(
            "JK", [KINGS, SIX_JACKS], STUCK, Rule.CANNOT_PASS, id="the last card makes a canasta"
        ),
        pytest.param("JH", [KINGS, SIX_JACKS], WITH_A_DISCARD, None, id="and may not be laid"),
        pytest.param("JK JK JK", TWO, WILD_MELDS, Rule.CANNOT_PASS, id="jokers make a meld"),
        pytest.param("JK JK JK", ONE, WILD_MELDS, None, id="but not qualified"),
        pytest.param("3D 3H", TWO, NO_RED_THREES, Rule.CANNOT_PASS, id="red threes go out"),
        pytest.param("3D 3H", ONE, NO_RED_THREES, None, id="red threes, not qualified"),
    ],
)
def test_right_after_the_draw_only_the_stuck_pass(
    hand: str, melds: list[str], rules: Rules, rule: Rule | None
) -> None:
    assert verdict(table(hand, melds=melds, rules=rules), Pass()) is rule


def test_who_has_played_since_the_draw_is_not_stuck() -> None:
    nines = ["9D 9H 9S 9C"]
    alone = table("JK JK JK", melds=nines, rules=NO_JOKERS)
    assert verdict(alone, Pass()) is None
    assert refusal(alone, lay_off(1, "JK")) is Rule.NO_WAY_ON
    state = after(table("JK JK JK", melds=nines + TWO, rules=NO_JOKERS), lay_off(1, "JK"))
    assert refusal(state, Pass()) is Rule.CANNOT_PASS
    state = after(state, AskOut())
    assert verdict(after(state, AnswerOut(False), seat=2), Pass()) is None
    assert refusal(after(state, AnswerOut(True), seat=2), Pass()) is Rule.CANNOT_PASS
