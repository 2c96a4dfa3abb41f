"""Sheets and confirmations at once: one of them counts. Real threads, real connections."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from samba_service.accounts.models import Player
from tests.concurrency.soundness import assert_log_without_gaps
from tests.concurrency.together import at_once, meet, without_locks
from tests.tournaments.nights import Night, night, player_at
from tests.tournaments.paper import COUNTED, OTHER, TOTALS, Hands, hand
from tournaments.engine.tournament import RoundState
from tournaments.models import Result, Table
from tournaments.services import tables
from tournaments.services.results import Seen, adjustment_add, result_correct, result_withdraw
from tournaments.services.rounds import round_close
from tournaments.services.score_sheets import sheet_confirm, sheet_enter

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency, pytest.mark.full]

COPIES = 8

Call = Callable[[], str]


def kind(act: Callable[..., Result], **how: Any) -> Call:
    """A call that returns the kind of version it added."""
    return lambda: str(act(**how).kind)


def paper_tables() -> tuple[Night, list[Table]]:
    """Four published tables."""
    held = night(8)
    return held, list(held.next_round().tables.all())


def entering(table: Table, by: Player, hands: Hands) -> Call:
    return kind(sheet_enter, table_id=table.id, by=by, directing=False, hands=hands)


def correcting(held: Night, table: Table, hands: Hands, seen: Seen | None = None) -> Call:
    by = held.director
    return kind(result_correct, table_id=table.id, by=by, reason="Seen", hands=hands, seen=seen)


def confirmations(held: Night, table: Table) -> list[Call]:
    """Of a sheet that is entered now: by the other side and by the director, in turns."""
    assert entering(table, player_at(table, 0), COUNTED)() == "sheet"
    sheet, other = table.results.get(), player_at(table, 1)
    return [
        kind(sheet_confirm, result_id=sheet.id, by=by, directing=by == held.director)
        for by in (other, held.director) * (COPIES // 2)
    ]


def test_of_simultaneous_confirmations_one_counts() -> None:
    held, tables = paper_tables()
    for table in tables:
        found = at_once(*confirmations(held, table))
        assert found == {"confirmation": 1, "ResultConfirmed": COPIES - 1}
        assert [each.kind for each in table.results.all()] == ["sheet", "confirmation"]
    assert_log_without_gaps(held.tournament)


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
        found = at_once(
            entering(table, player_at(table, 0), COUNTED),
            entering(table, player_at(table, 1), other),
        )
        assert found == {"sheet": 1, second: 1}
    assert_log_without_gaps(held.tournament)


def corrected_twice(held: Night, table: Table, seen: Seen | None) -> Counter[str]:
    return at_once(
        correcting(held, table, COUNTED, seen), correcting(held, table, OTHER, seen)
    )  # fmt: skip


def test_of_two_corrections_of_what_both_have_seen_the_second_is_refused() -> None:
    held, tables = paper_tables()
    for table in tables:
        assert corrected_twice(held, table, Seen(None)) == {"correction": 1, "ResultChanged": 1}
    first = tables[0].results.get()
    again = corrected_twice(held, tables[0], Seen(first.pk))
    assert again == {"correction": 1, "ResultChanged": 1}


def test_without_what_they_have_seen_the_second_overwrites_the_first() -> None:
    """The control: if this fails, the test above proves nothing."""
    held, [table, *_] = paper_tables()
    assert corrected_twice(held, table, None) == {"correction": 2}


def taken_back_twice(held: Night, seen: int | None) -> Counter[str]:
    """Two directors take a penalty of 50 back at once, who have read that `seen` is adjusted."""
    penalty: dict[str, Any] = {
        "tournament_id": held.tournament.id,
        "entry": held.entries[0].id,
        "reason": "Late",
    }
    adjustment_add(**penalty, by=held.director, score=-50)
    back = partial(adjustment_add, **penalty, by=held.director, score=50, seen=seen)
    return at_once(*[lambda: str(back().score)] * 2)


def adjusted(held: Night) -> int:
    return sum(each.score for each in held.tournament.adjustments.all())


def test_of_two_who_take_one_adjustment_back_one_does() -> None:
    held, _ = paper_tables()
    for _ in range(4):
        assert taken_back_twice(held, -50) == {"50": 1, "ScoreChanged": 1}
        assert adjusted(held) == 0
    assert_log_without_gaps(held.tournament)


def test_without_what_they_have_read_both_take_it_back() -> None:
    """The control: if this fails, the test above proves nothing."""
    held, _ = paper_tables()
    assert taken_back_twice(held, None) == {"50": 2}
    assert adjusted(held) == 50


def test_a_correction_and_the_confirmation_that_it_meets_leave_one_result() -> None:
    """Whichever is first, the correction counts: it may follow, and nothing follows it."""
    held, tables = paper_tables()
    for table in tables:
        found = at_once(*confirmations(held, table), correcting(held, table, OTHER))
        assert found["correction"] == 1
        assert found["confirmation"] + found["correction"] + found["ResultConfirmed"] == COPIES + 1
        last = table.results.last()
        assert last is not None
        assert last.points == [2880, 1625]
    assert_log_without_gaps(held.tournament)


def test_whatever_a_result_meets_as_it_is_taken_back_nothing_of_it_is_left() -> None:
    held, tables = paper_tables()
    for table in tables:
        back = partial(result_withdraw, table_id=table.id, by=held.director, reason="A slip")
        found = at_once(*confirmations(held, table), back)

        assert found["done"] == 1
        assert found["confirmation"] + found["ResultConfirmed"] + found["NotThere"] == COPIES
        assert not table.results.exists()
        kinds = [each.kind for each in Result.objects.filter(taken_back_from=table.id)]
        assert kinds == ["sheet", "confirmation"][: 1 + found["confirmation"]]
    assert_log_without_gaps(held.tournament)


def test_corrections_at_once_are_all_kept_in_order() -> None:
    held, [table, *_] = paper_tables()
    entering(table, player_at(table, 0), COUNTED)()
    before = held.version()
    assert at_once(*[correcting(held, table, OTHER)] * COPIES) == {"correction": COPIES}
    versions = [each.version for each in table.results.all()[1:]]
    assert versions == list(range(before + 1, before + 1 + COPIES))
    assert_log_without_gaps(held.tournament)


def test_a_round_is_not_closed_over_a_correction_that_takes_its_winner() -> None:
    held = night(4, format="knockout", rounds=2)
    round_ = held.next_round()
    first, second = round_.tables.all()
    for table in (first, second):
        correcting(held, table, COUNTED)()

    def close() -> str:
        round_close(round_id=round_.id, by=held.director)
        return "closed"

    found = at_once(close, correcting(held, first, [hand(0, 0), hand(0, 0)]))
    assert found in ({"closed": 1, "WinnerMissing": 1}, {"correction": 1, "WinnerMissing": 1})
    round_.refresh_from_db()
    assert (round_.state == RoundState.CLOSED) == (found["closed"] == 1)


def test_without_the_lock_the_confirmations_collide(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the tests above prove nothing."""
    held, [table, *_] = paper_tables()
    calls = confirmations(held, table)
    without_locks(monkeypatch)
    meet(monkeypatch, tables, "_author_at", COPIES)

    assert at_once(*calls)["IntegrityError"] > 0
