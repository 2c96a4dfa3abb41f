"""Ruleset documents: TOML and JSON in, a checked `Ruleset` out, every fault named by its path.

A TOML value stands with its origin, ``{value, source, provenance}``; a resolved document holds the
values alone. ``{"extends": slug, "overrides": {"section": {"key": value}}}`` makes house rules.
"""

import hashlib
import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, cast, get_args, get_origin, get_type_hints

from games.engine.cards import RANKS
from games.engine.rulesets.faults import contradictions
from games.engine.rulesets.ruleset import Ruleset
from games.engine.untyped import as_list, as_object

Document = dict[str, Any]
_MAX_INT = 1_000_000
_MAX_PAIRS = 50
_HEADING = ("slug", "version", "name")


class RulesetFault(NamedTuple):
    """What is wrong with one value, and where it stands: ``"seating.hand_size.4"``."""

    path: str
    message: str


class InvalidRuleset(ValueError):
    """The document is no playable ruleset; `faults` names every bad value."""

    def __init__(self, faults: list[RulesetFault]) -> None:
        super().__init__("; ".join(f"{path}: {message}" for path, message in faults))
        self.faults = faults


class Origin(NamedTuple):
    """Where a value comes from; provenance is ``stated``, ``decided`` or ``assumed``."""

    source: str
    provenance: str


@cache
def slugs() -> tuple[str, ...]:
    """The rulesets that ship, by slug."""
    names = [entry.name for entry in files("games.engine.rulesets").iterdir()]
    return tuple(sorted(name[:-5] for name in names if name.endswith(".toml")))


@cache
def _shipped(slug: str) -> tuple[Document, dict[str, Origin]]:
    if slug not in slugs():
        raise InvalidRuleset([RulesetFault("extends", f"there is no ruleset {slug!r}")])
    text = files("games.engine.rulesets").joinpath(f"{slug}.toml").read_text("utf-8")
    origins: dict[str, Origin] = {}
    document = {
        key: entry if key in _HEADING else _values(entry, key, origins)
        for key, entry in tomllib.loads(text).items()
    }
    return document, origins


def _values(entry: Any, path: str, origins: dict[str, Origin]) -> Any:
    if "value" in entry:
        origins[path] = Origin(entry["source"], entry["provenance"])
        return entry["value"]
    return {key: _values(inner, f"{path}.{key}", origins) for key, inner in entry.items()}


@cache
def load(slug: str) -> Ruleset:
    """The ruleset that ships under `slug`; raises InvalidRuleset for an unknown one."""
    return from_document(_shipped(slug)[0])


def origins(slug: str) -> dict[str, Origin]:
    """Source and provenance of every value of the ruleset `slug`, by path."""
    return dict(_shipped(slug)[1])


def resolve(reference: object) -> Ruleset:
    """The ruleset that a slug, or ``{"extends", "overrides"}``, names; raises InvalidRuleset."""
    if isinstance(reference, str):
        return load(reference)
    members = as_object(reference)
    if members is None:
        raise InvalidRuleset([RulesetFault("", "a slug, or an object with extends and overrides")])
    unknown = [
        RulesetFault(str(key), "unknown member") for key in set(members) - {"extends", "overrides"}
    ]
    if unknown:
        raise InvalidRuleset(unknown)
    slug = members.get("extends")
    if not isinstance(slug, str):
        raise InvalidRuleset([RulesetFault("extends", "the slug of a ruleset")])
    overrides = members.get("overrides", {})
    faults: list[RulesetFault] = []
    document = _overridden(_shipped(slug)[0], overrides, "", faults)
    if faults:
        raise InvalidRuleset(faults)
    return from_document(document)


def _overridden(base: Document, overrides: Any, path: str, faults: list[RulesetFault]) -> Document:
    members = as_object(overrides)
    if members is None:
        faults.append(RulesetFault(path.rstrip("."), "an object of values by name"))
        return base
    result = dict(base)
    for key, new in members.items():
        old = as_object(base.get(key))
        if not path and key in _HEADING and key != "name":
            faults.append(RulesetFault(key, "cannot be overridden"))
        elif old is not None:
            result[key] = _overridden(old, new, f"{path}{key}.", faults)
        else:
            result[key] = new
    return result


