"""Due work: written with its cause, done once, and found by the sweeper when nobody woke."""

import signal
import time
from collections.abc import Sequence
from datetime import timedelta
from threading import Event
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import F
from django.utils import timezone
from redis.exceptions import ConnectionError as RedisConnectionError

from games import tasks
from games.management.commands import sweeper
from games.models import DueWork
from games.selectors.bot_actions import bot_random
from games.services import work
from games.services.authority import Authority
from games.services.bots import bot_turns_play
from games.services.rebuild import game_check
from games.services.shares import turn_claim
from games.tasks import Watch, bot_turn, sweep
from samba_service.kit import nudge
from samba_service.kit.models import IdempotencyKey
from samba_service.kit.outbox import WAITING, Breaker, Outbox
from tests.games.tables import (
    bots_game,
    people_game,
    person,
    play,
    play_out,
    row,
    some_action,
    table,
    turn,
)

pytestmark = pytest.mark.django_db


def overdue(**fields: object) -> None:
    """As if nobody had come for a minute."""
    DueWork.objects.update(due_at=timezone.now() - timedelta(minutes=1), **fields)


@pytest.fixture(autouse=True)
def _no_hurry(monkeypatch) -> None:
    """Who plays plays a game to its end at one go, on a busy machine too."""
    monkeypatch.setattr(tasks, "INLINE_S", 60.0)
    monkeypatch.setattr(tasks, "BUDGET_S", 60.0)


@pytest.fixture
def published(monkeypatch) -> list[tuple[str, int]]:
    """What the sweeper hands to a broker that takes everything."""
    taken: list[tuple[str, int]] = []

    def publish(_task, *args) -> bool:
        taken.append(args)
        return True

    monkeypatch.setattr(tasks, "publish", publish)
    return taken


@pytest.fixture
def no_broker(monkeypatch) -> None:
    monkeypatch.setattr(tasks, "publish", lambda *_: False)


def test_a_bot_that_must_act_is_due_work_and_a_person_is_not() -> None:
    people_game()
    assert not DueWork.objects.exists()

    game = bots_game()

    due = DueWork.objects.get()
    assert (due.kind, due.subject, due.step) == ("bot", game.id, 2)


def test_every_row_of_the_log_moves_the_due_work_along() -> None:
    game = bots_game()

    for _ in range(30):
        bot_turns_play(game_id=game.id, version=row(game.id).version, budget_s=0)
        assert [due.step for due in DueWork.objects.all()] == [row(game.id).version]


def test_the_person_after_the_bots_ends_their_work() -> None:
    game = table(bots=(1, 2, 3))
    from games.services.games import game_start

    game_start(game_id=game.id, by=Authority(game.creator))
    play_out(game.id)
    assert turn(game.id) == 0
    assert not DueWork.objects.exists()

    while turn(game.id) == 0:
        play(game.id, game.creator, some_action(game.id))

    assert DueWork.objects.get().step == row(game.id).version


def test_a_second_run_of_a_turn_does_nothing() -> None:
    game = bots_game()

    assert bot_turns_play(game_id=game.id, version=2, budget_s=0) == 1
    assert bot_turns_play(game_id=game.id, version=2, budget_s=0) == 0


def test_the_task_plays_the_game_to_its_end() -> None:
    game = bots_game()

    bot_turn(str(game.id), 2)

    assert row(game.id).status == "finished"


def test_a_turn_is_the_same_for_every_process_that_computes_it_under_the_deal_key(settings) -> None:
    game = uuid4()

    numbers = bot_random(game, 7).random()

    assert numbers == bot_random(game, 7).random()
    assert numbers != bot_random(game, 8).random()
    assert numbers != bot_random(uuid4(), 7).random()
    settings.SECRET_KEY = "another"
    assert numbers == bot_random(game, 7).random()
    settings.SAMBA_DEAL_KEY = "another"
    assert numbers != bot_random(game, 7).random()


def test_the_sweeper_leaves_fresh_turns_to_the_workers(published) -> None:
    bots_game()
    DueWork.objects.update(due_at=timezone.now())

    Watch().look()

    assert published == []


def test_the_sweeper_leaves_turns_to_workers_that_are_at_any_of_them(published) -> None:
    """The others wait for their share: that is no reason to jump the queue."""
    bots_game()
    begun, watch = bots_game(), Watch()
    overdue()
    later = timezone.now() + timedelta(seconds=4)
    DueWork.objects.filter(subject=begun.id).update(locked_until=later)

    watch.look()
    watch.look()

    assert published == []


def test_the_sweeper_wakes_a_worker_first_and_plays_itself_the_next_time(published) -> None:
    game, watch = bots_game(), Watch()
    overdue()

    watch.look()
    assert len(published) == 1
    assert row(game.id).version == 2
    watch.look()

    assert len(published) == 1
    assert row(game.id).status == "finished"
    assert game_check(game.id) == []


