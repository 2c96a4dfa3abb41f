"""Whatever a policy plays well or badly, it keeps to the rules and to what its seat may see."""

from itertools import product
from random import Random
from typing import Any

import pytest

from games.bots.registry import LEVELS, levels, policy
from games.engine.cards import KINDS, counts_of, expand
from games.engine.phase import Phase
from games.engine.rules.decide import decide
from games.engine.rulesets import resolve
from games.engine.table.hand import HandState
from games.engine.view import seat_view
from tests.bots.tables import CLASSIC, positions
from tests.depth import one_of

POLICIES = {level.level: level.policy for level in LEVELS.values()}
HOUSE_RULES: dict[str, dict[str, Any]] = {
    "classic": {},
    "asking required": {"going_out": {"permission": "required"}},
    "going out with nothing": {"going_out": {"canastas": 0}},
    "closed groups": {"group": {"max_size": 7}},
    "one card drawn": {"draw": {"count": 1}},
}


TABLES = product([2, 3, 4, 5, 6], HOUSE_RULES, ["novices", "a novice among random", "random"])


@pytest.mark.parametrize(("seats", "house", "table"), one_of(4, TABLES))
def test_no_action_is_ever_illegal(seats: int, house: str, table: str) -> None:
    rules = resolve({"extends": "classic", "overrides": HOUSE_RULES[house]})
    novices = {"novices": seats, "a novice among random": 1, "random": 0}[table]
    policies = [POLICIES["novice"]] * novices + [POLICIES["random"]] * (seats - novices)
    asked = dict.fromkeys(Phase, 0)
    for hand in positions(rules, policies, Random(f"{seats}/{house}/{table}"), hands=4):
        asked[hand.phase] += 1  # Playing on to the next position, `positions` has it judged.
    assert asked[Phase.DRAW] > 4 * seats
    assert asked[Phase.PLAY] > 4 * seats


@pytest.mark.parametrize("level", POLICIES)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_cards_that_the_seat_does_not_see_change_nothing(level: str, seats: int) -> None:
    rng, choose, asked = Random(f"unseen/{level}/{seats}"), POLICIES[level], 0
    for hand in positions(CLASSIC, [choose] * seats, rng, hands=3):
        seat, seed = hand.to_act[0], rng.random()
        other = with_unseen_shuffled(hand, seat, rng)
        chosen = choose(seat_view(hand, seat), (), Random(seed))
        assert choose(seat_view(other, seat), (), Random(seed)) == chosen
        decide(other, seat, chosen)
        asked += 1
    assert asked > 100


def with_unseen_shuffled(hand: HandState, seat: int, rng: Random) -> HandState:
    """The same position to `seat`: the stock and the other hands change cards at random."""
    other = hand.copy()
    others = [number for number in range(hand.seats) if number != seat]
    unseen = [*hand.stock, *(card for number in others for card in expand(hand.hands[number]))]
    rng.shuffle(unseen)
    for number in others:
        other.hands[number] = counts_of(unseen.pop() for _ in range(hand.sizes[number]))
    other.stock = unseen
    assert sum(map(len, (other.stock, hand.hands[seat]))) == len(hand.stock) + KINDS
    return other


@pytest.mark.parametrize("level", POLICIES)
def test_the_same_seed_plays_the_same(level: str) -> None:
    def chosen() -> list[Any]:
        hands = positions(CLASSIC, [POLICIES[level]] * 4, Random("again"), hands=1)
        return [(hand.to_act, tuple(hand.sizes), hand.pile) for hand in hands]

    assert chosen() == chosen()


def test_every_level_describes_itself() -> None:
    assert levels() == ("random", "novice")
    for level in levels():
        assert policy(level) is LEVELS[level].policy
        assert LEVELS[level].name
        assert LEVELS[level].description
    assert "500 points" in LEVELS["novice"].strength
    with pytest.raises(KeyError):
        policy("oracle")
