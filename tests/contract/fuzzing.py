"""Calls that nobody has thought of: good ones of the table of rights, spoiled here and there."""

import json
import re
import string
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from rest_framework.test import APIClient

from samba_service.contract.parts import Node
from tests.contract.shapes import declared, parameters, undone

ROOT = "/api/v1"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
DEEPEST = 4
"""Levels of a made-up value, below which members are left out where they may be."""
JUNK: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 2**31, 2**63, -(2**63) - 1, 10**30, 0.5, -0.0, 1e308, 1e-300,
    "", " ", "x", "0", "-1", "null", "\x00", "a\x00b", "\u202e", "é", "🂡" * 9, "x" * 300,
    "y" * 70_000, "<b>&\"'%s{}", "../../etc/passwd", "' OR 1=1 --", "JK", "2C", "me", "classic",
    "2026-02-30", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "NaN", "Infinity",
    "00000000-0000-4000-8000-000000000000", "{game_id}", [], [[]], [None], {}, {"": None},
    ["JK"] * 200, {"type": "draw"}, {"a": {"b": {"c": {}}}},
)  # fmt: skip
RAW_BODIES = (
    b"", b"{", b"[]", b"null", b"1", b'"x"', b"\xff\xfe", b'{"a":1,"a":2}', b'{"a":NaN}',
    b'{"a":"\\ud800"}', b"[" * 5000, b'{"a":' * 300 + b"1" + b"}" * 300, b'{"a":1e999}', b"a=b",
    b'{"a":' + b"9" * 5000 + b"}", b"\x00", b"{} {}", b"\xef\xbb\xbf{}",
)  # fmt: skip
MEDIA_TYPES = (
    "", "text/plain", "application/json; charset=utf-16", "application/xml", "application/jsonx",
    "multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "text/csv",
    "application/merge-patch+json",
)  # fmt: skip
HEADERS: dict[str, tuple[str, ...]] = {
    "Accept": ("", "*/*", "text/html", "application/xml", "application/json;q=0", "a/b", ",;q=x",
               "application/pdf", "text/csv", "text/event-stream", "application/x-ndjson"),
    "Accept-Language": ("de", "xx", "*", ";", "de;q=9"),
    "Authorization": ("", "Bearer", "Bearer x", "Bearer " + "x" * 5000, "Basic eDp5", "Bearer a b",
                      "SheetCode 1234", "WallLink x", "Bearer \xe9"),
    "If-Match": ('"1"', "*", '"1-2"', "x", '""', '"99999999999999999999"', "W/\"3\"", "-1",
                 '"1","2"'),
    "If-None-Match": ("*", '"1-2"', "x", '""', 'W/"x", "y"'),
    "Idempotency-Key": ("a", "", "x" * 201, "é", "a b", "\t"),
    "Last-Event-ID": ("0", "-1", "x", "99999999999999999999", ""),
    "Range": ("bytes=0-1", "x"),
    "Origin": ("https://a.example", "null"),
    "X-Forwarded-For": ("1.2.3.4", "x, y", ""),
    "Cookie": ("sessionid=x", "csrftoken=\xe9; sessionid="),
    "Content-Encoding": ("gzip",),
    "X-HTTP-Method-Override": ("DELETE",),
}  # fmt: skip


@dataclass(frozen=True)
class Call:
    """What is sent. `body` is JSON unless `raw` is given."""

    method: str
    path: str
    template: str
    """The path as the schema has it; empty for one that it has not."""
    query: tuple[tuple[str, str], ...] = ()
    body: Any = None
    raw: bytes | None = None
    media_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)

    def send(self, client: APIClient) -> Any:
        content = self.raw
        if content is None:
            content = b"" if self.method == "GET" else json.dumps(self.body).encode()
        query, headers = urlencode(self.query), dict(self.headers)
        generic: Any = client.generic  # its types know no bytes
        return generic(
            self.method, self.path, content, self.media_type, QUERY_STRING=query, headers=headers
        )

    @property
    def operation(self) -> Node | None:
        """What the schema says of it, with each status by itself."""
        return declared().get((self.method.lower(), self.template))


