"""Our own requests as the bench makes them, through the public API (games, seats, bots, moves).

This module also measures another commit (`--beside`), with that commit's product: it uses only
what the API and the settings of both have.
"""

import random
import statistics
from collections.abc import Sequence
from itertools import count
from typing import Any

import redis
from django.conf import settings
from django.db import connection

from deploy.bench.http import Answer, Client, Headers, Project

API = "/api/v1"
PASSWORD = "a long one, for the bench"
BOT = "novice"
SNAPSHOT_BYTES = "SELECT octet_length(state::text) FROM games_snapshot WHERE game_id = %s"
"""The bytes of one game's snapshot: keep in step with the model."""
RATE_KEYS = "rate:*"
"""The keys of the rate limits in Redis, after the prefix: keep in step with the throttles."""


def forget(keys: str = "*") -> None:
    """Delete these keys of ours from Redis: rate limits, which stay on as their cost is ours."""
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        for key in client.scan_iter(f"{settings.REDIS_KEY_PREFIX}{keys}"):
            client.delete(key)


def project(client: Client) -> Project:
    games = Games(client)
    steps = {
        "read": games.get,
        "read_304": games.get_unchanged,
        "move": games.move_human_next,
        "move_keyed": games.move_human_next_keyed,
        "move_bot_next": games.move_bot_next,
        "list_of_50": games.list_of_50,
    }
    return steps, {
        "snapshot_bytes": games.snapshot_bytes,
        "callers": lambda: callers(client),
    }


def callers(client: Client, number: int = 32) -> list[dict[str, object]]:
    """A game of four people for each connection; of the people each has a game at four."""
    found: list[dict[str, object]] = []
    for of in range(0, number, 4):
        games = Games(client, [f"caller{of + seat}" for seat in range(4)])
        for _ in range(4):
            path = f"{API}/games/{games.new_table()['id']}"
            found.append({"path": path, "tokens": games.tokens})
    return found


class Games:
    """Four people at tables of their own; every step plays one accepted move."""

    def __init__(
        self, client: Client, names: Sequence[str] = ("ana", "ben", "cleo", "dan")
    ) -> None:
        self.client = client
        self.rng = random.Random(1)
        self.calls = self.reads = self.public = 0
        self.keys = count()
        self.tokens = [self._person(name) for name in names]
        self.table = self.new_table()
        self.tag, self.tagged_version = "", None

    def move_human_next(self, headers: Headers | None = None, *, discard: bool = False) -> Answer:
        """One of the legal actions in a game of four people, after which a person is to act.

        `discard`: a discard where there is one, so that the hand is short.
        """
        if self.table["status"] != "active":
            self.table = self.new_table()
        seat = self.table["hand"]["to_act"][0]
        action = self._option(self.table["id"], seat, "discard" if discard else None)
        answer = self._move(self.table["id"], seat, action, headers)
        self.table = answer.json["game"]
        return answer

    def move_human_next_keyed(self) -> Answer:
        """The same with an `Idempotency-Key`, a new one for each move."""
        return self.move_human_next({"Idempotency-Key": f"bench-{next(self.keys)}"})

    def move_bot_next(self) -> Answer:
        """The discard of a game's first turn, three bots behind it: its due work and nudge too."""
        bots = {str(seat): BOT for seat in (1, 2, 3)}
        body = {"ruleset": "classic", "seats": 4, "sit": 0, "bots": bots, "dealer": 3}
        game = self._created(body)
        self._call("POST", f"/games/{game}/start")
        self._move(game, 0, self._option(game, 0, "draw"))
        answer = self._move(game, 0, self._option(game, 0, "discard"))
        if answer.json["game"]["hand"]["to_act"] != [1]:
            raise RuntimeError("the bot at seat 1 was to be next")
        return answer

    def get(self) -> Answer:
        """The game of four people as seat 0 sees it; every fifth time a move further on."""
        self.reads += 1
        if self.reads % 5 == 0:
            self.move_human_next()
        return self._call("GET", f"/games/{self.table['id']}")

    def get_unchanged(self) -> Answer:
        """The same game for somebody who has it already."""
        if self.tagged_version != self.table["version"]:
            self.tag = self._call("GET", f"/games/{self.table['id']}").headers["ETag"]
            self.tagged_version = self.table["version"]
        path = f"/games/{self.table['id']}"
        return self._call("GET", path, headers={"If-None-Match": self.tag}, status=304)

    def list_of_50(self) -> Answer:
        """A full page of public games, the caller's own."""
        while self.public < 50:
            self.new_table(visibility="public")
            self.public += 1
        return self._call("GET", "/games?limit=50")

    def snapshot_bytes(self, moves: int = 200) -> dict[str, float]:
        """Sizes of the snapshot over further moves of the game of four people."""
        sizes = []
        for _ in range(moves):
            self.move_human_next()
            with connection.cursor() as cursor:
                cursor.execute(SNAPSHOT_BYTES, (self.table["id"],))
                sizes.append(cursor.fetchone()[0])
        return {"median": statistics.median(sizes), "max": max(sizes)}

    def _person(self, name: str) -> str:
        account = {"username": name, "password": PASSWORD}
        register = f"{API}/auth/register"
        self.client.expect(201, "POST", register, body=account | {"display_name": name})
        wanted = account | {
            "name": "bench",
            "scopes": ["games:read", "games:play", "history:read", "profile", "webhooks:manage"],
        }
        token: str = self.client.expect(201, "POST", f"{API}/auth/tokens", body=wanted).json[
            "token"
        ]
        return token

    def finished(self, **terms: object) -> str:
        """A game of four people on these terms, played to its end; returns its id."""
        self.table = self.new_table(**terms)
        while self.table["status"] == "active":
            self.move_human_next(discard=self.rng.random() < 0.7)
        return str(self.table["id"])

    def new_table(self, **terms: object) -> dict[str, Any]:
        game = self._created({"ruleset": "classic", "seats": 4, "sit": 0, **terms})
        for seat in (1, 2, 3):
            self._call("POST", f"/games/{game}/seats", seat, {"seat": seat})
        self._call("POST", f"/games/{game}/start")
        table: dict[str, Any] = self._call("GET", f"/games/{game}").json
        return table

    def _created(self, body: dict[str, object]) -> str:
        return str(self._call("POST", "/games", 0, body).json["id"])

    def _option(self, game: str, seat: int, kind: str | None = None) -> dict[str, object]:
        options = self._call("GET", f"/games/{game}/legal-actions", seat).json["options"]
        wanted = [each for each in options if kind in (None, each["type"])]
        example: dict[str, object] = self.rng.choice(wanted or options)["example"]
        return example

    def _move(
        self, game: str, seat: int, action: dict[str, object], headers: Headers | None = None
    ) -> Answer:
        return self._call("POST", f"/games/{game}/moves", seat, {"action": action}, headers=headers)

    def _call(
        self,
        method: str,
        path: str,
        seat: int = 0,
        body: object = None,
        *,
        headers: Headers | None = None,
        status: int | None = None,
    ) -> Answer:
        """A call that must be accepted, its body `{}` where a POST has none to say.

        `status` is the one of its answer, where it is not 200 or 201.
        """
        self.calls += 1
        if self.calls % 50 == 0:
            forget(RATE_KEYS)
        body = {} if body is None and method == "POST" else body
        answer = self.client.call(
            method, API + path, token=self.tokens[seat], body=body, headers=headers
        )
        if answer.status not in ((200, 201) if status is None else (status,)):
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.body[:300]!r}")
        return answer
