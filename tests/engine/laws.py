"""Laws that hold after every action of every game, and games of random play to try them on.

They hold under every ruleset; the second judge knows only `classic`.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from random import Random

from games.engine import events as ev
from games.engine.actions import (
    Action,
    AskOut,
    Discard,
    LayMelds,
    LayOff,
    LayRedThree,
    NewMeld,
    Pass,
)
from games.engine.cards import ACE, FOUR, KINDS, counts_of, expand
from games.engine.codec import action_in, action_out, cards_text, event_in, event_out
from games.engine.errors import IllegalAction, Refusal
from games.engine.event_view import event_view
from games.engine.legal import example, options
from games.engine.match import Match, absorb_event, deal, play, replay_match
from games.engine.meld_kinds import GROUP, SEQUENCE, THREES
from games.engine.notation import position_out
from games.engine.phase import Phase
from games.engine.rules.decide import decide
from games.engine.rulesets import Declaring, Rules
from games.engine.snapshot import match_in, match_out
from games.engine.table.hand import HandState
from games.engine.table.meld import Meld
from games.engine.table.shapes import extended
from games.engine.view import Audience, match_view, seat_view
from tests.engine.judge import kind, split, total
from tests.engine.oracle import judged
from tests.engine.positions import CLASSIC, plain


class Game:
    """A game whose log is kept; `play` holds every action against the laws."""

    def __init__(self, seats: int, rng: Random, score: int = 0, rules: Rules = CLASSIC) -> None:
        scores = (score,) * rules.sides(seats)
        created = ev.GameCreated({}, {}, seats, False, scores, "")
        self.match = replay_match(created, rules, [ev.GameStarted()])
        self.start = snapshot_text(self.match)
        self.log: list[ev.Event] = []
        self.rng = rng
        self.accepted: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    @classmethod
    def at(cls, state: HandState, score: int, rng: Random) -> "Game":
        """A game that goes on from the middle of a hand."""
        game = cls(state.seats, rng, score, state.rules)
        game.match.hand = state
        game.start = snapshot_text(game.match)
        return game

    @property
    def hand(self) -> HandState:
        """The running hand."""
        assert self.match.hand is not None
        return self.match.hand

    def deal(self) -> None:
        """Deal the next hand in a random order."""
        dealer = self.match.next_dealer
        pack = expand(self.match.rules.pack_counts(self.match.seats))
        order = self.rng.sample(pack, len(pack))
        if dealer is None:
            dealer = self.rng.randrange(self.match.seats)
        self.log += deal(self.match, tuple(order), dealer=dealer, next_commitment="")

    def play(self, seat: int, action: Action, *, strictly: bool) -> bool:
        """Play `action` if it is legal; `strictly` holds the costly laws against it too."""
        state, scores = self.hand, self.match.scores[:]
        before = snapshot_text(self.match) if strictly else ""
        second = strictly and state.rules is CLASSIC
        judgement = judged(state, scores, seat, action) if second else None
        try:
            events = play(self.match, seat, action)
        except Refusal as refusal:
            events = []
            self.refused[refusal.rule.code] += 1
        assert judgement in (None, bool(events)), f"only one judge accepts {action}"
        if not events:
            assert not strictly or snapshot_text(self.match) == before
            return False
        self.log += events
        self.accepted[type(action).__name__] += 1
        cheap_laws(state)
        if self.match.hand is None:
            scoring_laws(state, events, scores, self.match)
        if strictly:
            assert action_in(json.loads(json.dumps(action_out(action)))) == action
            costly_laws(self)
        return True


def snapshot_text(match: Match) -> str:
    """The whole match as one text."""
    return json.dumps(match_out(match))


def cheap_laws(state: HandState) -> None:
    """No card is lost or made, caches are right, melds are melds, the turn can end."""
    rules = state.rules
    assert whereabouts(state) == rules.pack_counts(state.seats), "cards are lost or made"
    assert state.sizes == [sum(hand) for hand in state.hands]
    assert not unlaid(state), "a red three was not laid"
    melds = state.all_melds()
    for side, own in enumerate(state.by_side):
        assert {meld.side for meld in own.melds} <= {side}
        assert sorted(own.melds) == list(own.melds)
        assert own.canastas == sum(len(meld.cards) >= rules.canasta.size for meld in own.melds)
        assert (own.minimum is None) == bool(own.melds)
        ranks = Counter(meld.rank for meld in own.melds if meld.kind in (GROUP, THREES))
        assert own.repeated_ranks == tuple(sorted(rank for rank in ranks if ranks[rank] > 1))
    assert len({meld.id for meld in melds}) == len(melds)
    assert all(meld.id < state.next_meld for meld in melds)
    if rules is CLASSIC:
        for meld in melds:
            assert kind(split(cards_text(meld.cards))) == meld.kind, f"{meld} is none"
    if state.phase is Phase.PLAY:
        assert ends_of_turn(state) or goes_on(state), (
            f"no way to end the turn: {position_out(state)}"
        )
    assert (state.phase is Phase.OVER) == (not state.to_act)


def whereabouts(state: HandState) -> tuple[int, ...]:
    """How many cards of each kind there are in all places together."""
    counts = [sum(column) for column in zip(*state.hands, *state.feet, strict=True)]
    seen = [state.stock, state.pile, state.set_aside, *[side.red_threes for side in state.by_side]]
    seen += [meld.cards for meld in state.all_melds()]
    for cards in seen:
        for card in cards:
            counts[card] += 1
    return tuple(counts)


def unlaid(state: HandState) -> list[int]:
    """Red threes that somebody holds and should have laid by now."""
    rules = state.rules
    late = range(state.seats) if rules.red_threes.declaring is Declaring.DEAL else [state.turn]
    if state.phase is Phase.OVER or not rules.rejected.issuperset(rules.self_laying):
        return []  # A red three may be in the pile, and come with it.
    return [card for seat in late for card in rules.self_laying if state.hands[seat][card]]


def ends_of_turn(state: HandState) -> list[Action]:
    """The discards, or the pass, that would end the turn now."""
    hand, kept = state.hands[state.turn], state.rules.undiscardable
    found: list[Action] = [Discard(c) for c in range(KINDS) if hand[c] and c not in kept]
    return [action for action in [*found[:2], Pass()] if is_accepted(state, state.turn, action)]


def goes_on(state: HandState) -> bool:
    """True if the seat may ask, or end the hand with one action on the table."""
    view = seat_view(state, state.turn)
    actions = [AskOut(), *[example(view, option) for option in options(view)], *all_at_once(state)]
    return any(
        type(action) is AskOut or type(decide(state, state.turn, action)[-1]) is ev.HandEnded
        for action in actions
        if is_accepted(state, state.turn, action)
    )


def all_at_once(state: HandState) -> Iterator[Action]:
    """Every way to lay the whole hand at one place: an example lays as few cards as it can."""
    cards, own = expand(state.hands[state.turn]), state.by_side[state.turn % state.sides].melds
    for rank in (None, *range(FOUR, ACE + 1)):
        yield LayMelds((NewMeld(cards, rank),))
        yield from (LayOff(meld.id, cards, rank) for meld in own)
    yield LayRedThree(cards)


def is_accepted(state: HandState, seat: int, action: Action) -> bool:
    """True if the engine accepts `action`."""
    try:
        decide(state, seat, action)
    except Refusal:
        return False
    return True


def scoring_laws(
    state: HandState, events: Iterable[ev.Event], before: list[int], match: Match
) -> None:
    """The ended hand scores what the second judge says; lines add up, and onto the totals."""
    (scored,) = [event for event in events if isinstance(event, ev.HandScored)]
    for side, lines, points in scored.score:
        assert points == sum(line.points for line in lines)
        if state.rules is CLASSIC:
            assert points == total(plain(state), state.sides, side)
        assert points % 5 == 0
        assert match.scores[side] == before[side] + points


def costly_laws(game: Game) -> None:
    """The log and the snapshot give the state again, and no view shows what is hidden."""
    text, rules = snapshot_text(game.match), game.match.rules
    read = match_in(json.loads(text), rules)
    assert snapshot_text(read) == text
    assert read.last_hand == game.match.last_hand
    logged = json.loads(json.dumps([event_out(event) for event in game.log]))
    assert [event_in(data) for data in logged] == game.log
    again = match_in(json.loads(game.start), rules)
    for event in [event_in(data) for data in logged]:
        absorb_event(again, event)
    assert snapshot_text(again) == text
    if game.match.hand is not None:
        running = [match.hand for match in (game.match, again, read)]
        assert content(running[0]) == content(running[1]) == content(running[2])
        for meld in game.hand.all_melds():
            assert meld.open_to == takes(meld, rules)
            assert meld.naturals + meld.wilds == len(meld.cards)
        reader = game.rng.choice([None, *range(game.match.seats)])
        no_view_tells(game, reader)
    no_event_tells(game, game.rng.choice([None, *range(game.match.seats)]))


def content(hand: HandState | None) -> list[object] | None:
    """All that a hand holds, caches included, and the hand that its play may be taken back to."""
    if hand is None:
        return None
    members = {name: getattr(hand, name) for name in HandState.__slots__ if name != "rules"}
    if hand.so_far is not None:
        members["so_far"] = (*hand.so_far._replace(start=None), content(hand.so_far.start))
    return list(members.values())


def takes(meld: Meld, rules: Rules) -> int:
    """The kinds of which one may be added, found by trying each."""
    found = 0
    ends = (None, meld.rank - 1, meld.rank + len(meld.cards))
    for card, as_ in product(range(KINDS), ends if meld.kind == SEQUENCE else ends[:1]):
        try:
            extended(meld, (card,), rules, as_)
        except IllegalAction:
            continue
        found |= 1 << 8 * card
    return found


def no_view_tells(game: Game, reader: int | None) -> None:
    """Shuffle all that is hidden from `reader`: its views and its options stay the same."""
    real, other = game.match, match_in(match_out(game.match), game.match.rules)
    assert other.hand is not None
    reshuffle(other.hand, reader, game.rng)
    assert seat_view(game.hand, reader) == seat_view(other.hand, reader)
    assert match_view(real, Audience(reader)) == match_view(other, Audience(reader))


def reshuffle(state: HandState, reader: int | None, rng: Random) -> None:
    """Deal again the hands that `reader` does not see, all second hands and the stock."""
    others = [seat for seat in range(state.seats) if seat != reader]
    lying = [*[state.hands[seat] for seat in others], *state.feet]
    hidden = [*state.stock, *[card for counts in lying for card in expand(counts)]]
    rng.shuffle(hidden)
    for seat in others:
        state.hands[seat] = counts_of([hidden.pop() for _ in range(state.sizes[seat])])
    sizes = [sum(foot) for foot in state.feet]
    state.feet = tuple([bytes(counts_of([hidden.pop() for _ in range(n)])) for n in sizes])
    state.stock = hidden


def no_event_tells(game: Game, reader: int | None) -> None:
    """An event reads the same to `reader` whatever the cards were that it may not see."""
    for event in game.log[-12:]:
        changed = disguised(event, reader, game)
        assert event_view(changed, reader) == event_view(event, reader)


def disguised(event: ev.Event, reader: int | None, game: Game) -> ev.Event:
    """The event with other cards where `reader` may not look."""
    rng, match = game.rng, game.match
    if isinstance(event, ev.CardsDrawn | ev.FootTaken | ev.AsideTaken) and event.seat != reader:
        pack = expand(match.rules.pack_counts(match.seats))
        return event._replace(cards=tuple(rng.sample(pack, len(event.cards))))
    if isinstance(event, ev.HandDealt):
        hands = event.seats * event.hand_size
        upcard = hands + event.seats * event.foot_size + event.rejected
        hidden = [
            at
            for at in range(len(event.order))
            if at != upcard and (at >= hands or (event.dealer + 1 + at) % event.seats != reader)
        ]
        order = list(event.order)
        for at, new in zip(hidden, rng.sample(hidden, len(hidden)), strict=True):
            order[at] = event.order[new]
        return event._replace(order=tuple(order))
    return event
