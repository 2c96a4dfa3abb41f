"""A log never expires: events as 0.1.0 wrote them, one of each type, are read with their meaning.

What is in the file is never written again; a later version adds a file of its own.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine.codec import event_in, event_out

FILES = sorted((Path(__file__).parent / "data").glob("events-*.json"))
EVENTS = [event for path in FILES for event in json.loads(path.read_text("utf-8"))]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event["type"])
def test_an_event_of_an_earlier_version_keeps_its_meaning(event: dict[str, Any]) -> None:
    again = json.loads(json.dumps(event_out(event_in(event))))

    assert {name: again[name] for name in event} == event


def test_every_type_of_0_1_0_is_here() -> None:
    assert len({event["type"] for event in EVENTS}) >= 38
