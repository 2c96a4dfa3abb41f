"""Pauses as clients ask for them; what they do to the clock is in `test_clock_stories`."""

import pytest

from tests.games_api.tables import Table
from tests.games_api.test_folding import catch_up, followed, same

pytestmark = pytest.mark.django_db


def begun() -> Table:
    return Table(seats=2, clock="live", dealer=1).start()


def code(answer) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_pause_begins_when_all_have_agreed_and_ends_when_one_goes_on():
    table = begun()
    folded = followed(table, 0, "classic")
    asked = table.post(0, "pause")
    assert (asked.status_code, asked.json()["consent"]["about"]) == (202, "pause")
    assert asked.json()["clock"]["turn_due_at"] is not None

    agreed = table.post(1, "pause")
    assert agreed.status_code == 200
    clock = agreed.json()["clock"]
    assert clock["paused_since"] is not None
    assert clock["turn_due_at"] is None
    catch_up(table, 0, folded)
    assert same(table, 0, folded)

    assert table.post(1, "pause").status_code == 200, "it is paused already"
    resumed = table.post(1, "resume").json()["clock"]
    assert resumed["paused_since"] is None
    assert resumed["turn_due_at"] is not None
    catch_up(table, 0, folded)
    assert same(table, 0, folded)


def test_a_move_ends_a_pause():
    table = begun()
    for seat in (0, 1):
        table.post(seat, "pause")
    moved = table.move(0, {"type": "draw"})
    assert moved.status_code == 201
    assert moved.json()["game"]["clock"]["paused_since"] is None


def test_a_pause_is_refused():
    table = begun()
    table.post(0, "pause")
    assert table.clients[1].delete(f"{table.path}/pause").status_code == 204
    assert table.get()["consent"] is None
    assert code(table.clients[1].delete(f"{table.path}/pause")) == (409, "nothing_asked")


def test_a_player_among_bots_pauses_only_as_often_as_they_might_ask():
    table = begun()
    assert table.clients[1].delete(f"{table.path}/seats/me").status_code == 204
    for _ in range(3):
        assert table.post(0, "pause").status_code == 200
        assert table.post(0, "resume").status_code == 200
    refused = table.post(0, "pause")
    assert code(refused) == (409, "too_many_questions")
    assert refused.json()["facts"] == {"limit": 3}


def test_who_agrees_to_pauses_may_still_ask_for_one():
    table = begun()
    for _ in range(3):
        for seat in (0, 1):
            table.post(seat, "pause")
        table.post(1, "resume")
    assert code(table.post(0, "pause")) == (409, "too_many_questions")
    assert table.post(1, "pause").status_code == 202


def test_what_cannot_be_paused():
    assert code(Table(seats=2, clock="live").sit().post(0, "pause")) == (409, "no_hand_running")
    assert code(Table(seats=2).start().post(0, "pause")) == (409, "no_clock")
    table = begun()
    assert code(table.post(0, "resume")) == (409, "not_paused")
    table.post(0, "abandon")
    assert code(table.post(1, "pause")) == (409, "consent_open")
