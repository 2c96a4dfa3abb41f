"""Rules documents: TOML and JSON in, a checked `Rules` out, every fault named by its path.

``{"extends": slug, "overrides": {"section": {"key": value}}}`` makes house rules. The shipped
rulesets are TOML files with the same values, and one that `extends` another has only the
differences. What is null in JSON is listed there as `without`, as TOML has no null. The tables
`stated`, `decided` and `assumed` give the source of each value by its path.
"""

import hashlib
import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from games.engine.rulesets.derived import EarlierRules, Rules
from games.engine.rulesets.faults.contradictions import contradictions
from games.engine.rulesets.reading.upcast import SCHEMA, earlier, newest, renamed
from games.engine.rulesets.reading.values import (
    SEATS,
    InvalidRuleset,
    RulesetFault,
    out_of_range,
    section,
)
from games.engine.rulesets.ruleset import Ruleset
from games.engine.rulesets.sections import as_json
from games.engine.untyped import as_list, as_object

Document = dict[str, Any]
Check = Callable[[Rules], Iterator[tuple[str, str]]]
HEADING = ("schema", "slug", "version", "name")
FIRST_WITH_NEW_IDS = 4
"""The first schema in which no new meld takes the id of one that was taken back."""
UNMEASURED = 2000
"""The `margin_sd` of a ruleset that has none and does not ship."""
_BY_SEATS = (
    ("pack", "decks"),
    ("pack", "jokers"),
    ("seating", "sides"),
    ("seating", "hand_size"),
    ("seating", "foot_size"),
)


_PROVENANCES = ("stated", "decided", "assumed")
_ABSENT = object()


class Origin(NamedTuple):
    """Where a value comes from.

    Provenance is ``stated`` if the source of this variant has it, ``decided``, ``assumed``, or
    ``inherited``: then the source names the ruleset that has it, and that ruleset's own source.
    """

    source: str
    provenance: str


@cache
def slugs() -> tuple[str, ...]:
    """The shipped rulesets, by slug."""
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

    `below` are the rulesets that extend it. An inherited origin names the ruleset that it comes
    from.
    """
    texts = _texts()
    if slug not in texts:
        raise InvalidRuleset([RulesetFault("extends", f"there is no ruleset {slug!r}")])
    if slug in below:
        circle = ", ".join((*below[below.index(slug) :], slug))
        raise InvalidRuleset([RulesetFault("extends", f"{slug!r} extends itself: {circle}")])
    written = tomllib.loads(texts[slug])
    base = written.pop("extends", None)
    by_provenance = {provenance: written.pop(provenance, {}) for provenance in _PROVENANCES}
    nulls = written.pop("without", [])
    document: Document = {}
    origins: dict[str, Origin] = {}
    if base is not None:
        inherited = _written(base, (*below, slug))
        document = inherited[0]
        origins = {path: _inherited(origin, base) for path, origin in inherited[1].items()}
    document = _without(nulls, _merged(document, written))
    document["schema"] = SCHEMA
    for provenance, sources in by_provenance.items():
        origins |= {path: Origin(source, provenance) for path, source in sources.items()}
    document = _at_its_tables(document)
    return document, _origins_of(document, origins)


def _inherited(origin: Origin, base: str) -> Origin:
    """`origin` as inherited from `base`, unless `base` inherits it from another ruleset itself."""
    if origin.provenance == "inherited":
        return origin
    return Origin(f"{base}: {origin.source}", "inherited")


def _merged(base: Document, new: Document) -> Document:
    """The values of `new` on top of those of `base`."""
    result = dict(base)
    for key, value in new.items():
        old, members = as_object(base.get(key)), as_object(value)
        result[key] = value if old is None or members is None else _merged(old, members)
    return result


def _without(paths: list[str], document: Document) -> Document:
    """`document` with null at these paths: ``"section"`` or ``"section.key"``."""
    result = dict(document)
    for path in paths:
        name, _, key = path.partition(".")
        result[name] = {**result[name], key: None} if key else None
    return result


def _at_its_tables(document: Document) -> Document:
    """`document` with a number for each table size that it has, and for no other.

    A value by table size may be written as one number for all of them.
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
    """Values of table sizes that no ruleset may have, or no numbers: the reader refuses these."""
    allowed = {str(seats) for seats in SEATS}
    return {
        seats: value
        for seats, value in by_seats.items()
        if seats not in allowed or type(value) is not int
    }


