"""The same moment of a game with other hidden cards, and all that somebody is shown of either."""

import json
from collections.abc import Iterable, Sequence
from random import Random

from games.engine import events as ev
from games.engine.cards import KINDS, counts_of, expand
from games.engine.event_view import event_view
from games.engine.match import Match
from games.engine.table.hand import HandState
from games.engine.view import Audience, match_view, seat_view

Watcher = int | None
"""A seat, or None for an onlooker."""


def shown(match: Match, events: Iterable[ev.Event], watcher: Watcher) -> bytes:
    """Every byte that the watcher gets of the game as it is, and of what has just happened.

    The seat's view is in it, from which its legal actions and its bot's moves follow.
    """
    view = match_view(match, Audience(watcher))
    log = [event_view(event, watcher) for event in events]
    seen = (
        "" if match.hand is None else repr(seat_view(match.hand, watcher)[1:])
    )  # the rules are everybody's
    return json.dumps([view, log, repr(seen)]).encode()


def other_match(match: Match, watcher: Watcher, rng: Random) -> Match:
    """A match in which chance has put every card that the watcher may not see."""
    other = match.copy()
    if other.hand is not None:
        other.hand = _other_hand(other.hand, watcher, rng)
    return other


def other_events(events: Iterable[ev.Event], watcher: Watcher, rng: Random) -> list[ev.Event]:
    """The events with other cards where the watcher may not see them."""
    return [_other_event(event, watcher, rng) for event in events]


def _other_hand(state: HandState, watcher: Watcher, rng: Random) -> HandState:
    other = state.copy()
    hidden = [seat for seat in range(state.seats) if seat != watcher]
    cards = [*state.stock]
    for held in (*(state.hands[seat] for seat in hidden), *state.feet):
        cards += expand(held)
    rng.shuffle(cards)
    for seat in hidden:
        other.hands[seat] = counts_of(_dealt(cards, state.sizes[seat]))
    other.feet = tuple(bytes(counts_of(_dealt(cards, sum(foot)))) for foot in state.feet)
    other.stock = cards
    if state.so_far is not None and state.so_far.start is not None:
        start = _other_hand(state.so_far.start, watcher, rng)
        other.so_far = state.so_far._replace(start=start)
    return other


def _dealt(cards: list[int], number: int) -> list[int]:
    taken = cards[:number]
    del cards[:number]
    return taken


def _other_event(event: ev.Event, watcher: Watcher, rng: Random) -> ev.Event:
    if isinstance(event, ev.HandDealt):
        return event._replace(order=_other_order(event, watcher, rng))
    if isinstance(event, ev.CardsDrawn) and event.seat != watcher:
        cards = [card if card in event.red_threes else _any(rng) for card in event.cards]
        return event._replace(cards=tuple(cards))
    if isinstance(event, ev.AsideTaken | ev.FootTaken) and event.seat != watcher:
        return event._replace(cards=tuple(_any(rng) for _ in event.cards))
    return event


def _any(rng: Random) -> int:
    return rng.randrange(KINDS)


def _other_order(event: ev.HandDealt, watcher: Watcher, rng: Random) -> tuple[int, ...]:
    """Another pack, with the watcher's cards and the upcards in their places."""
    full = event.seats * event.hand_size
    top = full + event.seats * event.foot_size
    seen = set(range(top, top + event.rejected + 1))
    if watcher is not None:
        seen |= set(range((watcher - event.dealer - 1) % event.seats, full, event.seats))
    places = [place for place in range(len(event.order)) if place not in seen]
    return _permuted(event.order, places, rng)


def _permuted(order: Sequence[int], places: Sequence[int], rng: Random) -> tuple[int, ...]:
    cards, other = [order[place] for place in places], list(order)
    rng.shuffle(cards)
    for place, card in zip(places, cards, strict=True):
        other[place] = card
    return tuple(other)
