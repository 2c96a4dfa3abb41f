"""Ruleset documents: TOML and JSON in, a checked `Ruleset` out, every fault named by its path.

A TOML value stands with its origin, ``{value, source, provenance}``; a resolved document holds the
values alone. ``{"extends": slug, "overrides": {"section": {"key": value}}}`` makes house rules,
and a TOML file that `extends` another says only what differs.
"""

import hashlib
import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from games.engine.rulesets.faults.contradictions import contradictions
from games.engine.rulesets.reading.upcast import SCHEMA, earlier, newest, renamed
from games.engine.rulesets.reading.values import SEATS, InvalidRuleset, RulesetFault, section
from games.engine.rulesets.ruleset import Ruleset
from games.engine.rulesets.sections import as_json
from games.engine.untyped import as_list, as_object

Document = dict[str, Any]
Check = Callable[[Ruleset], Iterator[tuple[str, str]]]
HEADING = ("schema", "slug", "version", "name")
FIRST_WITH_NEW_IDS = 4
"""The schema since which no new meld takes the id of one that was taken back."""
UNMEASURED = 2000
"""The `margin_sd` of a ruleset that says none and does not ship."""
_BY_SEATS = (
    ("pack", "decks"),
    ("pack", "jokers"),
    ("seating", "sides"),
    ("seating", "hand_size"),
    ("seating", "foot_size"),
)


class Origin(NamedTuple):
    """Where a value comes from; provenance is ``stated``, ``decided`` or ``assumed``."""

    source: str
    provenance: str


@cache
def slugs() -> tuple[str, ...]:
    """The rulesets that ship, by slug."""
    return tuple(sorted(_texts()))


@cache
def _texts() -> dict[str, str]:
    """The TOML documents, by slug."""
    return {
        entry.name[:-5]: entry.read_text("utf-8")
        for entry in files("games.engine.rulesets").iterdir()
        if entry.name.endswith(".toml")
    }


@cache
def _written(slug: str, below: tuple[str, ...] = ()) -> tuple[Document, dict[str, Origin]]:
    """The document of a TOML file on top of those it extends, and the origins of its values.

    `below` are the rulesets that extend it. An inherited origin names the ruleset it is from.
    """
    texts = _texts()
    if slug not in texts:
        raise InvalidRuleset([RulesetFault("extends", f"there is no ruleset {slug!r}")])
    if slug in below:
        circle = ", ".join((*below[below.index(slug) :], slug))
        raise InvalidRuleset([RulesetFault("extends", f"{slug!r} extends itself: {circle}")])
    written = tomllib.loads(texts[slug])
    base = written.pop("extends", None)
    document: Document = {}
    origins: dict[str, Origin] = {}
    if base is not None:
        inherited = _written(base, (*below, slug))
        document = dict(inherited[0])
        origins = {path: _inherited(origin, base) for path, origin in inherited[1].items()}
    for key, entry in written.items():
        if key in HEADING:
            document[key] = entry
        else:
            document[key] = _values(entry, document.get(key, {}), key, origins)
    document["schema"] = SCHEMA
    document = _at_its_tables(document)
    return document, _origins_of(document, origins)


def _inherited(origin: Origin, base: str) -> Origin:
    """`origin`, saying that it is that of `base`, unless it says already whose it is."""
    known = origin.source.partition(": ")[0] in slugs()
    return origin if known else Origin(f"{base}: {origin.source}", origin.provenance)


def _values(entry: Any, old: Any, path: str, origins: dict[str, Origin]) -> Any:
    """The values under `entry`, those of `old` where it says nothing."""
    if "value" in entry:
        origins[path] = Origin(entry["source"], entry["provenance"])
        return entry["value"]
    new = {
        key: _values(inner, old.get(key, {}), f"{path}.{key}", origins)
        for key, inner in entry.items()
    }
    return {**old, **new}


def _at_its_tables(document: Document) -> Document:
    """`document` with a number for each table that it has, and for no other.

    What is told by table size may be one number for all of them.
    """
    seating = as_object(document.get("seating")) or {}
    players = [str(seats) for seats in as_list(seating.get("players")) or []]
    result = dict(document)
    for name, key in _BY_SEATS:
        inner = as_object(result.get(name)) or {}
        numbers = inner.get(key)
        if type(numbers) is int:
            result[name] = {**inner, key: dict.fromkeys(players, numbers)}
        elif players and (by_seats := as_object(numbers)) is not None:
            kept = {seats: by_seats[seats] for seats in players if seats in by_seats}
            result[name] = {**inner, key: kept | _beyond(by_seats)}
    return result


