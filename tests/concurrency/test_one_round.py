"""Everybody asks for a round and draws it at once: one round. Real threads, real connections."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import DueWork
from games.tasks import sweep
from tests.concurrency.soundness import assert_log_without_gaps, assert_one_round
from tests.concurrency.together import at_once, meet, without_locks
from tests.factories import api
from tests.tournaments.nights import Night, night, tournament_cancel, tournament_end
from tournaments.engine.drawing import draw_round
from tournaments.engine.tournament import RoundState
from tournaments.models import Round, Table
from tournaments.services import draws, rounds
from tournaments.services.draws import round_draw
from tournaments.services.rounds import round_request

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency, pytest.mark.full]

REQUESTS = 32
DRAWS = 8


def odd_night(**given: Any) -> Night:
    """Seven pairs on paper, and a house bot pair that will make them eight."""
    return night(7, accounts=0, house_bots="random", venue="mixed", **given)


def ask_together(of: Night) -> tuple[Counter[str], set[str]]:
    """Everybody asks for the next round over HTTP; the statuses, and the ids in the answers."""
    client, ids = api(of.director), set[str]()

    def ask(client: APIClient) -> str:
        answer = client.post(f"{of.path}/rounds", {})
        ids.add(answer.json().get("id", ""))
        return str(answer.status_code)

    return at_once(*[lambda: ask(client)] * REQUESTS), ids


def draw_together(round_: Round) -> Counter[str]:
    """A number of workers draw the round; returns how many did it."""
    return at_once(*[lambda: str(round_draw(round_id=round_.id, step=round_.step))] * DRAWS)


def test_of_many_requests_for_the_next_round_there_is_one() -> None:
    of = odd_night()
    found, ids = ask_together(of)
    assert found == {"202": REQUESTS}
    round_ = assert_one_round(of.tournament)
    assert ids == {str(round_.id)}
    assert round_.step == of.version(), "one row of the log for all of them"


def test_without_the_lock_requests_collide(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    of = odd_night()
    without_locks(monkeypatch)
    monkeypatch.setattr(rounds, "account_lock", lambda account: None)
    meet(monkeypatch, rounds, "draw_allow", REQUESTS)
    found, _ = ask_together(of)
    assert 0 < found["202"] < REQUESTS


def test_of_many_draws_of_a_round_one_is_kept() -> None:
    of = odd_night()
    found = draw_together(round_request(tournament_id=of.tournament.id, by=of.director))
    assert found == {"True": 1, "False": DRAWS - 1}
    round_ = assert_one_round(of.tournament)
    assert (round_.state, round_.tables.count()) == (RoundState.DRAFT, 4)


def test_without_the_lock_two_draws_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    of = night(6, accounts=0)
    round_ = round_request(tournament_id=of.tournament.id, by=of.director)
    without_locks(monkeypatch)
    meet(monkeypatch, draws, "draft_store", DRAWS)
    found = draw_together(round_)
    clashed = found["IntegrityError"] + found["OperationalError"]  # written twice, or a deadlock
    assert clashed > 0
    assert found["True"] + clashed == DRAWS


def changing_meanwhile(
    monkeypatch: pytest.MonkeyPatch, *changes: Callable[[], object]
) -> Callable[[], int]:
    """Let the pure draw take so long that each change comes into one; how often it was made."""
    made, left = list[int](), list(changes)

    def slow(*values: Any) -> Any:
        drawn = draw_round(*values)
        made.append(1)
        if left:
            assert at_once(left.pop(0)) == {"done": 1}
        return drawn

    monkeypatch.setattr(draws, "draw_round", slow)
    return lambda: len(made)


def test_who_comes_or_goes_during_the_draw_is_in_it_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    of = odd_night()
    leaver, late = of.entries[0], of.enter(accounts=0, checked_in=False)
    draws = changing_meanwhile(
        monkeypatch,
        lambda: of.change(leaver, withdrawn=True),
        lambda: of.change(late, checked_in=True),
    )
    round_ = of.draw()
    assert draws() == 3
    assert_one_round(of.tournament)
    assert not round_.assignments.filter(entry=leaver).exists()
    assert round_.assignments.filter(entry=late).exists()


def test_a_draw_that_is_overtaken_again_and_again_stays_due(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of = odd_night()
    [coming, *_] = of.entries
    changes = [
        lambda gone=n % 2 == 0: of.change(coming, withdrawn=gone) for n in range(draws.TRIES)
    ]
    changing_meanwhile(monkeypatch, *changes)
    asked = round_request(tournament_id=of.tournament.id, by=of.director)
    assert at_once(lambda: round_draw(round_id=asked.id, step=asked.step)) == {"DrawOvertaken": 1}
    assert assert_one_round(of.tournament).state == RoundState.DRAWING
    sweep_later()
    assert assert_one_round(of.tournament).state == RoundState.DRAFT


def sweep_later() -> None:
    """What the sweeper does when all leases have run out: it wakes a worker, then draws itself."""
    for _ in range(2):
        overdue = timezone.now() - timedelta(minutes=1)
        DueWork.objects.update(due_at=overdue, locked_until=None)
        sweep()


@pytest.mark.parametrize("end", [tournament_end, tournament_cancel])
def test_a_tournament_that_ends_during_the_draw_has_no_draft(
    monkeypatch: pytest.MonkeyPatch, end: Callable[..., object]
) -> None:
    of = odd_night()
    changing_meanwhile(monkeypatch, lambda: end(tournament_id=of.tournament.id, by=of.director))
    asked = round_request(tournament_id=of.tournament.id, by=of.director)
    assert not round_draw(round_id=asked.id, step=asked.step)
    assert not Table.objects.exists()
    assert not DueWork.objects.exists()
    assert_log_without_gaps(of.tournament)
