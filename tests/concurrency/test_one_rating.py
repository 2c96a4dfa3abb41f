"""Workers at public ratings at once, or killed at them: nothing counts twice, nothing is lost."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.models import DueWork
from tests.concurrency.together import at_once, meet, without_locks
from tests.tournaments.nights import Night, table_of
from tests.tournaments.rated import checkpoints, ended, kept, replayed, work_through
from tests.tournaments.scores import total
from tests.tournaments.test_ratings_api import won
from tournaments.models import CountedTable, RatingList
from tournaments.selectors.rated_tables import RatedSource, tables_counted
from tournaments.services import ratings
from tournaments.services.ratings import RATE, rating_list_replay, ratings_compute
from tournaments.services.results import result_correct
from tournaments.services.tournaments import tournament_rate

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency, pytest.mark.full]

COPIES = 4


def due(nights: int = 1) -> list[Night]:
    """Finished nights that have just been marked; no worker has come yet."""
    made = [ended(won(accounts=0)) for _ in range(nights)]
    for evening in made:
        tournament_rate(tournament_id=evening.tournament.pk, by=None, rated=True)
    return made


def worker(evening: Night) -> Callable[[], str]:
    """One that says whether there was something to do for it."""
    source = evening.tournament.pk
    return lambda: "counted" if ratings_compute(source_id=source) else "nothing"


def correct(evening: Night) -> None:
    """A director corrects the result, on a connection of their own."""
    try:
        table = table_of(evening.tournament.rounds.get())
        result_correct(
            table_id=table.id, by=evening.director, reason="Misread", hands=total(0, 3000)
        )
    finally:
        connection.close()


def test_of_workers_at_one_night_one_counts_it_and_nights_at_once_all_count() -> None:
    nights = due(3)
    found = at_once(*[worker(evening) for evening in nights for _ in range(COPIES)])
    assert found == {"counted": 3, "nothing": 3 * (COPIES - 1)}
    assert CountedTable.objects.count() == 3
    assert kept() == replayed()
    assert len(checkpoints()) == 6
    assert not DueWork.objects.filter(kind=RATE).exists()


def test_without_the_lock_two_workers_count_a_night_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    [evening] = due()
    RatingList.objects.create(ruleset_slug="classic", kind="partnership")
    without_locks(monkeypatch)
    meet(monkeypatch, ratings, "tables_counted", 2)
    assert at_once(worker(evening), worker(evening)) == {"counted": 1, "IntegrityError": 1}


def test_a_correction_while_the_worker_counts_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    [evening] = due()
    with monkeypatch.context() as patch, ThreadPoolExecutor(1) as director:

        def read_then_corrected(source: RatedSource) -> object:
            read = tables_counted(source)
            director.submit(correct, evening).result()
            return read

        patch.setattr(ratings, "tables_counted", read_then_corrected)
        assert ratings_compute(source_id=evening.tournament.pk)
    assert CountedTable.objects.get().points == [4000, 0]
    assert work_through() == 1
    assert CountedTable.objects.get().points == [0, 3000]
    assert kept() == replayed()


def test_a_worker_that_is_killed_has_done_nothing_and_the_next_does_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    [evening] = due()
    with monkeypatch.context() as patch:

        def killed_after(ratings: RatingList, *, since: int) -> None:
            rating_list_replay(ratings, since=since)
            raise SystemExit

        patch.setattr(ratings, "rating_list_replay", killed_after)
        with pytest.raises(SystemExit):
            ratings_compute(source_id=evening.tournament.pk)
    assert (kept(), checkpoints(), CountedTable.objects.count()) == ({}, [], 0)
    assert work_through() == 1
    assert kept() == replayed() != {}
