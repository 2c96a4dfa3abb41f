"""What a move may be refused for, in the promised order, and that a refusal changes nothing."""

import orjson
import pytest
from django.db import OperationalError

from games.engine.cards import FACES
from games.services.moves import move_play
from samba_service.kit import throttles
from tests.factories import NOBODY, api, player
from tests.games_api.tables import GAMES, Table, pack, practice
from tests.games_api.test_lobby import refused

pytestmark = pytest.mark.django_db

DRAW = {"type": "draw"}
JSON = "application/json"


@pytest.fixture
def table():
    """A running game; it is seat 1's turn to draw."""
    return Table(**practice(pack(1))).start()


def held(table, seat):
    return table.get(seat)["hand"]["hands"][seat]["cards"]


def not_held(table, seat):
    return next(card for card in FACES if card not in held(table, seat))


@pytest.mark.parametrize(
    ("body", "path"),
    [
        pytest.param({}, "action", id="no action"),
        pytest.param({"action": None}, "action", id="null"),
        pytest.param({"action": "draw"}, "action", id="a word"),
        pytest.param({"action": {}}, "action.type", id="no type"),
        pytest.param({"action": {"type": "fold"}}, "action.type", id="unknown type"),
        pytest.param({"action": {"type": ["draw"]}}, "action.type", id="type a list"),
        pytest.param({"action": {"type": "a\0b"}}, "action.type", id="null character"),
        pytest.param({"action": DRAW | {"n": 2}}, "action.n", id="unknown member"),
        pytest.param({"action": DRAW, "seat": 1}, "seat", id="unknown member outside"),
        pytest.param({"action": {"type": "discard"}}, "action.card", id="no card"),
        pytest.param({"action": {"type": "discard", "card": "1H"}}, "action.card", id="no such"),
        pytest.param({"action": {"type": "discard", "card": 7}}, "action.card", id="number"),
        pytest.param({"action": {"type": "discard", "card": "kh"}}, "action.card", id="small"),
        pytest.param(
            {"action": {"type": "meld", "melds": [{"cards": ["KH", "XX"]}]}},
            "action.melds.0.cards.1",
            id="a card in a meld",
        ),
        pytest.param(
            {"action": {"type": "lay_off", "onto": True, "cards": ["KH"]}},
            "action.onto",
            id="true for a number",
        ),
        pytest.param(
            {"action": {"type": "lay_off", "onto": 1e9, "cards": ["KH"]}},
            "action.onto",
            id="float for a number",
        ),
        pytest.param(
            {"action": {"type": "discard", "card": "\0"}}, "action.card", id="null character card"
        ),
        pytest.param(
            {"action": {"type": "lay_off", "onto": 1, "cards": ["KH"] * 201}},
            "action.cards",
            id="too many cards",
        ),
    ],
)
def test_unreadable_moves_name_the_member(table, body, path):
    for tail in ("moves", "moves/check"):
        problem = refused(table.post(1, tail, body), 400, "invalid_fields")
        assert [error["path"] for error in problem["errors"]] == [path]
    assert table.get(1)["version"] == 5


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        pytest.param(b"{", 400, "malformed_json", id="cut off"),
        pytest.param(b"[1]", 400, "invalid_fields", id="a list"),
        pytest.param(b'"draw"', 400, "invalid_fields", id="a string"),
        pytest.param(b"[" * 40 + b"]" * 40, 400, "malformed_json", id="deep"),
        pytest.param(b" " * 65537, 413, "body_too_large", id="huge"),
        pytest.param(b'{"action": "\xff"}', 400, "malformed_json", id="not UTF-8"),
    ],
)
def test_malformed_bodies(table, body, status, code):
    answer = table.clients[1].post(f"{table.path}/moves", body, content_type=JSON)
    refused(answer, status, code)
    answer = table.clients[1].post(f"{table.path}/moves", b"<a/>", content_type="text/xml")
    refused(answer, 415, "unsupported_media_type")


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"type": "ask_out"}, "wrong_phase"),
        ({"type": "discard", "card": "KH"}, "wrong_phase"),
        ({"type": "answer_out", "answer": True}, "wrong_phase"),
    ],
)
def test_an_action_of_another_phase_is_409(table, action, code):
    assert refused(table.move(1, action), 409, code)["rule"] == "TURN-02"


def test_an_action_out_of_turn_is_409_and_says_whose_turn_it_is(table):
    problem = refused(table.move(2, DRAW), 409, "not_your_turn")
    assert problem["facts"] == {"to_act": [1]}


def test_actions_that_the_rules_forbid_are_422_with_their_rule(table):
    table.move(1, DRAW)
    missing = not_held(table, 1)
    problem = refused(table.move(1, {"type": "discard", "card": missing}), 422, "card_not_held")
    assert problem["rule"] == "HAND-01"
    assert isinstance(problem["facts"], dict)
    cards = held(table, 1)[:1]
    unknown = {"type": "lay_off", "onto": 99, "cards": cards}
    assert refused(table.move(1, unknown), 422, "unknown_meld")["rule"] == "MELD-08"


def test_a_dry_run_shows_what_a_move_would_and_plays_nothing(table):
    def check(seat, action, **headers):
        return table.post(seat, "moves/check", {"action": action}, **headers)

    assert check(1, DRAW).json() == {"legal": True}
    for seat, action in [(2, DRAW), (1, {"type": "ask_out"})]:
        dry, real = check(seat, action), table.move(seat, action).json()
        assert dry.status_code == 200
        assert dry.json() == {"legal": False} | {
            name: real[name] for name in ("code", "rule", "detail", "facts")
        }
    refused(check(1, DRAW, If_Match='"1"'), 412, "stale_version")
    assert table.get(1)["version"] == 5


