"""What previews of one account may use up."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from samba_service.kit.throttles import PREVIEWS
from tests.factories import api, player
from tests.tournaments.clubs import club_of
from tests.tournaments.test_preview import ASKED
from tournaments.api import preview as previews
from tournaments.engine.preview import preview

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]


def test_an_account_has_one_preview_at_a_time_which_holds_no_connection(monkeypatch):
    director, other = player("Mara"), player("Dirk")
    running, connected = [], []
    begun, may_end = threading.Semaphore(0), threading.Event()

    def held(*asked):
        running.append(asked)
        connected.append(connection.connection)
        begun.release()
        assert may_end.wait(20)
        return preview(*asked)

    monkeypatch.setattr(previews, "preview", held)

    def ask(by):
        return lambda: api(by).post(f"/api/v1/clubs/{club_of(by).pk}/night-preview", ASKED)

    with ThreadPoolExecutor(3) as pool:
        asked = [pool.submit(each) for each in (ask(director), ask(director), ask(other))]
        assert begun.acquire(timeout=10)
        assert begun.acquire(timeout=10), "another account waits for none of them"
        assert not begun.acquire(timeout=0.3), "two of one account run at once"
        may_end.set()
        assert [each.result().status_code for each in asked] == [200] * 3

    assert connected == [None] * 3


def test_previews_have_a_rate_of_their_own(settings):
    settings.SAMBA_RATE_LIMITS = True
    mara = player("Mara")
    found = api(mara).post(f"/api/v1/clubs/{club_of(mara).pk}/night-preview", ASKED)

    assert found.status_code == 200
    assert found["RateLimit-Policy"].startswith(f'"previews";q={PREVIEWS.burst};')
