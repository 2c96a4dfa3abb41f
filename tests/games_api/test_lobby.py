"""Creating a game, finding it, sitting down, and who may."""

import pytest

from tests.factories import NOBODY, api, bot, player
from tests.games_api.tables import GAMES, Table, pack, practice

pytestmark = pytest.mark.django_db


def refused(answer, status, code):
    """Assert the refusal and return its document."""
    assert answer.status_code == status, answer.content
    body = answer.json()
    assert body["code"] == code
    return body


def test_a_created_game_waits_in_the_lobby_with_its_creator_at_seat_0():
    table = Table()
    game = table.created
    assert (game["status"], game["version"], game["you"]) == ("lobby", 1, {"seat": 0})
    assert game["seats"][0]["player"] == {"id": str(table.players[0].pk), "name": "Ana"}
    assert [seat["player"] for seat in game["seats"][1:]] == [None] * 3
    assert [side["seats"] for side in game["sides"]] == [[0, 2], [1, 3]]
    assert len(game["next_commitment"]) == 64
    assert game == table.get()


def test_the_creator_sits_where_they_choose_or_not_at_all():
    ana = api(player("Ana"))
    assert ana.post(GAMES, {"ruleset": "classic", "sit": 3}).json()["you"] == {"seat": 3}
    assert ana.post(GAMES, {"ruleset": "classic", "sit": None}).json()["you"] is None


def test_a_game_freezes_house_rules_and_their_shorthands():
    body = {
        "ruleset": {"extends": "classic", "overrides": {"draw": {"count": 1}}},
        "target": 5000,
        "ask_required": True,
    }
    house = api(player()).post(GAMES, body).json()["ruleset"]
    overrides = {
        "draw": {"count": 1},
        "game": {"target": 5000},
        "going_out": {"permission": "required"},
    }
    same = api().post("/api/v1/rulesets/validate", {"extends": "classic", "overrides": overrides})
    assert house["sha256"] == same.json()["sha256"]
    assert house["slug"] == "classic"


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        pytest.param({"seats": 7}, 422, "seats_not_allowed", id="seats"),
        pytest.param({"ruleset": "canasta"}, 422, "invalid_ruleset", id="unknown ruleset"),
        pytest.param({"target": 7}, 422, "invalid_ruleset", id="target no multiple of 5"),
        pytest.param({"bots": {"1": "genius"}}, 422, "unknown_bot", id="bot level"),
        pytest.param({"bots": {"6": "random"}}, 422, "no_such_seat", id="bot's seat"),
        pytest.param({"dealer": 4}, 422, "no_such_seat", id="dealer beyond the table"),
        pytest.param(
            practice(pack(), dealer=7), 422, "no_such_seat", id="practice dealer beyond the table"
        ),
        pytest.param({"sit": 5}, 422, "no_such_seat", id="own seat"),
        pytest.param({"bots": {"0": "random"}}, 409, "seat_taken", id="bot on the creator"),
        pytest.param({"practice": {"orders": [["KH"]]}}, 422, "practice_invalid", id="pack"),
        pytest.param({"practice": {"orders": [["KX"]]}}, 400, "invalid_fields", id="no card"),
        pytest.param({"practice": {"orders": []}}, 400, "invalid_fields", id="no pack"),
        pytest.param({"ruleset": 7}, 400, "invalid_fields", id="ruleset a number"),
        pytest.param({"ruleset": {"overrides": {}}}, 400, "invalid_fields", id="no extends"),
        pytest.param({"ruleset": None}, 400, "invalid_fields", id="ruleset null"),
        pytest.param({"seats": "4"}, 400, "invalid_fields", id="seats a string"),
        pytest.param({"seats": True}, 400, "invalid_fields", id="seats true"),
        pytest.param({"bots": {"x": "random"}}, 400, "invalid_fields", id="seat a word"),
        pytest.param({"bots": {"1": "a\0b"}}, 400, "invalid_fields", id="null character"),
        pytest.param({"visibility": "secret"}, 400, "invalid_fields", id="visibility"),
        pytest.param({"colour": "red"}, 400, "invalid_fields", id="unknown member"),
    ],
)
def test_bad_terms_are_refused(change, status, code):
    answer = api(player()).post(GAMES, {"ruleset": "classic"} | change)
    refused(answer, status, code)


