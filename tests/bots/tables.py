"""Tables at which bots are asked, and all that they could be asked at."""

from collections.abc import Iterator, Sequence
from random import Random

from games.arena import deal_next, new_match
from games.bots.policy import Policy
from games.engine.cards import cards_of, counts_of
from games.engine.phase import Phase
from games.engine.rules.decide import decide
from games.engine.rulesets import Rules, load
from games.engine.table.changes import absorb
from games.engine.table.hand import HandState, PermissionState
from games.engine.table.shapes import new_meld
from games.engine.table.side import with_melds
from games.engine.view import SeatView, seat_view

CLASSIC = load("classic")


def view(
    hand: str,
    *,
    pile: str = "4C",
    melds: Sequence[str] = (),
    phase: Phase = Phase.PLAY,
    permission: PermissionState | None = None,
    rules: Rules = CLASSIC,
    rounds: int = 0,
) -> SeatView:
    """Seat 0 of four on its turn, holding `hand`; its side has `melds`, numbered from 1.

    Of two cards drawn in a turn the stock lasts for this many rounds and half of another.
    """
    state = HandState(rules, 4, (0, 0))
    state.hands[0] = counts_of(cards_of(hand))
    state.sizes = [len(cards_of(hand)), 9, 9, 9]
    state.pile, state.stock = cards_of(pile), list(cards_of("4C 5D 6H 7S")) * (2 * rounds + 1)
    if melds:
        laid = [new_meld(cards_of(text), number, 0, rules) for number, text in enumerate(melds, 1)]
        state.by_side[0] = with_melds(state.by_side[0], tuple(laid), rules)
    state.next_meld = len(melds) + 1
    state.permission = permission
    state.enter(phase)
    return seat_view(state, 0)


def positions(
    rules: Rules, policies: Sequence[Policy], rng: Random, *, hands: int
) -> Iterator[HandState]:
    """Every position of some hands in which a seat must act; `policies` play them, by seat."""
    match = new_match(rules, len(policies))
    for _ in range(hands):
        match.hand = match.last_hand = None
        hand = deal_next(match, rng)
        while hand.phase is not Phase.OVER:
            yield hand
            seat = hand.to_act[0]
            for event in decide(hand, seat, policies[seat](seat_view(hand, seat), (), rng)):
                absorb(hand, event)
