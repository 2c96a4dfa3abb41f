"""Whose bots play next, and how many games one account may have."""

import time
from datetime import timedelta
from itertools import count, pairwise
from uuid import UUID

import pytest
from django.db import OperationalError
from django.utils import timezone

from games import tasks
from games.models import BotShare, DueWork, Game
from games.services import bots
from games.services.authority import Authority
from games.services.bots import bot_turns_play
from games.services.games import game_start
from games.services.running_seats import player_sit, seat_assign, seat_vacate
from games.services.shares import shares_forget, turn_claim, turns_neglected
from games.tasks import bot_turn, turns_play
from samba_service.accounts.models import Player
from tests.factories import player
from tests.games.tables import (
    bots_game,
    person,
    play,
    play_out,
    row,
    some_action,
    state,
    table,
    turn,
)

pytestmark = [pytest.mark.django_db, pytest.mark.full]


def waiting_game(creator: Player | None = None) -> Game:
    """A person has moved, and waits for the bots."""
    game = table(bots=(1, 2, 3), hand_limit=1, creator=creator or person())
    game_start(game_id=game.id, by=Authority(game.creator))
    play_out(game.id)
    while turn(game.id) == 0:
        play(game.id, game.creator, some_action(game.id))
    return game


def claimed(*, bots_only: bool = True) -> UUID | None:
    """Whose turn is taken up next; it is given back at once, as after a slice."""
    claim = turn_claim(bots_only=bots_only)
    if claim is None:
        return None
    due = DueWork.objects.filter(subject=claim.subject)
    due.update(locked_until=None, attempts=0, due_at=timezone.now())
    return claim.subject


def test_a_table_where_a_person_waits_is_before_all_games_of_bots() -> None:
    for _ in range(3):
        bots_game()
    waiting = waiting_game()

    assert [claimed() for _ in range(3)] == [waiting.id] * 3


def test_an_account_with_many_tables_gets_every_other_turn_when_another_has_a_single_one() -> None:
    greedy, modest = person("Greedy"), person("Modest")
    many = {waiting_game(greedy).id for _ in range(4)}
    one = waiting_game(modest).id

    served = [claimed() for _ in range(8)]

    assert served.count(one) == 4
    assert len({each for each in served if each in many}) >= 1
    assert all((a == one) != (b == one) for a, b in pairwise(served))


def test_bot_accounts_have_the_share_of_their_owner() -> None:
    owner = person("Owner")
    engines = [Player.objects.create(display_name="E", kind="bot", owner=owner) for _ in range(3)]
    theirs = {waiting_game(engine).id for engine in engines}
    other = waiting_game().id

    served = [claimed() for _ in range(6)]

    assert served.count(other) == 3
    assert len(theirs & {*served}) == 1 or len(theirs) == 3


def test_games_of_bots_take_turns_by_account() -> None:
    greedy, modest = person("Greedy"), person("Modest")
    for _ in range(5):
        bots_game(creator=greedy)
    one = bots_game(creator=modest).id

    assert [claimed() for _ in range(6)].count(one) == 3


def test_of_many_games_of_bots_a_limited_number_runs_and_every_account_has_one_of_them(
    settings,
) -> None:
    settings.SAMBA_BOTS_ONLY_AT_ONCE = 3
    greedy = person("Greedy")
    first, second = (bots_game(creator=greedy).id for _ in range(2))
    for _ in range(3):
        bots_game(creator=greedy)
    others = {bots_game().id for _ in range(2)}

    played = {claimed() for _ in range(20)}
    assert played == {first, *others}

    Game.objects.filter(pk=first).update(status="finished")
    DueWork.objects.filter(subject=first).delete()
    assert {claimed() for _ in range(20)} == {second, *others}


def test_bots_do_not_play_on_while_nobody_is_there_whom_they_played_with(settings) -> None:
    settings.SAMBA_BOTS_ONLY_AT_ONCE = 1
    creator = player()
    left = [waiting_game(creator) for _ in range(2)]
    for game in left:
        seat_vacate(game_id=game.id, player=creator)
    DueWork.objects.update(due_at=timezone.now() - timedelta(minutes=1))
    assert claimed() is None
    assert not turns_neglected()

    lonely = table(creator=creator, hand_limit=1)
    for seat in range(4):
        by = Authority(creator)
        seat_assign(game_id=lonely.id, by=by, seat=seat, bot="random")
    game_start(game_id=lonely.id, by=Authority(creator))
    assert claimed() == lonely.id, "nobody was there when it began"

    player_sit(game_id=left[1].id, player=creator)
    assert claimed() == left[1].id


def test_bots_play_on_at_a_tournaments_table_that_everybody_has_left() -> None:
    game = waiting_game()
    Game.objects.filter(pk=game.id).update(account=None)
    seat_vacate(game_id=game.id, player=game.creator)
    assert claimed() == game.id


def test_tables_of_bots_in_a_tournament_take_turns_by_who_published_them() -> None:
    """A player who founds a club has as many as they like: they starve no other account."""
    greedy = person("Greedy")
    for _ in range(5):
        bots_game(creator=greedy, counts=False)
    one = bots_game().id

    assert [claimed() for _ in range(6)].count(one) == 3


def test_every_table_of_a_night_is_a_party_of_its_own() -> None:
    director = person("Director")
    tables = [waiting_game(director).id for _ in range(3)]
    Game.objects.filter(pk__in=tables).update(account=None)
    other = waiting_game().id

    assert {*[claimed() for _ in range(4)]} == {*tables, other}


