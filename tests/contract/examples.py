"""Examples for the schema as they are made: what was asked, what was answered."""

import os
import re
from itertools import count
from pathlib import Path
from typing import Any

import orjson

UUIDS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
DIGEST = re.compile(r'(?<=")[0-9a-f]{64}(?=")')
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
CODE = re.compile(r'(?<="join_code":")[A-Z0-9]+')


class Examples:
    """Requests and answers by operation, as they are made."""

    def __init__(self) -> None:
        self.found: dict[str, dict[str, Any]] = {}
        self.exact: dict[str, dict[str, Any]] = {}
        """What differs from run to run only in its times."""

    def of(self, operation: str, answer: Any, request: Any = None) -> Any:
        """Keep the answer of an operation, the request with it."""
        assert answer.status_code < 300, answer.content
        body = answer.json() if answer.content else None
        example = {"request": request, "answer": body}
        self.found[operation] = {name: part for name, part in example.items() if part is not None}
        return body

    def settled(self) -> dict[str, Any]:
        """All of them, with what differs from run to run made the same."""
        text = orjson.dumps(self.found, option=orjson.OPT_SORT_KEYS).decode()
        for pattern, made in (
            (UUIDS, lambda n: f"00000000-0000-4000-8000-{n:012x}"),
            (DIGEST, lambda n: f"{n:02x}" * 32),
        ):
            numbers = count(1)
            for value in dict.fromkeys(pattern.findall(text)):
                text = text.replace(value, made(next(numbers)))
        settled: dict[str, Any] = orjson.loads(CODE.sub("K7RT2M9QXV4B", _at_one_time(text)))
        exact: dict[str, Any] = orjson.loads(_at_one_time(orjson.dumps(self.exact).decode()))
        return settled | exact


def _at_one_time(text: str) -> str:
    return TIME.sub("2026-11-20T19:30:00.000000Z", text)


def require_kept(examples: Examples, file: Path) -> None:
    """The answers equal the file's; WRITE_EXAMPLES=1 rewrites it."""
    settled = examples.settled()
    if os.environ.get("WRITE_EXAMPLES"):
        lines = [f'"{name}": {orjson.dumps(settled[name]).decode()}' for name in sorted(settled)]
        file.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    assert settled == orjson.loads(file.read_bytes()), "WRITE_EXAMPLES=1 rewrites them"
