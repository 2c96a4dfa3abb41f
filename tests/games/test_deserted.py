"""Games that nobody plays any more do not go on forever."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from games.engine.clock import ClockTerms
from games.models import DueWork, Game, Heartbeat, Snapshot
from games.services.authority import Authority
from games.services.deserted import deserted_abandon
from games.services.games import game_start
from games.services.moves import move_play
from games.services.outages import heart_beat
from games.services.pauses import pause_end, pause_request
from games.services.presence import heard, heard_write, players_note
from games.services.seats import seat_take, seats_release
from games.store.attendance import attendance_of
from games.store.row import clock_read
from games.store.state import matches_forget
from samba_service.accounts.models import Player
from samba_service.accounts.services.people import player_anonymise
from samba_service.accounts.services.suspensions import account_suspend
from tests.factories import bot, player
from tests.game_time import GameTime
from tests.games.tables import bots_game, people_game, play_out, row, some_action, table
from tests.games.test_log import trigger_off

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(game_time: GameTime) -> GameTime:
    """Time is stopped, and a sweeper is alive."""
    game_time.stop(datetime(2026, 1, 10, 20, tzinfo=UTC))
    heart_beat()
    return game_time


def status(game: Game) -> str:
    return Game.objects.values_list("status", flat=True).get(pk=game.id)


def reason(game: Game) -> str:
    """What the last event says."""
    return str(game.moves.order_by("version").values_list("events", flat=True).last())


def after(minutes: int) -> int:
    """How many games are abandoned after this many minutes."""
    return deserted_abandon(now=timezone.now() + timedelta(minutes=minutes))


def lonely_game() -> Game:
    game = table(bots=(1, 2, 3), creator=player())
    game_start(game_id=game.id, by=Authority(game.creator))
    return game


def leave(game: Game, who: Player) -> None:
    """A bot plays on in the seat."""
    seats_release(player_id=who.id)


def test_a_game_that_its_last_person_left_is_abandoned_after_ten_minutes() -> None:
    game = lonely_game()
    leave(game, game.creator)
    assert after(minutes=9) == 0

    assert after(minutes=11) == 1

    assert status(game) == "abandoned"
    assert "nobody came back" in reason(game)
    assert not DueWork.objects.exists()
    assert after(minutes=60) == 0


def close(account: Player, how: str) -> None:
    if how == "erased":
        player_anonymise(player_id=account.id)
    elif how == "closed":
        account.person.is_active = False
        account.person.save()
    else:
        account_suspend(
            player_id=account.id, by=player(is_staff=True), until=None, reason="Cheating."
        )


def test_a_game_where_somebody_still_sits_goes_on() -> None:
    game, players = people_game()
    for leaver in players[:3]:
        leave(game, leaver)
    assert after(minutes=60) == 0

    leave(game, players[3])
    assert after(minutes=11) == 1


def test_a_game_of_bots_from_the_start_is_not_deserted() -> None:
    game = bots_game(creator=player())
    assert after(minutes=60) == 0
    assert play_out(game.id).status == "finished"


@pytest.mark.parametrize("how", ["erased", "closed", "suspended"])
def test_games_of_bots_end_with_the_account_that_opened_them(how: str) -> None:
    creator, other = player(), player()
    game, going_on, lonely = bots_game(creator=creator), bots_game(creator=other), lonely_game()
    close(creator, how)

    assert after(minutes=0) == 1

    assert status(game) == "abandoned"
    assert "account" in reason(game)
    assert [status(each) for each in (going_on, lonely)] == ["active"] * 2


@pytest.mark.parametrize("how", ["erased", "closed", "suspended"])
def test_lobbies_are_closed_with_the_account_that_opened_them(how: str) -> None:
    creator = player()
    lobby, engines = table(creator=creator), table(creator=bot(creator))
    other = table(creator=player())
    close(creator, how)
    assert after(minutes=0) == (0 if how == "erased" else 2)  # erasing has closed them already

    assert [status(each) for each in (lobby, engines, other)] == [*["abandoned"] * 2, "lobby"]
    assert "account" in reason(lobby)


def test_the_lobby_of_a_bot_account_is_closed_when_the_bot_account_is_erased() -> None:
    creator = player()
    engine = bot(creator)
    own, engines = table(creator=creator), table(creator=engine)
    player_anonymise(player_id=engine.id)
    assert (status(own), status(engines)) == ("lobby", "abandoned")


def test_a_lobby_where_nobody_comes_or_goes_is_closed_after_a_day(settings) -> None:
    lobby, nights = table(creator=player()), table(counts=False)
    assert after(minutes=23 * 60) == 0
    settings.SAMBA_LOBBY_HOURS = 30
    assert after(minutes=25 * 60) == 0
    settings.SAMBA_LOBBY_HOURS = 24

    assert after(minutes=25 * 60) == 1

    assert (status(lobby), status(nights)) == ("abandoned", "lobby")
    assert "Nobody has used" in reason(lobby)


def test_a_lobby_where_somebody_sat_down_lately_is_not_closed() -> None:
    lobby = table(creator=player())
    Game.objects.update(created_at=timezone.now() - timedelta(hours=30))
    with trigger_off():
        lobby.moves.update(made_at=timezone.now() - timedelta(hours=30))
    seat_take(game_id=lobby.id, player=player())
    assert after(minutes=60) == 0
    assert after(minutes=25 * 60) == 1


def test_a_tournaments_table_is_its_directors() -> None:
    game = lonely_game()
    Game.objects.filter(pk=game.id).update(account=None)
    leave(game, game.creator)
    assert after(minutes=60) == 0


def test_a_damaged_game_keeps_no_other_from_its_end(caplog) -> None:
    damaged, other = lonely_game(), lonely_game()
    for game in (damaged, other):
        leave(game, game.creator)
    Snapshot.objects.filter(game=damaged).delete()
    with trigger_off():
        damaged.moves.filter(version=1).delete()
    matches_forget()

    assert after(minutes=11) == 1

    assert (status(damaged), status(other)) == ("active", "abandoned")
    assert f"game {damaged.id} cannot be abandoned" in caplog.text


QUICK = ClockTerms(600, bank_s=600)
SLOW = ClockTerms(86_400)


DAY = 1440


def found(time: GameTime, minutes: int) -> int:
    """How many games are abandoned when this time has passed and a sweeper was always alive."""
    Heartbeat.objects.update(at=time.pass_s(60 * minutes))
    return deserted_abandon(now=clock_read())


@pytest.mark.parametrize(("clock", "minutes"), [(QUICK, 10), (SLOW, 14 * DAY), (None, 14 * DAY)])
def test_a_game_at_which_nobody_is_heard_of_is_abandoned(evening, clock, minutes: int) -> None:
    game, players = people_game(clock=clock)
    players_note([(game.id, each.id) for each in players])
    assert found(evening, minutes - 1) == 0
    players_note([(game.id, players[2].id)])
    assert found(evening, minutes - 1) == 0, "one of them was there since"

    assert found(evening, 1) == 1

    assert "Nobody has been at this table" in reason(game)


def test_a_call_is_noted_also_where_nobody_is_shown_as_present(monkeypatch, settings) -> None:
    noted: list[object] = []
    monkeypatch.setattr("games.services.presence._heard.put", noted.append)
    settings.SAMBA_PRESENCE = False
    whom = (uuid4(), uuid4())
    heard(*whom)
    assert noted == [whom]


def test_who_calls_keeps_a_game_alive_also_where_nobody_is_shown_as_present(evening) -> None:
    game, players = people_game(clock=QUICK)
    for _ in range(3):
        assert found(evening, 9) == 0
        heard_write([(game.id, players[2].id)])
    assert attendance_of(row(game.id)) == {}
    assert found(evening, 10) == 1


def test_a_move_shows_too_that_somebody_is_there(evening) -> None:
    game, players = people_game(clock=QUICK, dealer=3)
    assert found(evening, 9) == 0
    move_play(game_id=game.id, player_id=players[0].id, action=some_action(game.id))
    assert found(evening, 9) == 0
    assert found(evening, 1) == 1


def test_after_an_outage_everybody_has_time_to_come_back(evening) -> None:
    people_game(clock=QUICK)
    evening.pass_s(3600)
    assert deserted_abandon(now=clock_read()) == 0, "no sweeper is alive"
    heart_beat()
    assert deserted_abandon(now=clock_read()) == 0
    assert found(evening, 9) == 0

    assert found(evening, 1) == 1


def test_a_pause_is_no_desertion(evening) -> None:
    game, players = people_game(clock=QUICK)
    for each in players:
        pause_request(game_id=game.id, by=Authority(each))
    assert found(evening, 14 * DAY - 1) == 0
    pause_end(game_id=game.id, by=Authority(players[0]))
    assert found(evening, 9) == 0
    assert found(evening, 1) == 1

    game, players = people_game(clock=QUICK)
    for each in players:
        pause_request(game_id=game.id, by=Authority(each))
    assert found(evening, 14 * DAY) == 1


def test_a_tournaments_game_is_never_deserted(evening) -> None:
    game, _ = people_game(clock=QUICK)
    Game.objects.filter(pk=game.id).update(account=None)

    assert found(evening, 100 * DAY) == 0
