"""Streams while something is slow or away: the others go on, and nothing is lost."""

import random
import signal
import sys
import time
from contextlib import ExitStack

import pytest
from django.db import connection

from samba_service.devstack.__main__ import web_command
from samba_service.devstack.folder import REPOSITORY
from tests.concurrency.fleet import fleet
from tests.factories import player, secret
from tests.games_api.tables import Table, pack, practice
from tests.live.process import PATIENCE_S, Stream, live_process, token_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]


@pytest.fixture
def table() -> Table:
    return Table(**practice(pack())).start()


def play(table: Table, moves: int, seed: int = 1) -> int:
    """Play some moves; the last seq."""
    rng = random.Random(seed)
    for _ in range(moves):
        table.play_example(rng)
    return int(table.get()["seq"])


@pytest.mark.full
def test_events_arrive_while_redis_is_away_and_when_it_is_back(tmp_path, table):
    with fleet(tmp_path, "redis") as ours:
        url = ours.redis.url
        with live_process(tmp_path, TEST_REDIS_URL=url) as live, ExitStack() as stack:
            seats = [
                stack.enter_context(Stream(live, f"{table.path}/stream", token_of(table, seat)))
                for seat in range(4)
            ]
            for number in (None, signal.SIGSTOP, signal.SIGKILL):
                if number is not None:
                    ours.signal("redis", number)
                last = play(table, 3)  # the hints of this process go to another Redis
                for each in seats:
                    each.until(last)
            ours.start("redis")
            last = play(table, 3)
            for each in seats:
                each.until(last)
    page = table.get(2, f"/events?after={seats[2].items[0]['seq']}")
    assert seats[2].events == page["results"]


SMALL_BUFFERS = """
import socket, sys, uvicorn
from samba_service.edge import connections
connections.WRITE_S = 2.0
made = connections.BoundedProtocol.connection_made
def small(self, transport):
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    transport.set_write_buffer_limits(8192)
    made(self, transport)
connections.BoundedProtocol.connection_made = small
sys.exit(uvicorn.main(sys.argv[1:]))
"""


@pytest.mark.slow
def test_a_reader_who_takes_nothing_is_cut_off_and_the_others_go_on(tmp_path):
    table = Table().start()

    def small_buffers(address):
        return [sys.executable, "-c", SMALL_BUFFERS, *web_command(address)[3:]]

    with live_process(tmp_path, small_buffers) as live, ExitStack() as stack:
        path = f"{table.path}/stream"
        good = stack.enter_context(Stream(live, path, token_of(table, 1)))
        _slow = [
            stack.enter_context(Stream(live, path, token_of(table, 2), after=0, buffer=2048))
            for _ in range(5)
        ]
        rng, deadline = random.Random(1), time.monotonic() + PATIENCE_S
        while connections_of(live.port) > 1:
            assert time.monotonic() < deadline
            table.play_example(rng)
            good.until(table.get()["seq"])


def connections_of(port: int) -> int:
    """How many established connections a process that listens to `port` has."""
    mine = f":{port:04X}"
    with open("/proc/net/tcp") as table:
        rows = [line.split() for line in table.readlines()[1:]]
    return sum(row[1].endswith(mine) and row[3] == "01" for row in rows)


def of_production(address):
    script = str(REPOSITORY / "deploy/live.sh")
    return [script, "--host", address.host, "--port", str(address.port)]


@pytest.mark.full
def test_open_streams_hold_no_connection_to_the_database(tmp_path, table):
    readers = [secret(player()) for _ in range(6)]
    most = 4
    environment = {"DATABASE_POOL_MAX": str(most), "PGAPPNAME": "bounded"}
    with (
        live_process(tmp_path, of_production, **environment) as live,
        ExitStack() as stack,
    ):
        for number in range(300):
            opened = Stream(live, f"{table.path}/stream", readers[number % 6])
            stack.enter_context(opened).until(1)
        seat = stack.enter_context(Stream(live, f"{table.path}/stream", token_of(table, 0)))
        for _ in range(5):
            seat.until(play(table, 2))
            assert 0 < database_connections("bounded") <= most


@pytest.mark.full
def test_events_arrive_after_the_database_has_ended_all_connections(live, table):
    with Stream(live, f"{table.path}/stream", token_of(table, 3)) as stream:
        stream.until(1)
        for _ in range(3):
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND application_name = 'live'"
                )
            stream.until(play(table, 2))
    page = table.get(3, f"/events?after={stream.items[0]['seq']}&limit=500")
    assert stream.events == page["results"]


def database_connections(name: str) -> int:
    """The connections to the database of the process that it knows by this name."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = %s",
            [name],
        )
        return int(cursor.fetchone()[0])
