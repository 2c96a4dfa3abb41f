"""Refused actions: what is kept of them, for how long, and who reads them when."""

import random

import pytest
from django.db import IntegrityError, connection, transaction
from rest_framework.test import APIClient

from games.models import Move, RefusedAction, RefusedCount
from games.models.refusals import MOST_KEPT
from games.services import refusals
from games.services.refusals import Refused, refusal_keep, refusals_forget
from samba_service.accounts.choices import Scope
from samba_service.kit.sql import run
from tests.factories import api, player
from tests.games_api.tables import Table
from tests.games_api.test_lobby import refused
from tests.kept_worlds import kept

pytestmark = pytest.mark.django_db
DAY_S = 86_400
PASS = {"type": "pass"}


@pytest.fixture
def keep(monkeypatch):
    """Writes down what was refused so far, as the thread does it after the answers."""
    waiting: list[Refused] = []
    monkeypatch.setattr(refusals, "close_old_connections", lambda: None)
    monkeypatch.setattr(refusals._refused, "put", waiting.append)

    def write():
        refusals._write_down(waiting)
        waiting.clear()

    return write


@kept
def running():
    return Table().start()


def finished(table):
    """The table has played its only hand."""
    rng = random.Random(5)
    while table.get()["status"] == "active":
        table.play_example(rng)
    return table


def log_row(table):
    """The last row of the log."""
    return Move.objects.filter(game__id=table.id).order_by("-version")[0]


def listed(client, table):
    answer = client.get(f"{table.path}/refusals")
    assert answer.status_code == 200, answer.content
    return answer.json()["results"]


def test_a_refused_action_is_kept_as_it_was_asked_and_answered(keep):
    table = Table(hand_limit=1).start()
    seat, version = table.to_act, table.get()["version"]
    answer = refused(table.move(seat, {"type": "discard", "card": "3D"}), 409, "wrong_phase")
    keep()
    finished(table)
    [row] = listed(table.clients[seat], table)
    at = row.pop("at")
    assert row == {
        "seat": seat,
        "number": 1,
        "hand": 1,
        "version": version,
        "player": str(table.players[seat].pk),
        "via": "api",
        "action": {"type": "discard", "card": "3D"},
        "code": "wrong_phase",
        "rule": answer["rule"],
        "detail": row["detail"],
    }
    assert answer["detail"].startswith(row["detail"][:1].upper())
    assert at > table.created["created_at"]


def test_an_action_for_a_version_that_is_over_is_kept_too(keep):
    table = running()
    seat = table.to_act
    refused(table.move(seat, {"type": "draw"}, If_Match='"0"'), 412, "stale_version")
    keep()
    kept_row = RefusedAction.objects.get()
    assert (kept_row.code, kept_row.rule, kept_row.version) == (
        "stale_version", "", table.get()["version"],
    )  # fmt: skip


def test_what_is_accepted_unreadable_or_sent_by_others_is_not_kept(keep):
    table = running()
    seat = table.to_act
    assert table.move(seat, {"type": "draw"}).status_code == 201
    assert table.move(seat, {"type": "dance"}).status_code == 400
    stranger = api(player("Eve"))
    assert stranger.post(f"{table.path}/moves", {"action": PASS}).status_code == 403
    keep()
    assert not RefusedAction.objects.exists()


def test_a_seat_has_two_hundred_kept_in_a_game_and_more_are_counted(keep):
    table = running()
    seat = table.to_act
    table.move(seat, PASS)
    keep()
    row = RefusedAction.objects.get()
    values = {name: getattr(row, name) for name in Refused._fields}
    for _ in range(MOST_KEPT):
        refusal_keep(Refused(**values))
    assert RefusedAction.objects.filter(seat=seat).count() == MOST_KEPT
    assert RefusedCount.objects.get(seat=seat).count == MOST_KEPT + 1
    table.move((seat + 1) % 4, PASS)
    keep()
    assert RefusedAction.objects.count() == MOST_KEPT + 1


