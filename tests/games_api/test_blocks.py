"""Whom somebody blocked keeps away from them, and learns nothing of it."""

import pytest

from tests.factories import NOBODY, api, bot, erase, player
from tests.games_api.tables import GAMES, Table
from tests.games_api.test_invitations import MINE, answered, wait_for, wanted
from tests.games_api.test_lobby import refused

pytestmark = pytest.mark.django_db

BLOCKS = "/api/v1/players/me/blocks"


def block(client, who):
    answer = client.put(f"{BLOCKS}/{who.pk}", {})
    assert answer.status_code == 200, answer.content
    return answer.json()


def shape(answer):
    """What a caller can distinguish an answer by, except ids and times."""
    body = answer.json()
    ids = {"id", "instance", "created_at", "join_code", "next_commitment"}
    return (
        answer.status_code,
        sorted(answer.headers),
        {k: v for k, v in body.items() if k not in ids},
    )


def test_blocks_are_made_read_and_taken_back():
    ana, ben = player("Ana"), player("Ben")
    client = api(ana)
    refused(client.get(f"{BLOCKS}/{ben.pk}"), 404, "not_found")
    made = block(client, ben)
    assert made["player"]["name"] == "Ben"
    assert client.get(f"{BLOCKS}/{ben.pk}").json() == made == block(client, ben)
    assert client.get(BLOCKS).json()["results"] == [made]
    assert api(ben).get(BLOCKS).json()["results"] == []
    for _ in range(2):
        assert client.delete(f"{BLOCKS}/{ben.pk}").status_code == 204
    assert client.get(BLOCKS).json()["results"] == []


def test_nobody_blocks_themselves_their_bots_or_a_house_bot():
    table = Table(bots={"1": "novice"})
    ana = table.players[0]
    novice = table.get()["seats"][1]["player"]["id"]
    for who in (ana.pk, bot(ana).pk, novice):
        refused(table.clients[0].put(f"{BLOCKS}/{who}", {}), 422, "not_blockable")
    refused(table.clients[0].put(f"{BLOCKS}/{NOBODY}", {}), 404, "not_found")


def test_an_account_blocks_a_limited_number(monkeypatch):
    monkeypatch.setattr("games.services.blocks.BLOCKS_AT_MOST", 1)
    client = api(player())
    block(client, player())
    refused(client.put(f"{BLOCKS}/{player().pk}", {}), 409, "too_many")


def test_who_was_removed_and_blocked_before_a_private_game_does_not_see_it_played():
    table = Table(visibility="private")
    table.post(0, "invitations", {"player": str(table.players[1].pk)})
    assert table.post(1, "seats", {"seat": 1}).status_code == 201
    for seat in (1, 2, 3):
        answer = table.clients[0].put(f"{table.path}/seats/{seat}", {"bot": "novice"})
        assert answer.status_code == 200
    block(table.clients[0], table.players[1])
    refused(table.clients[1].get(table.path), 404, "not_found")

    assert table.post(0, "start", {}).status_code == 200

    for tail in ("", "/events", "/ruleset"):
        refused(table.clients[1].get(f"{table.path}{tail}"), 404, "not_found")


@pytest.mark.parametrize("way", ["seat", "invitation"])
def test_an_invitation_by_a_blocked_player_is_answered_as_ever_and_reaches_nobody(way):
    table = Table(visibility="private")
    block(table.clients[1], table.players[0])
    if way == "seat":
        blocked, other = wanted(table, 1, 1), wanted(table, 1, 2)
        assert shape(blocked) == shape(other)
    else:
        blocked, other = (
            table.post(0, "invitations", {"player": str(table.players[who].pk)}) for who in (1, 2)
        )
        assert (blocked.status_code, blocked.json().keys()) == (201, other.json().keys())
    assert wait_for(table.clients[1]) == []
    assert wait_for(table.clients[1], "/api/v1/players/me/waiting") == []
    refused(table.clients[1].get(table.path), 404, "not_found")
    [seen] = wait_for(table.clients[2])
    assert seen["by"]["name"] == "Ana"


