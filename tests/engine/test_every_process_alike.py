"""Two processes of a service, or a game replayed years later, list and choose the same."""

import subprocess
import sys
from pathlib import Path

import pytest

import games

ROOT = Path(games.__path__[0]).parent
PROGRAM = """
from hashlib import sha256
from games.bots.novice import novice
from games.bots.random_bot import random_action
from games.engine.codec import event_out
from games.engine.legal import describe, example, options
from games.engine.rulesets import slugs
from tests.engine.played import finished

for slug in slugs():
    listed = sha256()

    def examples(view, _log, rng):
        found = options(view)
        listed.update(repr([describe(view, option) for option in found]).encode())
        return example(view, rng.choice(found))

    for seed, policies in enumerate([(examples,), (novice, random_action)]):
        game = finished(seed, policies, extends=slug, hands=1)
        listed.update(repr([event_out(e) for row in game.rows for e in row.events]).encode())
    print(slug, listed.hexdigest())
"""


@pytest.mark.full
def test_options_examples_and_bots_are_the_same_in_every_process() -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "2")
    ]
    seen = [process.communicate()[0].splitlines() for process in running]

    assert seen[0] == seen[1]
    assert len(seen[0]) == 12
