"""`transcript`, `bot_replay` and `case`: what settles a complaint, and what stays hidden."""

import json
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.bots import registry
from games.engine.actions import Draw
from games.engine.record import verify
from games.management import peeks
from games.models import Game, Move
from games.services.abandon import game_abandon
from tests.factories import player
from tests.games.tables import bots_game, play_some, played_game, row
from tests.kept_worlds import kept

pytestmark = pytest.mark.django_db


def said(command: str, *options: Any) -> str:
    out = StringIO()
    call_command(command, *map(str, options), stdout=out)
    return out.getvalue()


@pytest.fixture
def running(db: None) -> Game:
    """A game in the middle of its first hand."""
    return in_its_first_hand()


@kept
def in_its_first_hand() -> Game:
    game = bots_game(hand_limit=2)
    while row(game.id).version < 30:
        play_some(game)
    return game


def looks(game: Game) -> int:
    return Move.objects.filter(game=game, events__contains='"hand_peeked"').count()


def hidden_faces(value: Any) -> Iterator[Any]:
    """Values of the members that name cards which not everybody saw: draws, and hands."""
    if isinstance(value, dict):
        if value.get("type") == "cards_drawn" and "cards" in value:
            yield value["cards"]
        if value.get("type") == "hand_dealt":
            yield from (value[name] for name in ("cards", "hands", "order") if name in value)
        for each in value.values():
            yield from hidden_faces(each)
    elif isinstance(value, list):
        for each in value:
            yield from hidden_faces(each)


def test_a_transcript_has_the_sentences_of_the_page_and_every_card() -> None:
    game = played_game(2)
    page = Client().get(f"/games/{game.id}/hands/1/transcript").content.decode()
    closed = re.findall(r"<li>(.*?)</li>", page)

    lines = said("transcript", game.id, 1).splitlines()

    assert len(lines) == len(closed)
    draws = [line for line in lines if " draws " in line]
    assert draws
    assert not any(re.search(r" draws \d cards?", line) for line in draws)
    assert said("transcript", game.id) == said("transcript", game.id, 2)


def test_of_a_running_hand_a_transcript_has_what_the_table_sees(running: Game) -> None:
    draws = [line for line in said("transcript", running.id).splitlines() if " draws " in line]

    assert draws
    assert all(re.search(r" draws \d cards?", line) for line in draws)
    assert looks(running) == 0


@pytest.mark.parametrize("command", ["transcript", "case"])
def test_who_peeks_by_a_command_is_in_the_log_and_sees_the_draws(
    running: Game, command: str, tmp_path: Path
) -> None:
    boss = player("Boss", is_staff=True)
    file = tmp_path / "case.json"
    target = [file] if command == "case" else []

    text = said(command, running.id, *target, "--peek", boss.person.username)

    assert looks(running) == 4
    if command == "case":
        assert list(hidden_faces(json.loads(file.read_bytes())["events"]))
    else:
        assert not re.search(r" draws \d cards?", text)


@pytest.mark.parametrize("command", ["transcript", "case"])
def test_a_broken_off_hand_and_deals_of_other_tables_stay_hidden(
    running: Game, command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    boss = player("Boss", is_staff=True)
    game_abandon(game_id=running.id, reason="Fire alarm")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match=r"broken off|no hand"):
        said(command, running.id, "--peek", boss.person.username)
    assert looks(running) == 0
    monkeypatch.setattr(peeks, "deals_embargoed", lambda _: True)
    with pytest.raises(CommandError, match="other tables"):
        said(command, played_game(1).id)


def test_a_case_is_one_file_that_settles_a_complaint(tmp_path: Path) -> None:
    game = played_game(2)
    file = tmp_path / "case.json"

    assert said("case", game.id, file).strip() == str(file)
    case = json.loads(file.read_bytes())

    assert verify(case["record"]) == []
    assert [each["version"] for each in case["log"]] == list(range(1, row(game.id).version + 1))
    acted = [each for each in case["log"] if each["action"]]
    assert {each["via"] for each in acted} == {"bot"}
    assert all(each["at"] and each["name"] and each["hash"] for each in acted)
    assert [(each["turns"], each["differences"]) for each in case["bots"]] == [
        (each["same"], []) for each in case["bots"]
    ]
    assert sum(each["turns"] for each in case["bots"]) == len(acted)
    assert list(hidden_faces(case["events"]))


def test_a_case_names_no_card_of_a_running_hand(running: Game, tmp_path: Path) -> None:
    file = tmp_path / "case.json"
    said("case", running.id, file)
    case = json.loads(file.read_bytes())

    assert case["bots"] == []
    assert not list(hidden_faces(case))
    assert all("action" not in each and "hash" not in each for each in case["log"] if each["hand"])
    assert [event["type"] for event in case["events"]].count("cards_drawn") > 3


def test_bots_that_do_the_same_again_are_counted_by_seat() -> None:
    game = played_game(1)

    lines = said("bot_replay", game.id).splitlines()

    assert len(lines) == 4
    for seat, line in enumerate(lines):
        count = re.fullmatch(
            rf"seat {seat} \(random\): the same action from the same view: (\d+) of (\d+)", line
        )
        assert count
        assert count[1] == count[2]


def test_what_a_bot_does_differently_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played_game(1)
    changed = registry.LEVELS["random"]._replace(policy=lambda _view, _log, _rng: Draw())
    monkeypatch.setattr(registry, "LEVELS", {"random": changed})
    out = StringIO()
    with pytest.raises(CommandError, match="not every bot"):
        call_command("bot_replay", str(game.id), stdout=out)
    assert re.search(r"  hand 1, version \d+: .*'discard'.*, now .*'draw", out.getvalue())


def test_what_cannot_be_replayed_or_read_is_said(running: Game) -> None:
    assert "no bot of ours" in said("bot_replay", running.id)
    with pytest.raises(CommandError, match="not over"):
        said("bot_replay", running.id, "--hand", 1)
    with pytest.raises(CommandError, match="no hand 2"):
        said("transcript", running.id, 2)
