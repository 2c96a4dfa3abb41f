"""One result a table, however it comes and however often. Real threads, real connections."""

from collections import Counter

import pytest

from games.models import DueWork, GameStatus
from tests.concurrency.soundness import assert_log_without_gaps
from tests.concurrency.together import at_once, meet, without_locks
from tests.games.tables import play_out
from tests.tournaments.nights import Night, night, player_at, table_of
from tests.tournaments.scores import total
from tournaments import receivers
from tournaments.engine.results import Kind
from tournaments.engine.tournament import RoundState
from tournaments.models import Member, Result, Round, Table
from tournaments.services import online, results
from tournaments.services.codes import code_draw
from tournaments.services.corrections import result_correct
from tournaments.services.entries import entry_create
from tournaments.services.log import tournament_change
from tournaments.services.online import game_result_take, round_collect
from tournaments.services.results import sheet_confirm, sheet_enter
from tournaments.services.rounds import round_close

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

CALLS = 8


def entered() -> tuple[Night, Result]:
    """A sheet of side 0, which nobody has confirmed yet."""
    of = night(2, accounts=2, rounds=1, publish=True)
    table = table_of(Round.objects.get())
    by = player_at(table, 0)
    sheet = sheet_enter(table_id=table.id, by=by, directing=False, hands=total(5000, 3000))
    return of, sheet


def confirm_together(sheet: Result) -> Counter[str]:
    """Side 1 confirms, so many times at once."""
    by = player_at(sheet.table, 1)
    return at_once(*[lambda: sheet_confirm(result_id=sheet.id, by=by, directing=False)] * CALLS)


def kinds(table: Table) -> list[str]:
    """The versions of the table's result, the earliest first."""
    return list(table.results.order_by("version").values_list("kind", flat=True))


def test_of_many_confirmations_one_counts() -> None:
    of, sheet = entered()
    assert confirm_together(sheet) == {"done": 1, "ResultConfirmed": CALLS - 1}
    assert kinds(sheet.table) == [Kind.SHEET, Kind.CONFIRMATION]
    assert_log_without_gaps(of.tournament)


def test_without_the_lock_confirmations_collide(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    _, sheet = entered()
    without_locks(monkeypatch)
    meet(monkeypatch, results, "result_add", CALLS)
    assert confirm_together(sheet)["IntegrityError"] > 0


def test_of_two_sides_that_write_the_same_at_once_one_confirms_the_other() -> None:
    night(2, accounts=2, rounds=1, publish=True)
    table = table_of(Round.objects.get())
    sides = [player_at(table, side) for side in (0, 1)]
    found = at_once(
        *(
            lambda by=by: sheet_enter(
                table_id=table.id, by=by, directing=False, hands=total(5000, 3000)
            )
            for by in sides
        )
    )
    assert found == {"done": 2}
    assert kinds(table) == [Kind.SHEET, Kind.CONFIRMATION]


def test_corrections_at_once_are_all_kept_in_order() -> None:
    of, sheet = entered()
    confirm_together(sheet)
    found = at_once(
        *(
            lambda points=points: result_correct(
                table_id=sheet.table_id, by=of.director, reason="Recount", hands=total(points, 3000)
            )
            for points in range(100, 100 + 5 * CALLS, 5)
        )
    )
    assert found == {"done": CALLS}
    versions = list(sheet.table.results.order_by("version"))
    assert [each.kind for each in versions[2:]] == [Kind.CORRECTION] * CALLS
    numbers = [each.version for each in versions[2:]]
    assert numbers == list(range(numbers[0], numbers[0] + CALLS))
    assert table_of(Round.objects.get()).last_result == versions[-1]
    assert_log_without_gaps(of.tournament)


def bots_enter(of: Night, *names: str) -> None:
    """Pairs of bots, for whom nobody has to play."""
    for name in names:
        pair = [
            Member.objects.create(
                club=of.club, own_name=f"{name} {n}", bot_level="random", claim_code=code_draw()
            )
            for n in (1, 2)
        ]
        with tournament_change(of.tournament.id, "entry_added", by=of.director) as change:
            entry = entry_create(change, pair)
        of.change(entry, checked_in=True)


def finished_unheard(monkeypatch: pytest.MonkeyPatch) -> tuple[Night, Round]:
    """A published round whose games are over, and no signal has come."""
    of = night(0, start=False, venue="online", rounds=1, hands_per_round=1)
    bots_enter(of, "Ada", "Bob", "Cog", "Dot")
    round_ = of.start().next_round()
    monkeypatch.setattr(receivers, "game_result_take", lambda **_: None)
    for table in round_.tables.all():
        assert table.game is not None
        assert play_out(table.game.id).status == GameStatus.FINISHED
    return of, round_


def take_together(of: Night, round_: Round) -> Counter[str]:
    """Signals come, the sweeper collects and a director closes."""
    games = [table.game_id for table in round_.tables.all() if table.game_id is not None]
    return at_once(
        *[lambda game=game: game_result_take(game_id=game) for game in games] * 2,
        *[lambda: round_collect(round_id=round_.id)] * 2,
        lambda: round_close(round_id=round_.id, by=of.director),
    )


def test_a_finished_game_brings_one_result_however_it_is_heard_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of, round_ = finished_unheard(monkeypatch)
    assert not Result.objects.exists()
    assert take_together(of, round_) == {"done": 7}
    assert Round.objects.get().state == RoundState.CLOSED
    assert [kinds(table) for table in round_.tables.all()] == [[Kind.GAME], [Kind.GAME]]
    assert not DueWork.objects.filter(kind=online.COLLECT).exists()
    assert_log_without_gaps(of.tournament)


def test_without_the_lock_a_game_brings_more_results(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    _, round_ = finished_unheard(monkeypatch)
    game = table_of(round_).game
    assert game is not None
    without_locks(monkeypatch)
    meet(monkeypatch, online, "hands_list", CALLS)
    found = at_once(*[lambda: game_result_take(game_id=game.id)] * CALLS)
    assert found["IntegrityError"] > 0
