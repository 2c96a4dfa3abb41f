"""The engine and the second judge, who read the rules apart, agree on every action."""

from collections import Counter
from random import Random

import pytest

from games.engine.actions import Action
from games.engine.notation import position_out
from games.engine.phase import Phase
from games.engine.rules.decide import decide
from games.engine.table.changes import replay
from games.engine.table.hand import HandState
from tests.depth import one_of
from tests.engine.laws import is_accepted
from tests.engine.oracle import candidates, judged, proposal
from tests.engine.positions import table
from tests.engine.samples import SCORES, some_position


def agree(
    state: HandState, score: int, seat: int, actions: list[Action], seen: Counter[str]
) -> None:
    for action in actions:
        engine = is_accepted(state, seat, action)
        assert judged(state, [score] * state.sides, seat, action) is engine, (
            f"the engine {'accepts' if engine else 'refuses'} {action} in {position_out(state)}"
        )
        seen[f"{type(action).__name__} {'accepted' if engine else 'refused'}"] += 1


@pytest.mark.parametrize("seed", one_of(8, range(8)))
@pytest.mark.full
def test_on_random_actions_late_in_a_hand(seed: int) -> None:
    rng, seen = Random(seed), Counter[str]()
    for _ in range(500):
        score = rng.choice(SCORES)
        state = some_position(rng, score=score, hand_size=8)
        seat = rng.choice(state.to_act)
        actions = [proposal(state, seat, rng, eager=3) for _ in range(20)]
        agree(state, score, seat, actions, seen)
    for name in ("Discard", "LayMelds", "LayOff", "TakePile", "TakeTop", "Pass", "AskOut", "Merge"):
        assert seen[f"{name} accepted"] > 0
        assert seen[f"{name} refused"] > 0


@pytest.mark.parametrize("seed", one_of(4, range(16)))
def test_on_every_action_of_a_small_hand(seed: int) -> None:
    rng, seen = Random(1000 + seed), Counter[str]()
    for _ in range(60):
        score = rng.choice(SCORES)
        state = some_position(rng, score=score, hand_size=5)
        seat = state.to_act[0] if sum(state.sizes[s] for s in state.to_act) < 6 else 0
        agree(state, score, seat, list(candidates(state, seat)), seen)
    assert sum(seen.values()) > 1000


@pytest.mark.parametrize("score", [-5, 0, 1500, 3000, 7000])
def test_on_every_opening_of_a_hand_near_the_minimum(score: int) -> None:
    hands = [
        "AH AD AS KH KD KS 2C",
        "4H 5H 6H 9H 9D 9S JK",
        "AH AD 2C QH QD 2D JK",
        "7C 8C 9C TC JC QC KC",
    ]
    for hand in hands:
        state = table(hand, score=score)
        agree(state, score, 0, list(candidates(state, 0)), Counter())
        state = table(hand, score=score, pile="4S AC", phase=Phase.DRAW)
        agree(state, score, 0, list(candidates(state, 0)), Counter())


def test_black_three_endings() -> None:
    kings, queens = "KC KD KH KS KC KD KH", "QC QD QH QS QC QD QH"
    for melds in ([], [kings], [kings, queens]):
        for hand in (
            "3C 3S 3C",
            "3C 3S 3C KS",
            "3C 3S 2C KS",
            "3C 3S 3C 3S 3S 3C JK",
            "3C 3S 3C 9C 9D",
        ):
            state = table(hand, melds=melds)
            agree(state, 0, 0, list(candidates(state, 0)), Counter())
            laid = [a for a in candidates(state, 0) if is_accepted(state, 0, a)]
            for action in laid:
                then = replay(state, decide(state, 0, action))
                if then.turn == 0:
                    agree(then, 0, 0, list(candidates(then, 0)), Counter())