def _origins_of(document: Document, origins: dict[str, Origin]) -> dict[str, Origin]:
    """The origin of each value of `document`; a number for all table sizes is one for each."""
    by_seats = {".".join(names) for names in _BY_SEATS}
    found: dict[str, Origin] = {}
    for path, origin in origins.items():
        value = _at(document, path)
        if path in by_seats:
            found |= {f"{path}.{seats}": origin for seats in as_object(value) or {}}
        elif value is not _ABSENT and not isinstance(value, dict):
            found[path] = origin
    return found


def _at(document: Document, path: str) -> Any:
    """The value at a path; `_ABSENT` if there is none."""
    inner: Any = document
    for name in path.split("."):
        inner = (as_object(inner) or {}).get(name, _ABSENT)
    return inner


@cache
def load(slug: str) -> Rules:
    """The shipped ruleset `slug`; raises InvalidRuleset for an unknown one."""
    return from_document(_written(slug)[0])


def origins(slug: str) -> dict[str, Origin]:
    """Source and provenance of every value of the ruleset `slug`, by path."""
    return dict(_written(slug)[1])


def resolve(
    reference: object, find: Callable[[str], Rules] = load, *, schema: int = SCHEMA
) -> Rules:
    """The ruleset that a slug, or ``{"extends", "overrides"}``, names; raises InvalidRuleset.

    `find` returns the ruleset of a slug, if there are others than the shipped ones. `schema` is the
    schema in which the overrides were written.
    """
    if isinstance(reference, str):
        return find(reference)
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
    base = to_document(find(slug))
    if (sections := as_object(overrides)) is not None:
        overrides = renamed(sections, of=base, schema=schema)
    document = _overridden(base, overrides, "", faults)
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
        elif new is None or old is None or (type(new) is int and (path[:-1], key) in _BY_SEATS):
            result[key] = new
        else:
            result[key] = _overridden(old, new, f"{path}{key}.", faults)
    return result


def from_document(document: Mapping[str, Any]) -> Rules:
    """Read a resolved document of any schema; raises InvalidRuleset with every fault at once."""
    return _checked(document, out_of_range, contradictions)


def logged(document: Mapping[str, Any]) -> Rules:
    """Like `from_document`, for a ruleset from a log: it was playable, even if refused now."""
    return _checked(document)


def upcast(document: Mapping[str, Any]) -> Document:
    """`document` in the current schema, with missing values from its shipped ruleset."""
    slug, margin_sd = document.get("slug"), UNMEASURED
    if isinstance(slug, str) and slug in slugs():
        margin_sd = _written(slug)[0]["tournament"]["margin_sd"]
    return newest(document, margin_sd=margin_sd)


def _checked(document: Mapping[str, Any], *checks: Check) -> Rules:
    faults: list[RulesetFault] = []
    values = upcast(document)
    written, schema = document.get("schema", 1), values.pop("schema")
    if schema != SCHEMA:
        raise InvalidRuleset([RulesetFault("schema", f"is none of 1 to {SCHEMA}")])
    values = section(Ruleset, values, "", faults)
    if faults:
        raise InvalidRuleset(faults)
    rules = (EarlierRules if written < FIRST_WITH_NEW_IDS else Rules)(**values)
    faults = [RulesetFault(*fault) for check in checks for fault in check(rules)]
    if faults:
        raise InvalidRuleset(faults)
    return rules


def to_document(rules: Rules) -> Document:
    """The resolved document: plain JSON values, integer keys as strings."""
    return {"schema": SCHEMA, **as_json(rules)}


def sha256(rules: Rules) -> str:
    """Digest of the resolved document: sorted keys, no spaces."""
    return _digest(to_document(rules))


def is_digest_of(digest: str, rules: Rules, written: Mapping[str, Any] | None = None) -> bool:
    """True if this is the digest of `rules` in the current schema, or was in an earlier one.

    Also true for the digest of the document `written` that they were read from: values without
    effect may be lost in them.
    """
    document = to_document(rules)
    as_written = () if written is None else (written,)
    return digest in map(_digest, (document, *earlier(document), *as_written))


def _digest(document: Mapping[str, Any]) -> str:
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
