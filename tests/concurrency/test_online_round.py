"""Games of a round begun, called and collected by several at once. Real threads, connections."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from games.choices import GameStatus
from games.models import DueWork, Move
from games.services.games import last_hand_call
from games.services.seats import seat_leave, seat_take
from tests.concurrency.bots_night import bots_night
from tests.concurrency.soundness import assert_log_without_gaps
from tests.concurrency.together import at_once, meet, without_locks
from tests.games.tables import play_out
from tests.tournaments.nights import Night, night, player_at, table_of
from tournaments import receivers
from tournaments.engine.results import Kind
from tournaments.engine.tournament import RoundState
from tournaments.models import Result, Round, Table
from tournaments.services import results, round_clock, table_games
from tournaments.services.publication import round_publish
from tournaments.services.results import game_result_record, round_collect
from tournaments.services.round_clock import CALL, last_hands_call
from tournaments.services.rounds import round_close
from tournaments.services.table_games import DEAL, games_deal

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency, pytest.mark.full]

CALLS = 4


def published_for_later(of: Night) -> Round:
    """The next round, whose games begin in an hour."""
    at = timezone.now() + timedelta(hours=1)
    return round_publish(round_id=of.draw().id, by=of.director, starts_at=at)


def statuses(round_: Round) -> list[str]:
    """Of its games, by table."""
    return list(round_.tables.values_list("game__status", flat=True))


def test_games_that_are_begun_by_several_at_once_are_dealt_once() -> None:
    round_ = published_for_later(bots_night())
    assert at_once(*[lambda: games_deal(round_id=round_.id)] * CALLS) == {"done": CALLS}
    assert statuses(round_) == [GameStatus.ACTIVE] * 2
    assert Move.objects.filter(events__contains="game_started").count() == 2
    assert not DueWork.objects.filter(kind=DEAL).exists()


def test_a_table_that_somebody_left_holds_up_no_other() -> None:
    round_ = published_for_later(night(4, accounts=2, venue="online"))
    game, leaver = table_of(round_, 1).game, player_at(table_of(round_, 1), 0)
    assert game is not None
    seat_leave(game_id=game.id, player=leaver)

    games_deal(round_id=round_.id)

    assert statuses(round_) == [GameStatus.LOBBY, GameStatus.ACTIVE]
    assert DueWork.objects.filter(kind=DEAL).exists()

    seat_take(game_id=game.id, player=leaver)
    games_deal(round_id=round_.id)

    assert statuses(round_) == [GameStatus.ACTIVE] * 2
    assert not DueWork.objects.filter(kind=DEAL).exists()


def test_a_game_that_ends_just_then_holds_up_no_call_of_last_hands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    round_ = bots_night().next_round()
    Round.objects.filter(pk=round_.pk).update(ends_at=F("starts_at"))  # its time is up
    [first, second] = [table.game for table in round_.tables.all()]
    assert first is not None
    assert second is not None

    def call_late(**how: Any) -> None:
        play_out(first.id)
        last_hand_call(**how)

    monkeypatch.setattr(round_clock, "last_hand_call", call_late)
    assert at_once(*[lambda: last_hands_call(round_id=round_.id)] * CALLS) == {"done": CALLS}
    assert Move.objects.filter(game=second, events__contains="last_hand_called").count() == 1
    assert not DueWork.objects.filter(kind=CALL).exists()


def kinds(table: Table) -> list[str]:
    """The versions of the table's result."""
    return [result.kind for result in table.results.all()]


def finished_unheard(monkeypatch: pytest.MonkeyPatch) -> tuple[Night, Round]:
    """A published round whose games are over, and no signal has come."""
    of = bots_night()
    round_ = of.next_round()
    monkeypatch.setattr(receivers, "game_result_record", lambda **_: None)
    for table in round_.tables.all():
        assert table.game is not None
        assert play_out(table.game.id).status == GameStatus.FINISHED
    return of, round_


def take_together(of: Night, round_: Round) -> Counter[str]:
    """Signals come, the sweeper collects and a director closes."""
    games = [table.game_id for table in round_.tables.all() if table.game_id is not None]
    return at_once(
        *[lambda game=game: game_result_record(game_id=game) for game in games] * 2,
        *[lambda: round_collect(round_id=round_.id)] * 2,
        lambda: round_close(round_id=round_.id, by=of.director),
    )


def test_a_finished_game_gives_one_result_however_it_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of, round_ = finished_unheard(monkeypatch)
    assert not Result.objects.exists()
    assert take_together(of, round_) == {"done": 7}
    assert Round.objects.get().state == RoundState.CLOSED
    assert [kinds(table) for table in round_.tables.all()] == [[Kind.GAME], [Kind.GAME]]
    assert not DueWork.objects.filter(kind=table_games.COLLECT).exists()
    assert_log_without_gaps(of.tournament)


def test_without_the_lock_a_game_gives_more_results(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    _, round_ = finished_unheard(monkeypatch)
    game = table_of(round_).game
    assert game is not None
    without_locks(monkeypatch)
    meet(monkeypatch, results, "hands_counted", CALLS)
    found = at_once(*[lambda: game_result_record(game_id=game.id)] * CALLS)
    assert found["IntegrityError"] > 0
