"""Seats of a running game: left, taken back, filled by others, and what each may see then."""

import pytest

from games.models import Game, Seat
from games.services.peek import hand_peek
from games.services.rebuild import game_check
from games.store.state import matches_forget
from tests.contract.shapes import conforms
from tests.factories import api, bot, player
from tests.games.tables import play_out
from tests.games_api.tables import Table
from tests.games_api.test_lobby import refused

pytestmark = [pytest.mark.django_db, pytest.mark.full]


def leave(table: Table, seat: int):
    return table.clients[seat].delete(f"{table.path}/seats/me")


def put(table: Table, by: int, seat: int, **body):
    return table.clients[by].put(f"{table.path}/seats/{seat}", body)


def seat_of(table: Table, seat: int):
    matches_forget()
    return table.get()["seats"][seat]


def invitation_of(client):
    (found,) = client.get("/api/v1/players/me/invitations").json()["results"]
    return f"/api/v1/invitations/{found['id']}"


def with_empty_seat(seat: int = 2, **terms) -> Table:
    """A running game of which that player has left, who waits for somebody."""
    table = Table(away="wait", **terms).start()
    assert leave(table, seat).status_code == 204
    return table


# --- Leaving and coming back ---------------------------------------------------------------------


def test_a_bot_plays_on_for_who_leaves_and_hands_the_seat_back():
    table = Table().start()
    hand = table.get(2)["hand"]["hands"][2]["cards"]

    assert leave(table, 2).status_code == 204

    left = seat_of(table, 2)
    assert (left["kind"], left["player"]["name"]) == ("bot", "Novice bot")
    assert table.get(2)["you"] is None
    back = table.post(2, "seats")
    assert back.status_code == 201
    conforms("games_seats_take", back.json())
    assert back.json()["you"] == {"seat": 2}
    assert back.json()["hand"]["hands"][2]["cards"] == hand
    events = table.get(0, "/events?after=7")["results"]
    assert [event["type"] for event in events] == ["seat_substituted", "seat_substituted"]
    assert game_check(Game.objects.get().id) == []


def test_who_leaves_in_the_middle_of_the_turn_leaves_a_turn_that_a_bot_can_end():
    table = Table().start()
    seat = table.to_act
    table.move(seat, {"type": "draw"})

    leave(table, seat)
    play_out(Game.objects.get().id)

    others = table.get((seat + 1) % 4)
    assert others["hand"]["turn"] != seat
    refused(table.move(seat, {"type": "draw"}), 403, "not_seated")


def test_the_seat_waits_where_the_game_has_it_so():
    table = with_empty_seat()
    assert table.get()["away"] == "wait"
    assert seat_of(table, 2)["player"] is None
    assert table.get()["status"] == "active"
    assert table.post(2, "seats", {"seat": 2}).status_code == 201
    assert seat_of(table, 2)["player"]["name"] == "Cleo"
    assert Seat.objects.filter(number=2).count() == 2
    assert game_check(Game.objects.get().id) == []


def test_a_seat_of_a_running_game_is_for_who_left_it_and_for_no_stranger():
    table = with_empty_seat(visibility="public")
    stranger = api(player("Eve"))
    refused(stranger.post(f"{table.path}/seats", {}), 409, "game_not_in_lobby")
    code = {"code": table.created["join_code"]}
    refused(stranger.post("/api/v1/games/join", code), 409, "game_not_in_lobby")
    refused(table.post(1, "seats", {"seat": 2}), 409, "already_seated")
    refused(table.post(2, "seats", {"seat": 1}), 409, "game_not_in_lobby")
    assert seat_of(table, 2)["player"] is None


def test_who_left_a_private_game_finds_the_way_back():
    table = Table(visibility="private", away="wait")
    for guest in table.players[1:]:
        table.post(0, "invitations", {"player": str(guest.pk)})
    table.start()
    leave(table, 2)
    assert table.get(2)["you"] is None
    assert table.post(2, "seats").status_code == 201


def test_who_was_put_out_of_the_lobby_has_no_seat_to_come_back_to():
    table = Table(bots={"3": "random"})
    for client in table.clients[1:3]:
        client.post(f"{table.path}/seats", {})
    leave(table, 2)
    put(table, 0, 2, bot="random")
    table.post(0, "start")
    refused(table.post(2, "seats"), 409, "game_not_in_lobby")


