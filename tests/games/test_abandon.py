"""Games that end before their time: closed lobbies, running games that are broken off."""

import pytest

from games import errors
from games.api.answers import game_answer
from games.engine.errors import WrongMoment
from games.engine.record import verify
from games.models import DueWork, Game
from games.selectors.deal_sets import deal_set_is_open
from games.selectors.events import events_since
from games.selectors.games import game_get
from games.selectors.records import record_get
from games.services.abandon import game_abandon, lobby_close
from games.services.authority import Authority
from games.services.bots import bot_turns_play
from games.services.games import game_start
from games.services.rebuild import game_check
from games.services.seats import seat_take
from tests.games.tables import (
    bots_game,
    people_game,
    person,
    play,
    play_out,
    row,
    some_action,
    state,
    table,
    turn,
)
from tests.games.test_deal_sets import a_set, a_table

pytestmark = pytest.mark.django_db


def test_an_abandoned_game_ends_at_once_without_a_winner_and_nobody_moves_in_it() -> None:
    game, players = people_game()
    mover, action = players[turn(game.id)], some_action(game.id)
    version = row(game.id).version

    ended = game_abandon(game_id=game.id, reason="the lights went out")

    assert (ended.status, ended.to_act, ended.version) == ("abandoned", 0, version + 1)
    assert ended.finished_at is not None
    result = state(game.id).result
    assert result is not None
    assert (result.winner, result.draw, result.end) == (None, False, "abandoned")
    assert state(game.id).hand is None
    with pytest.raises(WrongMoment):
        play(game.id, mover, action)
    assert game_check(game.id) == []


def test_abandoning_what_is_over_changes_nothing() -> None:
    game = bots_game()
    play_out(game.id)
    finished = row(game.id)

    assert game_abandon(game_id=game.id, reason="too late").version == finished.version
    assert row(game.id).status == "finished"

    other = bots_game()
    first = game_abandon(game_id=other.id, reason="first")
    assert game_abandon(game_id=other.id, reason="second").version == first.version


def test_bots_have_nothing_to_do_in_an_abandoned_game() -> None:
    game = bots_game()
    before = row(game.id).version
    assert DueWork.objects.filter(subject=game.id).exists()

    ended = game_abandon(game_id=game.id, reason="enough")

    assert not DueWork.objects.filter(subject=game.id).exists()
    for version in (before, ended.version):
        assert bot_turns_play(game_id=game.id, version=version) == 0


def test_the_record_has_the_finished_hands_and_nothing_of_the_one_broken_off() -> None:
    game = bots_game(hand_limit=0)
    while state(game.id).hands_played == 0:
        bot_turns_play(game_id=game.id, version=row(game.id).version, budget_s=0)

    game_abandon(game_id=game.id, reason="enough")

    record = record_get(game.id)
    assert (len(record["hands"]), record["winner"], record["end"]) == (1, None, "abandoned")
    assert verify(record) == []
    assert "enough" not in str(record)


def test_a_closed_lobby_takes_nobody_and_never_begins() -> None:
    game = table(bots=(1, 2, 3))
    by = Authority(game.creator)

    closed = lobby_close(game_id=game.id, by=by)

    assert (closed.status, closed.started_at) == ("abandoned", None)
    assert closed.finished_at is not None
    with pytest.raises(errors.NotInLobby):
        game_start(game_id=game.id, by=Authority(game.creator))
    with pytest.raises(errors.NotInLobby):
        seat_take(game_id=game.id, player=person())
    with pytest.raises(errors.NotInLobby):
        lobby_close(game_id=game.id, by=by)
    assert game_check(game.id) == []


def test_only_the_creator_closes_a_lobby_and_only_a_lobby() -> None:
    game, players = people_game(hand_limit=1)
    waiting = table(creator=players[0], players={1: players[1]})

    for by in (Authority(players[1], directs=True), Authority(players[0], plays=False)):
        with pytest.raises(errors.NotCreator):
            lobby_close(game_id=waiting.id, by=by)
    with pytest.raises(errors.NotInLobby):
        lobby_close(game_id=game.id, by=Authority(players[0]))
    private = table(visibility="private")
    with pytest.raises(errors.GameNotFound):
        lobby_close(game_id=private.id, by=Authority(players[1]))


def test_the_reason_is_for_those_at_the_table() -> None:
    game, players = people_game(visibility="public")
    game_abandon(game_id=game.id, reason="Ben was rude")

    for viewer, shown in [(players[2].pk, True), (person("Eve").pk, False), (None, False)]:
        seen = game_get(game_id=game.id, viewer=viewer)
        last = events_since(seen, after=row(game.id).seq - 1, limit=9)
        assert [event["type"] for event in last] == ["game_finished"]
        assert ("Ben was rude" in str(last)) is shown
        assert ("Ben was rude" in str(game_answer(seen))) is shown


def test_a_table_that_is_abandoned_keeps_shared_deals_shut_while_another_plays_them() -> None:
    deal_set = a_set()
    games: list[Game] = [a_table(deal_set) for _ in range(2)]
    for game in games:
        game_start(game_id=game.id, by=None)

    game_abandon(game_id=games[0].id, reason="enough")
    assert not deal_set_is_open(deal_set.id)
    game_abandon(game_id=games[1].id, reason="enough")
    assert deal_set_is_open(deal_set.id)
