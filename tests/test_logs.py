"""Logs say what happened and never which cards were in play."""

import logging
from collections.abc import Iterator
from io import StringIO

import pytest
from django.conf import settings
from django.db import IntegrityError, ProgrammingError, connection

from samba_service.kit.logs import CallersFaults, DiscreetFormatter
from tests.factories import api


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


@pytest.fixture
def lines() -> Iterator[StringIO]:
    """What the console shows, by the handler of the settings."""
    assert "'filters': ['callers']" in str(settings.LOGGING["handlers"])
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(DiscreetFormatter())
    handler.addFilter(CallersFaults())
    logging.getLogger("django").addHandler(handler)
    yield written
    logging.getLogger("django").removeHandler(handler)


@pytest.mark.django_db
def test_a_call_that_is_refused_is_a_short_line_and_no_warning(lines: StringIO) -> None:
    answer = api().get(f"/api/v1/games/{'x' * 7000}")

    assert answer.status_code == 404
    assert " INFO django.request: Not Found: /api/v1/games/xxx" in lines.getvalue()
    assert len(lines.getvalue()) < 300


@pytest.mark.parametrize("host", ["evil.example", "h" * 5000])
def test_a_foreign_host_is_a_line_without_a_traceback(lines: StringIO, host: str) -> None:
    assert api().get("/api/v1/rulesets", HTTP_HOST=host).status_code == 400
    assert all(" INFO " in line for line in lines.getvalue().splitlines())
    assert len(lines.getvalue()) < 600


def test_what_operators_do_not_want_to_read_is_left_out(monkeypatch, lines: StringIO) -> None:
    monkeypatch.setattr(logging.getLogger(), "level", logging.WARNING)
    api().get("/nothing")

    assert lines.getvalue() == ""


def test_a_fault_of_ours_stays_an_error(lines: StringIO) -> None:
    try:
        raise ArithmeticError
    except ArithmeticError:
        logging.getLogger("django.request").exception(
            "Internal Server Error: %s", "/" + "x" * 5000, extra={"status_code": 500}
        )

    assert " ERROR django.request: Internal Server Error: /x" in lines.getvalue()
    assert "ArithmeticError" in lines.getvalue()
    assert len(lines.getvalue()) < 1000


@pytest.mark.django_db
@pytest.mark.parametrize("tail", ["x" * 7000, "xxx" + "\N{GREEK SMALL LETTER ALPHA}" * 500])
def test_an_answer_repeats_no_more_than_the_beginning_of_an_address(tail: str) -> None:
    instance = api().get(f"/api/v1/games/{tail}").json()["instance"]

    assert 190 < len(instance) <= 200
    assert instance.startswith("/api/v1/games/")
    assert "%" not in instance[-2:]
