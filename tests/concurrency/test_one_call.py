"""Calls of the director at once: one is open, one answer counts."""

import pytest
from django.db import IntegrityError

from tests.concurrency.together import at_once, meet, without_locks
from tests.tournaments.nights import Night, night, table_of
from tournaments.models import DirectorCall, Table
from tournaments.services import calls
from tournaments.services.calls import call_answer, call_withdraw, director_call

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

ROUNDS = 4


def called() -> tuple[Night, Table]:
    held = night(2, accounts=1, rounds=1)
    return held, table_of(held.next_round())


def test_of_two_directors_one_answers() -> None:
    for _ in range(ROUNDS):
        held, table = called()
        director_call(table_id=table.pk, by=next(iter(held.players.values())), reason="Help")
        found = at_once(
            *(
                lambda who=who, table=table: call_answer(
                    table_id=table.pk, by=who, note=who.display_name
                )
                for who in (held.director, held.admin)
            )
        )
        assert found == {"done": 1, "NoCallOpen": 1}


def test_of_two_sides_one_calls_and_of_answer_and_withdrawal_one_counts() -> None:
    for _ in range(ROUNDS):
        held, table = called()
        one, other = held.players.values()
        found = at_once(
            *(
                lambda who=who, table=table: director_call(table_id=table.pk, by=who, reason="Help")
                for who in (one, other)
            )
        )
        assert found == {"done": 1, "CallOpen": 1}
        caller = DirectorCall.objects.get(table=table).player
        found = at_once(
            lambda: call_withdraw(table_id=table.pk, by=caller),  # noqa: B023
            lambda: call_answer(table_id=table.pk, by=held.director),  # noqa: B023
        )
        assert found == {"done": 1, "NoCallOpen": 1}


def test_without_the_lock_both_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the lock decides, and without it only the constraint of the rows does."""
    held, table = called()
    without_locks(monkeypatch)
    meet(monkeypatch, calls, "_require_pause", 2)
    found = at_once(
        *(
            lambda who=who: director_call(table_id=table.pk, by=who, reason="Help")
            for who in held.players.values()
        )
    )
    assert found == {"done": 1, IntegrityError.__name__: 1}
