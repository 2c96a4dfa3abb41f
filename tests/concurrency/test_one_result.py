"""Sheets and confirmations at once: one of them counts. Real threads, real connections."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet

from games.models import Player
from tests.tournaments.nights import Night, night, player_at
from tests.tournaments.paper import COUNTED, OTHER, TOTALS, Hands
from tournaments.engine.tournament import RoundState
from tournaments.models import AuditEntry, Result, Table
from tournaments.services import results
from tournaments.services.corrections import result_correct
from tournaments.services.results import sheet_confirm, sheet_enter
from tournaments.services.rounds import round_close
from tournaments.services.tables import author_at

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

COPIES = 8
PATIENCE_S = 20

Call = Callable[[], Result]


def at_once(calls: Sequence[Call]) -> Counter[str]:
    """Make all calls in threads that start together; what each of them came to."""
    barrier = Barrier(len(calls))

    def make(call: Call) -> str:
        try:
            connection.ensure_connection()
            barrier.wait(PATIENCE_S)
            return str(call().kind)
        except Exception as error:
            return type(error).__name__
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return Counter(pool.map(make, calls))


def paper_tables() -> tuple[Night, list[Table]]:
    """Four published tables."""
    held = night(8)
    return held, list(held.next_round().tables.all())


def entering(table: Table, by: Player, hands: Hands) -> Call:
    return partial(sheet_enter, table_id=table.id, by=by, directing=False, hands=hands)


def confirmations(held: Night, table: Table) -> list[Call]:
    """Of a sheet that is entered now: by the other side and by the director, in turns."""
    sheet = entering(table, player_at(table, 0), COUNTED)()
    other = player_at(table, 1)
    return [
        partial(
            sheet_confirm,
            result_id=sheet.id,
            by=held.director if copy % 2 else other,
            directing=bool(copy % 2),
        )
        for copy in range(COPIES)
    ]


def require_sound(held: Night) -> None:
    """One row of the log a version, one version a result."""
    log = AuditEntry.objects.filter(tournament=held.tournament).order_by("version")
    versions = list(log.values_list("version", flat=True))
    assert versions == list(range(1, held.version() + 1))


def test_of_simultaneous_confirmations_one_counts() -> None:
    held, tables = paper_tables()
    for table in tables:
        found = at_once(confirmations(held, table))
        assert found == {"confirmation": 1, "ResultConfirmed": COPIES - 1}
        assert [each.kind for each in table.results.all()] == ["sheet", "confirmation"]
    require_sound(held)


@pytest.mark.parametrize(
    ("other", "second"),
    [
        pytest.param(TOTALS, "confirmation", id="the same"),
        pytest.param(OTHER, "dispute", id="another"),
    ],
)
def test_of_two_sheets_at_once_the_second_judges_the_first(other: Hands, second: str) -> None:
    held, tables = paper_tables()
    for table in tables:
        calls = [
            entering(table, player_at(table, 0), COUNTED),
            entering(table, player_at(table, 1), other),
        ]
        assert at_once(calls) == {"sheet": 1, second: 1}
    require_sound(held)


def test_a_correction_and_the_confirmation_that_it_meets_leave_one_result() -> None:
    """Whichever is first, the correction stands: it may follow, and nothing follows it."""
    held, tables = paper_tables()
    for table in tables:
        correction = partial(
            result_correct, table_id=table.id, by=held.director, reason="Seen", hands=OTHER
        )
        found = at_once([*confirmations(held, table), correction])
        assert found["correction"] == 1
        assert found["confirmation"] + found["correction"] + found["ResultConfirmed"] == COPIES + 1
        last = table.results.last()
        assert last is not None
        assert last.points == [2880, 1625]
    require_sound(held)


def test_a_round_is_not_closed_over_a_correction_that_takes_its_winner() -> None:
    held = night(4, format="knockout", rounds=2)
    round_ = held.next_round()
    first, second = round_.tables.all()
    for table in (first, second):
        result_correct(table_id=table.id, by=held.director, reason="Seen", hands=COUNTED)
    level: Any = [{"sides": [{"side": side, "total": 0} for side in (0, 1)]}] * 2

    def close() -> Any:
        round_close(round_id=round_.id, by=held.director)
        return Result(kind="closed")

    correction = partial(
        result_correct, table_id=first.id, by=held.director, reason="Seen", hands=level
    )
    found = at_once([close, correction])
    assert found in ({"closed": 1, "WinnerMissing": 1}, {"correction": 1, "WinnerMissing": 1})
    round_.refresh_from_db()
    assert (round_.state == RoundState.CLOSED) == (found["closed"] == 1)


def test_without_the_lock_the_confirmations_collide(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the tests above prove nothing."""
    held, tables = paper_tables()
    calls = confirmations(held, tables[0])
    reading = Barrier(COPIES)

    def read_together(*args: Any, **options: Any) -> object:
        reading.wait(PATIENCE_S)
        return author_at(*args, **options)

    monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **_: rows)
    monkeypatch.setattr(results, "author_at", read_together)

    assert at_once(calls)["IntegrityError"] > 0