def test_nobody_leaves_a_game_that_is_over():
    table = Table(bots={"1": "random", "2": "random", "3": "random"})
    table.post(0, "start")
    table.post(0, "abandon")
    refused(leave(table, 0), 409, "game_not_active")


# --- Who may fill a seat -------------------------------------------------------------------------


def test_the_creator_fills_an_empty_seat_and_no_seat_that_somebody_holds():
    table = with_empty_seat()
    refused(put(table, 1, 2, bot="random"), 403, "not_creator")
    refused(put(table, 0, 1, bot="random"), 409, "seat_taken")
    engine = bot(table.players[0])
    refused(put(table, 0, 1, player=str(engine.pk)), 409, "seat_taken")

    assert put(table, 0, 2, bot="random").status_code == 200

    assert seat_of(table, 2)["kind"] == "bot"
    assert put(table, 0, 2, bot="novice").status_code == 200
    assert game_check(Game.objects.get().id) == []


def test_a_player_whom_the_creator_wants_is_asked_and_then_plays_that_hand():
    table = with_empty_seat()
    eve = player("Eve")
    client = api(eve)
    version = table.get()["version"]

    asked = put(table, 0, 2, player=str(eve.pk))

    assert asked.status_code == 202
    assert seat_of(table, 2)["player"] is None
    assert table.get()["version"] == version
    assert client.get(table.path).json()["you"] is None
    accepted = client.post(f"{invitation_of(client)}/accept", {})
    assert accepted.status_code == 200, accepted.content
    seen = client.get(table.path).json()
    assert seen["you"] == {"seat": 2}
    assert len(seen["hand"]["hands"][2]["cards"]) == seen["hand"]["hands"][2]["count"]
    refused(table.post(2, "seats"), 409, "game_not_in_lobby")


def test_who_was_invited_since_the_start_sits_down_and_who_was_asked_to_the_lobby_does_not():
    table = Table(away="wait").sit()
    early, late = player("Early"), player("Late")
    table.post(0, "invitations", {"player": str(early.pk)})
    table.post(0, "start")
    leave(table, 2)

    refused(api(early).post(f"{table.path}/seats", {}), 409, "game_not_in_lobby")
    refused(table.post(1, "invitations", {"player": str(late.pk)}), 403, "not_creator")
    assert table.post(0, "invitations", {"player": str(late.pk)}).status_code == 201
    taken = api(late).post(f"{table.path}/seats", {})
    assert (taken.status_code, taken.json()["you"]) == (201, {"seat": 2})


def test_an_invitation_holds_no_seat_against_who_comes_back():
    table = with_empty_seat()
    eve = player("Eve")
    put(table, 0, 2, player=str(eve.pk))
    assert table.post(2, "seats").status_code == 201
    client = api(eve)
    refused(client.post(f"{invitation_of(client)}/accept", {}), 409, "seat_taken")


def test_who_was_replaced_by_somebody_does_not_come_back():
    table = with_empty_seat()
    engine = bot(player("Owner"))
    owner = api(engine.owner)
    put(table, 0, 2, player=str(engine.pk))
    assert owner.post(f"{invitation_of(owner)}/accept", {}).status_code == 200
    api(engine).delete(f"{table.path}/seats/me")
    assert seat_of(table, 2)["player"] is None
    refused(table.post(2, "seats"), 409, "game_not_in_lobby")
    assert api(engine).post(f"{table.path}/seats", {}).status_code == 201


# --- Who has seen cards --------------------------------------------------------------------------


def test_who_has_held_a_seat_is_never_seated_at_another_nor_are_their_bots_or_owners():
    table = with_empty_seat(1)
    leave(table, 2)
    ben = table.players[1]
    engine = bot(ben)
    for who in (ben, engine):
        refused(put(table, 0, 2, player=str(who.pk)), 409, "has_seen_cards")
    creator = table.players[0]
    refused(put(table, 0, 2, player=str(bot(creator).pk)), 409, "has_seen_cards")
    table.post(0, "invitations", {"player": str(ben.pk)})
    refused(table.post(1, "seats", {"seat": 2}), 409, "has_seen_cards")
    assert table.post(1, "seats", {"seat": 1}).status_code == 201, "the same seat again is fine"


