"""Laws under random play: whole hands of every ruleset and size, legal and illegal actions."""

import os
from collections import Counter
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.engine.errors import Rule
from games.engine.legal import options, sample
from games.engine.rulesets import Rules
from games.engine.table.hand import HandState
from games.engine.view import seat_view
from tests.depth import cases, in_the_full_run, one_of
from tests.engine import any_samples
from tests.engine.laws import Game, cheap_laws, costly_laws, unlaid, whereabouts
from tests.engine.oracle import proposal
from tests.engine.positions import CLASSIC
from tests.engine.reach import reached
from tests.engine.samples import SCORES, some_position
from tests.engine.sheets import PRESETS

HANDS, MANY_HANDS = 75, int(os.environ.get("SAMBA_HANDS", "20000"))
"""Random hands of classic in `make test`, and in `make test-long` (`SAMBA_HANDS=100000`: more)."""
EACH, MANY_EACH = 6, 2000
"""The same for each other ruleset and size."""
LONG = {"handfoot": 4}
"""Rulesets with hands longer by this factor: fewer by it make as many actions."""
OTHERS = [(slug, n) for slug, rules in PRESETS.items() for n in rules.seating.players]
OTHERS = [(slug, seats) for slug, seats in OTHERS if PRESETS[slug] is not CLASSIC]
OFFERED = 0.4
"""Share of the actions that are drawn from the options."""
STRICTLY = 0.01
"""Share of the actions that are held against the costly laws too."""


class Hand(RuleBasedStateMachine):
    """Hypothesis plays: it seeks the shortest game that breaks a law."""

    @initialize(seats=st.integers(2, 6), seed=st.integers(0, 10**6), score=st.sampled_from(SCORES))
    def deal(self, seats: int, seed: int, score: int) -> None:
        self.game = Game(seats, Random(seed), score)
        self.game.deal()

    @rule(seed=st.integers(0, 10**6))
    def somebody_tries_something(self, seed: int) -> None:
        game, rng = self.game, Random(seed)
        if game.match.hand is None:
            return
        seat = rng.choice(game.hand.to_act)
        if rng.random() < 0.05:
            seat = rng.randrange(game.match.seats)
        game.play(seat, proposal(game.hand, seat, rng, eager=2), strictly=True)

    @precondition(lambda self: self.game.match.hand is not None)
    @rule(seed=st.integers(0, 10**6))
    def somebody_does_what_is_offered(self, seed: int) -> None:
        game, rng = self.game, Random(seed)
        seat = rng.choice(game.hand.to_act)
        view = seat_view(game.hand, seat)
        assert game.play(seat, sample(view, options(view), rng), strictly=True)

    @precondition(lambda self: self.game.match.hand is not None)
    @invariant()
    def the_laws_hold(self) -> None:
        cheap_laws(self.game.hand)

    def teardown(self) -> None:
        if hasattr(self, "game"):
            costly_laws(self.game)


Hand.TestCase.settings = settings(max_examples=cases(10, 1000), stateful_step_count=60)
TestHand = Hand.TestCase


def random_hands(seats: int, count: int, seed: int, rules: Rules = CLASSIC) -> Counter[str]:
    """Play `count` hands, each second one from its middle; returns what happened how often."""
    rng, seen = Random(seed), Counter[str]()
    for number in range(count):
        score = rng.choice(SCORES)
        game = Game(seats, rng, score, rules)
        game.deal()
        if number % 2:
            late = late_position(rules, seats, score, rng)
            game = Game.at(late, score, rng)
        play_out(game, rng)
        assert game.match.last_hand is not None
        seen[game.match.last_hand.end.value] += 1
        seen.update(game.accepted)
        seen.update({f"refused {code}": count for code, count in game.refused.items()})
    return seen


def late_position(rules: Rules, seats: int, score: int, rng: Random) -> HandState:
    """Few cards, on the edge of the rules."""
    if rules is CLASSIC:
        return some_position(rng, score=score, seats=seats, hand_size=9)
    while True:
        state = any_samples.some_position(rules, rng, hand_size=9, seats=seats)
        if whereabouts(state) == rules.pack_counts(seats) and not unlaid(state):
            return state


def play_out(game: Game, rng: Random) -> None:
    """Random actions until the hand has ended: legal ones, and such as only look like it."""
    eager = rng.choice((1, 2, 4))
    while game.match.hand is not None:
        state = game.hand
        seat, strictly = rng.choice(state.to_act), rng.random() < STRICTLY
        if rng.random() < OFFERED:
            view = seat_view(state, seat)
            action = sample(view, options(view), rng)
            assert game.play(seat, action, strictly=strictly), f"{action} was offered"
        else:
            game.play(seat, proposal(state, seat, rng, eager=eager), strictly=strictly)


def least_done(seen: Counter[str]) -> int:
    """How often the action was accepted that was accepted least."""
    return min(seen[action] for action in ("Draw", "TakePile", "LayMelds", "LayOff"))


@pytest.mark.parametrize("seats", one_of(2, [2, 3, 4, 5, 6], others=in_the_full_run))
def test_the_laws_hold_under_random_play(seats: int) -> None:
    hands = HANDS // 5
    assert least_done(random_hands(seats, hands, seed=10 * seats)) > hands


@pytest.mark.parametrize(("slug", "seats"), one_of(2, OTHERS, others=in_the_full_run))
def test_the_laws_hold_under_random_play_by_every_ruleset(slug: str, seats: int) -> None:
    rules = PRESETS[slug]
    hands = EACH // LONG.get(slug, 1)
    seen = random_hands(seats, hands, 10 * seats, rules)
    assert least_done(seen) > hands
    beyond = [rule for rule in Rule if seen[f"refused {rule.code}"] and not reached(rule, rules)]
    assert not beyond, "RULES.md says that these do not come up"


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "seats"), OTHERS)
def test_the_laws_hold_in_many_more_hands_by_every_ruleset(slug: str, seats: int) -> None:
    seen = random_hands(seats, MANY_EACH, 100 + seats, PRESETS[slug])
    assert seen["Draw"] > MANY_EACH


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_laws_hold_in_many_more_hands(seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    seen = random_hands(seats, MANY_HANDS // 5, seed=1000 + seats)
    with capsys.disabled():
        print(f"\n{seats} seats, {MANY_HANDS // 5} hands: {dict(sorted(seen.items()))}")
    assert seen["went_out"] > MANY_HANDS // 500