def test_a_size_that_the_ruleset_lacks_names_those_it_has():
    answer = api(player()).post(GAMES, {"ruleset": "classic", "seats": 8})
    problem = refused(answer, 422, "seats_not_allowed")
    assert problem["facts"] == {"allowed": [2, 3, 4, 5, 6]}
    assert "2, 3, 4, 5, 6" in problem["detail"]


def test_a_bad_house_rule_is_named_by_its_path():
    overrides = {"seating": {"hand_size": {"2": 90}}, "draw": {"count": 99}}
    body = {"ruleset": {"extends": "classic", "overrides": overrides}}
    problem = refused(api(player()).post(GAMES, body), 422, "invalid_ruleset")
    details = {error["path"]: error["detail"] for error in problem["errors"]}
    assert details["seating.hand_size.2"] == "2 hands of 90 do not fit a pack of 162"
    assert "draw.count" in details


def test_the_code_seats_a_player_at_the_first_empty_seat():
    table = Table()
    answer = table.clients[1].post(f"{GAMES}/join", {"code": table.created["join_code"]})
    assert answer.status_code == 201
    assert answer.json()["you"] == {"seat": 1}


def test_a_wrong_code_is_404():
    refused(api(player()).post(f"{GAMES}/join", {"code": "NOSUCHCODE"}), 404, "not_found")


def test_the_code_is_for_those_at_the_table():
    table = Table(visibility="public")
    assert "join_code" in table.get(0)
    assert "join_code" not in table.get(1)
    assert "join_code" not in api().get(table.path).json()


def test_the_refusal_of_a_taken_seat_names_who_sits_there():
    table = Table()
    body = refused(table.post(1, "seats", {"seat": 0}), 409, "seat_taken")
    assert body["facts"] == {"player": str(table.players[0].pk)}


@pytest.mark.parametrize(
    ("seat", "body", "status", "code"),
    [
        (1, {"seat": 0}, 409, "seat_taken"),
        (0, {}, 409, "already_seated"),
        (1, {"seat": 5}, 422, "no_such_seat"),
        (1, {"seat": -1}, 400, "invalid_fields"),
        (1, {"seat": "1"}, 400, "invalid_fields"),
        (1, {"chair": 1}, 400, "invalid_fields"),
    ],
)
def test_seats_that_cannot_be_taken(seat, body, status, code):
    refused(Table().post(seat, "seats", body), status, code)


def test_a_player_changes_to_an_empty_seat_in_one_call():
    table = Table()
    table.post(1, "seats", {"seat": 1})
    before = table.get(1)
    changed = table.post(1, "seats", {"seat": 3})
    assert changed.status_code == 201
    assert changed.json()["you"] == {"seat": 3}
    assert [each["player"] is None for each in table.get()["seats"]] == [False, True, True, False]
    events = table.get(1, f"/events?after={before['seq']}")["results"]
    assert [(each["type"], each["seat"]) for each in events] == [
        ("seat_left", 1),
        ("seat_taken", 3),
    ]
    assert {each["version"] for each in events} == {before["version"] + 1}


@pytest.mark.parametrize(
    ("seat", "status", "code"),
    [(0, 409, "seat_taken"), (1, 409, "already_seated"), (7, 422, "no_such_seat")],
)
def test_who_cannot_change_to_a_seat_keeps_their_own(seat, status, code):
    table = Table()
    table.post(1, "seats", {"seat": 1})
    refused(table.post(1, "seats", {"seat": seat}), status, code)
    assert table.get(1)["you"] == {"seat": 1}
    assert table.get(0)["seats"][1]["player"] is not None


def test_a_full_table_takes_nobody():
    table = Table().sit()
    answer = api(player()).post(f"{table.path}/seats", {})
    refused(answer, 409, "game_full")


