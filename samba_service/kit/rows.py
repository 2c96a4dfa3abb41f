"""Rows: one found or written, and those that need not be read."""

from collections.abc import Sequence
from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model, QuerySet

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


def relation_know(row: Model, relation: str, rows: Sequence[Model]) -> None:
    """Let `row.relation.all()` return these rows, as if they had been prefetched."""
    known = getattr(row, relation).all()
    known._result_cache = list(rows)
    vars(row).setdefault("_prefetched_objects_cache", {})[relation] = known
