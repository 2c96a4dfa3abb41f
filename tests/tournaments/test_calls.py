"""A table calls the director: who sees it, who answers, and what can be undone."""

from datetime import UTC, datetime

import pytest

from tests.contract.shapes import conforms
from tests.factories import api, player
from tests.game_time import GameTime
from tests.games_api.tables import Table as Game
from tests.games_api.test_lobby import refused
from tests.tournaments.nights import Night, night, table_of
from tests.tournaments.online_table import Online
from tournaments.models import DirectorCall

pytestmark = pytest.mark.django_db

EVENING = datetime(2030, 1, 1, 20, tzinfo=UTC)
WHY = {"reason": "A card was played twice."}


class Called:
    """A table with real cards, two of whose players have an account."""

    def __init__(self) -> None:
        self.night: Night = night(2, accounts=1, rounds=1)
        self.round = self.night.next_round()
        self.table = table_of(self.round)
        self.one, self.other = map(api, self.night.players.values())
        self.director = api(self.night.director)
        self.path = f"/api/v1/tables/{self.table.pk}/call-director"

    def shown(self, client):
        """The call as the client sees it: at the table, and in the list of the round."""
        table = client.get(f"/api/v1/tables/{self.table.pk}").json()
        [listed] = client.get(f"/api/v1/rounds/{self.round.pk}").json()["tables"]
        conforms("tables_read", table)
        assert listed["call"] == table["call"]
        return table["call"]


@pytest.fixture
def called() -> Called:
    return Called()


def test_the_table_and_directors_see_an_open_call_and_nobody_else(called):
    answer = called.one.post(called.path, WHY)

    assert answer.status_code == 201
    call = answer.json()
    assert (call["reason"], call["answered_at"], call["note"]) == (WHY["reason"], None, None)
    for client in (called.one, called.other, called.director):
        assert called.shown(client) == call
    mine = called.other.get(f"{called.night.path}/my-table").json()
    assert mine["table"]["call"] == call
    for client in (api(), api(player())):
        assert called.shown(client) is None
        log = client.get(f"{called.night.path}/events?limit=200").content.decode()
        assert "the director was called" in log
        assert WHY["reason"] not in log


def test_the_log_of_the_night_says_that_there_was_a_call_and_not_what_about(called):
    called.one.post(called.path, WHY)
    called.director.post(f"{called.path}/answer", {"note": "It goes back."})

    for client in (called.director, called.other):
        log = client.get(f"{called.night.path}/events?limit=200").json()["results"]
        assert [event["type"] for event in log[:2]] == ["call_answered", "director_called"]
        assert WHY["reason"] not in str(log)
        assert "It goes back." not in str(log)


def test_one_call_is_open_and_its_caller_withdraws_it(called, game_time: GameTime):
    game_time.stop(EVENING)
    assert called.one.post(called.path, WHY).status_code == 201
    refused(called.one.post(called.path, WHY), 409, "call_open")
    refused(called.other.post(called.path, WHY), 409, "call_open")
    refused(called.other.delete(called.path), 403, "not_your_call")
    assert called.one.delete(called.path).status_code == 204
    refused(called.one.delete(called.path), 409, "no_call_open")
    assert called.shown(called.one) is None
    game_time.pass_s(45)
    soon = called.other.post(called.path, WHY)
    refused(soon, 429, "rate_limited")
    assert soon["Retry-After"] == "15"
    game_time.pass_s(15)
    assert called.other.post(called.path, WHY).status_code == 201, "a minute after the withdrawal"
    assert DirectorCall.objects.count() == 2, "nothing is lost"


def test_a_director_answers_and_the_table_calls_again_a_minute_later(called, game_time: GameTime):
    game_time.stop(EVENING)
    called.one.post(called.path, WHY)
    note = {"note": "It goes back."}

    answer = called.director.post(f"{called.path}/answer", note)

    assert answer.status_code == 201
    assert answer.json()["note"] == "It goes back."
    assert called.shown(called.other) == answer.json(), "the table reads the note"
    refused(called.director.post(f"{called.path}/answer", {}), 409, "no_call_open")
    game_time.pass_s(45)
    soon = called.other.post(called.path, WHY)
    refused(soon, 429, "rate_limited")
    assert soon["Retry-After"] == "15"
    game_time.pass_s(15)
    assert called.other.post(called.path, WHY).status_code == 201


