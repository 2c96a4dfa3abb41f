"""Clocks as clients ask for them, see them, and come too late."""

import random
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from games import tasks
from games.engine.clock import PROFILES, terms_out
from games.models import DueWork, Move, Outage
from games.services.outages import heart_beat
from games.services.rebuild import game_check
from samba_service.kit.metrics import OWN
from tests.depth import first_of
from tests.factories import api
from tests.game_time import GameTime
from tests.games.tables import row, state
from tests.games_api.tables import GAMES, Table, pack, practice
from tests.games_api.test_folding import catch_up, followed, same
from tests.games_api.twins import twins

pytestmark = pytest.mark.django_db

EVENING = datetime(2026, 1, 10, 20, tzinfo=UTC)
WHOLE: dict[str, Any] = {
    "turn_s": 172_800,
    "bank_s": 3600,
    "between_hands_s": 60,
    "quiet": {"from": "22:00", "to": "07:30", "zone": "Europe/Berlin"},
    "days_off": ["2026-12-24", "2026-12-25"],
}


@pytest.fixture(autouse=True)
def evening(game_time: GameTime, monkeypatch: pytest.MonkeyPatch) -> GameTime:
    """Time is stopped, and there is no broker."""
    monkeypatch.setattr(tasks, "publish", lambda *_: False)
    game_time.stop(EVENING)
    return game_time


def test_a_game_has_no_clock_unless_it_is_asked_for():
    assert Table().start().get()["clock"] is None


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_is_a_name_for_terms(name):
    shown = Table(clock=name).get()["clock"]
    assert shown["terms"] == terms_out(PROFILES[name])
    assert shown["bank_s"] == [PROFILES[name].bank_s] * 4
    assert shown["turn_due_at"] is None


def test_terms_are_shown_as_they_were_given_and_a_rematch_has_them_too():
    table = Table(clock=WHOLE)
    assert table.get()["clock"]["terms"] == WHOLE
    again = table.clients[0].post(GAMES, {"like": table.id})
    assert again.status_code == 201, again.content
    assert again.json()["clock"]["terms"] == WHOLE


def test_only_the_time_for_a_turn_is_required():
    shown = Table(clock={"turn_s": 20}).get()["clock"]["terms"]
    assert shown == {
        "turn_s": 20, "bank_s": 0, "between_hands_s": 0, "quiet": None, "days_off": [],
    }  # fmt: skip


FAULTS = [
    ("blitz", "clock"),
    (30, "clock"),
    ([], "clock"),
    ({}, "clock.turn_s"),
    ({"turn_s": 4}, "clock.turn_s"),
    ({"turn_s": 1_209_601}, "clock.turn_s"),
    ({"turn_s": "30"}, "clock.turn_s"),
    ({"turn_s": 30.5}, "clock.turn_s"),
    ({"turn_s": 30, "bank_s": -1}, "clock.bank_s"),
    ({"turn_s": 30, "between_hands_s": 3601}, "clock.between_hands_s"),
    ({"turn_s": 30, "grace_s": 1}, "clock.grace_s"),
    ({"turn_s": 30, "quiet": {"from": "22:00", "to": "07:00"}}, "clock.quiet.zone"),
    ({**WHOLE, "quiet": {**WHOLE["quiet"], "zone": "Mars/Olympus"}}, "clock.quiet.zone"),
    ({**WHOLE, "quiet": {**WHOLE["quiet"], "zone": "../etc/passwd"}}, "clock.quiet.zone"),
    ({**WHOLE, "quiet": {**WHOLE["quiet"], "from": "24:00"}}, "clock.quiet.from"),
    ({**WHOLE, "quiet": {**WHOLE["quiet"], "from": "7 pm"}}, "clock.quiet.from"),
    ({**WHOLE, "quiet": {**WHOLE["quiet"], "to": "22:00"}}, "clock.quiet.to"),
    ({**WHOLE, "quiet": {**WHOLE["quiet"], "to": "18:01"}}, "clock.quiet.to"),
    ({**WHOLE, "days_off": ["24.12."]}, "clock.days_off.0"),
    ({**WHOLE, "days_off": ["2026-02-30"]}, "clock.days_off.0"),
    ({**WHOLE, "days_off": ["2026-12-24"] * 101}, "clock.days_off"),
    ({"turn_s": 5, "days_off": ["9990-01-01"]}, "clock.days_off.0"),
    ({"turn_s": 5, "days_off": ["2020-12-24", "9999-12-31"]}, "clock.days_off.1"),
]


@pytest.mark.parametrize(("clock", "path"), FAULTS)
def test_faults_of_a_clock_are_named_by_their_path(clock, path):
    table = Table()
    answer = table.clients[0].post(GAMES, {"ruleset": "classic", "clock": clock})
    assert answer.status_code == 400, answer.content
    assert [fault["path"] for fault in answer.json()["errors"]] == [path]


def test_the_clock_of_a_turn_is_shown_with_the_time_of_the_service(evening):
    table = Table(clock="live", dealer=3).start()
    evening.pass_s(12)
    shown = table.get(2)["clock"]
    assert (shown["server_now"], shown["turn_due_at"]) == (
        "2026-01-10T20:00:12Z", "2026-01-10T20:03:30Z",
    )  # fmt: skip
    assert shown["bank_s"] == [180] * 4


