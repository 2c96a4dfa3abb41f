"""Lists whose entries keep their place, so that a reader who follows them to the end misses
none.
"""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet


class ListPosition(NamedTuple):
    """Where an entry is in a list: when it was made, then its id. It never moves."""

    at: datetime
    id: UUID


def page_after(rows: QuerySet[Any], after: ListPosition | None, limit: int) -> QuerySet[Any]:
    """At most `limit` of the rows whose place comes after `after`, the newest first."""
    if after is not None:
        rows = rows.filter(Q(created_at__lt=after.at) | Q(created_at=after.at, pk__lt=after.id))
    return rows.order_by("-created_at", "-pk")[:limit]
