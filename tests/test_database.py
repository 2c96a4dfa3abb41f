"""How long anything waits for the database."""

from collections.abc import Iterator
from time import monotonic, sleep

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import OperationalError, connection
from django.http import HttpResponse
from psycopg_pool import ConnectionPool

from samba_service.celery import app
from samba_service.kit import database
from samba_service.kit.database import patience
from samba_service.worker import worker_command


def shown(name: str) -> str:
    """A setting of the session."""
    with connection.cursor() as cursor:
        cursor.execute(f"SHOW {name}")
        return str(cursor.fetchone()[0])


def nap() -> None:
    """Wait for a second in the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(1)")


@pytest.mark.django_db
def test_a_migration_takes_as_long_as_it_takes_and_waits_for_no_lock(monkeypatch) -> None:
    during: list[str] = []

    def handle(*_args, **_options) -> None:
        during.extend(map(shown, ("statement_timeout", "lock_timeout")))
        nap()

    monkeypatch.setattr(migrate.Command, "handle", handle)
    monkeypatch.setattr(database, "STATEMENT_S", 0.5)
    call_command("migrate", verbosity=0)

    assert during == ["0", "3s"]
    assert shown("statement_timeout") == "7s"


@pytest.mark.django_db(transaction=True)
def test_a_statement_without_an_answer_ends_its_connection(monkeypatch) -> None:
    connection.ensure_connection()
    monkeypatch.setattr(database, "STATEMENT_S", 0.2)
    with pytest.raises(OperationalError, match="does not answer"):
        nap()
    assert connection.connection.closed
    connection.close()

    with patience():
        nap()


@pytest.fixture
def link() -> Iterator[database.Connection]:
    """A connection as the pool makes them, which has just been used."""
    connection.ensure_connection()
    info = connection.connection.info
    with database.Connection.connect(info.dsn, password=info.password, autocommit=True) as link:
        link.execute("SELECT 1")
        yield link


@pytest.mark.django_db(transaction=True)
def test_a_connection_needs_a_probe_when_it_was_idle(monkeypatch, link) -> None:
    assert not link.needs_probe()
    monkeypatch.setattr(database, "IDLE_S", 0)
    assert link.needs_probe()


@pytest.mark.django_db(transaction=True)
def test_a_connection_needs_a_probe_when_the_server_has_ended_it(link) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [link.info.backend_pid])
    assert link.needs_probe()
    with pytest.raises(psycopg.OperationalError):
        ConnectionPool.check_connection(link)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("needed", [False, True])
def test_the_pool_probes_the_connections_that_need_it(monkeypatch, needed: bool) -> None:
    probed: list[object] = []
    monkeypatch.setattr(ConnectionPool, "check_connection", probed.append)
    monkeypatch.setattr(database.Connection, "needs_probe", lambda _: needed)
    connection.close()
    connection.ensure_connection()
    assert probed == [connection.connection] * needed


@pytest.mark.django_db(transaction=True)
def test_all_waiting_of_a_request_is_bounded(monkeypatch, rf) -> None:
    monkeypatch.setattr(database, "REQUEST_S", 1.5)
    assert database.STATEMENT_S > 4, "none of them is too long"

    def answer(_request):
        for _ in range(4):
            nap()

    with pytest.raises(OperationalError, match="does not answer"):
        database.waiting_middleware(answer)(rf.get("/"))
    connection.close()
    nap()


@pytest.mark.django_db
def test_what_a_request_computes_is_no_waiting_and_what_it_waits_elsewhere_is(
    monkeypatch, rf
) -> None:
    monkeypatch.setattr(database, "REQUEST_S", 0.3)
    seen: list[object] = []

    def computing(_request) -> HttpResponse:
        since = monotonic()
        while monotonic() < since + 0.5:
            pass
        seen.append(shown("statement_timeout"))
        return HttpResponse()

    def waiting(_request) -> HttpResponse:
        with database.waiting():
            sleep(0.5)
        seen.append(database._time_left(database._waited.get()))
        return HttpResponse()

    for answer in (computing, waiting):
        database.waiting_middleware(answer)(rf.get("/"))

    assert seen == ["7s", 0]


def test_the_client_waits_longer_than_the_server_lets_a_statement_run() -> None:
    options = connection.get_connection_params()["options"]
    assert "statement_timeout=7000" in options
    assert database.STATEMENT_S > database.REQUEST_S > 7


def test_every_worker_has_the_pool_of_make_run_and_no_time_limit_that_does_nothing() -> None:
    assert app.conf.worker_pool == "threads"
    assert not {"--pool", "-P", "--concurrency"} & {*worker_command()}
    assert app.conf.task_time_limit is None
    assert app.conf.task_soft_time_limit is None
    assert app.conf.worker_max_tasks_per_child is None