@pytest.mark.usefixtures("no_broker")
def test_without_a_broker_the_sweeper_plays_at_once() -> None:
    game = bots_game()
    overdue()

    Watch().look()

    assert row(game.id).status == "finished"


@pytest.mark.usefixtures("no_broker")
def test_a_failing_work_is_noted_and_harms_no_other(monkeypatch, caplog) -> None:
    bad, good = bots_game(), bots_game()
    overdue()
    real = bot_turns_play

    def fail(*, game_id, **options):
        if game_id == bad.id:
            raise LookupError("KH")
        return real(game_id=game_id, **options)

    monkeypatch.setattr(tasks, "bot_turns_play", fail)

    Watch().look()

    assert row(good.id).status == "finished"
    assert DueWork.objects.get(subject=bad.id).last_error == "LookupError"
    assert "KH" not in caplog.text


@pytest.mark.usefixtures("no_broker")
def test_work_of_an_unknown_kind_is_noted_and_stops_no_sweeper() -> None:
    """A newer release may have left it there."""
    game = bots_game()
    overdue()
    stray = DueWork(kind="letter", subject=uuid4(), step=1)
    stray.due_at = timezone.now() - timedelta(hours=1)
    stray.save(force_insert=True)

    assert sweep() == 1
    Watch().look()

    assert row(game.id).status == "finished"
    assert DueWork.objects.get(kind="letter").last_error == "LookupError"


class Errand:
    """A kind of work that another app registers: what reached a worker, and what did not."""

    def __init__(self) -> None:
        self.published: list[tuple[str, int]] = []
        self.done: list[work.ClaimedWork] = []

    def apply_async(self, args: Any) -> None:
        self.published.append(tuple(args))


@pytest.fixture
def errand(monkeypatch) -> Errand:
    errand = Errand()
    monkeypatch.setattr(work, "_KINDS", dict(work._KINDS))
    work.work_kinds_register({"errand": work.WorkKind(errand, errand.done.append)})
    return errand


def test_another_apps_work_wakes_its_own_task_first_and_is_done_inline_the_next_time(
    errand,
) -> None:
    subject = uuid4()
    work.work_add(kind="errand", subject=subject, step=3)
    overdue()

    sweep()
    assert (errand.published, errand.done) == ([(str(subject), 3)], [])
    overdue(locked_until=timezone.now() - timedelta(minutes=1))
    sweep()

    assert errand.done == [work.ClaimedWork("errand", subject, 3, 2)]


def test_work_is_due_once_wakes_its_worker_after_commit_and_is_struck_off(
    errand, monkeypatch, django_capture_on_commit_callbacks
) -> None:
    woken: list[Any] = []
    monkeypatch.setattr(work, "nudge", lambda *wakeup: woken.append(wakeup))
    due: dict[str, Any] = {"kind": "errand", "subject": uuid4(), "step": 1}

    with django_capture_on_commit_callbacks(execute=True):
        work.work_add(**due)
        assert woken == []
    work.work_add(**due)

    assert woken == [(errand, str(due["subject"]), 1)]
    assert DueWork.objects.count() == 1
    work.work_done(**due)
    assert not DueWork.objects.exists()


def test_work_of_a_kind_that_nobody_does_is_not_taken_on() -> None:
    with pytest.raises(LookupError):
        work.work_add(kind="errand", subject=uuid4(), step=1)


def test_the_sweeper_sees_to_bots_and_deserted_games_and_deletes_old_answers(monkeypatch) -> None:
    for key, hours in (("old", 25), ("new", 23)):
        IdempotencyKey.objects.create(owner=person().pk, key=key, request_hash=b"")
        made_at = timezone.now() - timedelta(hours=hours)
        IdempotencyKey.objects.filter(key=key).update(created_at=made_at)
    waits = iter((None, signal.SIGTERM))
    monkeypatch.setattr(signal, "pthread_sigmask", lambda *_: None)
    monkeypatch.setattr(signal, "sigtimedwait", lambda *_: next(waits))
    monkeypatch.setattr(sweeper, "close_old_connections", lambda: None)  # the test's own is needed
    monkeypatch.setattr(sweeper, "sweep", lambda: looked.append("at what is due"))
    looked: list[str] = []
    monkeypatch.setattr(sweeper, "heart_beat", lambda: looked.append("alive"))
    monkeypatch.setattr(Watch, "look", lambda _: looked.append("at the bots"))
    monkeypatch.setattr(sweeper, "deserted_abandon", lambda *, now: looked.append("for deserted"))

    call_command("sweeper")

    assert looked == ["alive", "at what is due", "at the bots", "for deserted"]
    assert [kept.key for kept in IdempotencyKey.objects.all()] == ["new"]


@pytest.mark.usefixtures("no_broker")
@pytest.mark.parametrize(("attempts", "simplest"), [(1, False), (2, True)])
def test_a_bot_that_keeps_failing_plays_what_is_simplest(
    monkeypatch, attempts: int, simplest: bool
) -> None:
    bots_game()
    overdue(attempts=attempts)
    seen = []
    monkeypatch.setattr(tasks, "bot_turns_play", lambda **options: seen.append(options["simplest"]))

    Watch().look()

    assert seen == [simplest]


