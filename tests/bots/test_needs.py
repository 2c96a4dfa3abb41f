"""What a novice does where going out takes canastas of certain kinds: seat 0's turn, by example."""

from random import Random

import pytest

from games.bots.novice import novice
from games.engine.actions import Action, AskOut, Discard, Draw, LayMelds, LayOff, NewMeld
from games.engine.cards import cards_of, parse
from games.engine.phase import Phase
from games.engine.rulesets import load
from tests.bots.tables import view

ESCALERA = "4C 5C 6C 7C 8C 9C TC"
EIGHTS = "8C 8C 8D 8D 8H"
BOOK = (
    *(" ".join([f"{rank}C {rank}D {rank}H"] * 2 + [f"{rank}S"]) for rank in "56TJQ"),
    "KC KD KH KS KC KD 2C",
    "2C 2D 2H 2S JK JK JK",
    "7C 7D 7H 7S 7C 7D 7H",
)


def choice(slug: str, hand: str, melds: tuple[str, ...], *, rounds: int) -> Action:
    return novice(view(hand, melds=melds, rules=load(slug), rounds=rounds), (), Random(0))


def off(onto: int, cards: str) -> LayOff:
    return LayOff(onto, cards_of(cards))


def meld(cards: str) -> LayMelds:
    return LayMelds((NewMeld(cards_of(cards)),))


@pytest.mark.parametrize(
    ("slug", "hand", "melds", "soon", "in_the_last_round"),
    [
        ("bolivia", "8D 8H 8C KD KH", ("4C 5C 6C",), Discard(parse("KD")), meld("8C 8D 8H")),
        ("bolivia", "8D 8H 8C KD KH", (ESCALERA,), meld("8C 8D 8H"), meld("8C 8D 8H")),
        ("bolivia", "8D 8H 8S 9S TS KD", (EIGHTS,), meld("8S 9S TS"), off(1, "8D 8H 8S")),
        ("mexican", "2S JK 9H 4C", (EIGHTS,), Discard(parse("4C")), off(1, "2S JK")),
        ("mexican", "2S 2H JK 9H 4C", (EIGHTS,), meld("2H 2S JK"), meld("2H 2S JK")),
        ("handfoot", "2S JK 9H 4C", (BOOK[5], EIGHTS), Discard(parse("4C")), off(2, "2S JK")),
        ("handfoot", "2S JK 9H 4C", (BOOK[6], EIGHTS), off(2, "2S JK"), off(2, "2S JK")),
    ],
    ids=[
        "a card that continues a sequence stays out of groups",
        "unless the sequence is complete",
        "a sequence that lacks comes before groups",
        "wild cards wait for their own meld",
        "and are laid in it",
        "they wait though a mixed canasta stands",
        "unless theirs stands",
    ],
)
def test_what_going_out_asks_for_is_kept_until_the_last_round(
    slug: str, hand: str, melds: tuple[str, ...], soon: Action, in_the_last_round: Action
) -> None:
    assert choice(slug, hand, melds, rounds=5) == soon
    assert choice(slug, hand, melds, rounds=0) == in_the_last_round


def test_a_side_opens_without_wild_cards_until_the_stock_runs_low() -> None:
    hand = "KC KD 2S AC AD 9H 4C"
    assert isinstance(choice("mexican", hand, (), rounds=6), Discard)
    assert isinstance(choice("mexican", hand, (), rounds=3), LayMelds)


def test_the_pile_is_not_opened_with_wild_cards_either() -> None:
    def drawing(rounds: int) -> Action:
        rules = load("mexican")
        seen = view("KC KD 2S AC 9H 4C", pile="5C KH", phase=Phase.DRAW, rules=rules, rounds=rounds)
        return novice(seen, (), Random(0))

    assert drawing(6) == Draw()
    assert drawing(3) != Draw()


def test_with_the_book_on_the_table_the_last_card_asks_for_leave() -> None:
    assert choice("handfoot", "9H", BOOK, rounds=5) == AskOut()
    assert choice("handfoot", "9H 9D", BOOK, rounds=5) == Discard(parse("9D"))


def test_no_wild_card_spoils_a_canasta_that_going_out_needs() -> None:
    red = ("KC KD KH KS KC KD KH", "QC QD QH QS QC QD QH", "JC JD JH JS JC JD 2S")
    assert choice("sambola", "2H 4C", red, rounds=5) == off(3, "2H")
    assert choice("sambola", "2H 2D 4C", red[:2], rounds=5) == Discard(parse("4C"))


def test_a_group_becomes_a_mixed_canasta_only_where_one_is_useful() -> None:
    mixed, lacking = "JC JD JH JS JC JD 2S", "KC KD KH KS KC KD"
    assert choice("sambola", "2H 4C 9D", (mixed, lacking), rounds=5) == Discard(parse("4C"))
    assert choice("sambola", "2H 4C 9D", (lacking,), rounds=5) == off(1, "2H")


def test_a_wild_card_makes_a_sequence_whole_unless_pure_ones_are_lacking() -> None:
    six, mixed = "4C 5C 6C 7C 8C 9C", "JC JD JH JS JC JD 2S"
    whole = LayOff(1, cards_of("2H"), as_=8)
    assert choice("black-samba", "2H 4D QD", (six,), rounds=5) == whole
    assert choice("sambola", "2H 4D QD", (six,), rounds=5) == whole
    assert choice("sambola", "2H 4D QD", (six, mixed), rounds=5) == Discard(parse("4D"))


def test_what_is_kept_for_a_sequence_is_not_thrown() -> None:
    assert choice("bolivia", "TC KD KH", ("4C 5C 6C",), rounds=5) == Discard(parse("KD"))


def test_two_cards_stay_where_the_last_may_not_be_discarded_yet() -> None:
    assert choice("denexa", "8S 8C 8D", (EIGHTS,), rounds=5) == off(1, "8C")