def test_games_of_bots_are_not_begun_while_a_worker_is_at_a_persons_table() -> None:
    bots_game()
    waiting = waiting_game()
    claim = turn_claim()
    assert claim is not None
    assert claim.subject == waiting.id

    assert turn_claim() is None


@pytest.mark.hangs
def test_a_table_whose_bot_keeps_failing_does_not_hold_up_the_games_of_bots() -> None:
    bots = bots_game().id
    waiting = waiting_game()
    for _ in range(6):
        assert turn_claim() is not None
        past = timezone.now() - timedelta(seconds=1)
        DueWork.objects.filter(subject=waiting.id).update(locked_until=past)
    assert turn_claim() is not None, "the seventh attempt: the next is in a minute"

    assert claimed() == bots


def test_a_game_of_bots_gives_way_after_a_single_action() -> None:
    game = bots_game()
    waiting_game()

    assert bot_turns_play(game_id=game.id, version=2, budget_s=60) == 1
    left = DueWork.objects.get(subject=game.id)
    assert (left.step, left.locked_until) == (row(game.id).version, None)


def test_a_slice_is_a_quarter_of_a_second_of_cpu(monkeypatch) -> None:
    """By a clock that every look at it moves on by a tenth of a second."""
    game = bots_game()
    claim = turn_claim()
    assert claim is not None
    clock = count(0.0, 0.1)
    monkeypatch.setattr(time, "thread_time", lambda: next(clock))

    tasks._play(claim)

    assert row(game.id).version - claim.step == 3
    assert DueWork.objects.get(subject=game.id).locked_until is None


def test_a_run_has_its_turns_to_itself_until_its_slice_is_over(monkeypatch) -> None:
    game = bots_game()
    seen: list[object] = []
    think = bots._choose

    def look(*values):
        seen.append(DueWork.objects.get(subject=game.id).locked_until)
        return think(*values)

    monkeypatch.setattr(bots, "_choose", look)
    bot_turns_play(game_id=game.id, version=2, budget_s=0.05)

    assert len(seen) > 1
    assert None not in seen[1:]
    assert DueWork.objects.get(subject=game.id).locked_until is None


def test_a_wake_up_by_one_game_serves_every_game(monkeypatch) -> None:
    monkeypatch.setattr(tasks, "BUDGET_S", 120.0)
    games = [bots_game(), bots_game(), waiting_game()]

    bot_turn(str(games[0].id), 2)

    assert [row(game.id).status for game in games[:2]] == ["finished"] * 2
    assert not DueWork.objects.exists()


def test_a_run_that_is_over_with_turns_left_wakes_the_next(monkeypatch) -> None:
    woken: list[tuple[object, ...]] = []
    monkeypatch.setattr(tasks, "nudge", lambda _task, *args: woken.append(args))
    monkeypatch.setattr(tasks, "BUDGET_S", 0)
    game = bots_game()

    bot_turn(str(game.id), 2)

    assert woken == [(str(game.id), 2)]


def test_a_worker_keeps_a_thread_free_and_no_wake_up_is_lost(monkeypatch) -> None:
    """Who comes while all run leaves word: one of the runs looks again before it ends."""
    runs = tasks.Runs()
    assert [runs.begin(3) for _ in range(5)] == [True, True, True, False, False]

    assert not runs.end(left=False), "somebody left word: look again"
    assert runs.end(left=False)
    assert runs.begin(3)
    assert [runs.end(left=True) for _ in range(3)] == [True] * 3


def test_a_run_that_fails_on_its_second_look_frees_its_place(monkeypatch, settings) -> None:
    runs = tasks.Runs()
    monkeypatch.setattr(tasks, "_runs", runs)
    looks: list[int] = []

    def look(_deadline: float) -> bool:
        looks.append(len(looks))
        assert not runs.begin(1), "somebody comes while it looks"
        if len(looks) == 2:
            raise OperationalError("the database is away")
        return False

    monkeypatch.setattr(tasks, "turns_play", look)
    settings.CELERY_WORKER_CONCURRENCY = 2

    with pytest.raises(OperationalError):
        bot_turn("", 0)

    assert looks == [0, 1]
    assert runs.begin(1)


def test_a_thread_plays_games_of_bots_at_a_time(monkeypatch) -> None:
    bots_game()
    waiting = waiting_game().id
    monkeypatch.setattr(tasks, "_play", lambda claim: played.append(claim.subject))
    played: list[UUID] = []

    with tasks._runs.background:
        assert not turns_play(deadline=float("inf"))

    assert played == [waiting]


def test_a_game_of_bots_has_a_limited_number_of_hands(settings) -> None:
    settings.SAMBA_BOTS_ONLY_HANDS = 2
    game = bots_game(hand_limit=0)

    play_out(game.id)

    match = state(game.id)
    assert match.hands_played == 2
    [called] = game.moves.filter(events__contains="last_hand_called")
    assert "at most 2 hands" in called.events


def test_a_tournaments_table_of_bots_has_as_many_hands_as_its_round(settings) -> None:
    settings.SAMBA_BOTS_ONLY_HANDS = 1
    game = bots_game(hand_limit=2, counts=False)

    play_out(game.id)

    assert state(game.id).hands_played == 2


def test_shares_of_those_who_do_not_play_are_forgotten() -> None:
    bots_game()
    assert turn_claim() is not None
    shares_forget()
    assert BotShare.objects.count() == 1

    BotShare.objects.update(served_at=timezone.now() - timedelta(hours=2))
    shares_forget()
    assert not BotShare.objects.exists()
