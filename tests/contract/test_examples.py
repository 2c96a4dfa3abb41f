"""The examples in the schema are true: stories are played, and their answers are the examples.

`WRITE_EXAMPLES=1 pytest tests/contract/test_examples.py` rewrites the file.
"""

import os
import random
import threading
import traceback
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest

from samba_service.contract import examples as shown
from tests.contract.shapes import OPERATIONS, WHOLE, conforms_to
from tests.contract.stories.cases import cases
from tests.contract.stories.clubs import clubs
from tests.contract.stories.examples import SHAPES, Examples
from tests.contract.stories.games import games
from tests.contract.stories.nights import nights

FILE = Path(shown.__file__).with_name("examples.json")
EXEMPLIFIED = sorted(name for name, shape in WHOLE.items() if "examples" in shape)


def seeded(real: Callable[[int], bytes]) -> Callable[[int], bytes]:
    """The same ids, codes and deals each time, whatever other threads and the client of Redis draw.

    That one draws for each pool of connections, which an earlier test may have opened.
    """
    ours, mine = Random(20).randbytes, threading.get_ident()

    def draw(size: int) -> bytes:
        callers = traceback.walk_stack(None)
        redis = any("redis" in frame.f_code.co_filename for frame, _ in islice(callers, 6))
        return real(size) if redis or threading.get_ident() != mine else ours(size)

    return draw


@pytest.mark.django_db
def test_the_examples_are_what_games_and_nights_answer(monkeypatch: pytest.MonkeyPatch):
    chance = seeded(os.urandom)
    monkeypatch.setattr(os, "urandom", chance)
    monkeypatch.setattr(random, "_urandom", chance)
    examples = Examples()
    for story in (games, clubs, nights, cases):
        story(examples)
    settled = examples.settled()
    if os.environ.get("WRITE_EXAMPLES"):
        lines = [f'"{name}": {orjson.dumps(settled[name]).decode()}' for name in sorted(settled)]
        FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    assert settled == orjson.loads(FILE.read_bytes()), "WRITE_EXAMPLES=1 rewrites them"


def test_every_body_has_been_played():
    played = {SHAPES[name] for name in shown.EXAMPLES}
    streams = {
        "games_export:200",
        "games_stream:200",
        "tournaments_stream:200",
        "players_me_stream:200",
    }
    files = streams | {shape for shape in SHAPES.values() if "_pdf:" in shape}
    assert {*SHAPES.values()} - played - files == set()


def test_a_line_of_the_export_has_a_shape_with_an_example():
    assert "one `GameRecord` a line" in OPERATIONS["games_export"]["description"]
    assert "GameRecord" in EXEMPLIFIED


def entries(shape: dict[str, Any]) -> str:
    """The name of the shape of a page's entries."""
    found: str = shape["properties"]["results"]["items"].get("$ref", "")
    return found.rpartition("/")[2]


def test_every_body_has_an_example_or_is_a_page_whose_entries_have_one():
    bare = {name for name in SHAPES.values() if name in WHOLE} - {*EXEMPLIFIED}
    pages = {name for name in bare if "results" in WHOLE[name]["properties"]}
    assert bare - pages == set()
    assert {entries(WHOLE[name]) for name in pages} - {*EXEMPLIFIED} == set()


@pytest.mark.parametrize("name", EXEMPLIFIED)
def test_an_example_has_the_shape_that_it_is_shown_for(name: str):
    for example in WHOLE[name]["examples"]:
        conforms_to(name, example)
