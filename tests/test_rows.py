"""Rows that are written together."""

from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError
from django.utils import timezone

from games.models import DueWork
from samba_service.kit import rows
from samba_service.kit.rows import rows_delete, rows_insert
from samba_service.kit.sql import Rows, run
from tests.tournaments.paper import Paper
from tournaments.models import Assignment, Table

pytestmark = pytest.mark.django_db


def columns_of(row: Any) -> dict[str, Any]:
    values = {each.attname: getattr(row, each.attname) for each in row._meta.concrete_fields}
    return values | {"id": None}


def test_rows_are_inserted_together_as_they_are(django_assert_num_queries: Any) -> None:
    round_ = Paper().round
    facts = {"text": "\N{EN DASH} \"'%s\\", "numbers": [1, None, 2.5], "inner": {}}
    tables = [
        Table(
            round=round_,
            number=number,
            venue="table",
            start_scores=scores,
            why_code="%(x)s\N{EN DASH}'",
            why_facts=facts,
            why_cost=[-1, 2**40],
            locked=bool(scores),
        )
        for number, scores in ((8, [-50, 0]), (9, None))
    ]
    rows_insert(tables)
    found = Table.objects.filter(number__gt=7)
    assert [each.pk for each in found] == [each.pk for each in tables]
    assert [columns_of(each) for each in found] == [columns_of(each) for each in tables]

    entry = round_.assignments.all()[0].entry
    places = [Assignment(round=round_, entry=entry, table=each, side=0) for each in tables]
    round_.assignments.filter(entry=entry).delete()
    rows_insert(places[:1])
    [kept] = Assignment.objects.filter(table__in=tables)
    assert columns_of(kept) == columns_of(places[0])
    assert kept.pk
    with django_assert_num_queries(0):
        rows_insert([])
    with pytest.raises(IntegrityError):
        rows_insert(places[1:])


def test_one_statement_inserts_rows_of_several_models(monkeypatch: pytest.MonkeyPatch) -> None:
    round_ = Paper().round
    entry = round_.assignments.all()[0].entry
    round_.assignments.filter(entry=entry).delete()
    table = Table(round=round_, number=8, venue="table")
    place = Assignment(round=round_, entry=entry, table=table, side=0)
    sent: list[str] = []

    def note(query: str, values: Any) -> Rows:
        sent.append(query)
        return run(query, values)

    monkeypatch.setattr(rows, "run", note)
    rows_insert([place], [], [table])
    assert len(sent) == 1
    assert Assignment.objects.get(table=table).entry == entry


def test_rows_of_one_insertion_have_values_in_the_same_columns() -> None:
    now = DueWork(kind="draw", subject=UUID(int=1), step=1)
    later = DueWork(kind="draw", subject=UUID(int=2), step=1, due_at=timezone.now())
    with pytest.raises(TypeError, match="same columns"):
        rows_insert([now, later])


def test_rows_are_deleted_by_one_statement(django_assert_num_queries: Any) -> None:
    round_ = Paper().round
    rows_insert([Table(round=round_, number=number, venue="table") for number in (8, 9)])
    with django_assert_num_queries(1):
        rows_delete(Table.objects.filter(number__gt=8))
    assert sorted(round_.tables.values_list("number", flat=True))[-1] == 8
