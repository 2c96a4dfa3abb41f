"""Legal options against every accepted action of small hands."""

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from games.engine.actions import Action, AnswerOut, AskOut, Draw, LayMelds, Merge, NewMeld, TakeTop
from games.engine.cards import cards_of, parse
from games.engine.codec import action_in, action_out
from games.engine.legal import describe, example, options, sample
from games.engine.phase import Phase
from games.engine.table.hand import HandState
from games.engine.view import seat_view
from tests.depth import cases, one_of
from tests.engine.judge import WILD, kind
from tests.engine.laws import is_accepted, reshuffle
from tests.engine.oracle import accepted, subsets
from tests.engine.positions import after, discard, meld, table, take, verdict
from tests.engine.samples import SCORES, some_position

KINGS, QUEENS = "KC KD KH KS KC KD KH", "QC QD QH QS QC QD QH"
FOURS, FIVES = "4C 4D 4H 4S 4C 4D 4H", "5C 5D 5H 5S 5C 5D 5H"
Options = list[dict[str, Any]]


def described_options(state: HandState, seat: int = 0) -> Options:
    """The options of `seat` as the API shows them."""
    view = seat_view(state, seat)
    return [describe(view, option) for option in options(view)]


def within(cards: list[str], option: dict[str, Any]) -> bool:
    """True if `cards` are among the option's cards, and not more of them than it allows."""
    wilds = sum(card in WILD for card in cards)
    return (
        Counter(cards) <= Counter(option["cards"])
        and option.get("min", 1) <= len(cards) <= option["max"]
        and wilds <= option["max_wilds"]
    )


def melds_fall_under(melds: list[dict[str, Any]], choices: Options) -> bool:
    """True if every new meld is one of the option's kind, rank or suit, and cards."""
    return all(
        any(
            option["kind"] == kind(meld["cards"]) and within(meld["cards"], option)
            for option in choices
        )
        for meld in melds
    )


def pile_falls_under(action: dict[str, Any], option: dict[str, Any]) -> bool:
    """True if a take is a pair of the option's, cards that may be added, and its melds."""
    along = Counter(action["with"])
    pairs = [Counter(pair) for pair in option["with"]]
    return (
        option["onto"] == action.get("onto")
        and any(pair <= along and along - pair <= Counter(option["extra"]) for pair in pairs)
        and sum(card in WILD for card in action["with"]) <= option["max_wilds"]
        and melds_fall_under(action.get("melds", []), option["melds"])
    )


def falls_under(action: dict[str, Any], choices: Options) -> bool:
    """True if the options describe `action`."""
    same = [option for option in choices if option["type"] == action["type"]]
    match action["type"]:
        case "meld":
            return melds_fall_under(action["melds"], same)
        case "take_pile":
            return any(pile_falls_under(action, option) for option in same)
        case "lay_off":
            return any(o["onto"] == action["onto"] and within(action["cards"], o) for o in same)
        case "lay_red_three":
            return any(Counter(action["cards"]) <= Counter(o["cards"]) for o in same)
        case "discard":
            return any(action["card"] in option["cards"] for option in same)
        case "answer_out":
            return any(action["answer"] in option["answers"] for option in same)
        case "take_top":
            return any(option["onto"] == action["onto"] for option in same)
        case "merge":
            return any((o["into"], o["from"]) == (action["into"], action["from"]) for o in same)
    return bool(same)


def singles(option: dict[str, Any]) -> list[Action]:
    """The actions that an option lists one by one; each must be legal."""
    match option["type"]:
        case "discard":
            return [discard(card) for card in option["cards"]]
        case "answer_out":
            return [AnswerOut(answer) for answer in option["answers"]]
        case "merge":
            return [Merge(option["into"], option["from"])]
        case "take_top":
            return [TakeTop(option["onto"])]
    return []


def check(state: HandState, seat: int, rng: Random) -> Counter[str]:
    """Hold the options of `seat` against all that is accepted; returns what was seen."""
    view = seat_view(state, seat)
    found = options(view)
    choices = [describe(view, option) for option in found]
    assert bool(found) is (seat in state.to_act)
    for option, shown in zip(found, choices, strict=True):
        assert verdict(state, example(view, option), seat) is None, shown
        assert verdict(state, sample(view, [option], rng), seat) is None, shown
        assert action_in(shown["example"]) == example(view, option)
        assert falls_under(shown["example"], choices), shown
        assert all(is_accepted(state, seat, action) for action in singles(shown)), shown
    everything = accepted(state, seat) if seat in state.to_act else []
    for action in everything:
        assert falls_under(action_out(action), choices), action
    return Counter(type(action).__name__ for action in everything)