def test_an_open_invitation_is_hidden_by_a_block_and_shown_after_it():
    table = Table()
    wanted(table, 1, 1)
    [invitation] = wait_for(table.clients[1])
    block(table.clients[1], table.players[0])
    assert wait_for(table.clients[1]) == []
    refused(answered(table.clients[1], "accept", invitation), 404, "not_found")
    table.clients[1].delete(f"{BLOCKS}/{table.players[0].pk}")
    assert answered(table.clients[1], "accept", invitation).status_code == 200


def test_another_at_the_table_may_still_invite_who_blocked_its_creator_but_they_do_not_sit_there():
    table = Table()
    table.post(2, "seats", {})
    block(table.clients[1], table.players[0])
    assert table.post(2, "invitations", {"player": str(table.players[1].pk)}).status_code == 201
    [invitation] = wait_for(table.clients[1])
    refused(answered(table.clients[1], "accept", invitation), 409, "player_blocked")


def test_who_blocked_a_player_does_not_invite_them_and_reads_why():
    table = Table()
    block(table.clients[0], table.players[1])
    refused(wanted(table, 1, 1), 409, "player_blocked")
    refused(
        table.post(0, "invitations", {"player": str(table.players[1].pk)}), 409, "player_blocked"
    )


def ways_in(table, who):
    """Every way to sit down there, as that client tries it."""
    return [
        table.post(who, "seats", {}),
        table.post(who, "seats", {"seat": 3}),
        table.post(who, "seats", {"seat": 5}),
        table.clients[who].post(f"{GAMES}/join", {"code": table.created["join_code"]}),
    ]


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_to_a_blocked_player_the_lobby_is_not_there(visibility: str):
    table, eve = Table(visibility=visibility), api(player("Eve"))
    private = Table(visibility="private")
    block(table.clients[0], table.players[3])
    for one, other in zip(ways_in(table, 3)[:3], ways_in(private, 3)[:3], strict=True):
        assert shape(one) == shape(other)
    refused(ways_in(table, 3)[3], 404, "not_found")
    for tail in ("", "/events", "/record"):
        refused(table.clients[3].get(f"{table.path}{tail}"), 404, "not_found")
        assert eve.get(f"{table.path}{tail}").status_code == 200
    assert found(table, 3) == []
    assert found(table, 2) == ([table.created["id"]] if visibility == "public" else [])
    assert table.post(2, "seats", {"seat": 3}).status_code == 201, "others sit down"
    block(table.clients[2], table.players[0])
    assert table.clients[0].get(table.path).status_code == 200, "who created it sees it"
    assert found(table, 0) == [table.created["id"]]


def found(table, who):
    """The lobbies that this client finds in the list."""
    return [
        each["id"] for each in table.clients[who].get(f"{GAMES}?status=lobby").json()["results"]
    ]


def test_a_lobby_is_not_there_for_who_is_blocked_by_somebody_that_sat_down_or_owns_a_bot_there():
    table = Table(visibility="public")
    table.post(1, "seats", {})
    block(table.clients[1], table.players[3])
    engine = bot(table.players[2])
    api(engine).post(f"{table.path}/seats", {})
    eve = player("Eve")
    block(table.clients[2], eve)
    for client in (table.clients[3], api(eve)):
        refused(client.get(table.path), 404, "not_found")
        listed = client.get(f"{GAMES}?status=lobby").json()["results"]
        assert listed == []
    table.clients[1].delete(f"{table.path}/seats/me")
    assert table.clients[3].get(table.path).status_code == 200


