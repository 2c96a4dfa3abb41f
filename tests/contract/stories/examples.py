"""Examples for the schema as they are made: what was asked, what was answered."""

import re
from itertools import count
from typing import Any

import orjson

from samba_service.contract.examples import bodies
from tests.contract.shapes import OPERATIONS

UUIDS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
DIGEST = re.compile(r'(?<=")[0-9a-f]{64}(?=")')
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
DAY = re.compile(r'(?<=")\d{4}-\d\d-\d\d(?=")')
CODE = re.compile(r'(?<=code":")[A-Z0-9]{12}(?=")')
SECRET = re.compile(r'(?<=")whsec_[^"]+(?=")')
TOKEN = re.compile(r'(?<=")samba_[\w-]+(?=")')


class Examples:
    """What was sent and answered, by operation and status; the first of each shape."""

    def __init__(self) -> None:
        self.found: dict[str, Any] = {}
        self.exact: dict[str, Any] = {}
        """What differs from run to run only in its times."""

    def of(self, operation: str, answer: Any, request: Any = None) -> Any:
        """Keep the answer of an operation, and the request with it."""
        assert answer.status_code < 300, answer.content
        is_json = answer["Content-Type"].startswith("application/json") if answer.content else False
        body = answer.json() if is_json else answer.content.decode()
        self._keep(f"{operation}:{answer.status_code}", body or None)
        self._keep(f"{operation}:request", request)
        return body

    def _keep(self, key: str, value: Any) -> None:
        shape = SHAPES.get(key)
        if value is not None and shape and shape not in {SHAPES[each] for each in self.found}:
            self.found[key] = value

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
        text = TOKEN.sub("samba_Zk3fQ1x8W2cG5b7N0aVtR4uYpLmJhKdSfXeQwBzTnCo", text)
        text = SECRET.sub("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", text)
        settled: dict[str, Any] = orjson.loads(CODE.sub("K7RT2M9QXV4B", _at_one_time(text)))
        exact: dict[str, Any] = orjson.loads(_at_one_time(orjson.dumps(self.exact).decode()))
        return settled | exact


def _shapes() -> dict[str, str]:
    """The name of the shape of each body; its own key where it has none."""
    return {
        key: media["schema"].get("$ref", key).rpartition("/")[2]
        for operation in OPERATIONS.values()
        for key, media in bodies(operation)
    }


SHAPES = _shapes()


def _at_one_time(text: str) -> str:
    return DAY.sub("2026-11-20", TIME.sub("2026-11-20T19:30:00Z", text))