@pytest.mark.parametrize("seed", one_of(4, range(16)))
def test_options_late_in_a_hand(seed: int) -> None:
    rng, seen = Random(2000 + seed), Counter[str]()
    for _ in range(cases(50, 150)):
        state = some_position(rng, score=rng.choice(SCORES), hand_size=7)
        for seat in range(state.seats):
            if state.sizes[seat] <= 8:
                seen += check(state, seat, Random(seed))  # positions do not hang on samples
    assert {"Discard", "LayMelds", "LayOff", "TakePile", "Draw", "LayRedThree"} <= set(seen)


NEAR_THE_MINIMUM = product(
    [-5, 0, 1500, 3000, 7000],
    [
        "AH AD AS KH KD KS 2C",
        "4H 5H 6H 9H 9D 9S JK",
        "AH AD 2C QH QD 2D JK",
        "7C 8C 9C TC JC QC KC 4D",
        "4H 4D 4S 4C 5D",
        "AH AD AS",
        "JH JD JS JC QH KH AH 2C JK",
        "9C 9D TC JC QC 2C JK 3H",
    ],
    ["", "4S AC", "9H", "JC", "3S"],
)


@pytest.mark.parametrize(("score", "hand", "pile"), one_of(3, NEAR_THE_MINIMUM))
def test_options_of_a_hand_near_the_minimum(score: int, hand: str, pile: str) -> None:
    phase = Phase.DRAW if pile else Phase.PLAY
    check(table(hand, score=score, pile=pile, phase=phase), 0, Random(1))


@pytest.mark.parametrize("melds", [[], [KINGS], [KINGS, QUEENS], [KINGS, "QC QD QH QS QC QD"]])
@pytest.mark.parametrize(
    "hand",
    [
        "3C 3S 3C",
        "3C 3S 3C 4D",
        "3C 3S 2C KS",
        "3C 3S 3C KS QC",
        "3C 3S 3C 9C 9D 9H",
        "3C 3S 3C 3S 3C 3S JK",
        "3C 3S 3C 3H",
        "KS",
        "3H",
        "2C",
        "QC 9D",
        "QC QS",
    ],
)
def test_options_at_the_end_of_a_hand(melds: list[str], hand: str) -> None:
    check(table(hand, melds=melds), 0, Random(1))


@pytest.mark.parametrize("answer", [None, True, False])
@pytest.mark.parametrize("hand", ["KS", "4D", "3C 3S 3C", "9C 9D 9H", "9C 9D 9H 5C", "3H 3D"])
def test_options_around_the_question(hand: str, answer: bool | None) -> None:
    state = after(table(hand, melds=[KINGS, QUEENS], hands={2: "5C 6C"}), AskOut())
    if answer is not None:
        state = after(state, AnswerOut(answer), seat=2)
    for seat in (0, 2):
        check(state, seat, Random(1))


def test_options_after_black_threes() -> None:
    for last in ("KS", "4D", "2C", "3H", "3S"):
        state = table(f"3C 3S 3C {last}", melds=[KINGS, QUEENS, "KC KS KH"])
        check(after(state, meld("3C 3S 3C")), 0, Random(1))


@pytest.mark.parametrize("stock", [None, "", "9C"])
def test_options_before_the_draw(stock: str | None) -> None:
    state = table(
        "TC TD 5H", pile="TH", stock=stock, melds=["7H 8H 9H", "TC TD TS"], phase=Phase.DRAW
    )
    check(state, 0, Random(1))
    (draw,) = [option for option in described_options(state) if option["type"] == "draw"]
    assert draw["count"] == {None: 2, "": 0, "9C": 1}[stock]


@pytest.mark.parametrize("kings", ["KC KD KH", "KC KD KH KS", "KC KD KH KS KC 2C JK"])
@pytest.mark.parametrize("pile", ["KH", "4C KH"])
def test_options_of_a_hand_that_the_pile_would_empty(kings: str, pile: str) -> None:
    state = table("KS KD", pile=pile, melds=[QUEENS, kings], phase=Phase.DRAW)
    check(state, 0, Random(1))


