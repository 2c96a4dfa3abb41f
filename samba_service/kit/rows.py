"""Rows: one found or written, and those that need not be read."""

from collections.abc import Sequence
from typing import Any, TypeVar

import orjson
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import AutoField, Model, QuerySet

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
    new = row.pk is None or row._state.adding
    row.save(update_fields=None if new else fields)


_INSERT = """
    INSERT INTO {table} ({columns})
    SELECT {columns} FROM json_populate_recordset(NULL::{table}, %s::json)
"""


def rows_insert(rows: Sequence[Model]) -> None:
    """Insert new rows of one model, of plain values; ids that the database gives are not read.

    All are one value, as JSON: Django takes longer for hundreds of rows than PostgreSQL.
    """
    if not rows:
        return
    model = rows[0]._meta
    fields = [each for each in model.concrete_fields if not isinstance(each, AutoField)]
    values = [{each.column: getattr(row, each.attname) for each in fields} for row in rows]
    columns = ", ".join(str(each.column) for each in fields)
    run(_INSERT.format(table=model.db_table, columns=columns), (orjson.dumps(values).decode(),))


def rows_delete(rows: QuerySet[Any]) -> None:
    """Delete rows to which no others refer: Django would look for those first."""
    rows._raw_delete(rows.db)


def relation_know(row: Model, relation: str, rows: Sequence[Model]) -> None:
    """Let `row.relation.all()` return these rows, as if they had been prefetched."""
    known = getattr(row, relation).all()
    known._result_cache = list(rows)
    vars(row).setdefault("_prefetched_objects_cache", {})[relation] = known
