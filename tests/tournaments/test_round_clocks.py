"""The clock of a round by time: shown, paused, extended, called, and given back after outages."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from rest_framework.test import APIClient

from games import tasks
from games.models import DueWork, Game, Heartbeat, Outage
from games.services.outages import heart_beat
from games.store.row import clock_read
from tests.contract.shapes import conforms
from tests.factories import api
from tests.game_time import GameTime
from tests.games.tables import log_read, row, state
from tests.games_api.test_lobby import refused
from tests.tournaments.nights import Night, night
from tests.tournaments.online_table import Online
from tournaments.models import Round
from tournaments.services.round_clock import CALL, last_hands_call, rounds_credit

pytestmark = pytest.mark.django_db

EVENING = datetime(2026, 1, 10, 20, tzinfo=UTC)
BY_TIME: dict[str, Any] = {"hands_per_round": None, "minutes_per_round": 60}


@pytest.fixture(autouse=True)
def evening(game_time: GameTime, monkeypatch: pytest.MonkeyPatch) -> GameTime:
    """Time is stopped, and sweepers do everything themselves."""
    monkeypatch.setattr(tasks, "publish", lambda *_: False)
    game_time.stop(EVENING)
    return game_time


class Played:
    """A round by time that is being played, and its director."""

    def __init__(self, evening: GameTime, **given: Any) -> None:
        self.time = evening
        self.night: Night = night(4, **{"venue": "table", "accounts": 2, **BY_TIME, **given})
        self.round = self.night.next_round()
        self.director: APIClient = api(self.night.director)
        heart_beat()
        self.path = f"/api/v1/rounds/{self.round.pk}"

    def post(self, act: str, **body: Any) -> Any:
        return self.director.post(f"{self.path}/{act}", body)

    def shown(self) -> dict[str, Any]:
        """The round, its times in minutes from the beginning of the evening."""
        answer = self.director.get(self.path).json()
        clock = answer["clock"]
        times = {"ends_at": answer["ends_at"], **clock}
        return {name: minutes(at) for name, at in times.items()}

    def wait(self, minutes: float) -> None:
        """Time passes while the sweeper is alive, which then looks."""
        Heartbeat.objects.update(at=self.time.pass_s(60 * minutes))
        self.sweep()

    def down(self, minutes: float) -> None:
        """The service is down, and a sweeper comes back."""
        self.time.pass_s(60 * minutes)
        heart_beat()
        self.sweep()

    def sweep(self) -> None:
        DueWork.objects.update(locked_until=None)
        tasks.sweep()

    def acts(self) -> list[str]:
        """What the night's log says about the round's time, the first one first."""
        rows = self.director.get(f"{self.night.path}/events?limit=100").json()["results"]
        kinds = {"round_paused", "round_resumed", "round_extended", "round_credited"}
        return [
            each["text"] for each in reversed(rows) if each["type"] in {*kinds, "last_hands_called"}
        ]


def minutes(at: str | None) -> float | None:
    return None if at is None else (datetime.fromisoformat(at) - EVENING).total_seconds() / 60


@pytest.fixture
def played(evening: GameTime) -> Played:
    return Played(evening)


def test_a_round_shows_its_clock(played: Played):
    conforms("rounds_read", played.director.get(played.path).json())
    clock = {"ends_at": 60, "last_call_at": 50, "last_called_at": None, "paused_since": None}
    assert played.shown() == clock | {"server_now": 0}
    played.wait(49)
    assert played.shown() == clock | {"server_now": 49}


def test_a_round_by_hands_has_no_clock(evening):
    played = Played(evening, hands_per_round=2, minutes_per_round=None)
    assert played.director.get(played.path).json()["clock"] is None
    for act, body in (("pause", {}), ("resume", {}), ("extend", {"minutes": 5})):
        refused(played.post(act, **body), 409, "no_clock")


def test_the_call_is_in_the_nights_log_once_for_tables_with_real_cards(played: Played):
    played.wait(50)
    assert played.acts() == []
    played.wait(0.1)
    assert [act.split(", by")[0] for act in played.acts()] == [
        "round 1: the last hands were called"
    ]
    assert played.shown()["last_called_at"] == 50.1
    last_hands_call(round_id=played.round.pk)
    played.wait(5)
    assert len(played.acts()) == 1
    assert not DueWork.objects.filter(kind=CALL).exists()


def test_a_pause_moves_all_its_times(played: Played):
    played.wait(10)
    assert played.post("pause", reason="The lights went out.").status_code == 200
    assert played.post("pause").status_code == 200, "a second call changes nothing"
    played.wait(100)
    assert played.shown()["paused_since"] == 10
    assert len(played.acts()) == 1, "nothing is called while it is paused"

    assert played.post("resume").status_code == 200

    assert played.shown()["ends_at"] == 160
    assert played.shown()["last_call_at"] == 150
    refused(played.post("resume"), 409, "not_paused")
    played.wait(41)
    assert "the last hands were called" in played.acts()[-1]
    assert "The lights went out." in played.acts()[0]


@pytest.mark.parametrize(("given", "ends_at"), [([15], 75), ([-15], 45), ([15, -15], 60)])
def test_a_round_is_extended_and_shortened_and_one_undoes_the_other(played: Played, given, ends_at):
    for each in given:
        assert played.post("extend", minutes=each).status_code == 200
    assert played.shown()["ends_at"] == ends_at


def test_times_beyond_measure_are_refused(played: Played):
    for more in (601, -601, 0, 1.5, "soon"):
        refused(played.post("extend", minutes=more), 400, "invalid_fields")
    refused(played.post("extend", minutes=-60), 422, "round_time")
    for _ in range(2):
        assert played.post("extend", minutes=600).status_code == 200
    refused(played.post("extend", minutes=600), 422, "round_time")
    assert played.shown()["ends_at"] == 60 + 1200


def test_a_closed_round_has_no_clock(played: Played):
    Round.objects.filter(pk=played.round.pk).update(state="drawing", published_version=None)
    for act, body in (("pause", {}), ("resume", {}), ("extend", {"minutes": 5})):
        refused(played.post(act, **body), 409, "wrong_state")


def online(evening: GameTime, **given: Any) -> Online:
    table = Online(clock="club-night", **BY_TIME, **given)
    heart_beat()
    return table


def act_on(table: Online, act: str, **body: Any) -> None:
    answer = table.director.post(f"/api/v1/rounds/{table.round.pk}/{act}", body)
    assert answer.status_code == 200, answer.content


def test_nobody_moves_at_an_online_table_of_a_paused_round(evening):
    table = online(evening)
    act_on(table, "pause")
    hand = state(table.game.pk).hand
    assert hand is not None
    clock = state(table.game.pk).clock
    assert clock is not None
    assert clock.held

    act_on(table, "resume")

    clock = state(table.game.pk).clock
    assert clock is not None
    assert not clock.held
    assert clock.paused_since is None


def called(game: Game) -> list[Any]:
    return [e["number"] for e in log_read(game.pk, 0) if e["type"] == "last_hand_called"]


def test_more_time_takes_the_call_of_the_last_hand_back(evening):
    table = online(evening)
    Heartbeat.objects.update(at=evening.pass_s(51 * 60))
    last_hands_call(round_id=table.round.pk)
    assert called(table.game) == [1]
    act_on(table, "extend", minutes=5)
    assert called(table.game) == [1, None]
    assert state(table.game.pk).final_hand is None
    assert DueWork.objects.get(kind=CALL).due_at == EVENING + timedelta(minutes=55)
    last_hands_call(round_id=table.round.pk)
    assert called(table.game) == [1, None], "it is not time yet"

    Heartbeat.objects.update(at=evening.pass_s(5 * 60))
    last_hands_call(round_id=table.round.pk)

    assert called(table.game) == [1, None, 1]
    act_on(table, "extend", minutes=-1)
    assert called(table.game) == [1, None, 1], "it stays called"


def test_more_time_in_a_pause_takes_the_call_back_too(evening):
    table = online(evening)
    Heartbeat.objects.update(at=evening.pass_s(51 * 60))
    last_hands_call(round_id=table.round.pk)
    act_on(table, "pause")
    Heartbeat.objects.update(at=evening.pass_s(30 * 60))
    act_on(table, "extend", minutes=20)
    act_on(table, "resume")
    assert called(table.game) == [1, None]


def test_no_table_is_dealt_while_the_round_is_paused(evening):
    evening.stop(datetime.now(UTC))
    table = online(evening, wait=True)
    act_on(table, "pause")
    Heartbeat.objects.update(at=evening.pass_s(90 * 60))
    DueWork.objects.update(locked_until=None)
    tasks.sweep()
    assert row(table.game.pk).status == "lobby"


@pytest.mark.parametrize(
    ("story", "ends_at"),
    [
        ("down0.2", 60),
        ("down5", 65.25),
        ("wait10 down5", 65.25),
        ("wait10 down5 down5", 70.5),
        ("wait10 down5 sweep sweep credit", 65.25),
        ("wait55 down30", 90.25),
        ("wait61 down30", 60),
        ("pause down30", 60),
        ("pause down30 resume", 90),
        ("wait10 down5 pause wait5 resume", 70.25),
        ("down600", 660.25),
    ],
)
def test_what_an_outage_took_is_given_back_once(played: Played, story: str, ends_at: float):
    for word in story.split():
        name, number = word.rstrip("0123456789."), word.lstrip("abcdefghijklmnopqrstuvwxyz")
        if name == "credit":
            rounds_credit(outage_id=Outage.objects.get().pk)
        elif name in ("pause", "resume"):
            assert played.post(name).status_code == 200
        else:
            getattr(played, name)(*([float(number)] if number else []))
    assert played.shown()["ends_at"] == ends_at
    credits_given = sum("the service was down" in act for act in played.acts())
    assert credits_given == (story.count("down") if ends_at % 1 else 0)


def test_who_pauses_and_resumes_before_the_sweeper_looks_loses_nothing(played: Played):
    played.wait(10)
    played.time.pass_s(300)
    heart_beat()
    for act in ("pause", "resume"):
        assert played.post(act).status_code == 200
    played.sweep()
    assert played.shown()["ends_at"] == 65.25


def test_nothing_is_called_in_a_closed_round(evening):
    table = online(evening)
    evening.pass_s(55 * 60)
    closed = {"state": "closed", "closed_version": 1}
    Round.objects.filter(pk=table.round.pk).update(**closed)
    last_hands_call(round_id=table.round.pk)
    assert called(table.game) == []
    assert not DueWork.objects.filter(kind=CALL).exists()


def test_the_call_waits_for_what_an_outage_took_also_if_it_comes_first(played: Played):
    played.time.pass_s(55 * 60)
    heart_beat()
    last_hands_call(round_id=played.round.pk)
    assert played.shown()["last_called_at"] is None
    assert played.shown()["ends_at"] == 115.25
    played.sweep()
    assert played.shown()["ends_at"] == 115.25
    assert clock_read() == EVENING + timedelta(minutes=55)
