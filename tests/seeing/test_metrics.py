"""/metrics: what Prometheus reads, who may read it, and the sums over several processes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from uuid import UUID

import psycopg
import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.utils.timezone import now
from prometheus_client import generate_latest
from psycopg.pq import ExecStatus

from games.models import DueWork
from games.services.work import PATIENCE
from games.tasks import turns_play
from samba_service import metrics as page
from samba_service.kit import metrics
from samba_service.kit.live import Places
from samba_service.kit.metrics_folder import metrics_read
from tests.factories import api
from tests.games.tables import bots_game
from tests.games_api.tables import Table

Samples = dict[str, float]


@pytest.fixture(autouse=True)
def open_to_loopback(settings) -> None:
    settings.SAMBA_METRICS_ADDRESSES = [ip_network("127.0.0.1")]


def samples(text: str) -> Samples:
    """The value of each sample, by its name and labels as they are written."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def shown() -> Samples:
    answer = Client().get("/metrics")
    assert answer.status_code == 200
    return samples(answer.content.decode())


def added(before: Samples, after: Samples) -> Samples:
    """What has grown, and by how much."""
    grown = {name: value - before.get(name, 0.0) for name, value in after.items()}
    return {name: value for name, value in grown.items() if value}


@pytest.mark.django_db
def test_a_move_a_refusal_and_a_stale_move_are_counted_by_outcome() -> None:
    table = Table().start()
    turn = table.to_act
    before = shown()

    assert table.move(turn, {"type": "draw"}).status_code == 201
    assert table.move(turn, {"type": "draw"}).status_code == 409
    assert table.move(turn, {"type": "draw"}, If_Match='"1"').status_code == 412

    found = added(before, shown())
    assert found['samba_moves_total{by="player",outcome="played"}'] == 1
    assert found['samba_moves_total{by="player",outcome="wrong_phase"}'] == 1
    assert found['samba_moves_total{by="player",outcome="stale_version"}'] == 1
    assert found['samba_move_seconds_count{by="player"}'] == 3
    route = 'method="POST",route="/api/v1/games/<str:game_id>/moves"'
    assert found[f'samba_requests_total{{{route},status="201"}}'] == 1
    assert found[f"samba_request_seconds_count{{{route}}}"] == 3
    assert found['samba_problems_total{code="wrong_phase"}'] == 1


@pytest.mark.django_db
def test_a_call_beyond_its_limit_is_counted_by_the_limit(settings) -> None:
    settings.SAMBA_RATE_LIMITS = True
    before = shown()
    client = api()
    while client.get("/readyz", REMOTE_ADDR="203.0.113.7").status_code == 200:
        pass

    found = added(before, shown())
    assert found['samba_rate_limited_total{rate="probes"}'] == 1
    assert found['samba_problems_total{code="rate_limited"}'] == 1


@pytest.mark.django_db
def test_a_turn_of_a_bot_is_due_and_then_counted_with_its_lag() -> None:
    bots_game()
    before = shown()
    assert before['samba_due_work{kind="bot"}'] == 1
    assert before["samba_running_games"] == 1

    turns_play(0)

    found = added(before, shown())
    assert found['samba_moves_total{by="bot",outcome="played"}'] >= 1
    assert found["samba_bot_lag_seconds_count"] == 1


@pytest.mark.django_db
def test_due_work_is_shown_by_kind_age_and_failures() -> None:
    assert shown()['samba_due_work{kind="draw"}'] == 0
    DueWork.objects.create(
        kind="draw",
        subject=UUID(int=7),
        step=1,
        attempts=PATIENCE,
        due_at=now() - timedelta(hours=1),
    )

    found = shown()
    assert found['samba_due_work{kind="draw"}'] == 1
    assert 3600 <= found['samba_due_work_oldest_seconds{kind="draw"}'] < 3700
    assert found['samba_due_work_stuck{kind="draw"}'] == 1


@pytest.mark.django_db
def test_an_open_stream_is_counted_until_it_ends() -> None:
    before, places = shown(), Places(10)
    places.take("somebody")
    assert added(before, shown())["samba_open_calls"] == 1
    places.release("somebody")
    assert "samba_open_calls" not in added(before, shown())


@pytest.fixture
def slot(db) -> Iterator[str]:
    """A place in its log that the database keeps for a reader."""
    name = f"reader_{os.getpid()}"
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_create_physical_replication_slot(%s, true)", (name,))
        yield name
        cursor.execute(
            "SELECT pg_terminate_backend(active_pid, 5000), pg_drop_replication_slot(slot_name)"
            " FROM pg_replication_slots WHERE slot_name = %s",
            (name,),
        )


@contextmanager
def log_read(slot: str) -> Iterator[None]:
    """Read the log from the slot, as a backup does."""
    keys = {"dbname", "user", "host", "port", "password"}
    params = {
        key: value for key, value in connection.get_connection_params().items() if key in keys
    }
    with closing(psycopg.connect(**params, replication="true", autocommit=True)) as reader:
        start = connection.cursor().execute("SELECT pg_current_wal_lsn()").fetchone()[0]
        command = f"START_REPLICATION SLOT {slot} PHYSICAL {start}"
        assert reader.pgconn.exec_(command.encode()).status == ExecStatus.COPY_BOTH
        yield