def _beyond(by_seats: Mapping[str, Any]) -> Document:
    """What is told of tables that no ruleset may have: left for the reader to refuse."""
    allowed = {str(seats) for seats in SEATS}
    return {seats: value for seats, value in by_seats.items() if seats not in allowed}


def _origins_of(document: Document, origins: dict[str, Origin]) -> dict[str, Origin]:
    """The origin of each value of `document`; a number for all tables is one for each."""
    found: dict[str, Origin] = {}
    for path, origin in origins.items():
        inner: Any = document
        for name in path.split("."):
            inner = (as_object(inner) or {}).get(name)
        if (by_seats := as_object(inner)) is not None:
            found |= {f"{path}.{seats}": origin for seats in by_seats}
        elif inner is not None:
            found[path] = origin
    return found


@cache
def load(slug: str) -> Ruleset:
    """The ruleset that ships under `slug`; raises InvalidRuleset for an unknown one."""
    return from_document(_written(slug)[0])


def origins(slug: str) -> dict[str, Origin]:
    """Source and provenance of every value of the ruleset `slug`, by path."""
    return dict(_written(slug)[1])


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
    faults: list[RulesetFault] = []
    overrides = members.get("overrides", {})
    if (sections := as_object(overrides)) is not None:
        overrides = renamed(sections)
    document = _overridden(to_document(load(slug)), overrides, "", faults)
    if faults:
        raise InvalidRuleset(faults)
    return from_document(_at_its_tables(document))


def _overridden(base: Document, overrides: Any, path: str, faults: list[RulesetFault]) -> Document:
    members = as_object(overrides)
    if members is None:
        faults.append(RulesetFault(path.rstrip("."), "an object of values by name"))
        return base
    result = dict(base)
    for key, new in members.items():
        old = as_object(base.get(key))
        if not path and key in HEADING and key != "name":
            faults.append(RulesetFault(key, "cannot be overridden"))
        elif old is not None and not (type(new) is int and (path[:-1], key) in _BY_SEATS):
            result[key] = _overridden(old, new, f"{path}{key}.", faults)
        else:
            result[key] = new
    return result


def from_document(document: Mapping[str, Any]) -> Ruleset:
    """Read a resolved document of any schema; raises InvalidRuleset with every fault at once."""
    return _checked(document, contradictions)


def logged(document: Mapping[str, Any]) -> Ruleset:
    """Like `from_document`, for what a log has frozen: it was playable, whatever is refused now."""
    return _checked(document)


def upcast(document: Mapping[str, Any]) -> Document:
    """`document` in the schema of now; what it cannot say yet is as its ruleset ships."""
    slug, margin_sd = document.get("slug"), UNMEASURED
    if isinstance(slug, str) and slug in slugs():
        margin_sd = _written(slug)[0]["tournament"]["margin_sd"]
    return newest(document, margin_sd=margin_sd)


def _checked(document: Mapping[str, Any], *checks: Check) -> Ruleset:
    faults: list[RulesetFault] = []
    values = upcast(document)
    written, schema = document.get("schema", 1), values.pop("schema")
    if schema != SCHEMA:
        raise InvalidRuleset([RulesetFault("schema", f"is none of 1 to {SCHEMA}")])
    values = section(Ruleset, values, "", faults)
    if faults:
        raise InvalidRuleset(faults)
    rules = Ruleset(**values)
    faults = [RulesetFault(*fault) for check in checks for fault in check(rules)]
    if faults:
        raise InvalidRuleset(faults)
    object.__setattr__(rules, "reuses_meld_ids", written < FIRST_WITH_NEW_IDS)
    return rules


def to_document(rules: Ruleset) -> Document:
    """The resolved document: plain JSON values, integer keys as strings."""
    return {"schema": SCHEMA, **as_json(rules)}


def sha256(rules: Ruleset) -> str:
    """Digest of the resolved document: sorted keys, no spaces."""
    return _digest(to_document(rules))


def is_digest_of(digest: str, rules: Ruleset) -> bool:
    """True if this is the digest of `rules` in the schema of now, or was in an earlier one."""
    document = to_document(rules)
    return digest in map(_digest, (document, *earlier(document)))


def _digest(document: Document) -> str:
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
