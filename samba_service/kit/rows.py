"""Rows: one found or written, and those that need not be read."""

from collections.abc import Sequence
from typing import Any, TypeVar

import orjson
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import AutoField, Model, QuerySet
from django.db.models.expressions import DatabaseDefault

from samba_service.kit.sql import run

M = TypeVar("M", bound=Model)

Row = TypeVar("Row")


def row_found(rows: QuerySet[M, Row], **unique: Any) -> Row | None:
    """The row with these unique values, or None.

    `first` would sort the one row: writing and planning that takes a third of the whole statement.
    """
    try:
        return rows.get(**unique)
    except ObjectDoesNotExist:
        return None


def row_save(row: Model, *fields: str) -> None:
    """Insert a new row; of one that is there already, write these fields only."""
    row.save(update_fields=None if is_new(row) else fields)


def is_new(row: Model) -> bool:
    """True if the row is still to be inserted."""
    return row.pk is None or row._state.adding


_INSERT = """
    INSERT INTO {table} ({columns})
    SELECT {columns} FROM json_populate_recordset(NULL::{table}, %s::json)
"""


def rows_insert(*groups: Sequence[Model]) -> None:
    """Insert new rows of plain values, a group for each model; what the database adds is not read.

    One statement writes all groups, so that rows may refer to those of any other. The rows of a
    group are one value, as JSON: Django takes longer for hundreds of rows than PostgreSQL.
    """
    written = [rows for rows in groups if rows]
    if not written:
        return
    *others, last = (_insertion(rows[0]) for rows in written)
    before = ", ".join(f"group_{at} AS ({each})" for at, each in enumerate(others))
    run(f"WITH {before} {last}" if before else last, [_values(rows) for rows in written])
    for rows in written:
        for row in rows:
            row._state.adding = False


def _insertion(row: Model) -> str:
    columns = ", ".join(f'"{each.column}"' for each in _fields(row))
    return _INSERT.format(table=row._meta.db_table, columns=columns)


def _values(rows: Sequence[Model]) -> str:
    """Raises TypeError where rows leave different columns to the database."""
    fields = _fields(rows[0])
    if any(_fields(row) != fields for row in rows):
        raise TypeError("rows of one insertion have values in the same columns")
    values = [{each.column: getattr(row, each.attname) for each in fields} for row in rows]
    return orjson.dumps(values).decode()


def _fields(row: Model) -> list[Any]:
    """Those that the row gives a value: the database has the others' defaults."""
    return [
        each
        for each in row._meta.concrete_fields
        if not isinstance(each, AutoField)
        and not isinstance(getattr(row, each.attname), DatabaseDefault)
    ]


def rows_delete(rows: QuerySet[Any]) -> None:
    """Delete rows to which no others refer: Django would look for those first."""
    rows._raw_delete(rows.db)


def relation_know(row: Model, relation: str, rows: Sequence[Model]) -> None:
    """Let `row.relation.all()` return these rows, as if they had been prefetched."""
    known = getattr(row, relation).all()
    known._result_cache = list(rows)
    vars(row).setdefault("_prefetched_objects_cache", {})[relation] = known
