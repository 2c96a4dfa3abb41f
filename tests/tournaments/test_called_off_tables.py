"""Online tables that a director decides, closes or calls off: their games end, and why is said."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.choices import GameStatus
from games.models import DealSecret, Game
from games.services.abandon import game_abandon
from games.services.rebuild import game_check
from tests.factories import api, player
from tests.games_api.test_lobby import refused
from tests.tournaments.nights import Night, night, player_at, seen_now, table_of, tournament_cancel
from tests.tournaments.paper import hand
from tournaments.models import Round, Table
from tournaments.services.publication import round_publish
from tournaments.services.results import game_result_record, round_collect

pytestmark = [pytest.mark.django_db, pytest.mark.full]

ROOT = "/api/v1"
REASON = "Their train did not come."


@pytest.fixture
def evening() -> Night:
    return night(2, accounts=2, venue="online", rounds=1, hands_per_round=1)


def _playing(evening: Night) -> tuple[Round, Table]:
    round_ = evening.next_round()
    return round_, table_of(round_)


def _game(table: Table) -> Game:
    assert table.game_id is not None
    return Game.objects.get(pk=table.game_id)


DECISIONS = [
    pytest.param({"end": "awarded", "award": [1200, 0]}, id="awarded"),
    pytest.param({"end": "forfeit", "winner": 0}, id="forfeit"),
    pytest.param({"end": "void"}, id="void"),
]


@pytest.mark.parametrize("body", DECISIONS)
def test_a_table_that_a_director_decides_ends_its_game_and_its_players_read_why(evening, body):
    _, table = _playing(evening)
    director = api(evening.director)

    answer = director.post(f"{ROOT}/tables/{table.id}/corrections", {"reason": REASON, **body})

    assert answer.status_code == 201, answer.content
    game = _game(table)
    assert game.status == GameStatus.ABANDONED
    path = f"{ROOT}/games/{game.id}"
    seen = api(player_at(table, 0)).get(path).json()
    assert (seen["result"]["end"], seen["result"]["reason"]) == ("abandoned", REASON)
    assert "reason" not in api(player()).get(path).json()["result"]
    assert not game_result_record(game_id=game.id)
    assert table.results.count() == 1
    assert game_check(game.id) == []


def test_a_slip_in_the_table_ends_no_running_game(evening):
    _, table = _playing(evening)
    director, path = api(evening.director), f"{ROOT}/tables/{table.id}/corrections"
    body = {"reason": REASON, "hands": [hand(500, 300)]}
    refused(director.post(path, body), 409, "played_online")
    assert _game(table).status == GameStatus.ACTIVE
    director.post(f"{ROOT}/games/{_game(table).id}/abandon", {"reason": REASON})
    assert director.post(path, body).status_code == 201


def test_a_table_whose_game_was_ended_has_no_result_until_the_director_gives_one(evening):
    round_, table = _playing(evening)
    game_abandon(game_id=_game(table).id, by=evening.director, reason=REASON)

    assert not game_result_record(game_id=_game(table).id)
    round_collect(round_id=round_.id)
    assert not table.results.exists()
    director = api(evening.director)
    closing = director.post(f"{ROOT}/rounds/{round_.id}/close")
    assert refused(closing, 409, "results_missing")["facts"] == {"tables": [table.number]}

    body = {"reason": REASON, "end": "awarded", "award": [700, 700]}
    assert director.post(f"{ROOT}/tables/{table.id}/corrections", body).status_code == 201
    assert director.post(f"{ROOT}/rounds/{round_.id}/close").status_code == 200


def test_a_second_decision_does_not_change_the_ended_game(evening):
    _, table = _playing(evening)
    director, body = api(evening.director), {"reason": REASON, "end": "void"}
    director.post(f"{ROOT}/tables/{table.id}/corrections", body)
    version = _game(table).version

    body |= {"reason": "Misread.", **seen_now(table.id)}
    again = director.post(f"{ROOT}/tables/{table.id}/corrections", body)

    assert again.status_code == 201
    assert _game(table).version == version


def test_a_tournament_that_is_called_off_ends_its_games_and_says_so(evening):
    _, table = _playing(evening)
    tournament_cancel(tournament_id=evening.tournament.id, by=evening.director)

    seen = api(player_at(table, 1)).get(f"{ROOT}/games/{table.game_id}").json()
    assert seen["status"] == "abandoned"
    assert seen["result"]["reason"] == "The tournament was called off."


def test_a_director_ends_a_tables_game_and_its_players_only_together(evening):
    _, table = _playing(evening)
    path = f"{ROOT}/games/{table.game_id}/abandon"

    asked = api(player_at(table, 0)).post(path, {"reason": "bad cards"})
    assert (asked.status_code, len(asked.json()["consent"]["seats"])) == (202, 3)
    publisher = api(evening.director, "games:play", "games:read")
    refused(publisher.post(path, {}), 403, "not_seated")
    refused(api(player("Stranger")).post(path, {}), 403, "not_seated")
    assert _game(table).status == GameStatus.ACTIVE

    ended = api(evening.admin, "tournaments:manage").post(path, {"reason": REASON})
    assert (ended.status_code, ended.json()["status"]) == (200, "abandoned")
    seen = api(player_at(table, 1)).get(f"{ROOT}/games/{table.game_id}").json()
    assert (seen["result"]["reason"], seen["consent"]) == (REASON, None)


def test_a_director_closes_the_lobby_of_a_table_and_its_players_and_others_do_not(evening):
    round_ = evening.draw()
    start = timezone.now() + timedelta(hours=1)
    round_publish(round_id=round_.id, by=evening.director, starts_at=start)
    table = table_of(round_)
    path = f"{ROOT}/games/{table.game_id}"

    refused(api(player_at(table, 0)).delete(path), 403, "not_director")
    refused(api(evening.director, "games:play", "games:read").delete(path), 403, "not_director")
    colleague = api(evening.admin, "tournaments:manage")
    assert colleague.delete(path).status_code == 204
    assert _game(table).status == GameStatus.ABANDONED
    refused(colleague.delete(path), 409, "game_not_in_lobby")


def test_a_director_replaces_anybody_at_a_running_table_and_no_line_up_changes(evening):
    _, table = _playing(evening)
    path = f"{ROOT}/games/{table.game_id}/seats/0"
    line_up = list(table.seats.values_list("seat", "member"))
    refused(api(player_at(table, 1)).put(path, {"bot": "random"}), 403, "not_director")
    publisher = api(evening.director, "games:play")
    refused(publisher.put(path, {"bot": "random"}), 403, "not_director")
    outsider = api(player("Stranger"), "tournaments:manage")
    refused(outsider.put(path, {"bot": "random"}), 403, "not_director")

    director = api(evening.admin, "tournaments:manage")
    seated = director.put(path, {"bot": "random"})

    assert (seated.status_code, seated.json()["seats"][0]["kind"]) == (200, "bot")
    assert list(table.seats.values_list("seat", "member")) == line_up
    assert game_check(_game(table).id) == []


def test_who_a_director_wants_in_a_persons_place_is_asked_and_who_was_put_out_stays_out(evening):
    _, table = _playing(evening)
    game = f"{ROOT}/games/{table.game_id}"
    out = _game(table).stints.get(number=0).player
    guest = player("Guest")
    director = api(evening.director)
    assert director.put(f"{game}/seats/0", {"player": str(guest.pk)}).status_code == 202
    assert director.get(game).json()["seats"][0]["player"]["id"] == str(out.pk)

    client = api(guest)
    (asked,) = client.get(f"{ROOT}/players/me/invitations").json()["results"]
    assert client.post(f"{ROOT}/invitations/{asked['id']}/accept", {}).status_code == 200

    assert client.get(game).json()["you"] == {"seat": 0}
    refused(api(out).post(f"{game}/seats", {}), 409, "game_not_in_lobby")


def test_who_was_put_out_for_a_bot_does_not_come_back_uninvited(evening):
    _, table = _playing(evening)
    game = f"{ROOT}/games/{table.game_id}"
    out = _game(table).stints.get(number=0).player
    director = api(evening.director)
    director.put(f"{game}/seats/0", {"bot": "novice"})
    refused(api(out).post(f"{game}/seats", {}), 409, "game_not_in_lobby")
    assert director.put(f"{game}/seats/0", {"player": str(out.pk)}).status_code == 202
    assert api(out).post(f"{game}/seats", {}).json()["you"] == {"seat": 0}


def _asked(guest) -> str:
    """The address of the one invitation that waits for the player."""
    (asked,) = api(guest).get(f"{ROOT}/players/me/invitations").json()["results"]
    return f"{ROOT}/invitations/{asked['id']}"


def test_who_is_invited_to_any_seat_takes_nobodys(evening):
    _, table = _playing(evening)
    game, guest = f"{ROOT}/games/{table.game_id}", player("Guest")
    director = api(evening.director)
    assert director.post(f"{game}/invitations", {"player": str(guest.pk)}).status_code == 201

    refused(api(guest).post(f"{game}/seats", {"seat": 2}), 409, "seat_taken")
    refused(api(guest).post(f"{game}/seats", {"seat": 7}), 422, "no_such_seat")
    refused(api(guest).post(f"{_asked(guest)}/accept", {}), 409, "game_full")


def test_a_seat_is_taken_from_the_one_who_sat_there_when_it_was_offered_and_from_nobody_else(
    evening,
):
    _, table = _playing(evening)
    game, guest = f"{ROOT}/games/{table.game_id}", player("Guest")
    director = api(evening.director)
    director.put(f"{game}/seats/0", {"bot": "novice"})
    director.put(f"{game}/seats/0", {"player": str(guest.pk)})
    asked, other = _asked(guest), player("Other")
    director.put(f"{game}/seats/0", {"player": str(other.pk)})
    assert api(other).post(f"{game}/seats", {}).status_code == 201

    refused(api(guest).post(f"{asked}/accept", {}), 409, "seat_taken")


def test_who_is_offered_the_first_seat_sits_down_at_no_other(evening):
    _, table = _playing(evening)
    game, guest = f"{ROOT}/games/{table.game_id}", player("Guest")
    director = api(evening.director)
    director.put(f"{game}/seats/2", {"bot": "novice"})
    director.put(f"{game}/seats/0", {"player": str(guest.pk)})

    refused(api(guest).post(f"{game}/seats", {"seat": 2}), 409, "game_not_in_lobby")

    assert api(guest).post(f"{game}/seats", {"seat": 0}).json()["you"] == {"seat": 0}


def test_a_director_takes_any_offer_of_a_seat_back_and_others_their_own(evening):
    _, table = _playing(evening)
    game, guest = f"{ROOT}/games/{table.game_id}", player("Guest")
    director = api(evening.director)
    director.put(f"{game}/seats/0", {"player": str(guest.pk)})
    asked, withdrawn = _asked(guest), f"{game}/invitations/{guest.pk}"

    refused(api(player_at(table, 1)).delete(withdrawn), 404, "not_found")
    assert api(evening.admin, "tournaments:manage").delete(withdrawn).status_code == 204

    refused(api(guest).post(f"{asked}/accept", {}), 409, "invitation_over")
    refused(director.delete(withdrawn), 404, "not_found")


def test_a_table_whose_game_was_ended_begins_again_with_other_cards(evening):
    round_, table = _playing(evening)
    former, director = _game(table), api(evening.director)
    path = f"{ROOT}/tables/{table.id}/game"
    refused(director.post(path, {"reason": REASON}), 409, "tables_at_play")
    game_abandon(game_id=former.id, by=evening.director, reason=REASON)

    assert director.post(path, {"reason": REASON}).status_code == 201

    game = _game(table_of(round_))
    assert game.id != former.id
    assert game.status == GameStatus.ACTIVE
    deals = DealSecret.objects.filter(game__in=[former.id, game.id], hand=1)
    assert len(set(deals.values_list("commitment", flat=True))) == 2
    mine = api(player_at(table_of(round_), 0)).get(f"{evening.path}/my-table").json()
    assert mine["table"]["game"] == str(game.id)
    award = {"reason": REASON, "end": "awarded", "award": [700, 700]}
    assert director.post(f"{ROOT}/tables/{table.id}/corrections", award).status_code == 201
    refused(director.post(path, {"reason": REASON}), 409, "results_entered")


def test_a_night_that_was_called_off_by_mistake_is_played_to_its_end_online(evening):
    round_, table = _playing(evening)
    tournament_cancel(tournament_id=evening.tournament.id, by=evening.director)
    director = api(evening.director)
    path = f"{ROOT}/tables/{table.id}/game"
    refused(director.post(path, {"reason": REASON}), 409, "wrong_state")
    assert director.post(f"{evening.path}/reopen", {"reason": REASON}).status_code == 200
    assert director.post(path, {"reason": REASON}).status_code == 201
    assert _game(table_of(round_)).status == GameStatus.ACTIVE


def test_only_a_director_begins_again_and_only_online_on_deals_of_the_tables_own():
    shared = night(4, accounts=2, venue="online", rounds=1, duplicate=True)
    _, table = _playing(shared)
    path = f"{ROOT}/tables/{table.id}/game"
    refused(api(player_at(table, 0)).post(path, {"reason": REASON}), 403, "not_director")
    game_abandon(game_id=_game(table).id, by=shared.director, reason=REASON)
    answer = api(shared.director).post(path, {"reason": REASON})
    refused(answer, 409, "deals_for_all")
    assert "`/unpublish` of the round gives all tables new deals" in answer.json()["detail"]
    paper = night(4, publish=True)
    at = f"{ROOT}/tables/{table_of(paper.tournament.rounds.get()).id}/game"
    refused(api(paper.director).post(at, {"reason": REASON}), 409, "not_online")
