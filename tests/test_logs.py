"""Logs say what happened and never which cards were in play."""

import logging

import pytest
from django.db import IntegrityError, ProgrammingError, connection

from samba_service.logs import DiscreetFormatter


@pytest.mark.django_db
def test_a_failed_row_is_logged_without_its_values() -> None:
    cards = "KH JK"
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE hand (cards text CHECK (cards = ''))")
        with pytest.raises(IntegrityError) as refused:
            cursor.execute("INSERT INTO hand VALUES (%s)", [cards])

    assert "KH JK" in str(refused.value)
    assert "KH JK" not in logged(refused.value)
    assert "violates check constraint" in logged(refused.value)


@pytest.mark.django_db
def test_a_broken_statement_is_logged_without_its_text() -> None:
    statement = "SELECT 'KH JK' FROM nothing"
    with connection.cursor() as cursor, pytest.raises(ProgrammingError) as refused:
        cursor.execute(statement)

    assert "KH JK" in str(refused.value)
    assert "KH JK" not in logged(refused.value)


def logged(error: Exception) -> str:
    """What the log holds after `error`, traceback included."""
    raised = (type(error), error, error.__traceback__)
    record = logging.LogRecord("samba", logging.ERROR, __file__, 1, "refused", None, raised)
    return DiscreetFormatter().format(record)
