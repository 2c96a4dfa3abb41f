"""Many copies of one request at once, to the web process of production: one is played."""

import http.client
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier, local
from typing import Any, NamedTuple
from uuid import UUID

import pytest

from games.models import Move
from games.services.rebuild import game_check
from samba_service.devstack.addresses import Address
from tests.concurrency.fleet import Fleet, wait_until
from tests.edge.web import granian_command
from tests.factories import secret
from tests.games_api import tables
from tests.ports import own_port

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency, pytest.mark.slow]

SUBMITS = int(os.environ.get("SUBMITS", "1000"))
"""Moves, each of which is sent by all callers at once."""
COPIES = 32
START_S = PATIENCE_S = 120
MOST_MOVES = 100
"""Moves of one game, then another begins."""


class Answer(NamedTuple):
    status: int
    replayed: bool
    body: bytes

    @property
    def kind(self) -> str:
        """What became of the request."""
        if self.status == 201:
            return "replayed" if self.replayed else "played"
        return str(json.loads(self.body)["code"])


class Callers:
    """As many callers as there are copies, each with a connection that stays open."""

    def __init__(self, address: Address) -> None:
        self._address, self._own = address, local()
        self._links: list[http.client.HTTPConnection] = []
        self._pool = ThreadPoolExecutor(COPIES)
        self._barrier = Barrier(COPIES)

    def at_once(self, path: str, token: str, body: Any, headers: dict[str, str]) -> list[Answer]:
        """The answers to the copies of a POST that are sent at the same moment.

        Who is answered that the first copy still runs asks again, as its `Retry-After` says.
        """

        def send(_number: int) -> Answer:
            self._barrier.wait(PATIENCE_S)
            answer = self.call("POST", path, token, body, headers)
            while answer.kind == "key_in_flight":
                time.sleep(0.1)
                answer = self.call("POST", path, token, body, headers)
            return answer

        return list(self._pool.map(send, range(COPIES)))

    def call(
        self,
        method: str,
        path: str,
        token: str,
        body: Any = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """The answer to a call on the thread's own connection."""
        if not hasattr(self._own, "link"):
            self._own.link = http.client.HTTPConnection(
                self._address.host, self._address.port, timeout=PATIENCE_S
            )
            self._links.append(self._own.link)
        named = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        sent = json.dumps(body).encode() if body is not None else None
        self._own.link.request(method, f"/api/v1{path}", sent, named | (headers or {}))
        answer = self._own.link.getresponse()
        replayed = answer.headers["Idempotent-Replayed"] == "true"
        return Answer(answer.status, replayed, answer.read())

    def read(self, path: str, token: str) -> Any:
        answer = self.call("GET", path, token)
        assert answer.status == 200, answer
        return json.loads(answer.body)

    def close(self) -> None:
        self._pool.shutdown()
        for link in self._links:
            link.close()


class Table:
    """A game of four people, and their tokens."""

    def __init__(self) -> None:
        seated = tables.Table().start()
        self.tokens = [secret(player) for player in seated.players]
        self.id, self.path, self.played = UUID(seated.id), f"/games/{seated.id}", 0

    def is_over(self, callers: Callers) -> bool:
        status = callers.read(self.path, self.tokens[0])["status"]
        return self.played >= MOST_MOVES or status != "active"

    def submit(self, callers: Callers, key: str | None) -> list[Answer]:
        """One move, sent by all at once, by its version and, if given, under one key."""
        seen = callers.read(self.path, self.tokens[0])
        token = self.tokens[seen["hand"]["to_act"][0]]
        options = callers.read(f"{self.path}/legal-actions", token)["options"]
        action = options[self.played % len(options)]["example"]
        headers = {"If-Match": f'"{seen["version"]}"'} | ({"Idempotency-Key": key} if key else {})
        self.played += 1
        return callers.at_once(f"{self.path}/moves", token, {"action": action}, headers)


@pytest.fixture
def callers(tmp_path: Path) -> Iterator[Callers]:
    """Those who call a web process that works on as many requests at once as there are copies."""
    with own_port() as port:
        address, fleet = Address("127.0.0.1", port), Fleet(tmp_path)
        fleet.environment |= {"DATABASE_POOL_MAX": str(COPIES + 2), "PYTHON": sys.executable}
        fleet.commands["web"] = [*granian_command(address), "--blocking-threads", str(COPIES)]
        try:
            fleet.start("redis", "web")
            wait_until(address.is_ready, START_S)
            with closing(Callers(address)) as callers:
                yield callers
            fleet.end("web")
        finally:
            fleet.stop()


def test_of_thirty_two_copies_of_a_thousand_requests_one_is_played_each(callers: Callers) -> None:
    """Every second one under a key: then all get the answer of the first, byte for byte."""
    found: Counter[str] = Counter()
    played = [Table()]
    for number in range(SUBMITS):
        if played[-1].is_over(callers):
            played.append(Table())
        key = f"move-{number}" if number % 2 else None
        answers = played[-1].submit(callers, key)
        kinds = Counter(answer.kind for answer in answers)
        others = "replayed" if key else "stale_version"
        assert kinds == {"played": 1, others: COPIES - 1}, number
        assert not key or len({answer.body for answer in answers}) == 1
        found += kinds
    print(f"{SUBMITS} x {COPIES}: {dict(found)}")
    moves = Move.objects.exclude(action="")
    for table in played:
        assert moves.filter(game__id=table.id).count() == table.played
        assert game_check(table.id) == []
