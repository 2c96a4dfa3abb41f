"""The examples in the schema are true: stories are played, and their answers are the examples.

`WRITE_EXAMPLES=1 pytest tests/contract/test_examples.py` rewrites the file.
"""

import os
import random
from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest

from samba_service.contract import hooks
from tests.contract.shapes import SCHEMA, conforms_to
from tests.contract.stories.clubs import clubs
from tests.contract.stories.examples import SHAPES, Examples
from tests.contract.stories.games import games
from tests.contract.stories.nights import nights

FILE = Path(hooks.__file__).with_name("examples.json")
NAMED = sorted(SCHEMA["components"]["examples"])


@pytest.mark.django_db
def test_the_examples_are_what_games_and_nights_answer(monkeypatch: pytest.MonkeyPatch):
    chance = Random(20).randbytes  # the same ids, codes and deals each time
    monkeypatch.setattr(os, "urandom", chance)
    monkeypatch.setattr(random, "_urandom", chance)
    examples = Examples()
    for story in (games, clubs, nights):
        story(examples)
    settled = examples.settled()
    if os.environ.get("WRITE_EXAMPLES"):
        lines = [f'"{name}": {orjson.dumps(settled[name]).decode()}' for name in sorted(settled)]
        FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    assert settled == orjson.loads(FILE.read_bytes()), "WRITE_EXAMPLES=1 rewrites them"


def test_every_body_has_an_example():
    shown = {SHAPES[name] for name in hooks.EXAMPLES}
    assert {
        shape for shape in SHAPES.values() if shape not in shown if "_pdf:" not in shape
    } == set()


@pytest.mark.parametrize("name", NAMED)
def test_an_example_has_the_shape_that_it_is_shown_for(name: str):
    example: Any = SCHEMA["components"]["examples"][name]["value"]
    conforms_to(name, example)
