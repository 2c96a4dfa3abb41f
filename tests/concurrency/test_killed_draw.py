"""A worker killed in the middle of a draw: the round is complete or absent, never half."""

import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import count, takewhile
from pathlib import Path

import pytest
from django.utils import timezone

from games.models import DueWork
from games.tasks import sweep
from samba_service.devstack.folder import REPOSITORY
from tests.concurrency.fleet import Fleet, fleet, nobody_writes, wait_until
from tests.concurrency.soundness import assert_one_round
from tests.concurrency.together import at_once
from tests.factories import api
from tests.tournaments.nights import Night, night
from tournaments.engine.tournament import RoundState
from tournaments.models import Round
from tournaments.services.rounds import round_redraw, round_request
from tournaments.tasks import draw

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency, pytest.mark.full]

REQUESTS = 32
KILLS = 100
PATIENCE_S = 120
"""A busy machine takes its time; nothing is proved by how long it takes."""


class Mortal:
    """The process whose children draw and die."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "tests.concurrency.mortal_worker"],
            cwd=REPOSITORY,
            env=Fleet(folder).environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.told() == "ready"

    def tell(self, of: Night, moment: int) -> None:
        """Draw what is due there, and die at that moment."""
        assert self.process.stdin is not None
        print(of.tournament.id, moment, file=self.process.stdin, flush=True)

    def told(self) -> str:
        """How the last one ended."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()


@contextmanager
def mortal(folder: Path) -> Iterator[Mortal]:
    """For the length of the block."""
    ours = Mortal(folder)
    try:
        yield ours
    finally:
        ours.process.kill()
        ours.process.communicate()


def odd_night() -> Night:
    """Five pairs, and a house bot pair that will make them six."""
    return night(5, accounts=0, house_bots="random", venue="mixed")


def sweep_later() -> None:
    """What the sweeper does when all leases have run out: it wakes a worker, then draws itself."""
    for _ in range(2):
        overdue = timezone.now() - timedelta(minutes=1)
        DueWork.objects.update(due_at=overdue, locked_until=None)
        sweep()


def ask_together(of: Night) -> Counter[str]:
    """Everybody asks for the next round; the statuses of the answers."""
    client = api(of.director)
    return at_once(*[lambda: str(client.post(f"{of.path}/rounds", {}).status_code)] * REQUESTS)


def ask_and_kill(worker: Mortal, moment: int) -> str:
    """Everybody asks for a round, whose worker dies at a moment; how the worker ended."""
    of = odd_night()
    worker.tell(of, moment)
    assert ask_together(of) == {"202": REQUESTS}
    ended = worker.told()
    assert_one_round(of.tournament)
    assert_completed(of, tables=3)
    return ended


def assert_completed(of: Night, *, tables: int) -> None:
    """With the sweeper's next look the round is there, with this many tables."""
    sweep_later()
    round_ = assert_one_round(of.tournament)
    assert (round_.state, round_.tables.count()) == (RoundState.DRAFT, tables)
    assert not DueWork.objects.exists()


def test_a_worker_that_dies_in_a_draw_leaves_one_round(tmp_path: Path) -> None:
    with mortal(tmp_path) as worker:
        assert {ask_and_kill(worker, moment) for moment in (10, 35, 60)} == {"killed"}


@pytest.mark.slow
def test_a_worker_that_dies_at_any_statement_leaves_one_round(tmp_path: Path) -> None:
    kills = 0
    with mortal(tmp_path) as worker:
        while kills < KILLS:
            ends = (ask_and_kill(worker, moment) for moment in count())
            through = sum(1 for _ in takewhile(lambda ended: ended == "killed", ends))
            assert through, "no statement of a draw was reached"
            kills += through


def redraw_and_kill(of: Night, worker: Mortal, moment: int) -> str:
    """The draft is drawn again for one more or one less, and its worker dies at a moment."""
    [entry, *_] = of.entries
    of.change(entry, withdrawn=not entry.withdrawn)
    worker.tell(of, moment)
    round_redraw(round_id=Round.objects.get(tournament=of.tournament).id, by=of.director)
    ended = worker.told()
    assert_one_round(of.tournament)
    assert_completed(of, tables=3 if entry.withdrawn else 2)
    return ended


def test_a_worker_that_dies_in_a_redraw_leaves_the_draft_or_a_new_one(tmp_path: Path) -> None:
    of = odd_night()
    of.draw()
    with mortal(tmp_path) as worker:
        ends = [redraw_and_kill(of, worker, moment) for moment in range(3, 84, 13)]
    assert set(ends) == {"killed"}, ends


PLACES = {
    "before the draw": "games_duework",
    "before the draft": "tournaments_assignment",
    "in the middle of the draft": "tournaments_table",
    "before the last row": "tournaments_auditentry",
}
"""Tables that a draw writes to, in this order: it waits there while another holds the table."""


def kill_there(ours: Fleet, round_: Round, table: str) -> None:
    """Celery's worker draws the round as far as its first write to `table`, and is killed there."""
    with nobody_writes(table):
        ours.publish(draw, str(round_.id), round_.step)
        wait_until(lambda: ours.waits_for_lock("worker"), PATIENCE_S)
        ours.signal("worker", signal.SIGKILL)


def complete(ours: Fleet) -> None:
    """A new worker and a sweeper find what is left, and do it."""
    DueWork.objects.update(locked_until=None)
    ours.start("worker", "sweeper")
    wait_until(lambda: not DueWork.objects.exists(), PATIENCE_S)
    ours.signal("sweeper", signal.SIGKILL)


def storm(folder: Path, places: Iterable[str]) -> None:
    """Celery's worker is killed in each of these places, and started again."""
    of = night(14, accounts=0, format="rotating", rounds=3)
    with fleet(folder, "redis", "worker") as ours:
        round_ = round_request(tournament_id=of.tournament.id, by=of.director)
        for place in places:
            kill_there(ours, round_, PLACES[place])
            assert assert_one_round(of.tournament).state == RoundState.DRAWING, place
            complete(ours)
            assert assert_one_round(of.tournament).state == RoundState.DRAFT, place
            round_ = round_redraw(round_id=round_.id, by=of.director)


def test_rounds_survive_the_death_of_their_worker(tmp_path: Path) -> None:
    storm(tmp_path, ["before the draft", "before the last row"])


@pytest.mark.slow
def test_rounds_survive_a_long_storm(tmp_path: Path) -> None:
    storm(tmp_path, [*PLACES] * 5)
