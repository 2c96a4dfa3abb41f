"""What a client sees of options that only rulesets other than Samba have."""

from typing import Any

import pytest

from games.engine.legal import describe, options
from games.engine.phase import Phase
from games.engine.rulesets import load
from games.engine.table.hand import HandState
from games.engine.view import seat_view
from tests.engine.positions import after, lay_off, meld, table

KINGS = "KC KD KH KS"


def shown(state: HandState, kind: str) -> list[dict[str, Any]]:
    """The options of one type, examples apart."""
    view = seat_view(state, 0)
    found = [describe(view, option) for option in options(view)]
    return [
        {name: value for name, value in option.items() if name not in ("type", "example")}
        for option in found
        if option["type"] == kind
    ]


def examples_of(state: HandState, kind: str) -> list[dict[str, Any]]:
    """The examples of the options of one type."""
    view = seat_view(state, 0)
    found = [describe(view, option)["example"] for option in options(view)]
    return [example for example in found if example["type"] == kind]


def test_a_sequence_may_hold_a_wild_card() -> None:
    state = table("5H 6H JK 9C TD", melds=[KINGS], rules=load("black-samba"))
    assert shown(state, "meld") == [
        {
            "kind": "sequence",
            "suit": "H",
            "cards": ["5H", "6H", "JK"],
            "min": 3,
            "max": 3,
            "max_wilds": 1,
        }
    ]


def test_a_wild_card_continues_a_sequence() -> None:
    state = table("7H JK 9C TD", melds=["4H 5H 6H"], rules=load("black-samba"))
    assert shown(state, "lay_off") == [{"onto": 1, "cards": ["7H", "JK"], "max": 2, "max_wilds": 1}]


def test_melds_of_only_wild_cards_have_no_rank() -> None:
    state = table("2C 2D JK 9C TD", melds=["5C 5D 5H"], rules=load("bolivia"))
    assert shown(state, "meld") == [
        {"kind": "wild", "cards": ["2C", "2D", "JK"], "min": 3, "max": 3, "max_wilds": 3}
    ]


def test_a_meld_of_wild_cards_takes_others_until_it_closes() -> None:
    state = table("2C 2D 9C TD", melds=["2S 2S 2H JK JK JK"], rules=load("bolivia"))
    assert shown(state, "lay_off") == [{"onto": 1, "cards": ["2C", "2D"], "max": 1, "max_wilds": 1}]


def test_a_group_that_is_nearly_full_takes_no_more_wild_cards_than_there_is_room_for() -> None:
    state = table("KC KD JK JK 9C TD", melds=["KC KC KD KH KH KS"], rules=load("denexa"))
    assert shown(state, "lay_off") == [
        {"onto": 1, "cards": ["KC", "KD", "JK", "JK"], "max": 1, "max_wilds": 1}
    ]


def test_a_wild_card_goes_onto_a_sequence_below_it_first() -> None:
    """Of several examples the first is that in card order, natural cards before wild ones."""
    state = table("7H JK 9C TD", melds=["8H 9H TH"], rules=load("black-samba"))
    assert examples_of(state, "lay_off") == [{"type": "lay_off", "onto": 1, "cards": ["7H"]}]
    state = table("JK 9C TD", melds=["8H 9H TH"], rules=load("black-samba"))
    assert examples_of(state, "lay_off") == [
        {"type": "lay_off", "onto": 1, "cards": ["JK"], "as": "7"}
    ]


def test_threes_of_both_colours_are_a_meld_without_a_rank() -> None:
    state = table("3C 3H 3D JK 9C", melds=[KINGS], rules=load("royal"))
    assert shown(state, "meld") == [
        {"kind": "threes", "cards": ["3C", "3D", "3H", "JK"], "min": 3, "max": 4, "max_wilds": 1}
    ]


@pytest.mark.parametrize("slug", ["denexa", "official"])
def test_the_upcard_by_itself_takes_the_pile(slug: str) -> None:
    state = table("4C 5D", pile="9C KH", melds=["KC KD KS"], phase=Phase.DRAW, rules=load(slug))
    assert shown(state, "take_pile") == [
        {
            "card": "KH",
            "onto": 1,
            "with": [[]],
            "extra": [],
            "max_wilds": 0,
            "needs": 0,
            "melds": [],
        }
    ]
    assert shown(state, "take_top") == []