def test_a_bot_account_is_barred_with_its_owner_and_the_owner_with_nobody():
    table = Table()
    engine = bot(table.players[3])
    block(table.clients[0], table.players[3])
    refused(api(engine).post(f"{table.path}/seats", {}), 404, "not_found")
    other = Table()
    block(other.clients[0], bot(other.players[3]))
    assert other.post(3, "seats", {}).status_code == 201


def test_a_block_by_anybody_who_sits_there_bars_and_works_both_ways():
    table = Table()
    table.post(1, "seats", {})
    block(table.clients[1], table.players[2])
    refused(table.post(2, "seats", {}), 404, "not_found")
    theirs = Table()
    block(api(table.players[3]), theirs.players[0])
    refused(api(table.players[3]).post(f"{theirs.path}/seats", {}), 409, "player_blocked")


@pytest.mark.parametrize("offer", ["seat", "any"])
def test_an_invitation_to_a_running_table_seats_nobody_with_a_player_who_blocked_them(offer: str):
    table, eve = Table(away="wait").start(), player("Eve")
    table.clients[2].delete(f"{table.path}/seats/me")
    block(table.clients[1], eve)
    body = {"player": str(eve.pk)}
    if offer == "seat":
        assert table.clients[0].put(f"{table.path}/seats/2", body).status_code == 202
    else:
        assert table.post(0, "invitations", body).status_code == 201
    [invitation] = wait_for(api(eve))
    code = "seat_taken" if offer == "seat" else "game_full"
    refused(answered(api(eve), "accept", invitation), 409, code)
    refused(api(eve).post(f"{table.path}/seats", {}), 409, code)
    table.clients[1].delete(f"{BLOCKS}/{eve.pk}")
    assert answered(api(eve), "accept", invitation).status_code == 200


def test_a_partnership_with_a_player_who_blocked_the_founder_is_never_seen():
    ana, ben, cleo = player("Ana"), player("Ben"), player("Cleo")
    block(api(ben), ana)
    to_ben, to_cleo = (
        api(ana).post("/api/v1/partnerships", {"players": [str(each.pk)]}) for each in (ben, cleo)
    )
    assert (to_ben.status_code, to_ben.json()["state"]) == (201, to_cleo.json()["state"])
    path = f"/api/v1/partnerships/{to_ben.json()['id']}"
    assert api(ben).get("/api/v1/partnerships").json()["results"] == []
    refused(api(ben).get(path), 404, "not_found")
    refused(api(ben).post(f"{path}/accept", {}), 404, "not_found")
    assert api(ana).get(path).json()["state"] == "invited"
    refused(
        api(ben).post("/api/v1/partnerships", {"players": [str(ana.pk)]}), 409, "player_blocked"
    )


def test_unanswered_partnerships_count_among_the_invitations(monkeypatch):
    monkeypatch.setattr("games.services.invitations.OPEN_AT_MOST", 1)
    table = Table()
    body = {"players": [str(table.players[1].pk)]}
    assert table.clients[0].post("/api/v1/partnerships", body).status_code == 201
    refused(wanted(table, 1, 2), 409, "too_many")
    other = {"players": [str(table.players[2].pk)]}
    refused(table.clients[0].post("/api/v1/partnerships", other), 409, "too_many")


def test_the_erased_are_in_nobodys_list():
    ana, ben = player("Ana"), player("Ben")
    block(api(ana), ben)
    block(api(ben), ana)
    erase(api(ben))
    assert api(ana).get(BLOCKS).json()["results"] == []
    assert api(ana).get(MINE).json()["results"] == []


@pytest.mark.parametrize("away", ["bot", "wait"])
def test_a_block_keeps_nobody_from_their_own_seat_of_a_game_that_has_begun(away):
    table = Table(away=away).start()
    block(table.clients[0], table.players[1])
    assert table.clients[1].delete(f"{table.path}/seats/me").status_code == 204
    assert table.clients[1].post(f"{table.path}/seats", {}).status_code == 201
    assert table.get()["seats"][1]["player"]["id"] == str(table.players[1].pk)
