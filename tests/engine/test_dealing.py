"""Dealing."""

import pytest

from games.engine.cards import cards_of, expand
from games.engine.deal import dealt
from games.engine.events import GameCreated, GameStarted
from games.engine.match import Match, absorb_event, deal
from games.engine.phase import Phase
from games.engine.table.hand import HandState
from tests.engine.positions import CLASSIC

PACK = expand(CLASSIC.pack_counts(4))


def dealt_hand(seats: int, dealer: int) -> HandState:
    match = Match(GameCreated({}, {}, seats, False, (0,) * CLASSIC.sides(seats), ""), CLASSIC)
    absorb_event(match, GameStarted())
    deal(match, PACK, dealer=dealer, next_commitment="")
    assert match.hand is not None
    return match.hand


def test_the_pack_has_162_cards() -> None:
    assert len(PACK) == CLASSIC.pack.size(4) == 162
    assert PACK.count(52) == 6
    assert all(PACK.count(kind) == 3 for kind in range(52))


@pytest.mark.parametrize(
    ("seats", "hand", "stock"),
    [
        pytest.param(2, 15, 131, id="two players"),
        pytest.param(3, 15, 116, id="three players"),
        pytest.param(4, 15, 101, id="four players"),
        pytest.param(5, 15, 86, id="five players"),
        pytest.param(6, 13, 83, id="six players"),
    ],
)
def test_hands_upcard_and_stock(seats: int, hand: int, stock: int) -> None:
    state = dealt_hand(seats, dealer=0)
    assert state.sizes == [hand] * seats
    assert [sum(counts) for counts in state.hands] == [hand] * seats
    assert (len(state.pile), len(state.stock)) == (1, stock)


@pytest.mark.parametrize(
    ("dealer", "hands"),
    [
        (2, ["4C 7C", "5C 8C", "6C 9C"]),
        (0, ["6C 9C", "4C 7C", "5C 8C"]),
        (1, ["5C 8C", "6C 9C", "4C 7C"]),
    ],
)
def test_cards_go_round_one_at_a_time_from_the_dealers_left(dealer: int, hands: list[str]) -> None:
    order = cards_of("4C 5C 6C 7C 8C 9C KH QS JD AS")
    counts, feet, upcard, stock = dealt(order, 2, 3, dealer)
    assert [expand(hand) for hand in counts] == [cards_of(hand) for hand in hands]
    assert (feet, (upcard,)) == ((), cards_of("KH"))
    assert stock[::-1] == list(cards_of("QS JD AS"))


@pytest.mark.parametrize(("seats", "dealer", "first"), [(4, 0, 1), (4, 3, 0), (2, 1, 0), (6, 4, 5)])
def test_the_player_to_the_dealers_left_begins(seats: int, dealer: int, first: int) -> None:
    state = dealt_hand(seats, dealer)
    assert (state.turn, state.phase, state.to_act) == (first, Phase.DRAW, (first,))


@pytest.mark.parametrize("upcard", ["3H", "3S", "2C", "JK"])
def test_whatever_is_turned_up_stays(upcard: str) -> None:
    order = cards_of(f"4C 5C 6C 7C {upcard} 8C")
    turned = dealt(order, 2, 2, 0)
    assert (turned.upcard, turned.stock) == (cards_of(upcard)[0], list(cards_of("8C")))


def test_second_hands_are_dealt_after_the_first_and_before_the_upcard() -> None:
    order = cards_of("4C 5C 4D 5D 6C 7C 6D 7D KH QS")
    hands, feet, upcard, stock = dealt(order, 2, 2, 1, foot_size=2)
    assert [expand(hand) for hand in hands] == [cards_of("4C 4D"), cards_of("5C 5D")]
    assert [expand(foot) for foot in feet] == [cards_of("6C 6D"), cards_of("7C 7D")]
    assert (upcard, stock) == (cards_of("KH")[0], list(cards_of("QS")))


def test_a_rejected_upcard_goes_below_the_stock_and_the_next_is_turned() -> None:
    turned = dealt(cards_of("4C 5C 2H 7S KH QS JD"), 1, 2, 1, rejected=2)
    assert turned.upcard == cards_of("KH")[0]
    assert turned.stock[::-1] == list(cards_of("QS JD 2H 7S"))


@pytest.mark.parametrize(
    ("seats", "partners"),
    [
        (2, [(), ()]),
        (3, [(), (), ()]),
        (4, [(2,), (3,), (0,), (1,)]),
        (5, [()] * 5),
        (6, [(3,), (4,), (5,), (0,), (1,), (2,)]),
    ],
)
def test_who_plays_with_whom(seats: int, partners: list[tuple[int, ...]]) -> None:
    state = dealt_hand(seats, dealer=0)
    assert [state.partners(seat) for seat in range(seats)] == partners
