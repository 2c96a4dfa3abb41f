"""Calls over TLS, of a site that has a name, at a port of this machine."""

import http.client
import json
import socket
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Any

NAME = "club.example"


@dataclass
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Caller:
    """A program that trusts the authority in the file `authority`, and no other."""

    port: int
    authority: Path
    token: str = ""

    def socket(self) -> ssl.SSLSocket:
        context = ssl.create_default_context(cafile=str(self.authority))
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=40)
        return context.wrap_socket(plain, server_hostname=NAME)

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """The answer to a call; a `body` that is no text goes as JSON."""
        connection = http.client.HTTPConnection(NAME, self.port)
        connection.sock = self.socket()
        sent = {key.replace("_", "-"): value for key, value in headers.items()}
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        if body is not None:
            sent.setdefault("Content-Type", "application/json")
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        try:
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            connection.close()
