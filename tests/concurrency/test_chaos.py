"""Killed workers, killed brokers, no broker at all: games end, and no move is lost or doubled."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
import pytest

from games.choices import GameStatus
from games.engine import match as engine
from games.engine.codec import action_in, event_out
from games.engine.snapshot import match_in, match_out
from games.models import DueWork, Game, Move
from games.services.authority import Authority
from games.services.games import game_start
from games.services.rebuild import game_check
from games.store.fold import fold_row
from games.store.log import rows_get
from samba_service.devstack.folder import REPOSITORY
from samba_service.settings.base import CELERY_BROKER_TRANSPORT_OPTIONS
from tests.concurrency.fleet import Fleet, fleet, wait_until
from tests.factories import player
from tests.games.tables import bots_game, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency, pytest.mark.full]

PATIENCE_S = 120
"""A busy machine takes its time; nothing is proved by how long it takes."""
MOVES_BETWEEN = 30
"""Of the thousands that the games take."""
TIME_OUT_S = CELERY_BROKER_TRANSPORT_OPTIONS["socket_timeout"]
"""A move that waited for a hung broker takes longer than this."""


def running() -> int:
    return Game.objects.filter(status=GameStatus.ACTIVE).count()


def lonely_game(hand_limit: int) -> Game:
    """One person and three bots."""
    game = table(bots=(1, 2, 3), hand_limit=hand_limit, creator=player())
    game_start(game_id=game.id, by=Authority(game.creator))
    return game


@contextmanager
def lonely_player(fleet: Fleet, game: Game) -> Iterator["subprocess.Popen[str]"]:
    """The person of that game, who plays from a process of their own until the block ends."""
    command = ["-m", "tests.concurrency.lonely_player", str(game.id), str(game.creator_id)]
    with subprocess.Popen(
        [sys.executable, "-W", "ignore", *command],
        cwd=REPOSITORY,
        env=fleet.environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as player:
        try:
            yield player
        finally:
            player.kill()


def acknowledged(player: "subprocess.Popen[str]") -> list[dict[str, Any]]:
    """What the person was shown to have played, once they are done."""
    output, _ = player.communicate(timeout=PATIENCE_S)
    assert player.returncode == 0
    return [json.loads(line) for line in output.splitlines()]


def assert_follows(game_id: UUID) -> None:
    """Every action of the log, decided again in the state before it, causes just what is logged."""
    match = None
    for row in rows_get(game_id):
        if row.action:
            assert match is not None
            assert row.seat is not None
            again = judged_again(match, row.seat, row.action)
            assert again == orjson.loads(row.events)[: len(again)]
        match = fold_row(match, row)


def judged_again(match: engine.Match, seat: int, action: str) -> list[dict[str, Any]]:
    """The events of an action in a copy of the state, in the log's form."""
    copy = match_in(match_out(match), match.rules)
    events = engine.play(copy, seat, action_in(orjson.loads(action)))
    logged: list[dict[str, Any]] = orjson.loads(
        orjson.dumps([event_out(event) for event in events])
    )
    return logged


def assert_sound(games: list[Game]) -> None:
    """The games have ended, as the rules have it and with every row in its place."""
    for game in games:
        game.refresh_from_db()
        assert game.status == GameStatus.FINISHED
        assert game_check(game.id) == []
        assert_follows(game.id)
    assert not DueWork.objects.exists()


def assert_kept(game: Game, moves: list[dict[str, Any]]) -> None:
    """What was acknowledged is in the log, each move once."""
    logged = Move.objects.filter(game=game, actor=game.creator_id).exclude(action="")
    rows = {
        version: json.loads(action) for version, action in logged.values_list("version", "action")
    }
    assert {move["version"]: move["action"] for move in moves} == rows


def wait_for_moves(number: int) -> None:
    """Wait until this many more moves have been played, by any live process."""
    before = Move.objects.count()
    wait_until(lambda: Move.objects.count() >= before + number, PATIENCE_S)


def storm(folder: Path, *, bots_games: int, hands: int, kills: int) -> None:
    """Games in progress, while worker, Redis and sweeper are killed and started again in turn.

    Each is killed when the games have gone on since the kill before.
    """
    games = [bots_game(hand_limit=hands, creator=player()) for _ in range(bots_games)]
    mine = lonely_game(hands)
    with fleet(folder, "redis", "worker", "sweeper") as ours:
        wait_for_moves(MOVES_BETWEEN)
        with lonely_player(ours, mine) as person:
            for kill, name in enumerate(cycle(("worker", "redis", "sweeper"))):
                if kill == kills:
                    break
                assert running(), "the games were over before the storm was"
                ours.signal(name, signal.SIGKILL)
                ours.start(name)
                wait_for_moves(MOVES_BETWEEN)
            wait_until(lambda: not running(), 2 * PATIENCE_S)
            moves = acknowledged(person)
    assert_sound([*games, mine])
    assert_kept(mine, moves)


def test_games_survive_the_death_of_worker_broker_and_sweeper(tmp_path: Path) -> None:
    storm(tmp_path, bots_games=3, hands=4, kills=3)


@pytest.mark.slow
def test_games_survive_a_long_storm(tmp_path: Path) -> None:
    storm(tmp_path, bots_games=8, hands=15, kills=24)


@pytest.mark.parametrize("broker", ["dead", "hung"])
def test_without_a_broker_moves_are_quick_and_the_sweeper_plays(
    tmp_path: Path, broker: str
) -> None:
    game = lonely_game(hand_limit=0)  # a single hand may end before a third discard
    with fleet(tmp_path, "redis", "sweeper") as ours:
        ours.signal("redis", signal.SIGKILL if broker == "dead" else signal.SIGSTOP)
        with lonely_player(ours, game) as player:
            own_turns = Move.objects.filter(game=game, seat=0, action__contains="discard")
            wait_until(lambda: own_turns.count() >= 3, PATIENCE_S)
            player.terminate()
            output, _ = player.communicate()
    moves = [json.loads(line) for line in output.splitlines()]

    assert max(move["took_s"] for move in moves) < TIME_OUT_S
    assert game_check(game.id) == []
