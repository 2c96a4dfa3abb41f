"""Games without a database: random play-outs, and bots against bots."""

from collections.abc import Sequence
from functools import cache
from itertools import cycle, islice, product
from math import sqrt
from random import Random
from statistics import mean, stdev
from time import process_time
from typing import Final, NamedTuple

from games.bots.novice import novice
from games.bots.policy import Policy
from games.bots.random_bot import random_action
from games.engine.cards import expand
from games.engine.events import GameCreated
from games.engine.legal import options, sample
from games.engine.match import Match, close_hand, deal
from games.engine.phase import DRAW, OVER
from games.engine.rules.decide import decide
from games.engine.rulesets import Rules
from games.engine.scoring.sheet import score
from games.engine.table.changes import absorb
from games.engine.table.hand import HandState
from games.engine.view import seat_view

ROUND = 4
"""Hands of a tournament's round, by default."""
FIELD: Final[tuple[Policy, ...]] = (novice, random_action)
"""Represents a club: a night has sides of unequal strength, which bots of one level do not have
(with only novices, margins in `classic` are half as wide).
"""


def new_match(rules: Rules, seats: int) -> Match:
    """A match without players whose first hand is to be dealt."""
    scores = (0,) * rules.sides(seats)
    match = Match(GameCreated({}, {}, seats, False, scores, ""), rules)
    match.started = True
    return match


def shuffled_pack(rules: Rules, seats: int, rng: Random) -> tuple[int, ...]:
    """The pack in a random order by `rng`; `engine.shuffle` has the fair shuffles of real games."""
    chance = rng.random
    return tuple(sorted(_pack(rules, seats), key=lambda _card: chance()))


@cache
def _pack(rules: Rules, seats: int) -> tuple[int, ...]:
    return expand(rules.pack_counts(seats))


def deal_next(match: Match, rng: Random) -> HandState:
    """Deal the next hand of `match`; the first dealer is drawn."""
    dealer = match.next_dealer
    if dealer is None:
        dealer = rng.randrange(match.seats)
    deal(match, shuffled_pack(match.rules, match.seats, rng), dealer=dealer, next_commitment="")
    assert match.hand is not None
    return match.hand


def random_hand(hand: HandState, rng: Random) -> int:
    """Play `hand` to its end at random; returns the number of actions."""
    actions = 0
    while hand.phase is not OVER:
        random_action_in(hand, rng)
        actions += 1
    return actions


def random_action_in(hand: HandState, rng: Random) -> None:
    """Play one random action out of all legal ones."""
    seat = hand.to_act[0]
    view = seat_view(hand, seat)
    action = sample(view, options(view), rng)
    for event in decide(hand, seat, action):
        absorb(hand, event)


def playout(rules: Rules, rng: Random, seats: int = 4) -> int:
    """Play a whole game at random, every action chosen among all legal ones; returns the number of
    actions.

    Random players may never reach the target: a game without a winner after 100 hands is left.
    """
    match = new_match(rules, seats)
    actions = 0
    while match.result is None and match.hands_played < 100:
        actions += random_hand(deal_next(match, rng), rng)
        close_hand(match)
    return actions


def bot_hand(hand: HandState, policies: Sequence[Policy], rng: Random) -> "Effort":
    """Play `hand` to its end with `policies` by seat, which read no log."""
    turns, cpu_s = [0] * hand.seats, [0.0] * hand.seats
    while hand.phase is not OVER:
        seat = hand.to_act[0]
        view = seat_view(hand, seat)
        turns[seat] += hand.phase is DRAW
        start = process_time()
        action = policies[seat](view, (), rng)
        cpu_s[seat] += process_time() - start
        for event in decide(hand, seat, action):
            absorb(hand, event)
    return Effort(turns, cpu_s)


class Effort(NamedTuple):
    """What a hand took, by seat."""

    turns: list[int]
    cpu_s: list[float]


def margins(rules: Rules, *, seats: int, rounds: int, seed: int) -> list[float]:
    """Round by round side 0's lead over the best other side, divided by the root of the round's
    hands.

    A round has `ROUND` hands, fewer if the game ends, from 0. Every policy of `FIELD` meets itself
    and every other equally often.
    """
    rng, leads = Random(f"{seed}/{seats}"), list[float]()
    pairings = cycle(product(FIELD, repeat=rules.sides(seats)))
    for policies in islice(pairings, rounds):
        match = new_match(rules, seats)
        while match.result is None and match.hands_played < ROUND:
            bot_hand(deal_next(match, rng), policies * (seats // len(policies)), rng)
            close_hand(match)
        own, *others = match.scores
        leads.append((own - max(others)) / sqrt(match.hands_played))
    return leads


class Duel(NamedTuple):
    """What a duplicate match of two policies measured, in points and turns per hand."""

    leads: list[float]
    """By deal: the first policy's lead, averaged over the two hands that were played on it."""
    hands_won: float
    """Share of the hands that the first policy won; a drawn hand counts half."""
    turns: float
    cpu_us: tuple[float, float]
    """By policy: CPU time of its decisions in one turn."""

    @property
    def lead(self) -> float:
        """The first policy's lead per hand."""
        return mean(self.leads)

    @property
    def half_width(self) -> float:
        """Of the 95 % confidence interval of `lead`."""
        return 1.96 * stdev(self.leads) / sqrt(len(self.leads))


def duplicate_match(rules: Rules, one: Policy, other: Policy, *, pairs: int, seed: int) -> Duel:
    """Let two policies play every deal twice with the sides changed, four at the table, from 0.

    Fix `pairs` and `seed` before you look at a result: the best of many tries looks too good.
    """
    leads: list[float] = []
    efforts: list[Effort] = []
    for number in range(2 * pairs):
        rng = Random(f"{seed}/{number // 2}")
        match = new_match(rules, 4)
        order = shuffled_pack(rules, 4, rng)
        deal(match, order, dealer=number // 2 % 4, next_commitment="")
        assert match.hand is not None
        seats = [one, other] if number % 2 == 0 else [other, one]
        turns, cpu_s = bot_hand(match.hand, seats * 2, rng)
        mine, theirs = score(match.hand) if number % 2 == 0 else score(match.hand)[::-1]
        leads.append(mine.total - theirs.total)
        shift = number % 2
        efforts.append(Effort(turns[shift:] + turns[:shift], cpu_s[shift:] + cpu_s[:shift]))
    return _duel(leads, efforts)


def _duel(leads: list[float], efforts: list[Effort]) -> Duel:
    def per_turn(first: int) -> float:
        cpu_s = sum(sum(effort.cpu_s[first::2]) for effort in efforts)
        return 1e6 * cpu_s / sum(sum(effort.turns[first::2]) for effort in efforts)

    return Duel(
        leads=[mean(pair) for pair in zip(leads[::2], leads[1::2], strict=True)],
        hands_won=mean((lead > 0) + (lead == 0) / 2 for lead in leads),
        turns=mean(sum(effort.turns) for effort in efforts),
        cpu_us=(per_turn(0), per_turn(1)),
    )
