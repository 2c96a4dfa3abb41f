"""JSON of a known type, read as anyone may send it: faults are listed by path.

The type is a TypedDict, which the schema of the API shows and anyone who writes such a document
returns. What `Annotated` adds to a type is checked: an enumeration, or the words of JSON Schema
`minimum`, `maximum`, `maxLength`, `minItems`, `maxItems`, `enum`, `pattern` and `format`; and the
notes below.
"""

from collections.abc import Callable, Container, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import EnumMeta
from functools import cache
from json import dumps
from re import Pattern, compile
from types import MappingProxyType, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NamedTuple,
    NotRequired,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from games.engine.untyped import is_list, is_object

MOST_FAULTS: Final = 50
MOST_PATH: Final = 200
MOST_TEXT: Final = 1000
MOST_ITEMS: Final = 100_000
LARGEST: Final = 10**9

T = TypeVar("T")


class Fault(NamedTuple):
    path: str
    """By names with dots and indices: `rounds.0.tables.3.number`."""
    text: str

    def printable(self) -> "Fault":
        """It in short and with all characters escaped that no output takes."""
        short = self.path[:MOST_PATH], self.text[:MOST_TEXT]
        return Fault(*[text.encode("utf-8", "backslashreplace").decode() for text in short])


@dataclass(frozen=True, slots=True)
class Later:
    """The member came later: a document without it means `default`."""

    default: Any = None


@dataclass(frozen=True, slots=True)
class Named:
    """The text is the name of a `kind` of thing in the document."""

    kind: str


@dataclass(frozen=True, slots=True)
class Unread:
    """The member is not read here, and may be missing: it follows from the rest, or has checks."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a text is that has the pattern, for those who read of a fault."""

    text: str


Found = Iterable[tuple[str, str]]
"""Faults of an object, by the paths in it."""

Checks = Mapping[Any, Callable[[Any], Found]]
"""What else must be true of an object, by its type; asked of those without another fault."""


class TooManyFaults(Exception):
    """There are as many faults as anybody wants to read."""


class Inspection:
    """Notes faults, and knows the names that a document may use, by kind."""

    def __init__(
        self, names: Mapping[str, Container[str]], checks: Checks, *, closed: bool
    ) -> None:
        self.names, self.checks, self.closed = names, checks, closed
        self.faults: list[Fault] = []

    def fault(self, path: str, text: str) -> None:
        """Raises TooManyFaults with the last one that is listed."""
        self.faults.append(Fault(path, text).printable())
        if len(self.faults) == MOST_FAULTS:
            raise TooManyFaults


def read(
    kind: type[T],
    data: object,
    *,
    names: Mapping[str, Container[str]] = MappingProxyType({}),
    checks: Checks,
    closed: bool = False,
) -> tuple[T, list[Fault]]:
    """`data` as a `kind`, without members that are not its own; senseless where it has faults.

    Such a member is a fault of a `closed` document.
    """
    inspection = Inspection(names, checks, closed=closed)
    found: Any = None
    with suppress(TooManyFaults):
        found = _reads(cast("Any", kind), ())(inspection, data, "")
    return found, inspection.faults


Read = Callable[[Inspection, Any, str], Any]


