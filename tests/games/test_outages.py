"""A heartbeat shows when no sweeper was alive."""

from datetime import UTC, datetime, timedelta

import pytest

from games.models import Heartbeat, Outage
from games.services.outages import (
    KEPT,
    heart_beat,
    outage_running,
    outages_forget,
    outages_since,
)
from tests.game_time import GameTime

pytestmark = pytest.mark.django_db

EVENING = datetime(2026, 1, 10, 20, tzinfo=UTC)


@pytest.fixture(autouse=True)
def evening(game_time: GameTime) -> GameTime:
    game_time.stop(EVENING)
    return game_time


@pytest.mark.parametrize(("seconds", "recorded"), [(5, 0), (15, 0), (15.001, 1), (86_400, 1)])
def test_a_longer_time_without_a_sweeper_is_recorded_as_an_outage(evening, seconds, recorded):
    heart_beat()
    until = evening.pass_s(seconds)
    heart_beat()
    heart_beat()
    assert list(Outage.objects.values_list("since", "until")) == [(EVENING, until)] * recorded
    assert Heartbeat.objects.get().at == until


def test_before_the_first_heartbeat_nobody_can_be_late():
    assert outage_running(EVENING, now=EVENING) is not None
    heart_beat()
    assert outage_running(EVENING, now=EVENING) is None
    assert Outage.objects.count() == 0


def test_the_outage_that_runs_is_counted_until_now(evening):
    heart_beat()
    now = evening.pass_s(40)
    assert [tuple(each) for each in outages_since(EVENING, now=now)] == [(EVENING, now)]
    heart_beat()
    assert [tuple(each) for each in outages_since(EVENING, now=now)] == [(EVENING, now)]
    assert outages_since(now, now=now) == []


def test_outages_of_long_ago_are_forgotten(evening):
    for ago in (KEPT, KEPT + timedelta(seconds=1)):
        Outage.objects.create(since=EVENING - ago - timedelta(hours=1), until=EVENING - ago)
    outages_forget()
    assert [each.until for each in Outage.objects.all()] == [EVENING - KEPT]
