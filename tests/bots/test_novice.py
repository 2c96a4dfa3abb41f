"""What a novice does, by example: seat 0's turn, with side 0's melds."""

from random import Random

import pytest

from games.bots.novice import novice
from games.engine.actions import (
    Action,
    AnswerOut,
    AskOut,
    Discard,
    Draw,
    LayMelds,
    LayOff,
    LayRedThree,
    Merge,
    NewMeld,
    Pass,
    TakePile,
    TakeTop,
)
from games.engine.cards import cards_of, parse
from games.engine.phase import Phase
from games.engine.rulesets import resolve
from games.engine.table.hand import PermissionState
from games.engine.view import SeatView
from tests.bots.tables import view

CANASTAS = ("KC KC KC KD KD KD KH", "QC QC QC QD QD QD QH")
ASKING = resolve({"extends": "classic", "overrides": {"going_out": {"permission": "required"}}})
ASKED = PermissionState(asked_by=2, asked=(0,))


def choice(seen: SeatView) -> Action:
    return novice(seen, (), Random(0))


def off(onto: int, cards: str) -> LayOff:
    return LayOff(onto, cards_of(cards))


def meld(*melds: str) -> LayMelds:
    return LayMelds(tuple(NewMeld(cards_of(cards)) for cards in melds))


@pytest.mark.parametrize(
    ("hand", "pile", "melds", "expected"),
    [
        ("KC KD 4C 9H", "5C KH", ["8C 8D 8H"], TakePile(cards_of("KC KD"))),
        ("KC KD KS 9H", "5C KH", ["8C 8D 8H"], TakePile(cards_of("KC KD KS"))),
        ("8C 8D 4C 9H", "5C 8S", ["8C 8D 8H"], TakePile(cards_of("8C 8D"), onto=1)),
        ("KC KD 4C 9H", "5C KS", CANASTAS[:1], TakePile(cards_of("KC KD"))),
        ("KC 4C 9H", "5C 9D", ["5D 6D 7D 8D"], TakeTop(1)),
        ("KC KD 4C 9H", "5C 2H", ["8C 8D 8H"], Draw()),
        ("KC KD 4C 9H", "5C KH", [], Draw()),
        ("AC AD 4C 9H", "5C AH", [], TakePile(cards_of("AC AD"))),
        ("KC KD KS", "KH", ["8C 8D 8H"], TakePile(cards_of("KC KD"))),
    ],
    ids=[
        "a pile",
        "with all of its rank",
        "onto a group",
        "anew beside a canasta",
        "a top card",
        "a blocked pile",
        "too little to open",
        "enough to open",
        "keeping a card",
    ],
)
def test_every_pile_is_taken(hand: str, pile: str, melds: list[str], expected: Action) -> None:
    assert choice(view(hand, pile=pile, melds=melds, phase=Phase.DRAW)) == expected


@pytest.mark.parametrize(
    ("hand", "melds", "expected"),
    [
        ("AC AD AH 4C 9H JD", [], meld("AC AD AH")),
        ("3D 3H 4C 9H JD", ["8C 8D 8H"], LayRedThree(cards_of("3D 3H"))),
        ("9D TD 4D 9H JC", ["5D 6D 7D 8D"], off(1, "4D 9D TD")),
        ("8S KD KH KS 4C", ["8C 8D 8H"], off(1, "8S")),
        ("KD KH KS 4C 9H", ["8C 8D 8H"], meld("KD KH KS")),
        ("4S 5S 6S 7S KD 9H", ["8C 8D 8H"], meld("4S 5S 6S 7S")),
        ("4S 5S 6S 7S 8S 9S TS JS 9H", ["KC KD KH"], meld("4S 5S 6S 7S 8S 9S TS")),
        ("4S 9H", ["8C 8D 8H", "8C 8D 8S"], Merge(1, 2)),
        ("2S JK 9H 4C", ["8C 8C 8D 8D 8H"], off(1, "2S JK")),
        ("2S 9H 4C", ["8C 8C 8D 8D 8H"], Discard(parse("4C"))),
        ("2S JK", ["8C 8C 8D 8D 8H"], Discard(parse("2S"))),
        ("2S 4C", CANASTAS, off(1, "2S")),
        ("2S 4C 9H", CANASTAS, Discard(parse("4C"))),
        ("4C", CANASTAS, Discard(parse("4C"))),
        ("4C", CANASTAS[:1], Pass()),
        ("3C 3S 2S", CANASTAS, meld("2S 3C 3S")),
    ],
    ids=[
        "opens",
        "lays red threes",
        "a sequence first",
        "a group before a new one",
        "a new group",
        "a new sequence",
        "a samba at once",
        "merges what is short",
        "wild cards close a canasta",
        "and do nothing less",
        "never with the last card",
        "unless they go out",
        "which they do not",
        "goes out by discard",
        "passes with its last card",
        "goes out with black threes",
    ],
)
def test_all_that_can_be_melded_is(hand: str, melds: list[str], expected: Action) -> None:
    assert choice(view(hand, melds=melds)) == expected


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("KC KD 8S 9S 4H", "4H"),
        ("KC KD 8S TS 4H", "4H"),
        ("KC KD 8S 9S JK 2H QH", "QH"),
        ("KC KD 3S QH", "3S"),
        ("3C 3S QH", "3C"),
        ("KC KD 8S TS", "8S"),
        ("JK 2H", "2H"),
    ],
)
def test_the_card_of_least_use_is_thrown(hand: str, thrown: str) -> None:
    assert choice(view(hand, melds=["5C 5D 5H"])) == Discard(parse(thrown))


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ("", True),
        ("KC KD 4C", True),
        ("JK JK JK JK", True),
        ("JK JK JK JK 4C", False),
        ("3H", False),
        ("3C", True),
    ],
)
def test_a_partner_may_go_out_unless_the_hand_costs_more_than_it_earns(
    hand: str, *, answer: bool
) -> None:
    asked = view(hand, melds=CANASTAS, phase=Phase.ANSWER, permission=ASKED)
    assert choice(asked) == AnswerOut(answer)


def test_where_asking_is_required_the_last_card_waits_for_the_answer() -> None:
    assert choice(view("4C", melds=CANASTAS, rules=ASKING)) == AskOut()
    granted = PermissionState(0, (2,), ((2, True),), granted=True)
    assert choice(view("4C", melds=CANASTAS, rules=ASKING, permission=granted)) == Discard(
        parse("4C")
    )
    refused = PermissionState(0, (2,), ((2, False),), granted=False)
    assert choice(view("4C", melds=CANASTAS, rules=ASKING, permission=refused)) == Pass()


CLOSED = resolve({"extends": "classic", "overrides": {"group": {"max_size": 7}}})
ALMOST_OPEN = resolve({"extends": "classic", "overrides": {"group": {"max_size": 8}}})


def test_groups_that_close_are_not_overfilled() -> None:
    eight = view("KC KC KC KD KD KD KH KH 4C", melds=["8C 8D 8H"], rules=CLOSED)
    assert choice(eight) == meld("KC KC KC KD KD KD KH")
    pile = view("8C 8C 8D 4C", pile="5C 8S", melds=["8C 8D 8H 8H"], phase=Phase.DRAW, rules=CLOSED)
    assert choice(pile) == TakePile(cards_of("8C 8C"), onto=1)
    going_out = view("2S 2H 4C", melds=CANASTAS, rules=ALMOST_OPEN)
    assert choice(going_out) == off(1, "2S" if parse("2S") < parse("2H") else "2H")
