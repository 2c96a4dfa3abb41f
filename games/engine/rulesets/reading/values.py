"""Reading the values of a ruleset document by the types of its sections."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, cast, get_args, get_origin, get_type_hints

from games.engine.cards import RANKS
from games.engine.rulesets.ranges import Range
from games.engine.untyped import as_list, as_object

SEATS = range(2, 9)
"""Table sizes that a ruleset may have."""
MAX_INT = 1_000_000
MAX_ENTRIES = 50
MAX_FAULTS = 50
MAX_TEXT = 200
MAX_KEY = 40


class RulesetFault(NamedTuple):
    """What is wrong with one value, and where: ``"seating.hand_size.4"``."""

    path: str
    message: str


class InvalidRuleset(ValueError):
    """The document is not a playable ruleset. `faults` names every bad value, shortened, up to 50.

    A document may have any number of unknown members, with names of any length.
    """

    def __init__(self, faults: list[RulesetFault]) -> None:
        listed = [(path[:MAX_TEXT], message[:MAX_TEXT]) for path, message in faults[:MAX_FAULTS]]
        super().__init__("; ".join(f"{path}: {message}" for path, message in listed))
        self.faults = [RulesetFault(*fault) for fault in listed]


class Declared(NamedTuple):
    """What the type of a value declares: what it is, if it may be null, and its range."""

    kind: Any
    """A class, or ``dict[...]`` or ``tuple[...]``."""
    nullable: bool
    range: Range | None


def declared(hint: Any) -> Declared:
    """Split the type of a field; a range may be inside or around ``X | None``."""
    limits = None
    nullable = False
    while True:
        if get_origin(hint) is Annotated:
            hint, limits = get_args(hint)
        elif get_origin(hint) is UnionType or NoneType in get_args(hint):
            nullable = True
            (hint,) = [each for each in get_args(hint) if each is not NoneType]
        else:
            return Declared(hint, nullable, limits)


@cache
def declarations(cls: Any) -> dict[str, Declared]:
    """The values of a section, or the sections of a ruleset, by name."""
    hints = get_type_hints(cls, include_extras=True)
    return {field.name: declared(hints[field.name]) for field in fields(cls) if field.init}


def unknown(key: str, names: Iterable[str]) -> str:
    """The message for a key that is none of `names`; a long one is no typing error."""
    close = get_close_matches(key, list(names), 1) if len(key) <= MAX_KEY else []
    return "there is no such value" + (f": {close[0]} is the nearest" if close else "")


def section(cls: Any, data: Any, path: str, faults: list[RulesetFault]) -> dict[str, Any]:
    """Field values of the dataclass `cls` read from `data`; faults are added to `faults`."""
    members = as_object(data)
    if members is None:
        faults.append(RulesetFault(path.rstrip("."), "an object of values by name"))
        return {}
    values: dict[str, Any] = {}
    known = declarations(cls)
    for key in [key for key in members if key not in known][:MAX_FAULTS]:
        faults.append(RulesetFault(f"{path}{key}", unknown(key, known)))
    for name, value in known.items():
        if name not in members:
            faults.append(RulesetFault(f"{path}{name}", "is missing"))
        else:
            values[name] = _value(value, members[name], f"{path}{name}", faults)
    return values


def out_of_range(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """(path, message) for each number of a ruleset, or of a section, outside its range."""
    for name, (kind, _, limits) in declarations(cast(Any, type(value))).items():
        inner, at = getattr(value, name), f"{path}{name}"
        if inner is not None and is_dataclass(kind):
            yield from out_of_range(inner, f"{at}.")
        elif limits is not None and inner is not None:
            by_key = cast("dict[Any, int]", inner if isinstance(inner, dict) else {"": inner})
            for key, number in by_key.items():
                if fault := limits.fault(number):
                    yield f"{at}.{key}".rstrip("."), fault


def _value(value: Declared, data: Any, path: str, faults: list[RulesetFault]) -> Any:
    if data is None and value.nullable:
        return None
    kind = value.kind
    if is_dataclass(kind):
        build = cast(Callable[..., Any], kind)  # a class, never an instance
        before = len(faults)
        inner = section(kind, data, f"{path}.", faults)
        return build(**inner) if len(faults) == before else None
    reader = _READERS.get(get_origin(kind) or kind, _read_choice)
    try:
        return reader(kind, data)
    except ValueError as fault:
        faults.append(RulesetFault(path, f"{fault}{', or null' if value.nullable else ''}"))
        return None


def _read_int(_kind: Any, data: Any) -> int:
    if type(data) is not int or abs(data) > MAX_INT:
        raise ValueError(f"a whole number of at most {MAX_INT}")
    return data


def _read_bool(_kind: Any, data: Any) -> bool:
    if type(data) is not bool:
        raise ValueError("true or false")
    return data


def _read_text(_kind: Any, data: Any) -> str:
    if not isinstance(data, str) or not 0 < len(data) <= 100 or not data.isprintable():
        raise ValueError("a text of 1 to 100 characters")
    return data


def _read_choice(kind: Any, data: Any) -> Any:
    options = [option.value for option in kind]
    if data not in options:
        raise ValueError(f"one of {', '.join(options)}")
    return kind(data)


def _read_numbers(kind: Any, data: Any) -> dict[Any, int]:
    """A map of numbers by number of seats, or by rank."""
    by_seats = get_args(kind)[0] is int
    allowed = [str(seats) for seats in SEATS] if by_seats else [*RANKS, "JK"]
    members = as_object(data)
    if members is None:
        raise ValueError("an object of numbers")
    if wrong := [key for key in members if key not in allowed]:
        raise ValueError(f"unknown keys {', '.join(wrong)[:100]}")
    return {
        int(key) if by_seats else key: _read_int(int, number) for key, number in members.items()
    }


def _read_entries(kind: Any, data: Any) -> tuple[Any, ...]:
    """A list of pairs of numbers, of numbers, or of choices; of the last two without repeats."""
    entries, inner = as_list(data), get_args(kind)[0]
    if entries is None or len(entries) > MAX_ENTRIES:
        raise ValueError(f"a list of at most {MAX_ENTRIES} entries")
    if get_origin(inner) is tuple:
        return tuple(_read_pair(entry) for entry in entries)
    reader = _READERS.get(inner, _read_choice)
    found = tuple(reader(inner, entry) for entry in entries)
    if len(set(found)) < len(found):
        raise ValueError("an entry is twice in the list")
    return found


def _read_pair(data: Any) -> tuple[int, int]:
    pair = as_list(data)
    if pair is None or len(pair) != 2:
        raise ValueError("a list of pairs of numbers")
    return _read_int(int, pair[0]), _read_int(int, pair[1])


_READERS: dict[Any, Callable[[Any, Any], Any]] = {
    int: _read_int,
    bool: _read_bool,
    str: _read_text,
    dict: _read_numbers,
    tuple: _read_entries,
}