def test_the_answer_to_a_move_has_no_time_of_the_service_so_that_a_replay_is_the_same(evening):
    table = Table(clock="live", dealer=3).start()
    first = table.move(0, {"type": "draw"}, idempotency_key="a")
    evening.pass_s(5)
    again = table.move(0, {"type": "draw"}, idempotency_key="a")
    assert first.content == again.content
    assert first.json()["game"]["clock"]["turn_due_at"] == "2026-01-10T20:03:30Z"
    assert "server_now" not in first.json()["game"]["clock"]


def test_a_late_move_is_refused_and_the_turn_is_a_bots(evening):
    table = Table(clock={"turn_s": 30}, dealer=3).start()
    evening.pass_s(31.5)
    heart_beat_now()

    refused = table.move(0, {"type": "draw"})
    check = table.post(0, "moves/check", {"action": {"type": "draw"}}).json()

    assert (refused.status_code, refused.json()["code"]) == (409, "time_over")
    assert refused.json()["facts"] == {"seat": 0, "stand_in": False}
    assert (check["legal"], check["code"]) == (False, "time_over")

    tasks.check_clock(table.id, 0)
    assert table.get()["clock"]["stand_ins"] == [0]
    assert table.move(0, {"type": "draw"}).json()["facts"] == {"seat": 0, "stand_in": True}
    assert table.move(1, {"type": "draw"}).json()["code"] == "not_your_turn"

    tasks.bot_turn("", 0)
    game = table.get()
    assert (game["hand"]["turn"], game["clock"]["stand_ins"]) == (1, [])
    assert game["seats"][0]["kind"] == "human"
    acted = table.get(0, "/events?limit=500")["results"]
    kinds = [event["type"] for event in acted if event["type"].startswith("clock")]
    assert kinds == ["clock_set", "clock_flagged", "clock_set", "clock_set"]


def heart_beat_now() -> None:
    """A sweeper has been alive all the time."""
    heart_beat()
    Outage.objects.all().delete()


def test_those_who_do_not_follow_the_hand_see_no_clock_run():
    table = Table(clock="live", visibility="public", dealer=3).start()
    shown = api().get(table.path).json()["clock"]
    assert (shown["turn_due_at"], shown["bank_s"]) == (None, [])
    live = Table(clock="live", visibility="public", spectators="live", dealer=3).start()
    assert api().get(live.path).json()["clock"]["turn_due_at"] is not None


def credited_counted() -> float:
    """How many turns /metrics says to have got time back."""
    return OWN.get_sample_value("samba_clocks_credited_total") or 0.0


@pytest.mark.parametrize(("away", "seed"), first_of([("bot", 5), ("wait", 5), ("bot", 7)]))
def test_the_events_of_a_clock_fold_to_what_is_shown(evening, away, seed):
    """Until nobody is left who was not flagged too often."""
    table = Table(clock={"turn_s": 30, "bank_s": 60}, away=away, **practice(pack(2))).sit()
    folded = {seat: followed(table, seat, "classic") for seat in (0, 3)}
    table.post(0, "start")
    heart_beat()
    rng, before = random.Random(seed), credited_counted()
    for step in range(60):
        evening.pass_s(rng.choice((1, 5, 40, 93)))
        heart_beat() if rng.random() < 0.1 else heart_beat_now()
        tasks.check_clock(table.id, 0)
        tasks.bot_turn("", 0)
        match = state(UUID(table.id))
        if match.hand is None:
            break
        (seat, *_) = match.hand.to_act
        if not row(UUID(table.id)).bots_to_act:
            table.play_example(rng, seat)
        for each, fold in folded.items():
            if step % 5 == 0 and not row(UUID(table.id)).bot_seats >> each & 1:
                catch_up(table, each, fold)
                assert same(table, each, fold)
    logged = Move.objects.filter(game__id=table.id).values_list("events", flat=True)
    times = {
        kind: sum(text.count(f'"{kind}"') for text in logged)
        for kind in ("clock_flagged", "clock_credited")
    }
    assert all(times.values())
    assert credited_counted() - before == times["clock_credited"]
    assert game_check(UUID(table.id)) == []


def test_neither_due_times_nor_the_pace_of_bots_depend_on_hidden_cards(evening):
    """Two games whose hidden cards differ are played alike, at the same moments."""
    alike = twins("classic", moves=40, seed=11, watcher=0)
    found: list[list[Any]] = []
    for order in (alike.order, alike.other):
        evening.stop(EVENING)
        table = Table(clock="live", pace_s=0.8, **practice(order)).start()
        seen: list[Any] = []
        for number, (seat, action, _) in enumerate(alike.play):
            evening.pass_s(7 + number % 50)
            assert table.move(seat, action).status_code == 201
            due = DueWork.objects.filter(subject=table.id).values_list("kind", "step", "due_at")
            seen.append((list(due), table.get()["clock"]))
        table.clients[2].delete(f"{table.path}/seats/me")
        due = DueWork.objects.filter(subject=table.id).values_list("kind", "step", "due_at")
        found.append([*seen, list(due)])
    assert found[0] == found[1]
    assert found[0][5][1]["turn_due_at"] is not None
