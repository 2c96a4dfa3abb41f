"""Logs say what happened and never which cards were in play."""

import json
import logging
import time
from collections.abc import Iterator
from io import StringIO
from unittest.mock import Mock
from uuid import UUID

import pytest
from django.conf import settings
from django.db import IntegrityError, ProgrammingError, connection
from structlog.contextvars import bound_contextvars

from games.services.work import ClaimedWork
from games.tasks import bot_turn
from samba_service.celery import cause_send, context_begin, context_end
from samba_service.kit import nudge
from samba_service.kit.log_context import request_id
from samba_service.kit.logs import CallersFaults, DiscreetFormatter, Reprs
from tests.factories import api
from tests.games_api.tables import Table


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
    return str(json.loads(DiscreetFormatter().format(record))["traceback"])


@pytest.fixture
def lines() -> Iterator[StringIO]:
    """What the console shows, by the handler of the settings."""
    assert settings.LOGGING["handlers"]["console"]["filters"] == ["callers", "reprs"]
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(DiscreetFormatter(readable=True))
    handler.addFilter(CallersFaults())
    handler.addFilter(Reprs())
    logging.getLogger().addHandler(handler)
    yield written
    logging.getLogger().removeHandler(handler)


@pytest.mark.django_db
def test_a_call_that_is_refused_is_a_short_line_and_no_warning(lines: StringIO) -> None:
    answer = api().get(f"/api/v1/games/{'x' * 7000}")

    assert answer.status_code == 404
    assert (
        " INFO django.request: Not Found: /api/v1/games/<str:game_id> [request=" in lines.getvalue()
    )
    assert "xxx" not in lines.getvalue()
    assert all(len(line) < 300 for line in lines.getvalue().splitlines())


@pytest.mark.django_db
def test_nothing_of_an_address_that_nobody_serves_is_logged(lines: StringIO) -> None:
    api().get("/walls/secret-code?name=anna")

    assert "Not Found: unknown" in lines.getvalue()
    assert "secret-code" not in lines.getvalue()
    assert "anna" not in lines.getvalue()


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

    assert " ERROR django.request: Internal Server Error: unknown" in lines.getvalue()
    assert "ArithmeticError" in lines.getvalue()
    assert len(lines.getvalue()) < 1000


@pytest.mark.django_db
@pytest.mark.parametrize("tail", ["x" * 7000, "xxx" + "\N{GREEK SMALL LETTER ALPHA}" * 500])
def test_an_answer_repeats_no_more_than_the_beginning_of_an_address(tail: str) -> None:
    instance = api().get(f"/api/v1/games/{tail}").json()["instance"]

    assert 190 < len(instance) <= 200
    assert instance.startswith("/api/v1/games/")
    assert "%" not in instance[-2:]


def test_a_fault_is_logged_with_where_it_was_and_without_what_it_quotes() -> None:
    try:
        try:
            raise ConnectionRefusedError("no server at 127.0.0.1")
        except OSError as away:
            raise ValueError("not a card of KH JK") from away
    except ValueError as error:
        text = logged(error)

    assert "KH JK" not in text.replace('raise ValueError("not a card of KH JK") from away', "")
    assert text.endswith("builtins.ValueError")
    assert "builtins.ConnectionRefusedError: no server at 127.0.0.1" in text
    assert "tests/test_logs.py" in text


def test_a_failed_task_is_logged_without_its_error_and_arguments(lines: StringIO) -> None:
    said = {"name": "games.tasks.bot_turn", "exc": "KeyError('KH')", "args": "['KH']", "id": "1"}
    logging.getLogger("celery.app.trace").error("Task %(name)s: %(exc)s of %(args)s", said)

    assert "Task games.tasks.bot_turn: (not logged) of (not logged)" in lines.getvalue()


def test_a_forgotten_future_is_logged_without_its_error(lines: StringIO) -> None:
    logging.getLogger("asyncio").error("never retrieved\nfuture: <Task exception=KeyError('KH')>")

    assert "never retrieved" in lines.getvalue()
    assert "KH" not in lines.getvalue()


@pytest.mark.django_db
def test_a_call_that_changes_something_is_a_line_with_its_ids(lines: StringIO) -> None:
    table = Table().start()
    table.move(1, {"type": "draw_stock"}, X_Request_Id="night-7")

    line = next(each for each in lines.getvalue().splitlines() if "/moves" in each)
    assert "method=POST route=/api/v1/games/<str:game_id>/moves status=" in line
    assert f"game={table.id}" in line
    assert "request=night-7" in line


def test_a_line_of_due_work_has_its_kind_game_and_step(lines: StringIO) -> None:
    claim = ClaimedWork("bot", UUID(int=7), 12, 1)
    with claim.log_context("game"):
        logging.getLogger("games").error("failed")
    logging.getLogger("games").error("over")

    failed, over = lines.getvalue().splitlines()
    assert f"failed [game={UUID(int=7)} step=12 work=bot]" in failed
    assert over.endswith("over")


def test_a_task_has_the_id_of_the_call_that_caused_it(lines: StringIO) -> None:
    headers: dict[str, str] = {}
    with bound_contextvars(request="night-7"):
        cause_send(headers=headers)
    task = Mock(run=bot_turn.run, request=headers, __name__="bot_turn")

    context_begin(task=task, args=[str(UUID(int=7)), 3])
    logging.getLogger("games").error("failed")
    context_end()
    logging.getLogger("games").error("over")

    failed, over = lines.getvalue().splitlines()
    assert f"failed [game={UUID(int=7)} request=night-7 task=bot_turn]" in failed
    assert over.endswith("over")


def test_a_wake_up_is_sent_with_the_id_of_its_cause(monkeypatch) -> None:
    sent: list[str] = []
    task = Mock(apply_async=lambda _args: sent.append(request_id()))
    with bound_contextvars(request="night-7"):
        nudge.nudge(task, "", 0)

    until = time.monotonic() + 5
    while not sent and time.monotonic() < until:
        time.sleep(0.01)
    assert sent == ["night-7"]


@pytest.mark.parametrize("format", ["json", "readable"])
def test_a_line_is_what_the_settings_choose(format: str) -> None:
    how = settings.LOGGING["formatters"][format]
    record = logging.LogRecord("games", logging.WARNING, "f", 1, "slow", None, None)
    line = DiscreetFormatter(readable=how.get("readable", False)).format(record)

    if format == "readable":
        assert line.endswith("Z WARNING games: slow")
    else:
        shown = json.loads(line)
        assert shown.pop("time").endswith("Z")
        assert shown == {"event": "slow", "level": "warning", "logger": "games"}