@pytest.mark.hangs
@pytest.mark.parametrize("attempts", [work.PATIENCE - 1, work.PATIENCE])
def test_what_fails_again_and_again_is_taken_up_once_a_minute(attempts: int) -> None:
    bots_game()
    overdue(attempts=attempts)

    turn_claim()

    left = DueWork.objects.get()
    assert left.attempts == work.PATIENCE
    assert left.locked_until is not None
    rest = left.locked_until - timezone.now()
    assert timedelta(seconds=30) < rest < timedelta(seconds=61)


@pytest.fixture
def dying(monkeypatch) -> list[UUID]:
    """The games at which a sweeper dies: any that it begins to play on."""
    at: list[UUID] = []

    def die(*, game_id: UUID, **_: object) -> None:
        at.append(game_id)
        raise SystemExit

    monkeypatch.setattr(tasks, "bot_turns_play", die)
    return at


@pytest.mark.usefixtures("no_broker")
def test_a_sweeper_that_dies_has_taken_up_nothing_that_it_has_not_begun(dying) -> None:
    for _ in range(3):
        bots_game()
    overdue()

    with pytest.raises(SystemExit):
        Watch().look()

    (begun,) = dying
    assert DueWork.objects.get(subject=begun).attempts == 1
    others = DueWork.objects.exclude(subject=begun)
    assert set(others.values_list("attempts", "locked_until")) == {(0, None)}


@pytest.mark.usefixtures("no_broker", "dying")
def test_however_many_sweepers_died_every_game_goes_on_within_a_minute(monkeypatch) -> None:
    games = [bots_game().id for _ in range(3)]
    overdue()
    for _ in range(3 * work.PATIENCE):
        with pytest.raises(SystemExit):
            Watch().look()
        overdue(locked_until=timezone.now() - timedelta(minutes=1))
    with pytest.raises(SystemExit):
        Watch().look()
    monkeypatch.setattr(tasks, "bot_turns_play", bot_turns_play)

    DueWork.objects.update(locked_until=F("locked_until") - timedelta(minutes=2))
    Watch().look()

    assert all(row(game).version > 2 for game in games)


@pytest.mark.django_db(transaction=True)
@pytest.mark.concurrency
def test_two_sweepers_claim_different_work() -> None:
    games = {bots_game().id, bots_game().id}
    overdue()
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("SELECT subject FROM games_duework LIMIT 1 FOR UPDATE")
            ((locked,),) = cursor.fetchall()
            claim = turn_claim()
            assert turn_claim() is None
    finally:
        other.close()

    assert claim is not None
    assert {claim.subject} == games - {locked}


class Refusing:
    """A task whose broker is away."""

    def __init__(self) -> None:
        self.calls = 0

    def apply_async(self, _args: object) -> None:
        self.calls += 1
        raise RedisConnectionError("away")


def test_a_broker_that_is_away_is_not_called_for_a_while(monkeypatch) -> None:
    breaker = Breaker()
    monkeypatch.setattr(nudge, "_breaker", breaker)
    task = Refusing()

    assert [nudge.publish(task, 1) for _ in range(5)] == [False] * 5
    assert task.calls == 1
    monkeypatch.setattr(breaker, "_open_until", time.monotonic())
    nudge.publish(task, 1)
    assert task.calls == 2


def test_nudging_returns_at_once_and_a_full_queue_drops(monkeypatch, caplog) -> None:
    nudged = Event()

    class Hanging:
        def apply_async(self, _args: object) -> None:
            assert nudged.wait(60), "whoever nudges waits for the broker"

    outbox = Outbox("wake-ups", nudge._publish_one, together=1)
    monkeypatch.setattr(nudge, "_wakeups", outbox)
    monkeypatch.setattr(nudge, "_breaker", Breaker())

    for _ in range(WAITING + 5):
        nudge.nudge(Hanging(), 1)

    assert not nudged.is_set()
    nudged.set()
    assert "dropped" in caplog.text


def test_an_outbox_goes_on_after_an_item_that_cannot_be_sent(caplog) -> None:
    sent = Event()

    def send(items: Sequence[str]) -> None:
        if "bad" in items:
            raise ValueError("a card")
        sent.set()

    outbox = Outbox[str]("messages", send, together=1)
    outbox.put("bad")
    outbox.put("good")

    assert sent.wait(20)
    assert "messages: cannot be sent: ValueError" in caplog.text
    assert "a card" not in caplog.text


def test_a_listener_that_fails_does_not_fail_the_move(django_capture_on_commit_callbacks) -> None:
    from games.signals import move_committed

    def fail(**_: object) -> None:
        raise RuntimeError

    move_committed.connect(fail)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            game, players = people_game()
            played = play(game.id, players[turn(game.id)], some_action(game.id))
    finally:
        move_committed.disconnect(fail)

    assert played.version == row(game.id).version
    assert person().pk
