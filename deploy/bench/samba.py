"""Our engine as the play-out bench drives it: the one place that names its functions."""

import random
from collections.abc import Callable
from time import process_time
from typing import Any

LONG_MS = 0.5
"""From here on a list is made again, to leave out what the machine did meanwhile."""
AGAIN = 4


class NotThere(Exception):
    """The part of the product that was to be measured cannot be imported."""


def playout(ruleset: str) -> Callable[[], int]:
    """Whole games under the full rules, from the deals to the target, of four seats if allowed."""
    arena, rules, seats, rng = _table(ruleset)
    return lambda: arena.playout(rules, rng, seats=seats)


def rulesets() -> tuple[str, ...]:
    """All that ship, by slug."""
    try:
        from games.engine.rulesets import slugs
    except ImportError as error:
        raise NotThere(f"no rulesets of ours: {error}") from error
    return slugs()


def legal_lists(ruleset: str, positions: int) -> dict[str, float]:
    """CPU time of one list of all legal actions, in ms, over positions of random play."""
    arena, rules, seats, rng = _table(ruleset)
    times: list[float] = []
    while len(times) < positions:
        hand = arena.deal_next(arena.new_match(rules, seats), rng)
        while hand.phase is not arena.OVER:
            view = arena.seat_view(hand, hand.to_act[0])
            found, spent_ms = _listed(arena.options, view)
            if spent_ms > LONG_MS:
                again = [_listed(arena.options, view)[1] for _ in range(AGAIN)]
                spent_ms = min(spent_ms, *again)
            times.append(spent_ms)
            action = arena.sample(view, found, rng)
            for event in arena.decide(hand, view.seat, action):
                arena.absorb(hand, event)
    times.sort()
    return {
        "legal_mean_ms": sum(times) / len(times),
        "legal_p99_ms": times[len(times) * 99 // 100],
        "legal_worst_ms": times[-1],
        "legal_lists": len(times),
    }


def _listed(options: Callable[[Any], Any], view: Any) -> tuple[Any, float]:
    """The list, and its CPU time in ms."""
    start = process_time()
    found = options(view)
    return found, 1000 * (process_time() - start)


def rests(ruleset: str, budget_s: float, stock: int = 60) -> dict[str, float]:
    """Random play-outs to the end of a hand per 0.5 s of CPU, from `stock` cards in the stock.

    A bot that searches depends on this number.
    """
    arena, rules, seats, rng = _table(ruleset)
    played, spent = 0, 0.0
    while spent < budget_s:
        hand = arena.deal_next(arena.new_match(rules, seats), rng)
        while hand.phase is not arena.OVER and len(hand.stock) > stock:
            arena.random_action_in(hand, rng)
        if hand.phase is arena.OVER:
            continue
        start = process_time()
        for _ in range(20):
            arena.random_hand(hand.copy(), rng)
        spent += process_time() - start
        played += 20
    return {"rests_per_half_second": 0.5 * played / spent}


def _table(ruleset: str) -> tuple[Any, Any, int, random.Random]:
    """What plays, the rules, the seats of a table of four if there is one, and chance."""
    try:
        from games import arena
        from games.engine.rulesets import load
    except ImportError as error:
        raise NotThere(f"no play-outs of ours: {error}") from error
    rules = load(ruleset)
    players = rules.seating.players
    return arena, rules, 4 if 4 in players else players[0], random.Random(1)