@cache
def _reads(hint: Any, notes: tuple[Any, ...]) -> Read:
    """How a value of the type is read."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is NotRequired:
        return _reads(args[0], notes)
    if origin is Annotated:
        return _reads(args[0], (*hint.__metadata__, *notes))
    if origin is Literal:
        return _text((), {"enum": args})
    if origin in (Union, UnionType):
        [kind] = [each for each in args if each is not NoneType]
        return _or_null(_reads(kind, notes))
    if is_typeddict(hint):
        return _object(hint)
    pairs: list[Any] = [note for note in notes if isinstance(note, tuple)]
    words: dict[str, Any] = dict(pairs)
    if origin is list:
        least, most = words.get("minItems", 0), words.get("maxItems", MOST_ITEMS)
        return _list(_reads(args[0], ()), least, most)
    if origin is dict:
        return _any_object
    if hint is int:
        return _whole(words.get("minimum", -LARGEST), words.get("maximum", LARGEST))
    if hint is bool:
        return _flag
    assert hint is str, hint
    return _text(notes, words)


def _or_null(inner: Read) -> Read:
    return lambda inspection, data, path: None if data is None else inner(inspection, data, path)


def _object(kind: Any) -> Read:
    members: list[tuple[str, Read | None, bool, Any]] = []
    for name, hint in get_type_hints(kind, include_extras=True).items():
        notes = hint.__metadata__ if get_origin(hint) is Annotated else ()
        later = [note for note in notes if isinstance(note, Later)]
        unread = any(isinstance(note, Unread) for note in notes)
        required = name in kind.__required_keys__ and not later
        members.append((name, None if unread else _reads(hint, ()), required, later))

    known = {name for name, *_ in members}

    def read_object(inspection: Inspection, data: Any, path: str) -> Any:
        if not is_object(data):
            inspection.fault(path, "an object")
            return {}
        found: dict[str, Any] = {}
        inner, before = f"{path}." if path else "", len(inspection.faults)
        for name, read_member, required, later in members:
            if read_member is None:
                found[name] = data.get(name)
            elif name in data:
                found[name] = read_member(inspection, data[name], inner + name)
            elif required:
                inspection.fault(inner + name, "is missing")
            elif later:
                found[name] = later[0].default
        if inspection.closed:
            for name in [name for name in data if name not in known]:
                inspection.fault(inner + name, "unknown member")
        if kind in inspection.checks and len(inspection.faults) == before:
            for place, text in inspection.checks[kind](found):
                inspection.fault(inner + place, text)
        return found

    return read_object


def _any_object(inspection: Inspection, data: Any, path: str) -> Any:
    with suppress(RecursionError):
        if is_object(data) and not _odd(dumps(data, ensure_ascii=False)):
            return data
    inspection.fault(path, "an object")
    return {}


def _list(inner: Read, least: int, most: int) -> Read:
    size = f"{least} to {most}" if least else f"at most {most}"

    def read_list(inspection: Inspection, data: Any, path: str) -> list[Any]:
        if not is_list(data) or not least <= len(data) <= most:
            inspection.fault(path, f"a list of {size}")
            return []
        return [inner(inspection, item, f"{path}.{at}") for at, item in enumerate(data)]

    return read_list


def _whole(low: int, high: int) -> Read:
    def read_whole(inspection: Inspection, data: Any, path: str) -> int:
        if type(data) is not int or not low <= data <= high:
            inspection.fault(path, f"a whole number from {low} to {high}")
            return low
        return data

    return read_whole


def _flag(inspection: Inspection, data: Any, path: str) -> bool:
    if not isinstance(data, bool):
        inspection.fault(path, "true or false")
    return bool(data)


def _text(notes: tuple[Any, ...], words: Mapping[str, Any]) -> Read:
    enums = [note for note in notes if isinstance(note, EnumMeta)]
    listed = [word.value for enum in enums for word in list[Any](enum)]
    choices = listed or list(words.get("enum", ()))
    kinds = [note.kind for note in notes if isinstance(note, Named)]
    pattern = _pattern(words["pattern"]) if "pattern" in words else None
    said = [note.text for note in notes if isinstance(note, Said)]
    most, is_time = words.get("maxLength", MOST_TEXT), words.get("format") == "date-time"

    def read_text(inspection: Inspection, data: Any, path: str) -> Any:
        if choices:
            if not isinstance(data, str) or data not in choices:
                inspection.fault(path, "one of " + ", ".join(choices))
        elif not isinstance(data, str) or len(data) > most or _odd(data):
            inspection.fault(path, f"a text of at most {most} characters")
        elif pattern and not pattern.search(data):
            inspection.fault(path, said[0] if said else f"a text that matches {words['pattern']}")
        elif is_time and not _is_time(data):
            inspection.fault(path, "a time with its zone, as 2026-02-03T19:30:00Z")
        elif kinds and data not in inspection.names[kinds[0]]:
            inspection.fault(path, f"there is no such {kinds[0]}")
        return data

    return read_text


def _pattern(text: str) -> Pattern[str]:
    """A pattern of JSON Schema: its `$` is the very end, also behind a line break."""
    return compile(text[:-1] + r"\Z" if text.endswith("$") else text)


def _is_time(text: str) -> bool:
    try:
        at = datetime.fromisoformat(text)
        at.astimezone(UTC)
    except (ValueError, OverflowError):
        return False
    return at.tzinfo is not None


def _odd(text: str) -> bool:
    """True if it has characters that no file or database keeps: halves of others, or none."""
    return "\0" in text or "\\u0000" in text or any("\ud800" <= each <= "\udfff" for each in text)