def test_standing_up_frees_the_seat():
    table = Table().sit()
    assert table.clients[2].delete(f"{table.path}/seats/me").status_code == 204
    assert table.get()["seats"][2]["player"] is None
    refused(table.clients[2].delete(f"{table.path}/seats/me"), 403, "not_seated")
    refused(table.post(0, "start"), 409, "seat_empty")
    table.post(2, "seats", {})
    assert table.post(0, "start").status_code == 200
    refused(table.post(0, "start"), 409, "game_not_in_lobby")


def test_only_the_creator_fills_seats():
    table = Table()
    refused(table.clients[1].put(f"{table.path}/seats/1", {"bot": "random"}), 403, "not_creator")
    game = table.clients[0].put(f"{table.path}/seats/1", {"bot": "random"}).json()
    assert game["seats"][1]["kind"] == "bot"


@pytest.mark.parametrize(
    ("seat", "body", "status", "code"),
    [
        ("1", {}, 400, "invalid_fields"),
        ("1", {"bot": "random", "player": str(NOBODY)}, 400, "invalid_fields"),
        ("1", {"player": str(NOBODY)}, 422, "unknown_player"),
        ("1", {"bot": "genius"}, 422, "unknown_bot"),
        ("7", {"bot": "random"}, 422, "no_such_seat"),
        ("99", {"bot": "random"}, 404, "not_found"),
        ("x", {"bot": "random"}, 404, "not_found"),
    ],
)
def test_seats_that_cannot_be_filled(seat, body, status, code):
    table = Table()
    refused(table.clients[0].put(f"{table.path}/seats/{seat}", body), status, code)


def test_a_private_game_is_unknown_to_all_but_the_seated_and_the_invited():
    table = Table(visibility="private")
    stranger = table.clients[1]
    for method, tail in [("get", ""), ("get", "/events"), ("post", "/seats"), ("post", "/moves")]:
        answer = getattr(stranger, method)(f"{table.path}{tail}", {})
        unknown = getattr(stranger, method)(f"{GAMES}/{NOBODY}{tail}", {})
        document, other = refused(answer, 404, "not_found"), refused(unknown, 404, "not_found")
        assert document.pop("instance") != other.pop("instance")
        assert document == other
    invitation = {"player": str(table.players[1].pk)}
    assert table.post(0, "invitations", invitation).status_code == 201
    assert table.get(1)["you"] is None
    notices = stranger.get("/api/v1/players/me/waiting").json()["results"]
    assert [(notice["type"], notice["game"]) for notice in notices] == [("invited", table.id)]
    assert table.post(1, "seats", {}).status_code == 201


def test_strangers_cannot_invite():
    table = Table()
    refused(table.post(1, "invitations", {"player": str(table.players[2].pk)}), 403, "not_seated")


def test_an_unlisted_game_is_seen_by_anyone_with_its_id_and_a_token():
    table = Table()
    assert table.get(3)["you"] is None
    refused(api().get(table.path), 401, "not_authenticated")


def test_a_token_that_may_not_read_games_sees_what_nobodys_token_sees():
    public, unlisted = Table(visibility="public"), Table()
    assert api().get(public.path).status_code == 200
    profile = api(player(), "profile")
    assert profile.get(public.path).json() == api().get(public.path).json()
    refused(profile.get(unlisted.path), 403, "insufficient_scope")
    refused(profile.get(f"{GAMES}/{NOBODY}"), 404, "not_found")


def test_lists_show_public_games_and_ones_own():
    public, own, private = (Table(visibility=v) for v in ("public", "unlisted", "private"))
    listed = {game["id"] for game in api().get(GAMES).json()["results"]}
    assert listed == {public.id}
    ours = {game["id"] for game in own.clients[0].get(GAMES).json()["results"]}
    assert ours == {public.id, own.id}
    mine = private.clients[0].get(f"{GAMES}?mine=true").json()["results"]
    assert [game["id"] for game in mine] == [private.id]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("status=lobby", 2),
        ("status=active", 1),
        ("ruleset=classic", 3),
        ("ruleset=other", 0),
        ("limit=2", 2),
    ],
)
def test_lists_are_filtered(query, found):
    for table in [Table(visibility="public") for _ in range(3)][:1]:
        table.start()
    assert len(api().get(f"{GAMES}?{query}").json()["results"]) == found


