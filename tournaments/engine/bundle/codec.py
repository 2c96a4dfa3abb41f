"""Parts of a tournament as rows of the bundle, and back, member by member as `document` declares.

A member is the attribute of the same name, or of the one in `_ATTRIBUTES`. Entries have ids in the
bundle and numbers in the engine; a list is a tuple, a word an enumeration, a time a datetime.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import EnumMeta
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, NotRequired, Union, get_args, get_origin, get_type_hints

from games.engine.documents import Named
from tournaments.engine.bundle.document import (
    VALUES,
    BundleEntryAnswer,
    BundleResultAnswer,
    BundleTableAnswer,
    WhyAnswer,
)
from tournaments.engine.draws import SeatedTable
from tournaments.engine.reason_texts import known, reason_text
from tournaments.engine.results import End, ResultData, Scoring, scores
from tournaments.engine.terms import Venue, time_out
from tournaments.engine.tournament import TournamentData

_ATTRIBUTES = {
    "as": "apart",
    "drawn": "drawn_version",
    "for": "replaces",
    "place": "third_place_match",
    "published": "published_version",
    "tenures": "stints",
}


class RowWriter:
    """Writes parts of a tournament, entries by their ids."""

    def __init__(self, tournament: TournamentData) -> None:
        self.scoring = tournament.scoring
        self.ids = {entry.number: entry.id for entry in tournament.entries}
        self.names = {entry.number: entry.name for entry in tournament.entries}

    def write(self, kind: Any, value: Any) -> Any:
        """`value` as JSON of the type `kind`."""
        return _way(kind).write(self, value)


class RowReader:
    """Reads JSON without a fault; `numbers` are those of entries by id."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self.numbers = numbers

    def read(self, kind: Any, data: Any) -> Any:
        """The value of JSON of the type `kind`."""
        return _way(kind).read(self, data)


@dataclass(frozen=True, slots=True)
class _Way:
    """How a value of a type is written and read."""

    write: Callable[[RowWriter, Any], Any]
    read: Callable[[RowReader, Any], Any]


_PLAIN = _Way(lambda writer, value: value, lambda reader, data: data)

_ENTRY = _Way(lambda writer, entry: writer.ids[entry], lambda reader, id: reader.numbers[id])

_TIME = _Way(lambda writer, at: time_out(at), lambda reader, text: datetime.fromisoformat(text))


@cache
def _way(hint: Any) -> _Way:
    origin, args = get_origin(hint), get_args(hint)
    if hint in VALUES:
        return _row(hint)
    if origin is NotRequired:
        return _way(args[0])
    if origin in (Union, UnionType):
        [kind] = [each for each in args if each is not NoneType]
        inner = _way(kind)
        return _Way(
            lambda writer, value: None if value is None else inner.write(writer, value),
            lambda reader, data: None if data is None else inner.read(reader, data),
        )
    if origin is list:
        each = _way(args[0])
        return _Way(
            lambda writer, value: [each.write(writer, item) for item in value],
            lambda reader, data: tuple([each.read(reader, item) for item in data]),
        )
    return _annotated(hint, args[0]) if origin is Annotated else _PLAIN


def _word(words: Any) -> _Way:
    return _Way(lambda writer, word: str(word), lambda reader, text: words(text))


def _annotated(hint: Any, kind: Any) -> _Way:
    for note in hint.__metadata__:
        if isinstance(note, Named):
            return _ENTRY
        if isinstance(note, EnumMeta):
            return _word(note)
        if note == ("format", "date-time"):
            return _TIME
    return _way(kind)


def _row(kind: Any) -> _Way:
    made = VALUES[kind]
    ways = {
        member: (_ATTRIBUTES.get(member, member), _way(hint))
        for member, hint in get_type_hints(kind, include_extras=True).items()
    }
    write_own, read_own = _WRITTEN.get(kind, {}), _READ.get(kind, {})

    def write(writer: RowWriter, value: Any) -> Any:
        return {
            member: write_own[member](writer, value)
            if member in write_own
            else way.write(writer, getattr(value, name))
            for member, (name, way) in ways.items()
        }

    def read(reader: RowReader, row: Any) -> Any:
        plain = {
            name: way.read(reader, row[member])
            for member, (name, way) in ways.items()
            if name in made._fields and name not in read_own
        }
        return made(**plain, **{name: read(reader, row) for name, read in read_own.items()})

    return _Way(write, read)


def _sides_out(writer: RowWriter, table: SeatedTable) -> Any:
    players = table.players or ((),) * len(table.sides)
    return [
        {"side": at, "entries": [writer.ids[entry] for entry in side], "players": list(sitting)}
        for at, (side, sitting) in enumerate(zip(table.sides, players, strict=True))
    ]


def _players_in(reader: RowReader, row: BundleTableAnswer) -> Any:
    players = tuple(tuple(side["players"]) for side in row["sides"])
    return players if any(players) else ()


def _withdrawn(reader: RowReader, row: BundleEntryAnswer) -> bool:
    """Bundles without it mean entries that were there and left."""
    left = bool(row["presence"]) and not row["presence"][-1]["present"]
    given: Any = row["withdrawn"]
    return left if given is None else given


def scores_out(scoring: Scoring, result: ResultData) -> list[int] | None:
    return None if result.end is End.VOID else list(scores(scoring, result))


_WRITTEN: dict[Any, dict[str, Callable[[RowWriter, Any], Any]]] = {
    BundleTableAnswer: {
        "sides": _sides_out,
        "start_scores": lambda writer, table: list(table.start_scores) or None,
        "venue": lambda writer, table: str(table.venue),
    },
    BundleResultAnswer: {
        "scores": lambda writer, result: scores_out(writer.scoring, result),
    },
    WhyAnswer: {
        "code": lambda writer, why: why.code or None,
        "facts": lambda writer, why: dict(why.facts),
        "text": lambda writer, why: reason_text(why, writer.names),
    },
}
"""What a member is that is no attribute, by the type of the row."""

_READ: dict[Any, dict[str, Callable[[RowReader, Any], Any]]] = {
    BundleEntryAnswer: {"withdrawn": _withdrawn},
    BundleTableAnswer: {
        "sides": lambda reader, row: tuple(
            tuple(reader.numbers[entry] for entry in side["entries"]) for side in row["sides"]
        ),
        "players": _players_in,
        "start_scores": lambda reader, row: tuple(row["start_scores"] or ()),
        "venue": lambda reader, row: Venue(row["venue"]),
    },
    BundleResultAnswer: {"hands": lambda reader, row: row["hands"]},
    WhyAnswer: {
        "code": lambda reader, row: row["code"] or "",
        "facts": lambda reader, row: row["facts"] if row["code"] else {},
        "text": lambda reader, row: "" if known(row["code"] or "") else row["text"],
    },
}
"""What an attribute is that is no member. Older bundles have no codes, but texts; the text of a
known code is not read but written again.
"""
