"""A service of our own to call over HTTP, and callers who know only its answers."""

import http.client
import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from samba_service.devstack.__main__ import web_command
from samba_service.devstack.addresses import Address
from tests.concurrency.fleet import Fleet, wait_until
from tests.ports import own_port

Json = dict[str, Any]
PASSWORD = "six green herons"
START_S, ANSWER_S = 120, 60
"""A busy machine takes its time; nothing is proved by how long it takes."""
SCOPES = [
    "profile", "games:read", "games:play", "tournaments:read", "tournaments:play",
    "tournaments:manage", "club:admin",
]  # fmt: skip


class Refused(AssertionError):
    """An answer with another status than was expected; `problem` is its body."""

    def __init__(self, call: str, status: int, problem: Any) -> None:
        super().__init__(f"{call}: {status} {problem}")
        self.status, self.problem = status, problem


class Caller:
    """Somebody with a token, or nobody."""

    def __init__(self, address: Address, token: str = "", player: str = "") -> None:
        self.address, self.token, self.player = address, token, player

    def get(self, path: str) -> Any:
        return self._json(*self._send("GET", path, b"", ""))

    def post(self, path: str, body: Any = None) -> Any:
        return self._json(*self._send("POST", path, json.dumps(body or {}).encode()))

    def patch(self, path: str, body: Any) -> Any:
        return self._json(*self._send("PATCH", path, json.dumps(body).encode()))

    def upload(self, path: str, content: str, media_type: str) -> Any:
        return self._json(*self._send("POST", path, content.encode(), media_type))

    def read(self, path: str) -> bytes:
        """What is no JSON: a CSV file, a PDF."""
        call, status, body = self._send("GET", path, b"", "")
        if status >= 400:
            raise Refused(call, status, body)
        return body

    def refused(self, path: str, body: Any = None) -> tuple[int, str]:
        """Status and code of a post that must not succeed."""
        try:
            answer = self.post(path, body)
        except Refused as refused:
            return refused.status, str(refused.problem["code"])
        raise AssertionError(f"{path} was accepted: {answer}")

    def _send(
        self, method: str, path: str, body: bytes, media_type: str = "application/json"
    ) -> tuple[str, int, bytes]:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= {"Content-Type": media_type} if media_type else {}
        connection = http.client.HTTPConnection(
            self.address.host, self.address.port, timeout=ANSWER_S
        )
        with closing(connection):
            connection.request(method, f"/api/v1{path}", body, headers)
            answer = connection.getresponse()
            return f"{method} {path}", answer.status, answer.read()

    @staticmethod
    def _json(call: str, status: int, body: bytes) -> Any:
        answer = json.loads(body)
        if status >= 400:
            raise Refused(call, status, answer)
        return answer


@contextmanager
def service(folder: Path) -> Iterator[Address]:
    """Web, worker and sweeper on the suite's database, with a Redis of their own."""
    with own_port() as port:
        address, fleet = Address("127.0.0.1", port), Fleet(folder)
        fleet.commands["web"] = web_command(address)
        try:
            fleet.start("redis", "worker", "sweeper", "web")
            wait_until(address.is_ready, START_S)
            yield address
        finally:
            fleet.stop()


def account(address: Address, name: str) -> Caller:
    """Somebody who signs up, and takes a token."""
    nobody, username = Caller(address), name.lower()
    card = {"username": username, "password": PASSWORD}
    player = nobody.post("/auth/register", {**card, "display_name": name})
    token = nobody.post("/auth/tokens", {**card, "name": "phone", "scopes": SCOPES})
    return Caller(address, token["token"], player["id"])
