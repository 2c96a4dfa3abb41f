"""Games recorded once, of every ruleset and table size, follow from their deals to this day.

A change of a rule that alters what was played fails here. `WRITE_RECORDS=1` records a game for
each ruleset and size that has none; what is recorded is never written again.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from games.bots.novice import novice
from games.bots.random_bot import random_action
from games.engine.record import verify
from games.engine.rulesets import load, slugs
from tests.engine.played import finished

RECORDS = Path(__file__).parents[1] / "records"
SIZES = [(slug, seats) for slug in slugs() for seats in load(slug).seating.players]


def path_of(slug: str, seats: int) -> Path:
    return RECORDS / f"{slug}-{load(slug).version}-{seats}.json"


def new_record(slug: str, seats: int) -> dict[str, Any]:
    """A hand of seats that meld all they can and seats that play by chance."""
    policies = (novice, random_action, random_action, novice, novice, random_action)
    return finished(seats, policies, extends=slug, seats=seats, hands=1).record()


@pytest.mark.parametrize(("slug", "seats"), SIZES)
def test_every_ruleset_has_a_recorded_game_of_every_size(slug: str, seats: int) -> None:
    path = path_of(slug, seats)
    if os.environ.get("WRITE_RECORDS") and not path.exists():
        text = json.dumps(new_record(slug, seats), ensure_ascii=False, separators=(",", ":"))
        path.write_text(f"{text}\n", "utf-8")
    assert path.exists(), "WRITE_RECORDS=1 records a game where there is none"


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_a_recorded_game_follows_from_its_deals(path: Path) -> None:
    record = json.loads(path.read_text("utf-8"))
    assert record["hands"][0]["moves"]
    assert verify(record) == []
