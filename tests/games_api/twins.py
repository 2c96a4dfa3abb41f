"""Two deals for one play: they differ in every card that the watching seat does not come to see."""

import random
from collections.abc import Iterable
from typing import Any, NamedTuple

from games.engine import events as ev
from games.engine.cards import RED_THREES, expand, faces
from games.engine.codec import action_out, snake
from games.engine.events import GameCreated
from games.engine.legal import example, options
from games.engine.match import Match, deal, play
from games.engine.rulesets import load, to_document
from games.engine.view import seat_view


class Step(NamedTuple):
    """One move, and the types of the events that it causes."""

    seat: int
    action: dict[str, Any]
    caused: frozenset[str]


class Twins(NamedTuple):
    """The play, and the two packs, as faces."""

    play: list[Step]
    order: list[str]
    other: list[str]
    hidden: int
    """How many places of the pack hold a card that the watching seat never sees."""
    replaced: frozenset[int]
    """The seats whose red threes were replaced before anybody moved."""


class Places:
    """Where in the pack the cards are that each seat has held, and which of them were shown."""

    def __init__(self, order: tuple[int, ...], seats: int, hand: int, foot: int) -> None:
        full, top = seats * hand, seats * (hand + foot)
        turns = [(seat - 1) % seats for seat in range(seats)]
        self.order = order
        self.held = [list(range(turn, full, seats)) for turn in turns]
        self.feet = [list(range(full + turn, top, seats)) for turn in turns]
        self.stock = iter(range(top + 1, len(order)))
        self.shown = {top}

    def follow(self, event: Any, watcher: int) -> None:
        """Keep up with what `event` moves and shows."""
        if isinstance(event, ev.CardsDrawn):
            self.held[event.seat] += [next(self.stock) for _ in event.cards]
            self._show(event.seat, event.red_threes)
        elif isinstance(event, ev.FootTaken):
            self.held[event.seat] += self.feet[event.seat]
            self.feet[event.seat] = []
        elif isinstance(event, ev.Melded | ev.LaidOff | ev.RedThreeLaid):
            self._show(event.seat, event.cards)
        elif isinstance(event, ev.CardDiscarded):
            self._show(event.seat, (event.card,))
        self.shown |= set(self.held[watcher])

    def _show(self, seat: int, cards: Iterable[int]) -> None:
        for card in cards:
            places = [place for place in self.held[seat] if self.order[place] == card]
            self.shown |= set([place for place in places if place not in self.shown][:1])

    def other(self, rng: random.Random) -> tuple[tuple[int, ...], int]:
        """Another pack, alike in what was shown, and how many places were not.

        A red three that nobody laid stays where nobody has held a card.
        """
        hidden = [place for place in range(len(self.order)) if place not in self.shown]
        came = {place for held in self.held for place in held}
        free = [place for place in hidden if place not in came]
        cards = [self.order[place] for place in hidden]
        red = [card for card in cards if card in RED_THREES]
        rest = [card for card in cards if card not in RED_THREES]
        rng.shuffle(rest)
        new = list(self.order)
        threes = dict(zip(rng.sample(free, len(red)), red, strict=True))
        for place in hidden:
            new[place] = threes[place] if place in threes else rest.pop()
        return tuple(new), len(hidden)


def twins(slug: str, *, seats: int = 4, moves: int, seed: int, watcher: int = 1) -> Twins:
    """A hand by a ruleset of `moves` random moves; seat 0 deals."""
    rules, rng = load(slug), random.Random(seed)
    created = GameCreated(to_document(rules), {}, seats, True, (0,) * rules.sides(seats), "")
    match = Match(created, rules)
    match.started = True
    order = list(expand(rules.pack_counts(seats)))
    rng.shuffle(order)
    seating = rules.seating
    places = Places(tuple(order), seats, seating.hand_size[seats], seating.foot_size[seats])
    dealt, *caused = deal(match, tuple(order), dealer=0, next_commitment="")
    assert isinstance(dealt, ev.HandDealt)
    assert not dealt.rejected
    steps = [*_played(match, rng, caused, places, watcher, moves)]
    other, hidden = places.other(rng)
    replaced = frozenset(event.seat for event in caused if isinstance(event, ev.CardsDrawn))
    return Twins(steps, faces(order), faces(other), hidden, replaced)


def _played(
    match: Match, rng: random.Random, caused: list[Any], places: Places, watcher: int, moves: int
) -> Iterable[Step]:
    for event in caused:
        places.follow(event, watcher)
    for _ in range(moves):
        assert match.hand is not None
        seat = match.hand.to_act[0]
        view = seat_view(match.hand, seat)
        action = example(view, rng.choice(options(view)))
        events = play(match, seat, action)
        for event in events:
            places.follow(event, watcher)
        names = frozenset(snake(type(event).__name__) for event in events)
        yield Step(seat, action_out(action), names)
