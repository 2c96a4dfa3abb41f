"""Giving up: a side does, with the consent of its own persons; a partner never loses unasked."""

import pytest

from games.engine.events import GameCreated, GameFinished, GameStarted
from games.engine.match import concede, replay_match
from games.engine.phase import GameEnd, HandEnd
from games.engine.record import verify
from games.engine.rulesets import resolve, to_document
from games.engine.table.hand import HandState
from games.models import Game
from games.selectors.rated_games import points_rated
from games.selectors.records import record_get
from games.services.consent import consent_lapse
from games.services.rebuild import game_check
from tests.contract.shapes import conforms
from tests.game_time import GameTime
from tests.games.tables import log_read, row
from tests.games_api.tables import Table
from tests.games_api.test_folding import catch_up, followed, same
from tests.games_api.test_lobby import refused

pytestmark = pytest.mark.django_db


def give_up(table, seat):
    return table.post(seat, "concede")


@pytest.fixture
def table():
    return Table().start()


def test_a_partner_is_asked_and_the_opponents_are_not(table):
    folded = followed(table, 1, "classic")
    asked = give_up(table, 0)

    assert asked.status_code == 202
    consent = asked.json()["consent"]
    assert (consent["about"], consent["asked_by"], consent["seats"]) == ("concede", 0, [2])
    assert table.get()["status"] == "active", "a present partner never loses unasked"
    assert give_up(table, 0).status_code == 202, "asking again changes nothing"
    refused(give_up(table, 1), 409, "consent_open")
    done = give_up(table, 2)

    assert done.status_code == 200
    conforms("games_concede", done.json())
    game = done.json()
    assert game["status"] == "finished"
    assert game["result"] == {"winner": 1, "draw": False, "scores": [0, 0], "end": "conceded"}
    assert (game["last_hand"]["end"], game["last_hand"]["out"]) == ("conceded", None)
    assert game["hand"] is None
    catch_up(table, 1, folded)
    assert same(table, 1, folded)
    assert game_check(table.id) == []


def test_a_partner_refuses_and_who_asked_takes_it_back(table):
    give_up(table, 3)
    refused(table.clients[0].delete(f"{table.path}/concede"), 409, "nothing_asked")
    assert table.clients[1].delete(f"{table.path}/concede").status_code == 204
    assert table.get()["consent"] is None
    give_up(table, 3)
    assert table.clients[3].delete(f"{table.path}/concede").status_code == 204
    refused(table.clients[3].delete(f"{table.path}/concede"), 409, "nothing_asked")
    assert table.get()["status"] == "active"
    outcomes = [e["outcome"] for e in log_read(table.id, 0) if e["type"] == "consent_closed"]
    assert outcomes == ["refused", "withdrawn"]


def test_the_question_lapses_after_two_minutes(table, game_time: GameTime):
    give_up(table, 0)
    game_time.shift(121)
    consent_lapse(game_id=Game.objects.get(pk=table.id).id, step=row(table.id).version)
    assert table.get()["consent"] is None
    assert give_up(table, 2).status_code == 202, "now the other one asks"
    assert table.get()["consent"]["asked_by"] == 2


@pytest.mark.parametrize(
    ("terms", "seat"),
    [
        pytest.param({"bots": {"2": "random"}}, 0, id="the partner is a bot"),
        pytest.param({"seats": 2}, 1, id="nobody else is on the side"),
    ],
)
def test_without_a_person_as_partner_it_is_done_at_once(terms, seat):
    table = Table(**terms)
    if "bots" in terms:
        for client in (table.clients[1], table.clients[3]):
            assert client.post(f"{table.path}/seats", {}).status_code == 201
    else:
        table.sit()
    table.post(0, "start")
    assert give_up(table, seat).status_code == 200
    assert table.get()["result"]["winner"] == 1 - seat


def test_one_question_at_a_time(table):
    table.post(0, "abandon")
    refused(give_up(table, 1), 409, "consent_open")
    table.clients[1].delete(f"{table.path}/abandon")
    assert give_up(table, 1).status_code == 202
    refused(table.post(0, "abandon"), 409, "consent_open")


def test_only_who_plays_a_running_game_gives_it_up():
    lobby = Table().sit()
    refused(give_up(lobby, 0), 409, "no_hand_running")
    table = Table(seats=2).start()
    assert give_up(table, 0).status_code == 200
    refused(give_up(table, 1), 409, "no_hand_running")


@pytest.mark.parametrize(
    ("scores", "side", "winner"),
    [
        pytest.param([900, 200, 500], 0, 2, id="the leader of the others"),
        pytest.param([0, 200, 500], 1, 2, id="no matter who gives up"),
        pytest.param([900, 300, 300], 0, None, id="a draw of the others"),
        pytest.param([900, 300, 300], 1, 0, id="not of the one that gives up"),
    ],
)
def test_of_three_sides_the_leading_one_of_the_others_wins(scores, side, winner):
    rules = resolve({"extends": "classic", "overrides": {}})
    created = GameCreated(to_document(rules), {}, 6, False, tuple(scores), "")
    match = replay_match(created, rules, [GameStarted()])
    assert match.sides == 3
    match.hand = HandState(rules, 6, scores)

    *_, finished = concede(match, side)

    assert match.result == finished
    assert (match.result.winner, match.result.draw) == (winner, winner is None)
    assert list(match.result.scores) == scores
    assert match.last_hand is not None
    assert match.last_hand.end is HandEnd.CONCEDED


def test_the_record_shows_the_conceded_hand_and_verifies():
    table = Table(seats=2).start()
    for _ in range(2):
        seat = table.to_act
        table.move(seat, table.options(seat)[0]["example"])
    assert give_up(table, 0).status_code == 200

    record = record_get(Game.objects.get(pk=table.id).id)

    assert [hand["end"] for hand in record["hands"]] == ["conceded"]
    assert (record["end"], record["winner"], record["totals"]) == ("conceded", 1, [0, 0])
    assert verify(record) == []
    hands = record["hands"]
    again = {**record, "hands": [*hands, {**hands[0], "number": 2}]}
    assert [fault.path for fault in verify(again)] == ["hands.1"]
    assert [fault.path for fault in verify({**record, "end": None})] == ["end"]


@pytest.mark.parametrize(
    ("scores", "winner", "points"),
    [((900, 200), 1, (200, 200)), ((200, 900), 1, (200, 900)), ((5, 5, 9), None, (5, 5, 9))],
)
def test_who_gives_up_in_the_lead_gains_nothing_by_it(scores, winner, points):
    result = GameFinished(winner, winner is None, scores, GameEnd.CONCEDED)
    assert points_rated(result) == points
