"""Play-outs of several engines in turns, round by round."""

import statistics
import sys
from collections.abc import Callable
from time import process_time

Playout = Callable[[], int]
"""Plays one whole game at random and returns its number of actions."""
Figures = dict[str, float]


def timed(playout: Playout, budget_s: float) -> Figures:
    """Whole games until `budget_s` of CPU time are gone, at least one."""
    games = actions = 0
    start = process_time()
    while (spent := process_time() - start) < budget_s:
        actions += playout()
        games += 1
    return {
        "actions_per_s": actions / spent,
        "games_per_s": games / spent,
        "actions_per_game": actions / games,
    }


def summary(rounds: list[Figures]) -> Figures:
    speeds = [each["actions_per_s"] for each in rounds]
    return {
        "actions_per_s": statistics.median(speeds),
        "min": min(speeds),
        "max": max(speeds),
        "games_per_s": statistics.median(each["games_per_s"] for each in rounds),
        "actions_per_game": statistics.fmean(each["actions_per_game"] for each in rounds),
    }


def in_turn(playouts: dict[str, Playout], rounds: int, budget_s: float) -> dict[str, Figures]:
    """Every play-out once a round, so that a busy minute of the machine hits them all."""
    for playout in playouts.values():
        playout()  # warm up
    taken: dict[str, list[Figures]] = {name: [] for name in playouts}
    for number in range(rounds):
        for name, playout in playouts.items():
            taken[name].append(timed(playout, budget_s))
        print(f"round {number + 1} of {rounds} of play-outs done", file=sys.stderr)
    return {name: summary(each) for name, each in taken.items()}
