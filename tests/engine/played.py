"""Games played at random and logged as a service would: every deal shuffled and proved."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, cast

from games.bots.policy import Policy
from games.bots.random_bot import random_action
from games.engine import shuffle
from games.engine.actions import Action
from games.engine.cards import parse
from games.engine.errors import Refusal
from games.engine.events import GameCreated, GameStarted, LastHandCalled
from games.engine.match import Match, absorb_event, deal, play
from games.engine.record import RecordRow, move_out, record_out
from games.engine.rulesets import resolve, to_document
from games.engine.view import seat_view
from tests.engine.oracle import proposal

NAMES = ["Ana", "Béla", "Chloé", "Dmitri", "Eve", "Ференц"]


@dataclass
class PlayedGame:
    """A game with its log, and the proofs that its service keeps."""

    match: Match
    rng: Random
    rows: list[RecordRow]
    given: int
    """How many of the first deals are given, as in practice."""
    proofs: dict[int, dict[str, Any] | None] = field(default_factory=dict)
    moves: list[dict[str, Any]] = field(default_factory=list)
    """Of the running or the last hand, as the record has them."""
    policies: tuple[Policy, ...] = (random_action,)
    """By seat, in turn."""
    shared_by: str | None = None
    """Where several tables play these deals: the source of their entropy."""

    def record(self) -> dict[str, Any]:
        names = NAMES[: self.match.seats]
        record = record_out("game-7", self.rows, names=names, proofs=self.proofs)
        return cast("dict[str, Any]", record)

    def deal(self) -> None:
        """Deal the next hand, in the last row of the log."""
        number, dealer = self.match.hands_played + 1, self.match.next_dealer
        proof = self._proof(number)
        self.proofs[number] = proof if number > self.given else None
        order = tuple(parse(face) for face in proof["order"])
        if dealer is None:
            dealer = self.rng.randrange(self.match.seats)
        dealt = deal(self.match, order, dealer=dealer, next_commitment="")
        self.rows[-1] = self.rows[-1]._replace(events=[*self.rows[-1].events, *dealt])
        self.moves = []

    def _proof(self, number: int) -> dict[str, Any]:
        source = self.shared_by or f"seat:{self.rng.randrange(self.match.seats)}"
        entropy = [(source, self.rng.randbytes(16).hex())]
        if number > 1 and not self.shared_by:
            entropy.append((f"moves:{number - 1}", shuffle.moves_entropy(self.moves)))
        pack, seats = self.match.rules.pack, self.match.seats
        scope = shuffle.ROUND if self.shared_by else "game"
        context = shuffle.Context("deal-7", number, pack.decks[seats], pack.jokers[seats], scope)
        return shuffle.proof(self.rng.randbytes(32), context, entropy)

    def move(self) -> None:
        """One legal action; the deal that follows a hand's end is part of its row."""
        hand = self.match.hand
        assert hand is not None
        seat = self.rng.choice(hand.to_act)
        policy = self.policies[seat % len(self.policies)]
        self._play(seat, policy(seat_view(hand, seat), (), self.rng))

    def call_last_hand(self) -> None:
        """The running hand is the last."""
        assert self.match.hand is not None
        event = LastHandCalled(self.match.hand.number, "time")
        absorb_event(self.match, event)
        self.rows.append(RecordRow(len(self.rows) + 1, None, None, [event]))

    def propose(self) -> None:
        """Any action; nothing happens where the rules refuse it. It needs no options."""
        hand = self.match.hand
        assert hand is not None
        seat = self.rng.choice(hand.to_act)
        with suppress(Refusal):
            self._play(seat, proposal(hand, seat, self.rng, eager=self.rng.choice((1, 2, 4))))

    def _play(self, seat: int, action: Action) -> None:
        events = play(self.match, seat, action)
        self.rows.append(RecordRow(len(self.rows) + 1, seat, action, events))
        self.moves.append(move_out(seat, action, events))
        if self.match.awaits_deal:
            self.deal()


def started(
    seed: int,
    *,
    extends: str = "classic",
    seats: int | None = None,
    hands: int = 2,
    given: int = 0,
    scores: tuple[int, ...] = (),
    overrides: Mapping[str, Mapping[str, Any]] | None = None,
    shared_by: str | None = None,
) -> PlayedGame:
    """A game whose first hand is dealt; with `given` deals or `scores` it is one of practice.

    `overrides` are house rules. Four play where the ruleset lets them and nothing else is said.
    """
    house = overrides or {}
    overrides = {**house, "game": {**house.get("game", {}), "hand_limit": hands}}
    rules = resolve({"extends": extends, "overrides": overrides})
    players = rules.seating.players
    seats = seats or (4 if 4 in players else players[0])
    created = GameCreated(
        ruleset=to_document(rules),
        overrides=overrides,
        seats=seats,
        practice=bool(given or scores),
        start_scores=scores or (0,) * rules.sides(seats),
        commitment="",
    )
    match = Match(created, rules)
    match.started = True
    rows = [RecordRow(1, None, None, [created]), RecordRow(2, None, None, [GameStarted()])]
    game = PlayedGame(match, Random(seed), rows, given, shared_by=shared_by)
    game.deal()
    return game


def finished(
    seed: int, policies: tuple[Policy, ...] = (random_action,), **settings: Any
) -> PlayedGame:
    """A whole game."""
    game = started(seed, **settings)
    game.policies = policies
    while game.match.result is None:
        game.move()
    return game