@cache
def _templates() -> list[tuple[str, re.Pattern[str]]]:
    """Those with the fewest placeholders first, as they are found first."""
    known = sorted({path for _, path in declared()}, key=lambda path: path.count("{"))
    return [(path, re.compile(re.sub(r"{\w+}", "[^/]+", path))) for path in known]


def template_of(path: str) -> str:
    """The path as the schema has it; empty for one that it has not."""
    return next((name for name, known in _templates() if known.fullmatch(path)), "")


class Fuzzer:
    """Spoils calls; of one seed the same each time."""

    def __init__(self, seed: int, known: list[str]) -> None:
        self.rng, self.known = Random(seed), known
        """`known` are ids that there are, to be put where they do not belong."""

    def spoiled(self, call: Call) -> Call:
        """The call with something wrong in it, a few things, or nothing."""
        for _ in range(self.rng.choice((0, 1, 1, 1, 2, 3))):
            call = self.rng.choice(self._ways(call))(call)
        return call

    def _ways(self, call: Call) -> list[Callable[[Call], Call]]:
        ways: list[Callable[[Call], Call]] = [self._path, self._query, self._query]
        ways += [self._header, self._method]
        return ways if call.method == "GET" else [*ways, *6 * [self._body], self._raw]

    def junk(self) -> Any:
        """A value that may be anything."""
        if self.known and self.rng.random() < 0.2:
            return self.rng.choice(self.known)
        if self.rng.random() < 0.1:
            letters = string.printable + "äß€\u0000\u2028"
            return "".join(self.rng.choices(letters, k=self.rng.randrange(40)))
        return self.rng.choice(JUNK)

    def _text(self) -> str:
        value = self.junk()
        return value if isinstance(value, str) else json.dumps(value)

    def _path(self, call: Call) -> Call:
        parts = call.path.split("/")
        at = self.rng.randrange(3, len(parts))
        template = call.template.split("/")
        before, parts[at] = parts[at], quote(self._text()[:300], safe="")
        if parts[at] == before:  # `me`
            return call
        known = at < len(template) and "{" in template[at] and parts[at]
        path = "/".join(parts)
        return replace(call, path=path, template=call.template if known else template_of(path))

    def _query(self, call: Call) -> Call:
        named = [
            each
            for each in parameters({"parameters": [], **(call.operation or {})})
            if each["in"] == "query"
        ]
        if not named or self.rng.random() < 0.1:
            return replace(call, query=(*call.query, (self._text()[:50], self._text()[:500])))
        chosen = self.rng.choice(named)
        value = self.made(chosen["schema"]) if self.rng.random() < 0.5 else self._text()
        text = value if isinstance(value, str) else json.dumps(value)
        return replace(call, query=(*call.query, (chosen["name"], text[:2000])))

    def _header(self, call: Call) -> Call:
        name = self.rng.choice(list(HEADERS))
        return replace(call, headers=call.headers | {name: self.rng.choice(HEADERS[name])})

    def _method(self, call: Call) -> Call:
        method = self.rng.choice(METHODS)
        return replace(call, method=method) if self.rng.random() < 0.3 else call

    def _raw(self, call: Call) -> Call:
        if self.rng.random() < 0.4:
            return replace(call, media_type=self.rng.choice(MEDIA_TYPES))
        return replace(call, raw=self.rng.choice(RAW_BODIES))

    def _body(self, call: Call) -> Call:
        shape = self._shape(call)
        if shape is not None and self.rng.random() < 0.3:
            return replace(call, body=self.made(shape))
        return replace(call, body=self._changed(call.body, shape))

    def _shape(self, call: Call) -> Node | None:
        content = ((call.operation or {}).get("requestBody") or {}).get("content", {})
        return next((media["schema"] for media in content.values()), None)

    def _changed(self, value: Any, shape: Node | None) -> Any:
        """The value with one thing in it replaced, removed or added."""
        if isinstance(value, dict):
            members = self._resolved(shape or {}).get("properties", {})
            if value and self.rng.random() < 0.7:
                name = self.rng.choice(list(value))
                if self.rng.random() < 0.15:
                    return {each: value[each] for each in value if each != name}
                return value | {name: self._changed(value[name], members.get(name))}
            name = self.rng.choice([*members, self._text()[:30]])
            usual = name in members and self.rng.random() < 0.6
            return value | {name: self.made(members[name]) if usual else self.junk()}
        if isinstance(value, list) and value and self.rng.random() < 0.7:
            at = self.rng.randrange(len(value))
            return [*value[:at], self._changed(value[at], None), *value[at + 1 :]]
        return self.junk()

    # -- Values of a shape ----------------------------------------------------------------------

    def _resolved(self, shape: Node) -> Node:
        if "$ref" in shape:
            name = shape["$ref"].rpartition("/")[2]
            return self._resolved(undone()["components"]["schemas"][name])
        for joined in ("allOf", "oneOf", "anyOf"):
            if joined in shape:
                return self._resolved(self.rng.choice(shape[joined]))
        return shape

    def made(self, shape: Node, depth: int = 0) -> Any:
        """A value of that shape, or nearly."""
        shape = self._resolved(shape)
        if self.rng.random() < 0.03:
            return self.junk()
        if "enum" in shape:
            return self.rng.choice(shape["enum"])
        if "const" in shape:
            return shape["const"]
        types = shape.get("type", "string")
        kind = self.rng.choice(types) if isinstance(types, list) else types
        return getattr(self, f"_{kind}")(shape, depth)

    def _null(self, _shape: Node, _depth: int) -> None:
        return None

    def _boolean(self, _shape: Node, _depth: int) -> bool:
        return self.rng.random() < 0.5

    def _integer(self, shape: Node, _depth: int) -> int:
        low = shape.get("minimum", -3)
        high = shape.get("maximum", low + self.rng.choice((3, 100, 10**6)))
        return self.rng.choice((low, high, self.rng.randint(low, high)))

    def _number(self, shape: Node, _depth: int) -> float:
        low = shape.get("minimum", -3)
        return self.rng.uniform(low, shape.get("maximum", low + 1000))

    def _string(self, shape: Node, _depth: int) -> str:
        if shape.get("format") == "uuid" and self.known:
            return self.rng.choice(self.known)
        if shape.get("format") in ("date-time", "date"):
            return "2026-11-28T20:15:00Z"[: 10 if shape["format"] == "date" else None]
        if "examples" in shape or "default" in shape:
            return str(self.rng.choice([*shape.get("examples", ()), shape.get("default", "x")]))
        least, most = shape.get("minLength", 0), min(shape.get("maxLength", 40), 5000)
        letters = self.rng.choice((string.ascii_lowercase, "0123456789", "aÄ€🂡 \t-"))
        length = self.rng.choice((least, most, self.rng.randint(least, max(least, most))))
        return "".join(self.rng.choices(letters, k=length))

    def _array(self, shape: Node, depth: int) -> list[Any]:
        least = shape.get("minItems", 0)
        number = self.rng.randint(least, min(shape.get("maxItems", least + 3), least + 3))
        number = least if depth > DEEPEST else number
        return [self.made(shape.get("items", {}), depth + 1) for _ in range(number)]

    def _object(self, shape: Node, depth: int) -> dict[str, Any]:
        needed = shape.get("required", ())
        made = {
            name: self.made(each, depth + 1)
            for name, each in shape.get("properties", {}).items()
            if name in needed or (depth < DEEPEST and self.rng.random() < 0.5)
        }
        others = shape.get("additionalProperties")
        if isinstance(others, dict) and depth < DEEPEST:
            made |= {str(n): self.made(others, depth + 1) for n in range(self.rng.randrange(3))}
        return made