def test_an_answer_is_undone(called):
    refused(called.director.delete(f"{called.path}/answer"), 409, "no_call_open")
    called.one.post(called.path, WHY)
    refused(called.director.delete(f"{called.path}/answer"), 409, "call_open")
    called.director.post(f"{called.path}/answer", {"note": "The other table."})

    assert called.director.delete(f"{called.path}/answer").status_code == 204

    assert called.shown(called.one)["answered_at"] is None
    log = called.director.get(f"{called.night.path}/events?limit=200").json()["results"]
    acts = [event["type"] for event in log][:3]
    assert acts == ["call_reopened", "call_answered", "director_called"]
    assert called.director.post(f"{called.path}/answer", {}).status_code == 201


def test_an_undone_answer_is_not_that_of_a_call_taken_back_since(called, game_time: GameTime):
    game_time.stop(EVENING)
    called.one.post(called.path, WHY)
    called.director.post(f"{called.path}/answer", {"note": "I come."})
    game_time.pass_s(60)
    assert called.other.post(called.path, {"reason": "Come again."}).status_code == 201
    assert called.other.delete(called.path).status_code == 204
    assert called.director.delete(f"{called.path}/answer").status_code == 204
    shown = called.shown(called.one)
    assert (shown["reason"], shown["answered_at"]) == (WHY["reason"], None)


def test_a_player_calls_a_limited_number_of_times(called, monkeypatch, game_time: GameTime):
    game_time.stop(EVENING)
    monkeypatch.setattr("tournaments.services.calls.CALLS_AT_MOST", 2)
    for _ in range(2):
        assert called.one.post(called.path, WHY).status_code == 201
        assert called.one.delete(called.path).status_code == 204
        game_time.pass_s(60)
    refused(called.one.post(called.path, WHY), 409, "too_many")
    assert called.other.post(called.path, WHY).status_code == 201, "nobody is shut out by another"


@pytest.mark.parametrize("body", [{}, {"reason": ""}, {"reason": "x" * 201}, {"reason": "a\nb"}])
def test_a_call_has_a_reason_of_one_line(called, body):
    refused(called.one.post(called.path, body), 400, "invalid_fields")


def test_who_sits_at_the_game_of_an_online_table_calls_from_there():
    online = Online()
    client, path = api(online.holder), f"{online.path}/call-director"

    call = client.post(path, WHY).json()

    table = online.director.get(f"/api/v1/tables/{online.table.pk}").json()
    assert table["call"] == call
    refused(online.director.post(path, WHY), 403, "not_seated")
    refused(client.post(f"{path}/answer", {}), 403, "not_director")
    assert online.director.post(f"{path}/answer", {}).status_code == 201
    assert online.director.delete(f"{path}/answer").status_code == 204
    assert client.delete(path).status_code == 204


def test_a_player_of_the_game_who_is_in_no_line_up_calls_too():
    online = Online(accounts=2)
    stand_in = online.newcomer().player
    assert stand_in is not None
    seat = {"player": str(stand_in.pk)}
    assert online.director.put(f"{online.path}/seats/0", seat).status_code == 202
    invited = api(stand_in).get("/api/v1/players/me/invitations").json()["results"][0]
    assert api(stand_in).post(f"/api/v1/invitations/{invited['id']}/accept", {}).status_code == 200

    call = api(stand_in).post(f"{online.path}/call-director", WHY)

    assert call.status_code == 201
    assert call.json()["by"]["name"]


def test_outside_tournaments_there_is_no_director():
    game = Game().start()
    refused(game.post(0, "call-director", WHY), 409, "no_director")
    refused(game.clients[0].delete(f"{game.path}/call-director"), 409, "no_director")
    refused(api(player()).post(f"{game.path}/call-director", WHY), 403, "not_seated")
    refused(game.post(0, "call-director/answer"), 403, "not_director")


def test_nobody_calls_when_the_round_is_over(called):
    called.director.post(
        f"/api/v1/tables/{called.table.pk}/corrections", {"reason": "Late.", "end": "void"}
    )
    called.night.close(called.round)
    refused(called.one.post(called.path, WHY), 409, "wrong_state")
