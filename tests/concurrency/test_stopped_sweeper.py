"""A sweeper that is stopped ends, however many signals it gets."""

import signal
from pathlib import Path

import pytest

from games.models import Heartbeat
from games.store.row import clock_read
from tests.concurrency.fleet import fleet, wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency, pytest.mark.full]

PATIENCE_S = 60


def test_it_ends_after_many_signals_at_once(tmp_path: Path) -> None:
    begun = clock_read()
    with fleet(tmp_path, "redis") as ours:
        sweeper = ours.popen(ours.commands["sweeper"], "sweeper")
        try:
            wait_until(lambda: Heartbeat.objects.filter(at__gt=begun).exists(), PATIENCE_S)
            while sweeper.poll() is None:
                sweeper.send_signal(signal.SIGTERM)
                sweeper.send_signal(signal.SIGINT)
                if clock_read().timestamp() - begun.timestamp() > PATIENCE_S:
                    break
            assert sweeper.wait(PATIENCE_S) in (0, -signal.SIGTERM, -signal.SIGINT)
        finally:
            sweeper.kill()
            sweeper.wait()
