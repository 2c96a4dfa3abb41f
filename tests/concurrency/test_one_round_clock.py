"""Directors, sweepers and the clock of a round, at the same moment."""

from datetime import timedelta

import pytest

from games.models import Outage
from tests.concurrency.together import at_once, meet, without_locks
from tests.tournaments.nights import Night, night
from tournaments.models import Round
from tournaments.models.audit import AuditEntry
from tournaments.services import round_clock
from tournaments.services.round_clock import clock_extend, clock_pause, rounds_credit

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

CALLS = 4


@pytest.fixture
def played() -> tuple[Night, Round]:
    of = night(4, venue="table", hands_per_round=None, minutes_per_round=60)
    return of, of.next_round()


def longer_by(round_: Round) -> timedelta:
    now = Round.objects.get(pk=round_.pk)
    assert now.ends_at is not None
    assert round_.ends_at is not None
    return now.ends_at - round_.ends_at


def extend_together(of: Night, round_: Round) -> None:
    calls = [lambda: clock_extend(round_id=round_.pk, by=of.director, minutes=5)] * CALLS
    assert at_once(*calls) == {"done": CALLS}


def test_every_extension_counts(played):
    of, round_ = played
    extend_together(of, round_)
    assert longer_by(round_) == timedelta(minutes=5 * CALLS)


def test_without_the_lock_extensions_are_lost(monkeypatch: pytest.MonkeyPatch, played):
    """The control: if this fails, the test above proves nothing."""
    of, round_ = played
    without_locks(monkeypatch)
    meet(monkeypatch, round_clock, "_require_clock", CALLS)
    calls = [lambda: clock_extend(round_id=round_.pk, by=of.director, minutes=5)] * CALLS
    at_once(*calls)
    assert longer_by(round_) < timedelta(minutes=5 * CALLS)


def test_a_pause_begins_once(played):
    of, round_ = played
    calls = [lambda: clock_pause(round_id=round_.pk, by=of.director)] * CALLS
    assert at_once(*calls) == {"done": CALLS}
    assert Round.objects.get(pk=round_.pk).paused_at is not None
    assert AuditEntry.objects.filter(act="round_paused").count() == 1


def test_two_sweepers_give_an_outage_back_once(played):
    _, round_ = played
    assert round_.starts_at is not None
    outage = Outage.objects.create(
        since=round_.starts_at + timedelta(minutes=1), until=round_.starts_at + timedelta(minutes=3)
    )
    assert at_once(*[lambda: rounds_credit(outage_id=outage.pk)] * CALLS) == {"done": CALLS}
    assert longer_by(round_) == timedelta(seconds=135)
