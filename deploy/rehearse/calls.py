"""Calls over TLS through the proxy, repeated with their key until they have an answer."""

import asyncio
import json
import secrets
import ssl
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
RETRYABLE = {
    (409, "key_in_flight"),
    (429, "rate_limited"),
    (502, "no_answer"),
    (503, "unavailable"),
}
"""What a client repeats, by status and code, in addition to a lost connection."""
ANSWER_S = 65.0
"""More than the proxy waits for an answer."""
PATIENCE_S = 300.0
"""How long a call is repeated before the client gives up."""


class Refused(Exception):
    """An answer that a client must not repeat; `status` and `code` are those of its problem."""

    def __init__(self, call: str, status: int, code: str, detail: str) -> None:
        super().__init__(f"{call}: {status} {code}: {detail}")
        self.status, self.code = status, code


@dataclass
class Proxy:
    """Where the proxy is, and whose certificate it must have."""

    port: int
    name: str
    trusted: ssl.SSLContext
    retried: Counter[str] = field(default_factory=Counter)
    """What was repeated, by kind: a status with its code, or how the connection was lost."""
    answered: Counter[int] = field(default_factory=Counter)
    """Answers by status."""


class Caller:
    """One account's connection to the proxy; one call at a time."""

    def __init__(self, proxy: Proxy, token: str = "") -> None:
        self.proxy, self.token = proxy, token
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def get(self, path: str) -> Any:
        return await self._repeated("GET", path, None, {})

    async def patch(self, path: str, body: Json) -> Any:
        return await self._repeated("PATCH", path, body, {})

    async def post(self, path: str, body: Json | None = None, *, version: int | None = None) -> Any:
        """With a key of its own: however often it is sent, it is done once."""
        headers = {"Idempotency-Key": secrets.token_hex(16)}
        if version is not None:
            headers["If-Match"] = str(version)
        return await self._repeated("POST", path, body or {}, headers)

    async def close(self) -> None:
        writer, self._reader, self._writer = self._writer, None, None
        if writer is not None:
            writer.close()
            with suppress(OSError, asyncio.TimeoutError):
                await asyncio.wait_for(writer.wait_closed(), 1)

    async def _repeated(
        self, method: str, path: str, body: Json | None, headers: dict[str, str]
    ) -> Any:
        """Raises Refused for an answer that is no success and must not be repeated."""
        call, until = f"{method} {path.partition('?')[0]}", time.monotonic() + PATIENCE_S
        while True:
            try:
                status, answered, content = await asyncio.wait_for(
                    self._once(method, path, body, headers), ANSWER_S
                )
            except (OSError, EOFError, TimeoutError, ValueError) as error:
                await self.close()
                kind, wait_s, refusal = f"connection: {type(error).__name__}", 0.5, Json()
                status = 0
            else:
                self.proxy.answered[status] += 1
                if status < 400:
                    return json.loads(content) if content else None
                refusal = _problem(content)
                kind = f"{status} {refusal['code']}"
                wait_s = float(answered.get("retry-after", "1"))
            retryable = status == 0 or (status, refusal["code"]) in RETRYABLE
            if not retryable or time.monotonic() > until:
                raise Refused(call, status, refusal.get("code", kind), refusal.get("detail", ""))
            self.proxy.retried[kind] += 1
            await asyncio.sleep(wait_s)

    async def _once(
        self, method: str, path: str, body: Json | None, headers: dict[str, str]
    ) -> tuple[int, dict[str, str], bytes]:
        content = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} /api/v1{path} HTTP/1.1", f"Host: {self.proxy.name}"]
        if self.token:
            lines.append(f"Authorization: Bearer {self.token}")
        if body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        reader, writer = await self._connected()
        writer.write("\r\n".join([*lines, "", ""]).encode() + content)
        await writer.drain()
        return await self._answer(reader)

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._reader is None or self._writer is None or self._reader.at_eof():
            await self.close()
            self._reader, self._writer = await asyncio.open_connection(
                "127.0.0.1",
                self.proxy.port,
                ssl=self.proxy.trusted,
                server_hostname=self.proxy.name,
            )
        return self._reader, self._writer

    async def _answer(self, reader: asyncio.StreamReader) -> tuple[int, dict[str, str], bytes]:
        """Status, headers with names in small letters, and body."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status = int(head[0].split()[1])
        pairs = (line.partition(":") for line in head[1:] if line)
        headers = {name.lower(): value.strip() for name, _, value in pairs}
        if headers.get("transfer-encoding") == "chunked":
            content = await _chunks(reader)
        else:
            content = await reader.readexactly(int(headers.get("content-length", "0")))
        if headers.get("connection") == "close":
            await self.close()
        return status, headers, content


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    found = b""
    while size := int((await reader.readline()) or b"?", 16):
        found += await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readline()
    return found


def _problem(content: bytes) -> Json:
    """The problem document of a failure; one without a code if it is none."""
    try:
        problem = json.loads(content)
    except ValueError:
        problem = None
    if not isinstance(problem, dict) or "code" not in problem:
        return {"code": "no problem document", "detail": content[:200].decode(errors="replace")}
    return problem
