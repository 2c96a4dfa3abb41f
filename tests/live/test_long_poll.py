"""`wait`: a page that comes when there is something on it."""

import random
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest

from games.selectors.games import game_get
from games.selectors.live import OwnTurn
from samba_service.accounts.authentication import tokens
from tests.factories import player, secret
from tests.games_api.tables import Table, pack, practice
from tests.live.process import call, token_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]


@pytest.fixture
def table() -> Table:
    return Table(**practice(pack())).start()


def asked(
    live: Any, table: Table, seat: int, after: int, wait: int, more: str = ""
) -> "Future[Any]":
    """A call that may wait, on its way; it has arrived when the block goes on, or nearly so."""
    pool = ThreadPoolExecutor(1)
    path = f"{table.path}/events?after={after}&wait={wait}{more}"
    answer = pool.submit(call, live, path, token_of(table, seat))
    time.sleep(0.5)
    pool.shutdown(wait=False)
    return answer


def test_what_is_there_is_answered_at_once(live, table):
    answer = asked(live, table, 1, 0, 30)
    assert answer.result(20) == (200, table.get(1, "/events?after=0&wait=30") | {"next": None})


def test_a_waiting_call_gets_the_move_of_another(live, table):
    seq = table.get()["seq"]
    answer = asked(live, table, 2, seq, 30)
    assert not answer.done()

    assert table.move(table.to_act, {"type": "draw"}).status_code == 201

    status, page = answer.result(20)
    assert status == 200
    assert page["results"] == table.get(2, f"/events?after={seq}")["results"] != []


def test_one_call_is_enough_for_each_move_of_another(live, table):
    seq = table.get()["seq"]
    for _ in range(6):
        answer = asked(live, table, 0, seq, 30)
        version = table.move(table.to_act, table.options(table.to_act)[-1]["example"]).json()
        events = answer.result(20)[1]["results"]
        assert {each["version"] for each in events} == {version["version"]}
        seq = events[-1]["seq"]


def turn_played(table: Table, rng: random.Random, waiting: "Future[Any]") -> None:
    """Who must act plays the whole turn, move by move, for which nobody is woken."""
    seat = table.to_act
    while table.to_act == seat:
        assert not waiting.done(), "there is news, but it is not their turn"
        table.play_example(rng, seat)


def test_one_call_is_enough_for_each_turn_of_another(live, table):
    seq, waiting = table.get()["seq"], (table.to_act + 2) % 4
    answer, rng = asked(live, table, waiting, seq, 20, "&wait_for=my_turn"), random.Random(1)
    for _ in range(2):
        turn_played(table, rng, answer)
    status, page = answer.result(20)

    assert status == 200
    assert page["results"] == table.get(waiting, f"/events?after={seq}")["results"]
    assert len({each["version"] for each in page["results"]}) >= 4, "moves of two turns"


def test_whose_turn_it_is_already_does_not_wait_for_it(live, table):
    """As after a client was started again in the middle of a turn."""
    path = f"{table.path}/events?after={table.get()['seq']}&wait=20&wait_for=my_turn"
    begun = time.monotonic()
    status, page = call(live, path, token_of(table, table.to_act))
    assert (status, page["results"]) == (200, [])
    assert time.monotonic() - begun < 10


def test_who_waits_for_their_turn_hears_a_question_and_the_end(live, table):
    for seat, act in (((table.to_act + 2) % 4, "concede"), ((table.to_act + 1) % 4, "abandon")):
        answer = asked(live, table, seat, table.get()["seq"], 20, "&wait_for=my_turn")
        assert table.post((seat + 2) % 4, act).status_code == 202
        assert answer.result(20)[1]["results"][-1]["type"] == "consent_asked"
        assert table.clients[seat].delete(f"{table.path}/{act}").status_code == 204
    seat = (table.to_act + 1) % 4
    answer = asked(live, table, seat, table.get()["seq"], 20, "&wait_for=my_turn")
    for other in (seat + 1, seat + 3):
        table.post(other % 4, "concede")
    assert answer.result(20)[1]["results"][-1]["type"] == "game_finished"


def test_a_hand_that_has_ended_and_a_full_page_end_the_waiting_for_the_turn(table):
    other = (table.to_act + 1) % 4
    state = game_get(game_id=UUID(table.id), viewer=table.players[other].pk)
    seq = state.game.seq

    assert not OwnTurn(hands_ended=0, last_on_page=seq).has_come(state)
    assert OwnTurn(hands_ended=-1, last_on_page=seq).has_come(state), "one has ended since"
    assert OwnTurn(hands_ended=0, last_on_page=seq - 1).has_come(state)


def test_after_its_time_the_page_has_what_happened_before_the_turn(live, table):
    seq, seat = table.get()["seq"], (table.to_act + 2) % 4
    answer = asked(live, table, seat, seq, 2, "&wait_for=my_turn")
    table.play_example(random.Random(1))
    page = answer.result(20)[1]
    assert page["results"] == table.get(seat, f"/events?after={seq}")["results"] != []


def test_after_its_time_the_page_is_empty(live, table):
    answer = asked(live, table, 2, table.get()["seq"], 1)
    assert answer.result(20) == (200, {"results": [], "next": None, "previous": None})


def test_a_spectator_waits_on_while_there_is_nothing_for_them(live, table):
    seq = table.get()["seq"]
    path = f"{table.path}/events?after={seq}&wait=2"
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(call, live, path, secret(player()))
        time.sleep(0.5)
        assert table.move(table.to_act, {"type": "draw"}).status_code == 201
        assert answer.result(20) == (200, {"results": [], "next": None, "previous": None})


def test_a_revoked_token_ends_the_waiting(live, table):
    client = table.clients[3]
    answer = asked(live, table, 3, table.get()["seq"], 30)
    [mine] = client.get("/api/v1/auth/tokens").json()["results"]
    assert client.delete(f"/api/v1/auth/tokens/{mine['id']}").status_code == 204
    tokens.clear()

    status, problem = answer.result(20)
    assert (status, problem["code"]) == (401, "invalid_token")


def test_a_process_without_an_event_loop_answers_at_once(table):
    seq = table.get()["seq"]
    assert table.get(0, f"/events?after={seq}&wait=30")["results"] == []
    assert table.get(0, f"/events?after={seq}&wait=30&as_seat=0")["results"] == []


@pytest.mark.parametrize("wait", ["31", "-1", "soon"])
def test_other_times_are_refused(table, wait):
    answer = table.clients[0].get(f"{table.path}/events?wait={wait}")
    assert answer.status_code == 400
    assert [each["path"] for each in answer.json()["errors"]] == ["wait"]
