"""People who play on while programs of the service are killed, and what became of their moves."""

import os
import signal
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPException
from threading import Event, Thread
from typing import Any, NamedTuple

import orjson
import psycopg

from deploy.examples.play import Api, Problem, choose
from samba_service.devstack.__main__ import QUEUES
from tests.devstack.stack import Stack

Json = dict[str, Any]
ENDLESS = {
    "extends": "classic",
    "overrides": {"draw": {"count": 10}, "game": {"target": None, "hand_limit": 1000}},
}
"""Hands of about ten turns, and more of them than a test lasts."""
PASSED = ("stale_version", "not_your_turn", "wrong_phase", "game_not_active", "illegal_phase")
"""The table has gone on since the person looked: they look again."""


class Played(NamedTuple):
    """A move that a person sent, by the version that it makes."""

    game: str
    version: int
    action: Json


class Person(Thread):
    """Somebody at several tables, each with three bots, who repeats a call that is not answered.

    Moves that were acknowledged are in `acknowledged`. A move whose last attempt stayed without an
    answer is in `unsure`: it may be in the log or not.
    """

    def __init__(self, base: str, name: str, tables: int) -> None:
        super().__init__(name=name, daemon=True)
        self.api, self.stop = Api(base), Event()
        self.acknowledged: list[Played] = []
        self.unsure: list[Played] = []
        self.failures: list[str] = []
        login = {"username": name, "password": "six green herons"}
        self.player = self.api.post("/auth/register", {**login, "display_name": name})["id"]
        scopes = ["games:read", "games:play"]
        token = self.api.post("/auth/tokens", {**login, "name": "phone", "scopes": scopes})
        self.api.token = token["token"]
        self.games = [self._game() for _ in range(tables)]

    def run(self) -> None:
        while not self.stop.is_set():
            for game in self.games:
                try:
                    self._turn(game)
                except Problem as problem:
                    if problem.code not in PASSED:
                        self.failures.append(str(problem))
                except (OSError, HTTPException):
                    continue  # the service is away: what was sent is noted already
            time.sleep(0.05)

    def _game(self) -> str:
        body = {"ruleset": ENDLESS, "bots": dict.fromkeys("123", "novice")}
        game = self.api.post("/games", body)["id"]
        self.api.post(f"/games/{game}/start")
        return str(game)

    def _turn(self, game: str) -> None:
        """Play one action, if it is this person's turn."""
        seen = self.api.get(f"/games/{game}")
        if seen["hand"] is None or seen["you"]["seat"] not in seen["hand"]["to_act"]:
            return
        action = choose(self.api.get(f"/games/{game}/legal-actions")["options"])
        move = Played(game, seen["version"] + 1, action)
        try:
            self.api.post(f"/games/{game}/moves", {"action": action}, version=seen["version"])
        except (OSError, HTTPException):
            self.unsure.append(move)
            raise
        self.acknowledged.append(move)


@contextmanager
def playing(stack: Stack, *, people: int, tables: int) -> Iterator[list[Person]]:
    """People at `tables` tables each, who play for the length of the block."""
    base = f"http://127.0.0.1:{stack.port}/api/v1"
    players = [Person(base, f"player{number}", tables) for number in range(people)]
    for player in players:
        player.start()
    try:
        yield players
    finally:
        for player in players:
            player.stop.set()
        for player in players:
            player.join()


class Kills:
    """Kills programs of a stack, and measures how soon every game moves again."""

    def __init__(self, stack: Stack, database: str, games: int) -> None:
        self.stack, self.database, self.games = stack, database, games
        self.took_s: list[tuple[str, float]] = []
        """Of each kill, the program, and how long after its return the last game moved."""

    def versions(self) -> dict[str, int]:
        """Of the running games."""
        with psycopg.connect(self.database, connect_timeout=5) as connection:
            rows = connection.execute(
                "SELECT id::text, version FROM games_game WHERE status = 'active'"
            )
            return dict(rows.fetchall())

    def kill(self, name: str, *, await_games: bool = True) -> None:
        """Kill a program, wait until it is back, and then until every game has moved."""
        before, ready = self.stack.children()[name], self._workers_ready()
        os.kill(before, signal.SIGKILL)
        self.stack.wait(lambda: self.stack.children().get(name, before) != before)
        self.stack.wait(lambda: self.stack.readiness() == "ok")
        if name in QUEUES:
            self.stack.wait(lambda: self._workers_ready() > ready)
        if not await_games:
            return
        back, then = time.monotonic(), self.versions()
        assert len(then) == self.games, "some games are over"
        self.stack.wait(lambda: _moved(then, self.versions()))
        self.took_s.append((name, time.monotonic() - back))

    def _workers_ready(self) -> int:
        """How often a worker has said that it is ready."""
        return self.stack.output.read_text().count(" ready.\n")

    def logged(self, player: str) -> Counter[bytes]:
        """The moves of a player in the log."""
        with psycopg.connect(self.database) as connection:
            rows = connection.execute(
                "SELECT g.id::text, m.version, m.action FROM games_move m"
                " JOIN games_game g ON g.number = m.game_number"
                " WHERE m.actor = %s AND m.action <> ''",
                [player],
            )
            return Counter(_text(game, version, orjson.loads(a)) for game, version, a in rows)


def _moved(then: Mapping[str, int], now: Mapping[str, int]) -> bool:
    """True if every game that ran then has moved or ended."""
    return all(now.get(game, version + 1) > version for game, version in then.items())


def _text(game: str, version: int, action: Json) -> bytes:
    return orjson.dumps([game, version, action], option=orjson.OPT_SORT_KEYS)


def assert_kept(person: Person, logged: Counter[bytes]) -> None:
    """Every acknowledged move is in the log once, and nothing that was not sent."""
    assert person.failures == []
    sent = Counter(_text(*move) for move in person.acknowledged)
    assert max(sent.values(), default=1) == 1
    assert sent - logged == Counter(), "acknowledged moves are lost"
    assert logged - sent <= Counter(_text(*move) for move in person.unsure), "moves are doubled"
