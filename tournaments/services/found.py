"""Rows that were found before the lock was taken, as they are now: others may have deleted them."""

from typing import TypeVar
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model, QuerySet

from samba_service.errors import NotThere

M = TypeVar("M", bound=Model)
Row = TypeVar("Row")


def there(rows: QuerySet[M, Row], pk: UUID) -> Row:
    """The row of `rows` with this id. Raises NotThere."""
    try:
        return rows.get(pk=pk)
    except ObjectDoesNotExist:
        raise NotThere from None
