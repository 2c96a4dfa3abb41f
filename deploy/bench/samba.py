"""Our engine as the play-out bench drives it: the one place that names its functions."""

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial, wraps
from time import process_time
from typing import Any

RULESET = "classic"
SOLVER = "games.engine.opening.finder"
"""The module that decides whether a hand can reach the initial minimum, in stages."""


class NotThere(Exception):
    """The part of the product that was to be measured cannot be imported."""


def playout(ruleset: str = RULESET) -> Callable[[], int]:
    """Whole games under the full rules, from the deals to the target, of four seats if allowed."""
    try:
        from games import arena
        from games.engine.rulesets import load
    except ImportError as error:
        raise NotThere(f"no play-outs of ours: {error}") from error
    rules = load(ruleset)
    players, rng = rules.seating.players, random.Random(1)
    seats = 4 if 4 in players else players[0]
    return lambda: arena.playout(rules, rng, seats=seats)


def rulesets() -> tuple[str, ...]:
    """All that ship, by slug."""
    from games.engine.rulesets import slugs

    return slugs()


@dataclass(slots=True)
class Cost:
    """Calls, those from within another not counted, and their CPU time in seconds."""

    calls: int = 0
    spent_s: float = 0.0
    longest_s: float = 0.0
    depth: int = 0

    def timing(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def timed(*args: Any, **kwargs: Any) -> Any:
            self.depth += 1
            start = process_time()
            try:
                return function(*args, **kwargs)
            finally:
                self.depth -= 1
                if not self.depth:
                    taken = process_time() - start
                    self.calls += 1
                    self.spent_s += taken
                    self.longest_s = max(self.longest_s, taken)

        return timed


@contextmanager
def in_place_of(function: Callable[..., Any], other: Callable[..., Any]) -> Iterator[None]:
    """Call `other` wherever `games` has bound `function`, until the block ends."""
    bound = [
        (namespace, name)
        for key, namespace in list(sys.modules.items())
        if key.startswith("games.")
        for name, value in list(vars(namespace).items())
        if value is function
    ]
    for namespace, name in bound:
        setattr(namespace, name, other)
    try:
        yield
    finally:
        for namespace, name in bound:
            setattr(namespace, name, function)


def opening_cost(play: Callable[[], int], budget_s: float) -> dict[str, Any]:
    """How first melds were decided, by stage, and what the exact search takes of a play-out.

    Measured in games of their own: the clock calls must not slow the games that are compared.
    NotThere where no play-out imports the solver.
    """
    finder: Any = sys.modules.get(SOLVER)
    if finder is None:
        raise NotThere(f"no cost of opening solver calls: no play-out imports {SOLVER}")
    tally, cost, actions = finder.Tally(), Cost(), 0
    search, find = finder.search_opening, partial(finder.find_opening, tally=tally)
    start = process_time()
    with in_place_of(finder.find_opening, find), in_place_of(search, cost.timing(search)):
        while (spent := process_time() - start) < budget_s:
            actions += play()
    return {
        "decided": {stage: count / tally.total() for stage, count in tally.most_common()},
        "questions_per_1000_actions": 1000 * tally.total() / actions,
        "share": cost.spent_s / spent,
        "calls_per_1000_actions": 1000 * cost.calls / actions,
        "mean_us": 1e6 * cost.spent_s / max(cost.calls, 1),
        "longest_us": 1e6 * cost.longest_s,
    }
