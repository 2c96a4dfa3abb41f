"""What a director decides in a running game: points, by new rows, with a reason and an opposite."""

from typing import Any

import pytest

from deploy.examples.fold import Table as Folded
from games.engine.record import verify
from games.selectors.records import record_get
from games.services.rebuild import game_check
from tests.contract.shapes import conforms
from tests.depth import in_the_full_run
from tests.factories import api, player
from tests.games.tables import log_read, row, state
from tests.games_api.tables import Table
from tests.games_api.test_folding import names_left_out, told
from tests.games_api.test_lobby import refused
from tests.tournaments.online_table import Online
from tournaments.services.results import game_result_record

pytestmark = pytest.mark.django_db

Json = dict[str, Any]
WHY = {"reason": "A card was shown.", "note": "Third time."}


def adjust(online: Online, side: int, points: int, **more: Any) -> Any:
    body = {"side": side, "points": points, **WHY, **more}
    return online.director.post(f"{online.path}/adjustments", body)


def scores(online: Online) -> list[int]:
    return [side["score"] for side in online.director.get(online.path).json()["sides"]]


def minimums(online: Online) -> list[int | None]:
    hand = state(online.game.pk).hand
    assert hand is not None
    return [side.minimum for side in hand.by_side]


def test_points_count_at_once_and_for_the_minimum_from_the_next_deal_on():
    online = Online()

    answer = adjust(online, 1, 1500)

    assert answer.status_code == 201
    conforms("games_read", answer.json())
    assert scores(online) == [0, 1500]
    assert minimums(online) == [50, 50], "the running hand is played as it was dealt"
    online.bots(until_hand=2)
    before = scores(online)
    rules = state(online.game.pk).rules
    assert minimums(online) == [rules.initial_minimum.at(score, 2) for score in before]
    assert game_check(online.game.pk) == []


def test_the_table_reads_the_reason_others_do_not_and_nobody_the_note():
    online = Online(visibility="public")
    version = row(online.game.pk).version
    adjust(online, 0, -100)

    event = log_read(online.game.pk, 2)[-1]
    assert (event["type"], event["side"], event["points"]) == ("score_adjusted", 0, -100)
    assert event["reason"] == WHY["reason"]
    assert event["player"] == str(online.night.director.pk)
    assert event["version"] == version + 1
    assert WHY["note"] not in str(event)
    online.bots(until_hand=2)
    seen = next(e for e in log_read(online.game.pk, None) if e["type"] == "score_adjusted")
    assert "reason" not in seen
    log = online.director.get(f"{online.night.path}/events?limit=20").json()["results"]
    act = next(each for each in log if each["type"] == "game_adjusted")
    assert act["text"].endswith("A card was shown. (Third time.)")
    assert "-100 points for side 0" in act["text"]
    outside = api(player()).get(f"{online.night.path}/events?limit=20").content.decode()
    assert WHY["reason"] not in outside


def test_the_opposite_undoes_it_and_both_stay_in_the_log_and_in_the_record():
    online = Online(hands_per_round=1)
    adjust(online, 0, 300)
    adjust(online, 0, -300)
    assert scores(online) == [0, 0]
    online.bots(until_hand=2)

    record = record_get(online.game.pk)

    assert record["adjustments"] == [
        {"hand": 1, "side": 0, "points": 300}, {"hand": 1, "side": 0, "points": -300},
    ]  # fmt: skip
    assert verify(record) == []


@pytest.mark.parametrize("hand", [1, in_the_full_run(2)])
def test_result_and_standings_follow(hand: int):
    online = Online(hands_per_round=2)
    if hand == 2:
        online.bots(until_hand=2)
    adjust(online, 1, 20_000)
    online.bots(until_hand=3)
    final = row(online.game.pk)
    result = state(online.game.pk).result
    assert final.status == "finished"
    assert result is not None
    assert result.winner == 1

    assert game_result_record(game_id=online.game.pk)

    table = online.director.get(f"/api/v1/tables/{online.table.pk}").json()
    assert table["result"]["points"] == list(result.scores)
    assert table["result"]["winner"] == 1
    hands = table["result"]["hands"]
    assert [sum(h["sides"][side]["total"] for h in hands) for side in (0, 1)] == list(result.scores)
    winners = table["sides"][1]["entries"][0]["id"]
    standings = online.director.get(f"{online.night.path}/standings").json()["results"]
    assert standings[0]["entry"] == winners
    record = record_get(online.game.pk)
    assert record["totals"] == list(result.scores)
    assert [each["hand"] for each in record["adjustments"]] == [hand]
    assert verify(record) == []


def test_a_record_with_another_adjustment_is_found():
    online = Online(hands_per_round=1)
    adjust(online, 0, 300)
    online.bots(until_hand=2)
    record: Any = record_get(online.game.pk)
    record["adjustments"][0]["points"] = 305
    assert [fault.path for fault in verify(record)] == ["totals.0"]


def test_a_seats_events_fold_to_the_new_score():
    online = Online()
    client = api(online.holder)
    before = client.get(online.path).json()
    folded = Folded(before, pack=162)
    adjust(online, 1, 55)
    for event in client.get(f"{online.path}/events?after={before['seq']}").json()["results"]:
        folded.fold(event)
    shown = client.get(online.path).json()
    assert told(names_left_out(folded.game)) == told(names_left_out(shown))


@pytest.mark.parametrize(
    "change", [{"points": 0}, {"points": 7}, {"points": 20_005}, {"reason": ""}, {"side": -1}]
)
def test_points_come_in_fives_with_a_reason(change: Json):
    online = Online()
    body = {"side": 0, "points": 5, "reason": "x", **change}
    refused(online.director.post(f"{online.path}/adjustments", body), 400, "invalid_fields")
    assert scores(online) == [0, 0]


def test_only_a_director_adjusts_only_a_running_game():
    online = Online(hands_per_round=1)
    body = {"side": 0, "points": 5, "reason": "x"}
    refused(api(online.holder).post(f"{online.path}/adjustments", body), 403, "not_director")
    refused(adjust(online, 2, 5), 422, "no_such_side")
    online.bots(until_hand=2)
    refused(adjust(online, 0, 5), 409, "game_not_active")
    acts = online.director.get(f"{online.night.path}/events?limit=50").json()["results"]
    assert not [each for each in acts if each["type"] == "game_adjusted"], "refused: not logged"
    waiting = Online(wait=True)
    refused(adjust(waiting, 0, 5), 409, "no_hand_running")
    game = Table().start()
    refused(game.post(0, "adjustments", body), 403, "not_director")
