"""Statements of the hot paths, on Django's connection and in its transaction, without its ORM."""

from collections.abc import Mapping, Sequence
from typing import Any

import psycopg
from django.db import connection
from psycopg.rows import TupleRow


def run(query: str, params: Sequence[Any] | Mapping[str, Any]) -> psycopg.Cursor[TupleRow]:
    """Execute `query`, prepared on the server and with its values bound there.

    Its rows come in binary: reading the text of times takes longer than all the rest of a row. Read
    them before you run the same query again. Failures are raised as django.db's, so that callers
    see the same ones from either way.
    """
    connection.ensure_connection()
    with connection.wrap_database_errors:
        cursor = _cursor_of(query, connection.connection)
        return cursor.execute(query, params, prepare=True, binary=True)


def _cursor_of(query: str, link: psycopg.Connection[TupleRow]) -> psycopg.Cursor[TupleRow]:
    """The cursor for `query` on this connection: it already knows how to read the rows."""
    kept: dict[str, psycopg.Cursor[TupleRow]] = vars(link).setdefault("_cursors_of_queries", {})
    if query not in kept:
        kept[query] = psycopg.Cursor(link)
    return kept[query]