def test_what_cannot_be_written_down_costs_no_move_and_nothing_else(keep, caplog, monkeypatch):
    table = running()
    seat = table.to_act
    assert table.move(seat, {"type": "discard", "card": "3D"}).status_code == 409
    real = refusals.refusal_keep

    def fail(item):
        if item.code == "wrong_phase":
            with transaction.atomic():
                run("SELECT 1 FROM no_such_table", ())
        real(item)

    monkeypatch.setattr(refusals, "refusal_keep", fail)
    assert table.move((seat + 1) % 4, PASS).status_code == 409
    keep()
    assert "is not kept" in caplog.text
    assert "3D" not in caplog.text
    assert [row.code for row in RefusedAction.objects.all()] == ["not_your_turn"]
    assert table.move(seat, {"type": "draw"}).status_code == 201


def test_refused_actions_are_forgotten_after_the_days_set_and_not_before(keep, game_time, settings):
    settings.SAMBA_REFUSAL_DAYS = 31
    table = running()
    table.move(table.to_act, PASS)
    keep()
    game_time.shift(31 * DAY_S - 60)
    refusals_forget()
    assert (RefusedAction.objects.count(), RefusedCount.objects.count()) == (1, 1)
    game_time.shift(31 * DAY_S + 60)
    refusals_forget()
    assert (RefusedAction.objects.count(), RefusedCount.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    "change", ["UPDATE games_refusedaction SET seat = 3", "DELETE FROM games_refusedaction"]
)
def test_nobody_changes_or_deletes_what_is_kept(keep, change):
    table = running()
    table.move(table.to_act, PASS)
    keep()
    with (
        pytest.raises(IntegrityError, match="kept as they are"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(change)


def test_refused_actions_are_open_to_who_played_once_the_game_is_over(keep):
    table = Table(hand_limit=2, visibility="public").start()
    rng = random.Random(13)
    table.move(table.to_act, PASS)
    keep()
    while table.get()["last_hand"] is None:
        table.play_example(rng)
    for client in table.clients:
        refused(client.get(f"{table.path}/refusals"), 409, "plays_there")
    finished(table)
    for client in table.clients:
        assert len(listed(client, table)) == 1
    refused(api(player("Eve")).get(f"{table.path}/refusals"), 403, "not_seated")
    refused(api().get(f"{table.path}/refusals"), 401, "not_authenticated")


def test_staff_read_refused_actions_after_each_hand_but_never_of_the_running_one(keep):
    table = Table(hand_limit=2).start()
    staff = api(player("Sam", is_staff=True), Scope.GAMES_READ, Scope.GAMES_PEEK)
    rng = random.Random(13)
    table.move(table.to_act, PASS)
    keep()
    assert listed(staff, table) == []
    while table.get()["last_hand"] is None:
        table.play_example(rng)
    table.move(table.to_act, PASS)
    keep()
    assert [row["hand"] for row in listed(staff, table)] == [1]


def test_staff_who_play_there_look_into_no_hand_before_the_game_is_over(keep):
    host = player("Sam", is_staff=True)
    table = Table(hand_limit=1)
    staff = api(host, *Scope.values)
    assert staff.post(f"{table.path}/seats", {"seat": 1}).status_code == 201
    table.clients[1] = staff
    table.clients[2].post(f"{table.path}/seats", {})
    table.clients[3].post(f"{table.path}/seats", {})
    assert table.clients[0].post(f"{table.path}/start", {}).status_code == 200
    refused(staff.get(f"{table.path}?as_seat=0"), 409, "plays_there")
    refused(staff.get(f"{table.path}/refusals"), 409, "plays_there")
    log = staff.get(f"{table.path}/events?as_seat=0").json()["results"]
    assert {event["hand"] for event in log} == {None}


def test_the_log_says_by_which_way_a_move_came():
    """From the table as text, from the page of a table, from a program."""
    table = running()
    seat, rng = table.to_act, random.Random(3)
    program, page = table.clients[seat], APIClient()
    page.force_login(table.players[seat].person)
    sent = {"do": "draw", "version": table.get()["version"]}
    found = []
    answer = page.post(f"/games/{table.id}/text", sent, format="multipart")
    assert answer.status_code == 302
    found.append(log_row(table).via)
    table.clients[seat] = page
    table.play_example(rng, seat)
    found.append(log_row(table).via)
    table.clients[seat] = program
    table.play_example(rng)
    found.append(log_row(table).via)
    assert found == ["page", "page", "api"]
