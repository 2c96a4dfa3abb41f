"""A ruleset is a TOML file: put into the folder it can be read, played and verified."""

import random
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from games.engine import rulesets
from games.engine.rulesets.reading import document
from tests.factories import api
from tests.games_api.tables import Table

pytestmark = pytest.mark.django_db

GARDEN = """
extends = "classic"
slug = "garden"
name = "Garden Samba"
version = 1

[draw]
count = 3

[going_out]
canastas = 1

[game]
target = 1500

[decided]
"draw.count" = "the club's members"
"going_out.canastas" = "the club's members"
"game.target" = "the club's members"
"""


@pytest.fixture
def garden(tmp_path, monkeypatch):
    """The folder of rulesets with one more file in it."""
    folder = tmp_path / "rulesets"
    python = ignore_patterns("*.py", "__pycache__", "words")
    copytree(Path(rulesets.__file__).parent, folder, ignore=python)
    (folder / "garden.toml").write_text(GARDEN, "utf-8")
    monkeypatch.setattr(document, "files", lambda _package: folder)
    _forget()
    yield "garden"
    monkeypatch.undo()
    _forget()


def _forget():
    for kept in vars(document).values():
        if hasattr(kept, "cache_clear"):
            kept.cache_clear()


def test_a_toml_file_is_enough_to_add_a_ruleset(garden):
    listed = api().get("/api/v1/rulesets").json()["results"]
    assert garden in [each["slug"] for each in listed]
    chapters = api().get(f"/api/v1/rulesets/{garden}").json()["words"]
    assert "begins with 3 cards from the stock" in "".join(chapter["text"] for chapter in chapters)
    found = api().get(f"/api/v1/rulesets/{garden}/diff?against=classic").json()["differences"]
    assert [each["path"] for each in found] == ["draw.count", "going_out.canastas", "game.target"]


def test_and_a_game_by_it_is_played_to_the_winner_and_its_record_verifies(garden):
    table, rng = Table(ruleset=garden, visibility="public").start(), random.Random(7)
    while table.get()["status"] == "active":
        for _ in range(20):
            answer = table.play_example(rng)
            if answer["game"]["status"] == "finished":
                break
    result = table.get()["result"]
    assert (result["end"], result["winner"] is None) == ("target", result["draw"])
    assert max(result["scores"]) >= 1500
    record = table.get(0, "/record")
    assert record["ruleset"]["slug"] == garden
    drawn = [move["drawn"] for move in record["hands"][0]["moves"] if move["drawn"]]
    assert {len(cards) for cards in drawn[:-1]} == {3}
    assert api().post("/api/v1/records/verify", record).json() == {"ok": True}
    record["hands"][0]["moves"][0]["action"] = {"type": "pass"}
    assert api().post("/api/v1/records/verify", record).json()["ok"] is False
