"""Nobody is seated without agreeing: invitations, answers, and what becomes of the others."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Invitation
from games.services import invitations
from samba_service.accounts.choices import Scope
from tests.factories import NOBODY, api, bot, erase, player
from tests.games_api.tables import GAMES, Table
from tests.games_api.test_lobby import refused

pytestmark = pytest.mark.django_db

MINE = "/api/v1/players/me/invitations"


def wait_for(client, path=MINE):
    """The invitations that wait for the caller's answer, the newest first."""
    answer = client.get(path)
    assert answer.status_code == 200, answer.content
    return answer.json()["results"]


def answered(client, verb, invitation):
    return client.post(f"/api/v1/invitations/{invitation['id']}/{verb}", {})


def wanted(table, seat, who):
    """The creator wants somebody at a seat."""
    return table.clients[0].put(
        f"{table.path}/seats/{seat}", {"player": str(table.players[who].pk)}
    )


def sitting(table):
    return [seat["player"] and seat["player"]["name"] for seat in table.get()["seats"]]


def test_whom_the_creator_wants_at_a_seat_sits_there_after_accepting_and_not_before():
    table = Table()
    answer = wanted(table, 2, 3)
    assert (answer.status_code, answer.json()["seats"][2]["player"]) == (202, None)
    [invitation] = wait_for(table.clients[3])
    assert (invitation["kind"], invitation["game"], invitation["seat"]) == ("game", table.id, 2)
    assert (invitation["by"]["name"], invitation["state"]) == ("Ana", "open")
    assert sitting(table) == ["Ana", None, None, None]
    accepted = answered(table.clients[3], "accept", invitation)
    assert (accepted.status_code, accepted.json()["state"]) == (200, "accepted")
    assert sitting(table) == ["Ana", None, "Dan", None]
    assert wait_for(table.clients[3]) == []


def test_who_declines_sits_nowhere_and_a_private_game_is_unknown_to_them_again():
    table = Table(visibility="private")
    table.post(0, "invitations", {"player": str(table.players[1].pk)})
    assert table.clients[1].get(table.path).status_code == 200
    [invitation] = wait_for(table.clients[1])
    assert answered(table.clients[1], "decline", invitation).json()["state"] == "declined"
    refused(table.clients[1].get(table.path), 404, "not_found")
    assert sitting(table) == ["Ana", None, None, None]
    over = refused(answered(table.clients[1], "accept", invitation), 409, "invitation_over")
    assert over["facts"] == {"state": "declined"}


def test_players_named_at_creation_are_invited_and_ones_own_bot_sits_down():
    ana, ben = player("Ana"), player("Ben")
    engine, others = bot(ana), bot(ben)
    players = {"1": str(ben.pk), "2": str(engine.pk), "3": str(others.pk)}
    game = api(ana).post(GAMES, {"ruleset": "classic", "players": players}).json()
    names = [seat["player"] and seat["player"]["id"] for seat in game["seats"]]
    assert names == [str(ana.pk), None, str(engine.pk), None]
    theirs = {each["player"]["id"]: each for each in wait_for(api(ben))}
    assert theirs.keys() == {str(ben.pk), str(others.pk)}
    assert answered(api(ben), "accept", theirs[str(others.pk)]).status_code == 200
    seats = api(ana).get(f"{GAMES}/{game['id']}").json()["seats"]
    assert seats[3]["player"]["id"] == str(others.pk)


def test_the_bot_itself_may_accept_for_whom_its_owner_wrote_it():
    table = Table()
    engine = bot(table.players[1])
    table.post(0, "invitations", {"player": str(engine.pk)})
    [invitation] = wait_for(api(engine))
    assert answered(api(engine), "accept", invitation).status_code == 200
    assert table.get()["seats"][1]["kind"] == "bot"


def test_an_invitation_holds_no_seat():
    table = Table()
    wanted(table, 1, 3)
    table.post(1, "seats", {"seat": 1})
    [invitation] = wait_for(table.clients[3])
    refused(answered(table.clients[3], "accept", invitation), 409, "seat_taken")
    assert [each["id"] for each in wait_for(table.clients[3])] == [invitation["id"]]


def test_an_invitation_to_any_seat_takes_the_first_free_one_or_none():
    table = Table(bots={"1": "novice"})
    for who in (1, 3):
        table.post(0, "invitations", {"player": str(table.players[who].pk)})
    table.post(2, "seats", {"seat": 3})
    [first], [second] = wait_for(table.clients[1]), wait_for(table.clients[3])
    assert answered(table.clients[1], "accept", first).status_code == 200
    assert sitting(table) == ["Ana", "Novice bot", "Ben", "Cleo"]
    refused(answered(table.clients[3], "accept", second), 409, "game_full")


