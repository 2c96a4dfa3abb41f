"""Lists whose entries keep their place, so that a reader who follows them to the end misses
none.
"""

from datetime import datetime
from typing import NamedTuple, TypeVar
from uuid import UUID

from django.db.models import Model, Q, QuerySet

M = TypeVar("M", bound=Model)


class ListPosition(NamedTuple):
    """Where an entry is in a list: when it was made, then its id. It never moves."""

    at: datetime
    id: UUID


def newest_first(rows: QuerySet[M], after: ListPosition | None) -> QuerySet[M]:
    """The rows whose place comes after `after`."""
    if after is not None:
        rows = rows.filter(Q(created_at__lt=after.at) | Q(created_at=after.at, pk__lt=after.id))
    return rows.order_by("-created_at", "-pk")