def test_a_list_is_filtered_by_player_and_goes_on_by_its_cursor():
    tables = [Table(visibility="public") for _ in range(3)]
    who = tables[1].players[0].pk
    assert [g["id"] for g in api().get(f"{GAMES}?player={who}").json()["results"]] == [tables[1].id]
    page = api().get(f"{GAMES}?limit=2").json()
    rest = api().get(page["next"]).json()
    ids = [game["id"] for game in page["results"] + rest["results"]]
    assert ids == [table.id for table in reversed(tables)]
    assert rest["next"] is None


@pytest.mark.parametrize("query", ["status=odd", "player=x", "mine=perhaps", "colour=red"])
def test_bad_filters_are_refused(query):
    refused(api().get(f"{GAMES}?{query}"), 400, "invalid_fields")


@pytest.mark.parametrize("query", ["status=active&status=lobby", "limit=1&limit=1"])
def test_a_parameter_that_is_there_twice_is_refused(query):
    """The last one would win silently."""
    problem = refused(api().get(f"{GAMES}?{query}"), 400, "invalid_fields")
    [error] = problem["errors"]
    assert error == {
        "path": query.split("=")[0],
        "detail": "This parameter is there more than once.",
    }


@pytest.mark.parametrize(
    "value", ["", "5f" * 15, "5f" * 65, "xy" * 16, "5" * 33, 5, None], ids=repr
)
def test_entropy_is_16_to_64_bytes_in_hex(value):
    refused(Table().post(0, "entropy", {"value": value}), 400, "invalid_fields")


def test_entropy_is_in_the_log_and_in_the_proof():
    table = Table(hand_limit=1)
    assert table.post(0, "entropy", {"value": "5F" * 16}).status_code == 201
    [event] = [e for e in table.get(0, "/events")["results"] if e["type"] == "entropy_added"]
    assert (event["seat"], event["value"], event["hand"]) == (0, "5f" * 16, None)
    refused(table.post(1, "entropy", {"value": "5f" * 16}), 403, "not_seated")


def test_a_bot_account_sits_down_and_is_labelled():
    table = Table()
    engine = api(bot(table.players[1]))
    assert engine.post(f"{table.path}/seats", {}).status_code == 201
    assert table.get()["seats"][1]["kind"] == "bot"


def test_a_practice_game_is_marked_and_dealt_as_given():
    order = pack(4)
    table = Table(**practice(order, scores=[1500, 0])).start()
    game = table.get(1)
    assert game["practice"] is True
    assert [side["score"] for side in game["sides"]] == [1500, 0]
    assert sorted(game["hand"]["hands"][1]["cards"]) == sorted(order[0:60:4])
    assert game["hand"]["pile"]["top"] == order[60]
    assert game["hand"]["initial_minimum"] == [90, 50]


def test_a_repeated_creation_is_one_game():
    ana = api(player())
    body, key = {"ruleset": "classic"}, {"Idempotency-Key": "once"}
    first = ana.post(GAMES, body, headers=key)
    again = ana.post(GAMES, body, headers=key)
    assert again.content == first.content
    assert again["Idempotent-Replayed"] == "true"
    assert len(ana.get(f"{GAMES}?mine=true").json()["results"]) == 1
    refused(ana.post(GAMES, body | {"seats": 2}, headers=key), 422, "key_reused")


def test_the_creator_closes_a_lobby_and_nobody_else():
    table = Table(visibility="public")
    refused(api().delete(table.path), 401, "not_authenticated")
    refused(table.clients[1].delete(table.path), 403, "not_creator")
    reader = api(table.players[0], "games:read")
    refused(reader.delete(table.path), 403, "insufficient_scope")

    assert table.clients[0].delete(table.path).status_code == 204

    closed = table.get()
    assert (closed["status"], closed["result"]["end"]) == ("abandoned", "abandoned")
    assert closed["started_at"] is None
    refused(table.post(1, "seats"), 409, "game_not_in_lobby")
    refused(table.clients[0].delete(table.path), 409, "game_not_in_lobby")


def test_a_game_that_has_begun_is_not_closed_as_a_lobby():
    table = Table().start()
    refused(table.clients[0].delete(table.path), 409, "game_not_in_lobby")
    assert table.get()["status"] == "active"
