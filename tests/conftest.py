"""The servers of the suite: real ones, started once a run unless the environment names others.

The tests of both engines, of the bots and of printed papers are pure; by themselves they start
nothing.
"""

import gc
import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import redis
from django.db import connection
from django.utils import translation
from hypothesis import settings
from psycopg.pq import TransactionStatus
from pytest_django import DjangoDbBlocker

from samba_service.devstack import postgres
from samba_service.devstack import redis as redis_stack
from samba_service.devstack.servers import Server, running
from tests.depth import cases

PURE = tuple(
    Path(__file__).parent / name
    for name in ("engine", "bots", "tournaments/engine", "tournaments/printing")
)
_started = pytest.StashKey[ExitStack]()

settings.register_profile("samba", max_examples=cases(25, 1000), deadline=None)
settings.load_profile("samba")


def _is_pure(path: Path) -> bool:
    return any(path == folder or folder in path.parents for folder in PURE)


def pytest_configure(config: pytest.Config) -> None:
    """Start what is missing; workers of pytest-xdist find it at the same addresses."""
    arguments = [Path(str(argument).partition("::")[0]) for argument in config.args]
    in_worker = hasattr(config, "workerinput")
    if in_worker or all(_is_pure(config.invocation_params.dir / path) for path in arguments):
        return
    from samba_service.settings.test import TEST_DATA

    servers: list[Server] = []
    if not os.environ.get("TEST_DATABASE_URL"):
        servers.append(postgres.PostgresServer(TEST_DATA, settings=postgres.DISPOSABLE))
    if not os.environ.get("TEST_REDIS_URL"):
        servers.append(redis_stack.RedisServer(TEST_DATA))
    stack = config.stash[_started] = ExitStack()
    stack.enter_context(running(*servers, logs=TEST_DATA.logs))


def pytest_collection_finish() -> None:
    """Modules live to the end of the run: do not search them for garbage again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


def pytest_unconfigure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        return
    from samba_service.settings.test import TEST_DATA

    if stack := config.stash.get(_started, None):
        stack.close()
    TEST_DATA.remove()


def pytest_report_header(config: pytest.Config) -> list[str]:
    if _started not in config.stash:
        return ["servers: none, the tests are pure"]
    from samba_service.settings import test

    database = os.environ.get("TEST_DATABASE_URL") or test.TEST_DATA.database_url
    return [f"servers: {postgres.version(database)}, {redis_stack.version(test.REDIS_URL)}"]


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Tests that commit are cleaned up after by TRUNCATE, which the logs' triggers refuse."""
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute("SELECT relid::text FROM pg_partition_tree('games_move')")
        for (name,) in cursor.fetchall():
            cursor.execute(f"ALTER TABLE {name} DISABLE TRIGGER move_no_truncate")
        cursor.execute("ALTER TABLE accounts_staffact DISABLE TRIGGER staffact_no_truncate")
        cursor.execute("ALTER TABLE games_caseentry DISABLE TRIGGER case_no_truncate")
        cursor.execute("ALTER TABLE games_refusedaction DISABLE TRIGGER refused_no_truncate")
        cursor.execute("ALTER TABLE tournaments_auditentry DISABLE TRIGGER audit_no_truncate")
        cursor.execute("ALTER TABLE tournaments_result DISABLE TRIGGER result_no_truncate")


@pytest.fixture(autouse=True)
def _empty_redis(request: pytest.FixtureRequest) -> Iterator[None]:
    """Nothing of one test's cache, throttles or messages is left for the next."""
    yield
    if _is_pure(request.path):
        return
    from samba_service.settings import test

    with redis.Redis.from_url(test.REDIS_URL) as client:
        if keys := list(client.scan_iter(f"{test.REDIS_KEY_PREFIX}*", count=1000)):
            client.delete(*keys)


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """The language that one test's call asked for is not the next test's."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _dealt_at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What workers deal when a round has been published is there at once: tests have no workers."""
    if _is_pure(request.path):
        return
    from tournaments.services import table_games

    def deal(round_: Any) -> None:
        table_games.games_deal(round_id=round_.pk)

    monkeypatch.setattr(table_games, "deal_soon", deal)


@pytest.fixture(autouse=True)
def _no_game_hangs(request: pytest.FixtureRequest, _django_db_marker: None) -> Iterator[None]:
    """After a test with a database, every running game waits for a person or has due work.

    A test that leaves its transaction broken has no game to look at.
    """
    yield
    if not request.node.get_closest_marker("django_db") or request.node.get_closest_marker("hangs"):
        return
    link = connection.connection
    if link is not None and link.info.transaction_status == TransactionStatus.INERROR:
        return
    from games.services.watchdog import games_hanging

    assert games_hanging() == []


@pytest.fixture
def game_time(request: pytest.FixtureRequest) -> Iterator[Any]:
    """The time by which games are judged, to be stopped and moved; for tests with a database."""
    from tests.game_time import moved_time

    request.getfixturevalue("_django_db_helper")
    with moved_time() as time:
        yield time


@pytest.fixture
def hung_server() -> Iterator[str]:
    """The URL of a Redis that accepts connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"


@pytest.fixture(autouse=True, scope="session")
def _no_writes_between_tests() -> Iterator[None]:
    """No thread of this process notes presence or refused actions; other processes do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("games.services.presence._heard.put", lambda _whom: None)
        patch.setattr("games.services.refusals._refused.put", lambda _refused: None)
        yield
