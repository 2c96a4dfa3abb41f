"""Random play-outs of whole games, actions per second of CPU time, engines in turn.

An action is a player's: its legal actions are listed, one is drawn uniformly and applied. What
chance does (a deal, a drawn card) costs time and counts nothing, for every engine alike.

Ours plays every ruleset that ships. Runs in the environment of the packages compared with
(`deploy/requirements/bench.lock`); ours is pure Python and imports from the working tree. Prints
one JSON object.
"""

import argparse
import json
import platform
import random
import sys
from collections.abc import Callable
from importlib.metadata import version

from deploy.bench import samba
from deploy.bench.rounds import Figures, Playout, in_turn

POSITIONS = 100_000
"""In which the list of legal actions is timed, for each ruleset."""
RESTS_S = 1.0
"""CPU time for rests of hands, for each ruleset."""


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


PACKAGES: dict[str, Callable[[], Playout]] = {"openspiel": openspiel_gin, "rlcard": rlcard_gin}
"""Public packages that ours is compared with."""


def measure(rounds: int, budget_s: float, positions: int) -> dict[str, object]:
    """The packages, and ours under every ruleset."""
    missing: list[str] = []
    try:
        slugs = samba.rulesets()
    except samba.NotThere as error:
        slugs = ()
        missing.append(str(error))
    playouts = {name: make() for name, make in PACKAGES.items()}
    playouts |= {slug: samba.playout(slug) for slug in slugs}
    played = in_turn(playouts, rounds, budget_s)
    rulesets: dict[str, Figures] = {}
    for slug in slugs:
        more = samba.rests(slug, RESTS_S) | samba.legal_lists(slug, positions)
        rulesets[slug] = played[slug] | more
        print(f"rests and lists of {slug} done", file=sys.stderr)
    return {
        "python": platform.python_version(),
        "versions": {name: version(name) for name in ("open_spiel", "rlcard")},
        "missing": missing,
        "packages": {name: played[name] for name in PACKAGES},
        "rulesets": rulesets,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=0.25, help="CPU time a play-out and round")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="lists for each ruleset")
    options = parser.parse_args()
    json.dump(measure(options.rounds, options.seconds, options.positions), sys.stdout)


if __name__ == "__main__":
    main()
