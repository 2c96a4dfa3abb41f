"""Laws under random play: whole hands for two to six players, legal and illegal actions mixed."""

import os
from collections import Counter
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.engine.legal import options, pick, sample
from games.engine.view import seat_view
from tests.engine.laws import Game, cheap_laws, costly_laws
from tests.engine.oracle import proposal
from tests.engine.samples import SCORES, some_position

HANDS, MANY_HANDS = 2000, int(os.environ.get("SAMBA_HANDS", "20000"))
"""Random hands of `make test`, and of `make test-long` (`SAMBA_HANDS=100000` for more)."""
CHUNKS = 4
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
        assert game.play(seat, sample(view, pick(options(view), rng), rng), strictly=True)

    @precondition(lambda self: self.game.match.hand is not None)
    @invariant()
    def the_laws_hold(self) -> None:
        cheap_laws(self.game.hand)

    def teardown(self) -> None:
        if hasattr(self, "game"):
            costly_laws(self.game)


Hand.TestCase.settings = settings(stateful_step_count=60)
TestHand = Hand.TestCase


def random_hands(seats: int, count: int, seed: int) -> Counter[str]:
    """Play `count` hands, each second one from its middle; returns what happened how often."""
    rng, seen = Random(seed), Counter[str]()
    for number in range(count):
        score = rng.choice(SCORES)
        game = Game(seats, rng, score)
        game.deal()
        if number % 2:
            late = some_position(rng, score=score, seats=seats, hand_size=9)
            game = Game.at(late, score, rng)
        play_out(game, rng)
        assert game.match.last_hand is not None
        seen[game.match.last_hand.end.value] += 1
        seen.update(game.accepted)
        seen["refused"] += game.refused.total()
    return seen


def play_out(game: Game, rng: Random) -> None:
    """Random actions until the hand has ended: legal ones, and such as only look like it."""
    eager = rng.choice((1, 2, 4))
    while game.match.hand is not None:
        state = game.hand
        seat, strictly = rng.choice(state.to_act), rng.random() < STRICTLY
        if rng.random() < 0.4:
            view = seat_view(state, seat)
            action = sample(view, pick(options(view), rng), rng)
            assert game.play(seat, action, strictly=strictly), f"{action} was offered"
        else:
            game.play(seat, proposal(state, seat, rng, eager=eager), strictly=strictly)


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_laws_hold_under_random_play(seats: int, chunk: int) -> None:
    seen = random_hands(seats, HANDS // (5 * CHUNKS), seed=10 * seats + chunk)
    assert min(seen[action] for action in ("Draw", "TakePile", "LayMelds", "LayOff")) > 50


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_laws_hold_in_many_more_hands(seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    seen = random_hands(seats, MANY_HANDS // 5, seed=1000 + seats)
    with capsys.disabled():
        print(f"\n{seats} seats, {MANY_HANDS // 5} hands: {dict(sorted(seen.items()))}")
    assert seen["went_out"] > MANY_HANDS // 500