def test_a_house_bot_gives_its_seat_to_the_player_who_was_wanted_there():
    table = Table(bots={"1": "novice"})
    assert wanted(table, 1, 3).status_code == 202
    assert sitting(table)[1] == "Novice bot"
    [invitation] = wait_for(table.clients[3])
    answered(table.clients[3], "accept", invitation)
    assert sitting(table)[1] == "Dan"


def test_nobody_is_sent_away_for_a_player_who_has_not_agreed():
    table = Table().sit()
    other = {"player": str(player().pk)}
    refused(table.clients[0].put(f"{table.path}/seats/1", other), 409, "seat_taken")
    refused(wanted(table, 1, 2), 409, "already_seated")
    body = {"player": str(table.players[2].pk)}
    refused(table.post(0, "invitations", body), 409, "already_seated")


def test_who_sits_down_by_another_way_has_answered():
    table = Table()
    wanted(table, 1, 3)
    table.clients[3].post(f"{GAMES}/join", {"code": table.created["join_code"]})
    assert wait_for(table.clients[3]) == []
    assert Invitation.objects.get().state == "accepted"


def test_an_invitation_lapses_when_the_game_begins():
    table = Table(bots={"1": "novice", "2": "novice", "3": "novice"})
    wanted(table, 1, 3)
    [invitation] = wait_for(table.clients[3])
    assert table.post(0, "start").status_code == 200
    assert wait_for(table.clients[3]) == []
    over = refused(answered(table.clients[3], "accept", invitation), 409, "invitation_over")
    assert over["facts"] == {"state": "lapsed"}


def test_an_invitation_lapses_after_14_days_and_can_be_sent_again():
    table = Table()
    wanted(table, 1, 3)
    old = timezone.now() - timedelta(days=14, seconds=1)
    Invitation.objects.update(created_at=old + timedelta(minutes=10))
    [invitation] = wait_for(table.clients[3])
    Invitation.objects.update(created_at=old)
    assert wait_for(table.clients[3]) == []
    over = refused(answered(table.clients[3], "accept", invitation), 409, "invitation_over")
    assert over["facts"] == {"state": "lapsed"}
    wanted(table, 2, 3)
    assert [each["seat"] for each in wait_for(table.clients[3])] == [2]


def test_who_is_invited_twice_by_one_is_asked_once():
    table = Table()
    for seat in (1, 1, 2):
        assert wanted(table, seat, 3).status_code == 202
    assert [each["seat"] for each in wait_for(table.clients[3])] == [2]


def test_others_invitations_are_unknown():
    table = Table()
    wanted(table, 1, 3)
    [invitation] = wait_for(table.clients[3])
    for verb in ("accept", "decline"):
        for client in (table.clients[0], table.clients[1]):
            refused(answered(client, verb, invitation), 404, "not_found")
        refused(answered(table.clients[1], verb, {"id": str(NOBODY)}), 404, "not_found")
    assert len(wait_for(table.clients[3])) == 1


def test_a_token_for_tournaments_accepts_no_invitation_to_a_game():
    table = Table()
    wanted(table, 1, 3)
    [invitation] = wait_for(table.clients[3])
    client = api(table.players[3], Scope.TOURNAMENTS_PLAY)
    problem = refused(answered(client, "accept", invitation), 403, "insufficient_scope")
    assert problem["facts"] == {"needs": ["games:play"]}


def test_one_account_has_at_most_30_unanswered_invitations(monkeypatch):
    monkeypatch.setattr(invitations, "OPEN_AT_MOST", 2)
    table, other = Table(), Table()
    ana = api(table.players[0])
    game = ana.post(GAMES, {"ruleset": "classic"}).json()["id"]
    assert wanted(table, 1, 1).status_code == 202
    second = {"player": str(table.players[2].pk)}
    assert ana.post(f"{GAMES}/{game}/invitations", second).status_code == 201
    problem = refused(wanted(table, 3, 3), 409, "too_many")
    assert problem["facts"] == {"what": "unanswered invitations", "limit": 2}
    assert wanted(other, 1, 1).status_code == 202, "another account has its own"
    [invitation] = wait_for(table.clients[1])
    answered(table.clients[1], "decline", invitation)
    assert wanted(table, 3, 3).status_code == 202


