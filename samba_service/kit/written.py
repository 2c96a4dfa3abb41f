"""Queries that Django's ORM writes once: writing one takes longer than PostgreSQL takes for it."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS
from django.db.models import IntegerField, JSONField, Model, QuerySet, prefetch_related_objects
from django.db.models.query import get_related_populators
from psycopg.sql import quote

from samba_service.kit.sql import Row, run

M = TypeVar("M", bound=Model)

_MARKS: Mapping[type, Callable[[int], Any]] = {
    UUID: lambda number: UUID(int=number),
    str: lambda number: f"\0{number}",
    int: lambda number: -(2**62) - number,
    datetime: lambda number: datetime(1, 1, number, tzinfo=UTC),
}
"""Values that no query has, which show where the values of a call belong in its text."""


class StandIns:
    """Values with which a query is written, instead of those of the calls that will use it."""

    def __init__(self) -> None:
        self._names: dict[Any, str] = {}

    def of(self, name: str, value: Any) -> Any:
        """The stand-in of what is called `name`; None, true and false are what they are."""
        if value is None or isinstance(value, bool):
            return value
        stand_in = _MARKS[type(value)](len(self._names) + 1)
        self._names[stand_in] = name
        return stand_in

    def text(self, sql: str, params: Sequence[Any]) -> str:
        """The query with names, `%(viewer)s`, where it has stand-ins."""
        first, *others = sql.split("%s")
        bound = map(self._bound, params)
        return first + "".join(chain(*zip(bound, others, strict=True)))

    def _bound(self, value: Any) -> str:
        known = isinstance(value, Hashable) and value in self._names
        return f"%({self._names[value]})s" if known else quote(value)


class WrittenRows(Generic[M]):
    """The query of rows of a model, with the rows that they are read with."""

    def __init__(self, rows: QuerySet[M], stand_ins: StandIns) -> None:
        compiler = self._compiler = rows.query.get_compiler(DEFAULT_DB_ALIAS)
        self.text = stand_ins.text(*compiler.as_sql())
        found = compiler.klass_info
        first, *_, last = found["select_fields"]
        self._model, self._columns = rows.model, slice(first, last + 1)
        columns = [column for column, *_ in compiler.select]
        self._names = [each.target.attname for each in columns[self._columns]]
        self._related = get_related_populators(  # type: ignore[call-arg]  # stubs of Django 6.1
            found, compiler.select, DEFAULT_DB_ALIAS
        )
        self._annotated = compiler.annotation_col_map
        self._prefetched = rows._prefetch_related_lookups  # type: ignore[attr-defined]  # no stub
        converted = compiler.get_converters(columns)
        alike = JSONField, IntegerField
        if not all(isinstance(each.output_field, alike) for _, each in converted.values()):
            raise TypeError(f"{rows.model} has values that psycopg does not read as Django does")

    def read(self, rows: Iterable[Row]) -> list[M]:
        """The rows of the model from those of the database."""
        found = [self._made(row) for row in rows]
        prefetch_related_objects(found, *self._prefetched)
        return found

    def _made(self, row: Row) -> M:
        made = self._model.from_db(DEFAULT_DB_ALIAS, self._names, row[self._columns])
        for related in self._related:
            related.populate(row, made)
        for name, column in self._annotated.items():
            setattr(made, name, row[column])
        return made


_written: dict[tuple[Any, ...], WrittenRows[Any]] = {}
"""By what builds them and what is given."""


def row_written(build: Callable[..., QuerySet[M]], *args: Any, **given: Any) -> M | None:
    """The row that `build(*args, **given)` selects, or None.

    `build` makes the queryset once for each choice of `args` and of names that are given a value,
    with other values than those of the call. It may look only at which of them are None.
    """
    query, values = _query(build, args, given)
    return next(iter(query.read(run(query.text, values))), None)


def rows_written(
    build: Callable[..., QuerySet[M]], *args: Any, limit: int, **given: Any
) -> list[M]:
    """The first `limit` rows that `build` selects, of which `row_written` says more."""
    query, values = _query(build, args, given)
    return query.read(run(f"{query.text} LIMIT %(limit)s", {**values, "limit": limit}))


def _query(
    build: Callable[..., QuerySet[M]], args: Sequence[Any], given: Mapping[str, Any]
) -> tuple[WrittenRows[M], dict[str, Any]]:
    """The query, and the values of this call."""
    values = {name: value for name, value in given.items() if value is not None}
    key = (build, *args, None, *values)
    query = _written.get(key)
    if query is None:
        stand_ins = StandIns()
        rows = build(*args, **{name: stand_ins.of(name, value) for name, value in given.items()})
        query = _written[key] = WrittenRows(rows, stand_ins)
    return query, values
