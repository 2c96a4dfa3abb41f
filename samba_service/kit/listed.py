"""Lists whose queries Django's ORM writes once: writing one takes longer than reading 50 rows."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db.models import QuerySet

from samba_service.kit.sql import Row, run
from samba_service.kit.written import StandIns, WrittenRows

T = TypeVar("T")

Read = Callable[[Iterable[Row]], list[Any]]


@dataclass(frozen=True)
class Query:
    """A query of the ORM as text, and how to read the value at which a page begins."""

    text: str
    """Empty if it finds nothing for anybody."""
    place: Callable[[str], Any]
    """The value at which a page begins, from a cursor's text. Raises ValidationError."""
    read: Read = list


_queries: dict[tuple[Any, ...], Query] = {}
"""By what builds them and what is given."""


@dataclass(frozen=True)
class Listed(Generic[T]):
    """The rows that `build` selects by what is `given`: a model's, or values, as `make` takes them.

    Pages ask for them as they ask a queryset. `build` makes the queryset once for each choice of
    names that are given a value, with other values than those of the call. It may look only at
    values that are true or false.
    """

    build: Callable[..., QuerySet[Any, Any]]
    given: Mapping[str, Any]
    make: Callable[[Row], T] | None = None
    ordering: tuple[str, ...] = ()
    beyond: Mapping[str, str] = field(default_factory=dict)
    """Where the page begins: a lookup, `created_at__lt`, and its value as text."""

    def order_by(self, *ordering: str) -> "Listed[T]":
        return replace(self, ordering=ordering)

    def filter(self, **beyond: str) -> "Listed[T]":
        return replace(self, beyond=beyond)

    def __getitem__(self, page: slice) -> list[T]:
        values = {name: value for name, value in self.given.items() if value is not None}
        true = [name for name, value in values.items() if value is True]
        key = (self.build, self.ordering, *self.beyond, *values, None, *true)
        query = _queries.get(key)
        if query is None:
            query = _queries[key] = self._query()
        if not query.text:
            return []
        values |= {lookup: query.place(at) for lookup, at in self.beyond.items()}
        values |= {"limit": page.stop - page.start, "offset": page.start}
        return query.read(run(query.text, values))

    def _query(self) -> Query:
        stand_ins = StandIns()
        rows = self.build(**{name: stand_ins.of(name, value) for name, value in self.given.items()})
        of_model = rows.model._meta.get_field(self.ordering[0].lstrip("-"))
        for lookup, text in self.beyond.items():
            rows = rows.filter(**{lookup: stand_ins.of(lookup, of_model.to_python(text))})
        try:
            text, read = self._written(rows.order_by(*self.ordering), stand_ins)
        except EmptyResultSet:
            return Query("", of_model.to_python)
        return Query(f"{text} LIMIT %(limit)s OFFSET %(offset)s", of_model.to_python, read)

    def _written(self, rows: QuerySet[Any, Any], stand_ins: StandIns) -> tuple[str, Read]:
        make = self.make
        if make is None:
            written = WrittenRows(rows, stand_ins)
            return written.text, written.read
        text = stand_ins.text(*rows.query.sql_with_params())
        return text, lambda found: [make(row) for row in found]