def test_what_the_rules_forbid_is_said_in_the_language_of_the_caller(table):
    table.move(1, DRAW)
    missing = not_held(table, 1)
    action = {"type": "discard", "card": missing}
    for tail in ("moves", "moves/check"):
        german = table.post(1, tail, {"action": action}, Accept_Language="de").json()
        assert german["detail"] == f"Du hast {missing} nicht."
        assert german["facts"]["card"] == missing
        assert table.post(1, tail, {"action": action}).json()["detail"].startswith("You do not")


def test_a_stale_version_is_412_with_the_current_one(table):
    for tag in ('"4"', "4", '"4-0"', 'W/"4-7"'):
        problem = refused(table.move(1, DRAW, If_Match=tag), 412, "stale_version")
        assert problem["version"] == 5
    refused(table.move(2, DRAW, If_Match='"4"'), 412, "stale_version")  # before the turn
    refused(table.move(1, DRAW, If_Match='"four"'), 400, "invalid_header")
    assert table.move(1, DRAW, If_Match='"5-99"').status_code == 201


def test_the_tag_of_the_game_serves_as_if_match_and_if_none_match(table):
    answer = table.clients[1].get(table.path)
    assert answer["ETag"] == '"5-0"'
    assert answer["Vary"].startswith("Authorization, Accept")
    assert answer["Cache-Control"] == "private, no-cache"
    held_tag = {"If-None-Match": answer["ETag"]}
    unchanged = table.clients[1].get(table.path, headers=held_tag)
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert unchanged["ETag"] == answer["ETag"]
    assert table.move(1, DRAW, If_Match=answer["ETag"]).status_code == 201
    assert table.clients[1].get(table.path, headers=held_tag).status_code == 200


def test_a_repeated_move_gets_the_first_answer_and_has_no_second_effect(table):
    first = table.move(1, DRAW, Idempotency_Key="k1", If_Match='"5"')
    again = table.move(1, DRAW, Idempotency_Key="k1", If_Match='"5"')
    assert first.status_code == again.status_code == 201
    assert again.content == first.content
    assert again["Idempotent-Replayed"] == "true"
    assert table.get(1)["version"] == 6
    discard = {"type": "discard", "card": held(table, 1)[0]}
    refused(table.move(1, discard, Idempotency_Key="k1"), 422, "key_reused")


def test_a_refused_move_does_not_use_its_key_up(table):
    refused(table.move(2, DRAW, Idempotency_Key="later"), 409, "not_your_turn")
    table.move(1, DRAW)
    table.move(1, {"type": "discard", "card": held(table, 1)[0]})
    assert table.move(2, DRAW, Idempotency_Key="later").status_code == 201


def test_nobody_plays_from_a_foreign_seat(table):
    stranger = api(player())
    for tail in ("moves", "moves/check"):
        answer = stranger.post(f"{table.path}/{tail}", {"action": DRAW})
        refused(answer, 403, "not_seated")
        answer = stranger.post(f"{table.path}/{tail}", b"{", content_type=JSON)
        refused(answer, 403, "not_seated")  # before the body is looked at
    refused(stranger.get(f"{table.path}/legal-actions"), 403, "not_seated")


def test_a_move_takes_a_scope_and_an_unknown_game_comes_first(table):
    reader = api(table.players[1], "games:read")
    answer = reader.post(f"{table.path}/moves", {"action": DRAW})
    assert refused(answer, 403, "insufficient_scope")["facts"]["needs"]
    for path in (f"{GAMES}/{NOBODY}", f"{GAMES}/no-id", f"{GAMES}/%00"):
        refused(reader.post(f"{path}/moves", {"action": DRAW}), 404, "not_found")
        refused(table.clients[1].post(f"{path}/moves", b"{", content_type=JSON), 404, "not_found")
    refused(api().post(f"{table.path}/moves", {"action": DRAW}), 401, "not_authenticated")
    playing = api(table.players[1], "bots:play")
    assert playing.post(f"{table.path}/moves", {"action": DRAW}).status_code == 201


def test_a_finished_game_is_not_active():
    table = Table(seats=2, hand_limit=1)
    table.clients = table.clients[:2]
    table.start()
    game = table.get()
    while game["status"] == "active":
        seat = table.to_act
        game = table.move(seat, table.options(seat)[0]["example"]).json()["game"]
    refused(table.move(0, DRAW), 409, "game_not_active")
    assert table.options(0) == []
    refused(table.post(0, "entropy", {"value": "00" * 16}), 409, "game_not_active")
    check = table.post(0, "moves/check", {"action": DRAW}).json()
    assert (check["legal"], check["code"]) == (False, "game_not_active")


def test_in_the_lobby_nothing_is_played():
    refused(Table().move(0, DRAW), 409, "game_not_active")


def test_without_the_database_a_move_is_503_and_says_when_to_return(table, monkeypatch):
    """The database itself is taken away in test_database_away; here it fails in mid-move."""

    def away(**_):
        raise OperationalError("gone")

    monkeypatch.setattr("games.api.moves.move_play", away)
    answer = table.move(1, DRAW)
    refused(answer, 503, "unavailable")
    assert int(answer["Retry-After"]) > 0
    assert b"gone" not in answer.content
    monkeypatch.setattr("games.api.moves.move_play", move_play)
    assert table.move(1, DRAW).status_code == 201


def test_without_redis_games_go_on(table, settings):
    throttles.buckets.cache_clear()
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    try:
        assert table.move(1, DRAW).status_code == 201
        assert table.options(1)
    finally:
        throttles.buckets.cache_clear()


def test_answers_are_json_of_no_charset(table):
    answer = table.clients[1].get(table.path)
    assert answer["Content-Type"] == JSON
    assert orjson.loads(answer.content)["id"] == table.id