def test_the_list_is_empty_when_the_hand_is_over() -> None:
    state = after(table("4C", stock="", phase=Phase.DRAW), Draw())
    assert [options(seat_view(state, seat)) for seat in range(4)] == [[], [], [], []]
    assert options(seat_view(state, None)) == []


@pytest.mark.parametrize("seed", range(4))
def test_meld_options_say_no_more_than_the_cards_allow(seed: int) -> None:
    """Each card listed is part of a meld of the kind, and one of the largest size exists."""
    rng = Random(3000 + seed)
    for _ in range(60):
        state = some_position(rng, hand_size=8)
        if state.phase is not Phase.PLAY or state.by_side[0].minimum is not None:
            continue
        for option in described_options(state):
            if option["type"] != "meld" or option.get("rank") == "3":
                continue
            made = [
                action_out(LayMelds((NewMeld(part),)))["melds"][0]["cards"]
                for part in parts_of(option["cards"])
            ]
            melds = [cards for cards in made if kind(cards) == option["kind"]]
            assert {card for cards in melds for card in cards} == set(option["cards"])
            assert max(map(len, melds)) == option["max"]
            assert min(map(len, melds)) == option["min"]
            assert (
                max(sum(card in WILD for card in cards) for cards in melds) == option["max_wilds"]
            )


def parts_of(cards: list[str]) -> list[tuple[int, ...]]:
    """All sub-multisets of `cards`."""
    return subsets(tuple(sorted(parse(card) for card in cards)))


def test_what_an_opening_with_the_pile_still_needs() -> None:
    state = table("AH AD KH KD KS 4C", pile="AC", score=3000, phase=Phase.DRAW)
    assert [option["type"] for option in described_options(state)] == ["draw"]
    state = table("AH AD KH KD KS JK 4C", pile="AC", score=3000, phase=Phase.DRAW)
    (pile,) = [option for option in described_options(state) if option["type"] == "take_pile"]
    assert (pile["card"], pile["onto"], pile["needs"]) == ("AC", None, 60)


def test_options_depend_on_nothing_hidden() -> None:
    rng = Random(7)
    for _ in range(200):
        state = some_position(rng, hand_size=9)
        seat = rng.choice(state.to_act)
        before = described_options(state, seat)
        reshuffle(state, seat, rng)
        assert described_options(state, seat) == before


@pytest.mark.parametrize(
    ("score", "canastas", "pair", "pile"),
    [
        pytest.param(0, (KINGS, QUEENS), "9C 9D", "9H", id="the whole hand"),
        pytest.param(0, (KINGS, QUEENS), "9C 9D", "4D 9H", id="but for a buried card"),
        pytest.param(1500, (FOURS, FIVES), "6C 6D", "6H", id="which only the threes make enough"),
    ],
)
def test_black_threes_are_laid_too_when_a_concealed_hand_goes_out_with_the_pile(
    score: int, canastas: tuple[str, str], pair: str, pile: str
) -> None:
    threes = "3C 3S 3C"
    hand = " ".join([*canastas, pair, threes])
    state = table(hand, pile=pile, score=score, phase=Phase.DRAW)
    action = take(pair, *canastas, threes)
    assert verdict(state, action) is None
    assert falls_under(action_out(action), described_options(state))


def test_a_concealed_hand_goes_out_in_one_action() -> None:
    state = table(f"{KINGS} {QUEENS} 9C")
    melds = LayMelds((NewMeld(cards_of(KINGS)), NewMeld(cards_of(QUEENS))))
    assert verdict(state, melds) is None
    assert falls_under(action_out(melds), described_options(state))


def test_black_threes_may_be_what_a_concealed_hand_lacks_to_go_out() -> None:
    eights, threes = "8C 8D 8H 8S 8C 8D 8H", "3C 3S 3C"
    for last in ("", " 9C"):
        state = table(f"{eights} {FOURS} {threes}{last}", score=3000)
        action = meld(eights, FOURS, threes)
        assert verdict(state, action) is None
        assert falls_under(action_out(action), described_options(state))
