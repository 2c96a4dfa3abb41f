"""What the tables of the database hold themselves to, over all apps."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection, models

pytestmark = pytest.mark.django_db

OURS = ("kit", "accounts", "games", "tournaments")

# An index on columns with which another index of the table begins, under the same condition.
TWICE = """
    WITH found AS (
        SELECT i.indexrelid::regclass::text AS name, i.indrelid, i.indisunique,
            pg_get_expr(i.indpred, i.indrelid) AS condition,
            array(SELECT pg_get_indexdef(i.indexrelid, n, true)
                  FROM generate_series(1, i.indnkeyatts) n) AS columns
        FROM pg_index i WHERE i.indrelid = ANY(%s::regclass[])
    )
    SELECT one.name, other.name FROM found one JOIN found other USING (indrelid)
    WHERE one.name <> other.name AND NOT one.indisunique
        AND one.condition IS NOT DISTINCT FROM other.condition
        AND one.columns = other.columns[:cardinality(one.columns)]
    ORDER BY 1
"""


def ours() -> list[type[models.Model]]:
    """Our models; the tables that Django makes between groups and people are its own affair."""
    return [each for each in apps.get_models() if each._meta.app_label in OURS]


def enumerated() -> Iterator[tuple[str, str, str]]:
    """Table, column and word of all that an enumerated column may hold."""
    for model in ours():
        for field in model._meta.concrete_fields:
            for word, _ in field.flatchoices:
                yield model._meta.db_table, str(field.column), str(word)


def test_no_index_is_the_beginning_of_another() -> None:
    with connection.cursor() as cursor:
        cursor.execute(TWICE, [[model._meta.db_table for model in ours()]])
        assert cursor.fetchall() == []


def test_the_database_knows_the_words_of_every_enumerated_column() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint"
            " WHERE contype = 'c' AND cardinality(conkey) = 1"
        )
        checks = cursor.fetchall()
    unchecked = {
        f"{table}.{column}: {word}"
        for table, column, word in enumerated()
        if not any(
            of == table and f"({column})" in text.replace('"', "") and f"'{word}'" in text
            for of, text in checks
        )
    }
    assert unchecked == set()


@pytest.mark.parametrize("app", OURS)
def test_who_changes_a_row_names_the_columns(app: str) -> None:
    """A save of all columns takes back what another one has written since the row was read."""
    home = Path(apps.get_app_config(app).path)
    saves = re.compile(r"\.save\(\)")
    found = [
        f"{file.name}: {match.group()}"
        for folder in ("services", "store")
        for file in home.glob(f"{folder}/**/*.py")
        for match in saves.finditer(file.read_text())
    ]
    assert not found
