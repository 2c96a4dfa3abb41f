"""Statements of the hot paths, on Django's connection and in its transaction, without its ORM.

They are sent through psycopg's lower layer: its cursors take longer in Python than PostgreSQL takes
for such a statement.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db import connection
from psycopg import errors, generators
from psycopg.abc import PQGen
from psycopg.adapt import PyFormat, Transformer
from psycopg.pq import ExecStatus, Format
from psycopg.pq.abc import PGresult

from samba_service.kit.database import Connection

Row = tuple[Any, ...]
Params = Sequence[Any] | Mapping[str, Any]

_PLACEHOLDER = re.compile(r"%(?:\((\w+)\))?s")


class Rows:
    """The rows of an answer, and how many were read or written."""

    __slots__ = ("_rows", "rowcount")

    def __init__(self, rows: list[Row], rowcount: int) -> None:
        self._rows = rows
        self.rowcount = rowcount

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def fetchone(self) -> Row | None:
        """The first row; None if there is none."""
        return self._rows[0] if self._rows else None

    def fetchall(self) -> list[Row]:
        return self._rows


def run(query: str, params: Params) -> Rows:
    """Execute `query`, prepared on the server and with its values bound there.

    Its rows come in binary: reading the text of times takes longer than all the rest of a row.
    Failures are raised as django.db's, so that callers see the same ones from either way.
    """
    connection.ensure_connection()
    link: Connection = connection.connection
    statement = link.statements.get(query)
    if statement is None:
        statement = link.statements[query] = Statement(link, query)
    with connection.wrap_database_errors:
        return statement.execute(params)


class Statement:
    """A statement on one connection, which prepares it once."""

    def __init__(self, link: Connection, query: str) -> None:
        self.link, self.query = link, query
        names = dict.fromkeys(_name(match) for match in _PLACEHOLDER.finditer(query))
        places = {name: f"${place}" for place, name in enumerate(names, 1)}
        self._text = _PLACEHOLDER.sub(lambda match: places[_name(match)], query).encode()
        self._names = list(names)
        self._formats = [PyFormat.AUTO] * len(names)
        self._prepared: dict[tuple[int, ...], bytes] = {}
        """By the types of the values, the name on the server."""
        self._transformer = Transformer(link)

    def execute(self, params: Params) -> Rows:
        """Run it with these values."""
        values = [params[name] for name in self._names] if isinstance(params, Mapping) else params
        link = self.link
        try:
            with link.lock:
                result = link.wait(self._steps(values))
        except (errors.FeatureNotSupported, errors.InvalidSqlStatementName):
            link.statements.clear()  # a table has changed, or somebody has deallocated all
            raise
        rows = result.ntuples
        if not rows:
            return Rows([], result.command_tuples or 0)
        self._transformer.set_pgresult(result)
        return Rows(self._transformer.load_rows(0, rows, tuple), rows)

    def _steps(self, values: Sequence[Any]) -> PQGen[PGresult]:
        link = self.link
        yield from link._start_query()
        transformer = self._transformer
        dumped = transformer.dump_sequence(values, self._formats)
        name = self._prepared.get(transformer.types or ())
        if name is None:
            name = yield from self._prepare(transformer.types or ())
        link.pgconn.send_query_prepared(name, dumped, transformer.formats, Format.BINARY)
        return _only((yield from generators.execute(link.pgconn)))

    def _prepare(self, types: tuple[int, ...]) -> PQGen[bytes]:
        name = b"kit_%d" % next(self.link.numbers)
        self.link.pgconn.send_prepare(name, self._text, types)
        _only((yield from generators.execute(self.link.pgconn)))
        self._prepared[types] = name
        return name


def _name(placeholder: re.Match[str]) -> str:
    """What a placeholder is called; one without a name by its place in the text."""
    return placeholder[1] or str(placeholder.start())


def _only(results: list[PGresult]) -> PGresult:
    for result in results:
        if result.status == ExecStatus.FATAL_ERROR:
            raise errors.error_from_result(result, encoding="utf-8")
    (result,) = results
    return result
