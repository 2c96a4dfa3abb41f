"""Random play-outs of whole games, actions per second of CPU time, engines in turn.

An action is a player's: its legal actions are listed, one is drawn uniformly and applied. What
chance does (a deal, a drawn card) costs time and counts nothing, for every engine alike.

Runs in the environment of the packages compared with (`deploy/requirements/bench.lock`); ours is
pure Python and imports from the working tree. Prints one JSON object.
"""

import argparse
import json
import platform
import random
import statistics
import sys
from collections.abc import Callable
from importlib.metadata import version
from time import process_time

from deploy.bench import samba

POSITIONS = 20_000
"""In which the list of legal actions is timed, for each ruleset."""
Playout = Callable[[], int]
"""Plays one whole game at random and returns its number of actions."""


def openspiel_gin() -> Playout:
    """OpenSpiel's gin_rummy: C++, its play-out loop in Python."""
    import pyspiel

    game = pyspiel.load_game("gin_rummy")
    rng = random.Random(1)

    def playout() -> int:
        state = game.new_initial_state()
        actions = 0
        while not state.is_terminal():
            actions += not state.is_chance_node()
            # Every chance outcome of gin rummy is a card of equal probability.
            state.apply_action(rng.choice(state.legal_actions()))
        return actions

    return playout


def rlcard_gin() -> Playout:
    """RLCard's gin-rummy environment through `step`, its actions drawn as ours are."""
    import rlcard

    env = rlcard.make("gin-rummy", config={"seed": 1})
    rng = random.Random(1)

    def playout() -> int:
        state, _ = env.reset()
        actions = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            actions += 1
        return actions

    return playout


ENGINES: dict[str, Callable[[], Playout]] = {
    "openspiel": openspiel_gin,
    "rlcard": rlcard_gin,
    "samba": samba.playout,
}


def timed(playout: Playout, budget_s: float) -> dict[str, float]:
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


def summary(rounds: list[dict[str, float]]) -> dict[str, float]:
    speeds = [each["actions_per_s"] for each in rounds]
    return {
        "actions_per_s": statistics.median(speeds),
        "min": min(speeds),
        "max": max(speeds),
        "games_per_s": statistics.median(each["games_per_s"] for each in rounds),
        "actions_per_game": statistics.fmean(each["actions_per_game"] for each in rounds),
    }


def measure(rounds: int, budget_s: float) -> dict[str, object]:
    """Every engine once a round, so that a busy minute of the machine hits them all."""
    result: dict[str, object] = {
        "python": platform.python_version(),
        "versions": {name: version(name) for name in ("open_spiel", "rlcard")},
        "missing": (absent := []),
    }
    playouts: dict[str, Playout] = {}
    for name, make in ENGINES.items():
        try:
            playouts[name] = make()
            playouts[name]()  # warm up
        except samba.NotThere as missing:
            absent.append(str(missing))
            playouts.pop(name, None)
    taken: dict[str, list[dict[str, float]]] = {name: [] for name in playouts}
    for number in range(rounds):
        for name, playout in playouts.items():
            taken[name].append(timed(playout, budget_s))
        print(f"round {number + 1} of {rounds} of play-outs done", file=sys.stderr)
    result["engines"] = {name: summary(each) for name, each in taken.items()}
    if "samba" in playouts:
        result["rulesets"] = {
            slug: {
                **summary([timed(samba.playout(slug), budget_s)]),
                **samba.rests(slug, budget_s),
                **samba.legal_lists(slug, POSITIONS),
            }
            for slug in samba.rulesets()
        }
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time an engine and round")
    options = parser.parse_args()
    json.dump(measure(options.rounds, options.seconds), sys.stdout)


if __name__ == "__main__":
    main()