def test_the_upcard_by_itself_and_a_pair_are_two_options() -> None:
    state = table(
        "KS KS 5D", pile="9C KH", melds=["KC KD KS"], phase=Phase.DRAW, rules=load("denexa")
    )
    found = [(option["onto"], option["with"]) for option in shown(state, "take_pile")]
    assert found == [(1, [["KS", "KS"]]), (1, [[]]), (None, [["KS", "KS"]])]


def test_two_cards_in_sequence_take_the_pile() -> None:
    below = "4C 5C 9C TD JC QC"
    state = table(
        "5H 6H 8H AD", pile=f"{below} 7H", melds=[KINGS], phase=Phase.DRAW, rules=load("handfoot")
    )
    (option,) = shown(state, "take_pile")
    assert (option["onto"], option["with"]) == (None, [["5H", "6H"], ["6H", "8H"]])
    assert (option["extra"], option["max_wilds"]) == ([], 0)


def test_one_natural_and_a_wild_card_take_the_pile_for_a_sequence() -> None:
    state = table(
        "5H 8H JK AD", pile="9C 7H", melds=[KINGS], phase=Phase.DRAW, rules=load("black-samba")
    )
    (option,) = shown(state, "take_pile")
    assert option["with"] == [["5H", "JK"], ["8H", "JK"]]
    assert (option["extra"], option["max_wilds"]) == (["5H", "8H"], 1)


def test_a_side_opens_with_a_sequence_and_other_melds() -> None:
    below = "4C 5C 9C TD JC QC"
    hand = "5H 6H AC AD AS 4S 9H"
    state = table(hand, pile=f"{below} 7H", phase=Phase.DRAW, rules=load("handfoot"))
    (option,) = shown(state, "take_pile")
    assert (option["with"], option["needs"]) == ([["5H", "6H"]], 35)
    assert [along.get("rank") for along in option["melds"]] == ["A"]


def test_with_the_stock_gone_a_card_that_fits_must_be_taken() -> None:
    state = table(
        "4C 5D", pile="9C KH", melds=["KC KD KS"], phase=Phase.DRAW, stock="", rules=load("denexa")
    )
    assert shown(state, "draw") == []


def test_cards_that_are_never_discarded_are_no_discards() -> None:
    state = table("JK 4C 5D", melds=[KINGS], rules=load("sambola"))
    assert shown(state, "discard") == [{"cards": ["4C", "5D"]}]


def test_what_was_laid_in_this_turn_can_be_taken_back() -> None:
    rules = load("handfoot")
    state = table("QC QD QH KS 4C 5D 6H", melds=[KINGS], rules=rules)
    assert shown(state, "take_back") == []
    state = after(state, meld("QC QD QH"), lay_off(1, "KS"))
    assert shown(state, "take_back") == [{"max": 2}]
    assert state.so_far is not None
    state.so_far = state.so_far._replace(taken_back=19)
    assert shown(state, "take_back") == [{"max": 1}]


def test_before_its_first_melds_a_side_sees_what_each_can_be_worth_and_what_is_then_missing() -> (
    None
):
    state = table("AH AD AS JK KH KD KS 7C 7D 4S", score=3000)
    found = {option["rank"]: option for option in shown(state, "meld")}
    assert {rank: (each["points"], each["needs"]) for rank, each in found.items()} == {
        "A": (110, 10),
        "K": (80, 40),
        "7": (60, 60),
    }


def test_an_example_holds_no_meld_that_it_could_do_without() -> None:
    state = table("AH AD AS KH KD KS JH JD JS 4H 4D 4S 9C TD", score=1500)
    view = seat_view(state, 0)
    melds = {
        option["rank"]: sorted(meld["cards"] for meld in option["example"]["melds"])
        for option in [describe(view, option) for option in options(view)]
        if option["type"] == "meld"
    }
    fours, jacks = ["4D", "4H", "4S"], ["JD", "JH", "JS"]
    kings, aces = ["KD", "KH", "KS"], ["AD", "AH", "AS"]
    assert melds == {
        "4": [fours, aces, jacks],
        "J": [aces, jacks],
        "K": [aces, kings],
        "A": [aces, jacks],
    }


def test_a_side_that_has_melded_lacks_nothing() -> None:
    (option,) = shown(table("AH AD AS 9C", melds=[KINGS]), "meld")
    assert "points" not in option
    assert "needs" not in option