def test_who_answers_for_a_bot_that_holds_a_seat_is_seated_at_no_other():
    table = Table(away="wait", bots={"3": "random"})
    owner = player("Owner")
    api(bot(owner)).post(f"{table.path}/seats", {"seat": 1})
    table.clients[2].post(f"{table.path}/seats", {"seat": 2})
    table.post(0, "start")
    leave(table, 2)
    for who in (owner, bot(owner)):
        refused(put(table, 0, 2, player=str(who.pk)), 409, "has_seen_cards")


def test_who_has_looked_into_a_hand_is_seated_at_no_other_hand():
    table = with_empty_seat()
    leave(table, 1)
    eve = player("Eve")
    hand_peek(game_id=Game.objects.get().id, by=eve.pk, seat=2)
    for who in (eve, bot(eve)):
        refused(put(table, 0, 1, player=str(who.pk)), 409, "has_seen_cards")
    assert put(table, 0, 2, player=str(eve.pk)).status_code == 202


def test_who_sat_elsewhere_only_before_the_deal_has_seen_nothing():
    table = Table(away="wait", bots={"3": "random"})
    ben = table.clients[1]
    ben.post(f"{table.path}/seats", {"seat": 1})
    leave(table, 1)
    table.clients[2].post(f"{table.path}/seats", {"seat": 1})
    table.clients[3].post(f"{table.path}/seats", {"seat": 2})
    table.post(0, "start")
    leave(table, 3)
    assert put(table, 0, 2, player=str(table.players[1].pk)).status_code == 202


# --- What they see -------------------------------------------------------------------------------


@pytest.mark.parametrize("spectators", ["none", "delayed", "live"])
@pytest.mark.parametrize("away", ["bot", "wait"])
def test_who_left_sees_of_the_running_hand_what_spectators_see(spectators, away):
    table = Table(spectators=spectators, away=away, visibility="public").start()
    version = table.get(2)["version"]
    leave(table, 2)
    stranger = api(player("Eve"))
    for tail in ("", "/events?limit=500", "/hands", "/record", "/legal-actions"):
        mine = table.clients[2].get(f"{table.path}{tail}")
        theirs = stranger.get(f"{table.path}{tail}")
        assert mine.status_code == theirs.status_code, tail
        if mine.status_code == 200:
            assert mine.json() == theirs.json(), tail
    for tail in (f"?as_seat=2&at={version}", f"?at={version}", "?as_seat=2"):
        assert table.clients[2].get(f"{table.path}{tail}").status_code == 403, tail
    seen = table.clients[2].get(f"{table.path}/events?as_seat=2&limit=500").json()
    assert "cards" not in str([event for event in seen.get("results", []) if event["hand"]])
    refused(table.move(2, {"type": "draw"}), 403, "not_seated")
    refused(table.post(2, "moves/check", {"action": {"type": "draw"}}), 403, "not_seated")


def test_who_takes_a_seat_over_sees_its_hand_and_no_other():
    table = with_empty_seat()
    eve = player("Eve")
    put(table, 0, 2, player=str(eve.pk))
    client = api(eve)
    client.post(f"{invitation_of(client)}/accept", {})
    hands = client.get(table.path).json()["hand"]["hands"]
    assert [hand["seat"] for hand in hands if "cards" in hand] == [2]
    events = client.get(f"{table.path}/events?limit=500").json()["results"]
    (dealt,) = [event for event in events if event["type"] == "hand_dealt"]
    assert sorted(dealt["cards"]) == sorted(hands[2]["cards"])


def test_the_log_says_who_sat_where_and_old_stints_stay():
    table = with_empty_seat()
    put(table, 0, 2, bot="random")
    put(table, 0, 2, bot="novice")
    events = table.get(0, "/events?after=7")["results"]
    assert [event["type"] for event in events] == ["seat_left", "seat_taken", "seat_substituted"]
    stints = Seat.objects.filter(number=2).order_by("from_version")
    assert [stint.level for stint in stints] == ["", "random", "novice"]
    assert [stint.to_version is None for stint in stints] == [False, False, True]


def test_a_question_lapses_when_somebody_leaves_or_comes():
    table = Table().start()
    table.post(0, "abandon")
    leave(table, 2)
    assert table.get()["consent"] is None
    table.post(0, "abandon")
    table.post(2, "seats")
    assert table.get()["consent"] is None
    types = [event["type"] for event in table.get(0, "/events?after=7")["results"]]
    assert types.count("consent_closed") == 2
