"""Four clients play a whole game through HTTP, choosing only from the legal actions."""

import random

import pytest

from tests.games_api.tables import Table

pytestmark = pytest.mark.django_db


def test_four_clients_play_a_game_to_its_end():
    table = Table(hand_limit=1).start()
    rng = random.Random(5)
    game = table.get()
    while game["status"] == "active":
        game = table.play_example(rng)["game"]
    assert game["status"] == "finished"
    assert game["hand"] is None
    assert game["result"]["end"] == "hand_limit"
    assert game["result"]["scores"] == [side["score"] for side in game["sides"]]
    [hand] = table.get(0, "/hands")["results"]
    assert hand == table.get(1, "/hands/1") == game["last_hand"]
    for sheet in hand["score"]:
        assert sheet["total"] == sum(line["points"] for line in sheet["lines"])


@pytest.mark.full
def test_every_example_would_be_accepted_and_only_who_must_act_has_options():
    table = Table().start()
    rng = random.Random(7)
    for _ in range(60):
        seat = table.to_act
        for option in table.options(seat):
            answer = table.post(seat, "moves/check", {"action": option["example"]})
            assert answer.json() == {"legal": True}, option
        for other in {0, 1, 2, 3} - set(table.get()["hand"]["to_act"]):
            assert table.options(other) == []
        table.play_example(rng)


def test_the_events_of_a_move_are_those_of_the_log():
    table = Table(hand_limit=2).start()
    rng = random.Random(11)
    mover, told = 0, []
    while table.get()["last_hand"] is None:
        mover = table.to_act
        told = table.play_example(rng)["events"]
    after = told[0]["seq"] - 1
    assert [event["type"] for event in told][-1] == "hand_dealt"
    assert table.get(mover, f"/events?after={after}&limit=500")["results"] == told


def test_the_answer_to_a_move_is_what_the_mover_then_reads():
    table = Table().start()
    seat = table.to_act
    answer = table.move(seat, {"type": "draw"})
    assert answer.json()["game"] == table.get(seat)
    assert answer.json()["version"] == table.get(seat)["version"]