def from_document(document: Mapping[str, Any]) -> Ruleset:
    """Read a resolved document; raises InvalidRuleset with every fault at once."""
    faults: list[RulesetFault] = []
    values = _section(Ruleset, document, "", faults)
    if faults:
        raise InvalidRuleset(faults)
    rules = Ruleset(**values)
    faults = [RulesetFault(path, message) for path, message in contradictions(rules)]
    if faults:
        raise InvalidRuleset(faults)
    return rules


def to_document(rules: Ruleset) -> Document:
    """The resolved document: plain JSON values, integer keys as strings."""

    def plain(value: Any) -> Any:
        if is_dataclass(value):
            return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        if isinstance(value, dict):
            return {str(key): inner for key, inner in cast("dict[Any, int]", value).items()}
        if isinstance(value, tuple):
            return [list(pair) for pair in cast("tuple[tuple[int, int], ...]", value)]
        return value.value if isinstance(value, StrEnum) else value

    document: Document = plain(rules)
    return document


def sha256(rules: Ruleset) -> str:
    """Digest of the resolved document: sorted keys, no spaces."""
    text = json.dumps(to_document(rules), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _section(cls: Any, data: Any, path: str, faults: list[RulesetFault]) -> dict[str, Any]:
    """Field values of the dataclass `cls` out of `data`; what is wrong goes to `faults`."""
    members = as_object(data)
    if members is None:
        faults.append(RulesetFault(path.rstrip("."), "an object of values by name"))
        return {}
    hints = get_type_hints(cls)
    names = [field.name for field in fields(cls)]
    faults += [RulesetFault(f"{path}{key}", "unknown value") for key in members if key not in names]
    values: dict[str, Any] = {}
    for name in names:
        if name not in members:
            faults.append(RulesetFault(f"{path}{name}", "is missing"))
        else:
            values[name] = _value(hints[name], members[name], f"{path}{name}", faults)
    return values


def _value(kind: Any, data: Any, path: str, faults: list[RulesetFault]) -> Any:
    if is_dataclass(kind):
        section = cast(Callable[..., Any], kind)  # a class, never an instance
        before = len(faults)
        inner = _section(kind, data, f"{path}.", faults)
        return section(**inner) if len(faults) == before else None
    reader = _READERS.get(get_origin(kind) or kind, _read_choice)
    try:
        return reader(kind, data)
    except ValueError as fault:
        faults.append(RulesetFault(path, str(fault)))
        return None


def _read_int(_kind: Any, data: Any) -> int:
    if type(data) is not int or abs(data) > _MAX_INT:
        raise ValueError(f"a whole number of at most {_MAX_INT}")
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
    allowed = [str(seats) for seats in range(2, 9)] if by_seats else [*RANKS, "JK"]
    members = as_object(data)
    if not members:
        raise ValueError("an object of numbers")
    if wrong := [key for key in members if key not in allowed]:
        raise ValueError(f"unknown keys {', '.join(wrong)[:100]}")
    return {
        int(key) if by_seats else key: _read_int(int, number) for key, number in members.items()
    }


def _read_pairs(_kind: Any, data: Any) -> tuple[tuple[int, int], ...]:
    entries = as_list(data)
    if not entries or len(entries) > _MAX_PAIRS:
        raise ValueError(f"a list of 1 to {_MAX_PAIRS} pairs of numbers")
    pairs = [as_list(entry) for entry in entries]
    if any(pair is None or len(pair) != 2 for pair in pairs):
        raise ValueError("a list of pairs of numbers")
    return tuple((_read_int(int, low), _read_int(int, high)) for low, high in filter(None, pairs))


_READERS: dict[Any, Callable[[Any, Any], Any]] = {
    int: _read_int,
    str: _read_text,
    dict: _read_numbers,
    tuple: _read_pairs,
}