def test_the_bots_of_an_account_invite_on_its_behalf(monkeypatch):
    monkeypatch.setattr(invitations, "OPEN_AT_MOST", 2)
    table = Table()
    engine = api(bot(table.players[0]))
    game = engine.post(GAMES, {"ruleset": "classic"}).json()["id"]
    for guest in table.players[1:3]:
        body = {"player": str(guest.pk)}
        assert engine.post(f"{GAMES}/{game}/invitations", body).status_code == 201
    refused(wanted(table, 3, 3), 409, "too_many")


def test_the_31st_player_is_not_invited_while_30_have_not_answered():
    table = Table()
    invite = [table.post(0, "invitations", {"player": str(player().pk)}) for _ in range(31)]
    assert [answer.status_code for answer in invite] == [201] * 30 + [409]


def test_a_house_bot_is_put_into_its_seat_and_not_invited():
    novice = Table(bots={"1": "novice"}).get()["seats"][1]["player"]["id"]
    table = Table()
    refused(table.post(0, "invitations", {"player": novice}), 400, "invalid_fields")
    filled = table.clients[0].put(f"{table.path}/seats/2", {"player": novice})
    assert (filled.status_code, filled.json()["seats"][2]["kind"]) == (200, "bot")


def test_who_accepts_twice_by_one_key_sits_down_once():
    table = Table()
    wanted(table, 1, 3)
    [invitation] = wait_for(table.clients[3])
    path, key = f"/api/v1/invitations/{invitation['id']}/accept", {"Idempotency-Key": "once"}
    first = table.clients[3].post(path, {}, headers=key)
    again = table.clients[3].post(path, {}, headers=key)
    assert (first.content, again["Idempotent-Replayed"]) == (again.content, "true")


def test_who_stood_up_at_a_private_table_may_sit_down_again():
    table = Table(visibility="private")
    table.post(0, "invitations", {"player": str(table.players[1].pk)})
    table.post(1, "seats", {})
    table.clients[1].delete(f"{table.path}/seats/me")
    assert table.post(1, "seats", {}).status_code == 201
    refused(table.post(2, "seats", {}), 404, "not_found")


@pytest.mark.parametrize("path", [MINE, "/api/v1/players/me/waiting"])
def test_who_follows_the_cursor_to_the_end_misses_nothing_that_waited(path):
    ana = player("Ana")
    tables = [Table() for _ in range(5)]
    for table in tables:
        assert table.post(0, "invitations", {"player": str(ana.pk)}).status_code == 201
    Invitation.objects.update(created_at=timezone.now() - timedelta(hours=1))  # all at once
    client, found, url = api(ana), [], f"{path}?limit=2"
    while url is not None:
        page = client.get(url).json()
        found += [each["game"] for each in page["results"]]
        if len(found) == 2:  # something new, and one that was seen goes
            late = Table()
            late.post(0, "invitations", {"player": str(ana.pk)})
            [seen] = [each for each in wait_for(client) if each["game"] == found[0]]
            answered(client, "decline", seen)
        url = page["next"]
    assert sorted(found) == sorted(table.id for table in tables)


def test_turns_and_tables_are_among_what_waits_whatever_the_limit():
    table = Table(dealer=0).start()
    ben = table.clients[1]
    games = [ben.post(GAMES, {"ruleset": "classic"}).json()["id"] for _ in range(3)]
    other = Table()
    other.post(0, "invitations", {"player": str(table.players[1].pk)})
    found, url = [], "/api/v1/players/me/waiting?limit=1"
    while url is not None:
        page = ben.get(url).json()
        found += [(each["type"], each["game"]) for each in page["results"]]
        url = page["next"]
    lobbies = [("my_table", each) for each in reversed(games)]
    assert found == [("invited", other.id), *lobbies, ("my_turn", table.id)]


@pytest.mark.parametrize("cursor", ["x", "eA==", "MjAyNi0xMS0yMCB4", "é"])
@pytest.mark.parametrize("path", [MINE, "/api/v1/players/me/waiting"])
def test_a_forged_cursor_is_refused(path, cursor):
    refused(api(player()).get(f"{path}?cursor={cursor}"), 400, "invalid_cursor")


def test_the_erased_are_asked_nothing_and_ask_nobody():
    table = Table()
    wanted(table, 1, 3)
    table.post(0, "invitations", {"player": str(table.players[1].pk)})
    assert erase(table.clients[1]).status_code == 204
    assert erase(table.clients[0]).status_code == 204
    assert not Invitation.objects.exists()