def test_a_log_that_no_backup_reads_is_seen(slot: str) -> None:
    active, behind = (
        f'samba_log_slot_active{{slot="{slot}"}}',
        f'samba_log_slot_behind_bytes{{slot="{slot}"}}',
    )
    assert shown()[active] == 0
    before = shown()[behind]
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_logical_emit_message(false, '', repeat('x', 5000))")
        cursor.execute("SELECT pg_switch_wal()")  # write it
    assert shown()[behind] - before >= 5000

    with log_read(slot):
        assert shown()[active] == 1


@pytest.mark.django_db
def test_without_the_database_the_rest_is_shown(monkeypatch) -> None:
    monkeypatch.setattr(page, "games_running", Mock(side_effect=DatabaseError))

    found = shown()
    assert found["samba_database_up"] == 0
    assert any(name.startswith("samba_requests_total") for name in found)
    assert "samba_running_games" not in found


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "allowed"),
    [
        ({"REMOTE_ADDR": "127.0.0.1"}, True),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "127.0.0.1"}, False),
        ({"REMOTE_ADDR": "203.0.113.7"}, False),
        ({"REMOTE_ADDR": "203.0.113.7", "HTTP_AUTHORIZATION": f"Bearer {'t' * 32}"}, True),
        ({"REMOTE_ADDR": "203.0.113.7", "HTTP_AUTHORIZATION": f"Bearer {'T' * 32}"}, False),
        ({"REMOTE_ADDR": "203.0.113.7", "HTTP_AUTHORIZATION": "Bearer "}, False),
    ],
    ids=["this machine", "by a proxy", "a stranger", "the token", "another token", "no token"],
)
def test_metrics_are_for_those_whom_the_settings_name(settings, sent, allowed: bool) -> None:
    settings.SAMBA_METRICS_TOKEN = "t" * 32
    answer = Client().get("/metrics", **sent)

    assert answer.status_code == (200 if allowed else 404)
    assert (b"samba_" in answer.content) is allowed


@pytest.mark.django_db
def test_nobody_may_read_them_where_nothing_is_set(settings) -> None:
    settings.SAMBA_METRICS_ADDRESSES, settings.SAMBA_METRICS_TOKEN = [], ""
    tries: tuple[dict[str, Any], ...] = (
        {},
        {"HTTP_AUTHORIZATION": "Bearer "},
        {"HTTP_AUTHORIZATION": "Bearer"},
    )
    for sent in tries:
        answer = Client().get("/metrics", **sent)
        assert answer.status_code == 404
        assert answer.templates[0].name == "404.html"


def test_a_label_has_a_bounded_number_of_values() -> None:
    known = {"route", "method", "status", "code", "rate", "by", "outcome", "process", "kind"}
    names = {name for each in metrics.OWN.collect() for s in each.samples for name in s.labels}

    assert names <= {*known, "le"}


@pytest.mark.django_db
def test_what_a_caller_invents_is_no_label() -> None:
    before = shown()
    Client().generic("INVENTED", "/nothing/at-all?name=anna")

    found = [name for name in added(before, shown()) if name.startswith("samba_requests_total")]
    assert any('route="unknown"' in name and 'method="other"' in name for name in found)
    assert not any("INVENTED" in name or "at-all" in name for name in found)


COUNT = """
import sys
from samba_service.settings import test
import django
django.setup()
from samba_service.kit import metrics
metrics.MOVES.labels("player", "played").inc(int(sys.argv[1]))
metrics.OPEN_CALLS.inc(int(sys.argv[1]))
metrics.MOVE_SECONDS.labels("player").observe(0.02)
print("counted", flush=True)
sys.stdin.read()
"""


def process(folder: Path, number: int, name: str = "web") -> "subprocess.Popen[str]":
    """A process of the service that has counted `number` moves, and ends with its input."""
    env = {**os.environ, "SAMBA_METRICS_DIR": str(folder), "SAMBA_PROCESS": name}
    running = subprocess.Popen(
        [sys.executable, "-c", COUNT, str(number)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=env,
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "counted\n"
    return running


@pytest.mark.full
def test_processes_are_added_up_and_what_an_ended_one_counted_stays(tmp_path: Path) -> None:
    def read() -> Samples:
        return samples(generate_latest(metrics_read(tmp_path)).decode())

    moves = 'samba_moves_total{by="player",outcome="played"}'
    first, second = process(tmp_path, 3), process(tmp_path, 4, "bots")
    both = read()
    assert both[moves] == 7
    assert both["samba_open_calls"] == 7
    assert both['samba_processes{process="web"}'] == both['samba_processes{process="bots"}'] == 1

    first.kill()
    first.communicate()
    one = read()
    assert one[moves] == 7
    assert one["samba_open_calls"] == 4
    assert one.get('samba_processes{process="web"}', 0.0) == 0

    third = process(tmp_path, 5)
    all_ = read()
    assert all_[moves] == 12
    assert all_["samba_open_calls"] == 9
    assert all_['samba_process_starts_total{process="web"}'] == 2
    assert all_['samba_move_seconds_bucket{by="player",le="0.025"}'] == 3
    assert len(list(tmp_path.glob("*.lock"))) == 2
    for each in (second, third):
        each.communicate()


@pytest.mark.django_db
def test_the_age_of_the_last_backup_is_shown_where_it_is_known(settings, tmp_path) -> None:
    age = "samba_backup_age_seconds"
    assert age not in shown()
    stamp = tmp_path / "made"
    settings.SAMBA_BACKUP_STAMP = str(stamp)
    assert shown()[age] == float("inf")
    stamp.touch()
    os.utime(stamp, (now().timestamp() - 7200,) * 2)
    assert 7200 <= shown()[age] < 7260
