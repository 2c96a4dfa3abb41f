"""What a director decides in a running game: by new rows, with a reason; nothing is edited."""

from datetime import UTC, datetime
from typing import Any

import orjson
import pytest

from deploy.examples.fold import Table as Folded
from games.engine.cards import expand
from games.engine.events import GameCreated, GameStarted
from games.engine.match import deal, replay_match, void_hand
from games.engine.record import verify
from games.engine.rulesets import Rules, resolve, to_document
from games.engine.snapshot import match_in, match_out
from games.selectors.records import record_get
from games.services.games import last_hand_call
from games.services.rebuild import game_check
from games.store.state import matches_forget
from tests.contract.shapes import conforms
from tests.depth import in_the_full_run
from tests.factories import api, player
from tests.game_time import GameTime
from tests.games.tables import log_read, row, state
from tests.games_api.tables import Table
from tests.games_api.test_folding import names_left_out, told
from tests.games_api.test_lobby import refused
from tests.tournaments.online_table import Online
from tournaments.services.results import game_result_record

pytestmark = pytest.mark.django_db

Json = dict[str, Any]
EVENING = datetime(2030, 1, 1, 20, tzinfo=UTC)
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
    matches_forget()
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
    assert str(online.night.director.pk) not in str(seen), "strangers read no name of the club"
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


def void(online: Online) -> Any:
    return online.director.post(f"{online.path}/void-hand", {"reason": "Cards were seen."})


def test_a_voided_hand_counts_for_nothing_and_its_dealer_deals_another_one():
    online = Online(hands_per_round=2)
    client = api(online.holder)
    before = client.get(online.path).json()
    online.move()

    assert void(online).status_code == 201

    game = client.get(online.path).json()
    conforms("games_read", game)
    last = game["last_hand"]
    assert (last["number"], last["end"], last["out"]) == (1, "voided", None)
    assert [side["total"] for side in last["score"]] == [0, 0]
    hand = game["hand"]
    assert (hand["number"], hand["dealer"]) == (2, before["hand"]["dealer"])
    assert hand["commitment"] == before["next_commitment"], "promised before the hand was played"
    assert hand["hands"][0]["cards"] != before["hand"]["hands"][0]["cards"]
    event = next(e for e in log_read(online.game.pk, 0) if e["type"] == "hand_voided")
    assert (event["number"], event["hand"], event["reason"]) == (1, 1, "Cards were seen.")
    assert event["player"] == str(online.night.director.pk)
    seen = next(e for e in log_read(online.game.pk, None) if e["type"] == "hand_voided")
    assert seen.keys() & {"player", "reason"} == set(), "for the table"
    assert client.get(f"{online.path}/hands/1").json()["end"] == "voided"
    assert client.get(f"{online.path}/hands/1/proof").status_code == 200
    assert game_check(online.game.pk) == []


def test_a_game_has_no_more_rulings_than_its_record_takes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.services.rulings.RULINGS_AT_MOST", 1)
    online = Online()
    assert adjust(online, 0, 5).status_code == 201
    told = refused(adjust(online, 0, -5), 409, "too_many")
    assert told["facts"] == {"what": "adjustments", "limit": 1}
    assert told["detail"].startswith("This game has 1 adjustments")
    assert void(online).status_code == 201
    told = refused(void(online), 409, "too_many")
    assert told["facts"] == {"what": "voided hands", "limit": 1}
    assert state(online.game.pk).voided == 1


def test_two_hands_are_scored_although_one_was_voided_and_all_follows():
    online = Online(hands_per_round=2)
    adjust(online, 0, 300)
    void(online)
    online.bots(until_hand=3)
    void(online)
    online.bots(until_hand=5)

    result = state(online.game.pk).result
    assert result is not None
    assert result.end == "hand_limit"
    record = record_get(online.game.pk)
    assert [hand["end"] == "voided" for hand in record["hands"]] == [True, False, True, False]
    assert record["totals"] == list(result.scores)
    assert verify(record) == []
    assert game_check(online.game.pk) == []
    assert game_result_record(game_id=online.game.pk)
    table = online.director.get(f"/api/v1/tables/{online.table.pk}").json()["result"]
    assert (len(table["hands"]), table["points"]) == (2, list(result.scores))


def test_the_last_hand_is_dealt_again_and_is_the_last():
    online = Online(minutes_per_round=60, hands_per_round=None)
    last_hand_call(game_id=online.game.pk, reason="Time is up.")
    void(online)
    assert state(online.game.pk).final_hand == 2
    online.bots(until_hand=3)
    assert row(online.game.pk).status == "finished"
    record = record_get(online.game.pk)
    assert record["final_hand"] == 1, "as it was called"
    assert verify(record) == []


def test_a_voided_hand_folds_and_closes_an_open_question():
    online = Online()
    client = api(online.holder)
    assert client.post(f"{online.path}/abandon", {}).status_code == 202
    before = client.get(online.path).json()
    folded = Folded(before, pack=162)
    void(online)
    for event in client.get(f"{online.path}/events?after={before['seq']}").json()["results"]:
        folded.fold(event)
    shown = client.get(online.path).json()
    assert shown["consent"] is None
    assert told(names_left_out(folded.game)) == told(names_left_out(shown))


def test_the_minimum_goes_by_the_hands_that_count():
    rules = resolve({"extends": "handfoot", "overrides": {}})
    created = GameCreated(to_document(rules), {}, 4, False, (0, 0), "")
    match = replay_match(created, rules, [GameStarted()])
    order = faces_of(rules)
    deal(match, order, dealer=0, next_commitment="")
    assert match.hand is not None
    first = [side.minimum for side in match.hand.by_side]

    void_hand(match, "", "")
    deal(match, order, dealer=0, next_commitment="")

    assert match.hand is not None
    assert match.hand.number == 2
    assert [side.minimum for side in match.hand.by_side] == first
    again = match_in(orjson.loads(orjson.dumps(match_out(match))), rules)
    assert match_out(again) == match_out(match)
    assert again.voided == 1


def faces_of(rules: Rules) -> tuple[int, ...]:
    """The pack of four players, sorted."""
    return tuple(expand(rules.pack_counts(4)))


def test_only_a_director_voids_and_not_where_others_play_the_same_deals():
    online = Online(hands_per_round=1)
    body = {"reason": "x"}
    refused(api(online.holder).post(f"{online.path}/void-hand", body), 403, "not_director")
    online.bots(until_hand=2)
    refused(void(online), 409, "game_not_active")
    shared = Online(4, duplicate=True)
    refused(void(shared), 409, "no_other_deal")
    assert state(shared.game.pk).voided == 0
    waiting = Online(wait=True)
    refused(void(waiting), 409, "no_hand_running")


def test_a_record_with_a_voided_hand_is_true_only_with_its_empty_sheet():
    online = Online(hands_per_round=1)
    void(online)
    online.bots(until_hand=3)
    record: Any = record_get(online.game.pk)
    assert verify(record) == []
    record["hands"][0]["score"][0]["total"] = 5
    assert [fault.path for fault in verify(record)] == ["hands.0.score.0.total"]
    record = record_get(online.game.pk)
    record["hands"][1]["end"] = "voided"
    assert [fault.path for fault in verify(record)] == ["hands.1.end"]


def test_a_table_whose_game_a_side_gave_up_waits_for_the_director():
    online = Online(hands_per_round=1, accounts=2)
    for seat in (0, 2):
        player = online.game.stints.get(number=seat, to_version=None).player
        assert api(player).post(f"{online.path}/concede", {}).status_code in (200, 202)
    assert row(online.game.pk).status == "finished"

    assert not game_result_record(game_id=online.game.pk), "as of an abandoned game"

    path = f"/api/v1/tables/{online.table.pk}"
    assert online.director.get(path).json()["result"] is None
    close = online.director.post(f"/api/v1/rounds/{online.round.pk}/close", {})
    refused(close, 409, "results_missing")
    again = online.director.post(f"{path}/game", {"reason": "They think better of it."})
    assert again.status_code == 201
    assert row(online.game.pk).status != "finished", "a new game"
    award = {"reason": "Given up.", "end": "forfeit", "winner": 1}
    assert online.director.post(f"{path}/corrections", award).status_code == 201
    assert online.director.get(path).json()["result"]["winner"] == 1


def test_a_round_whose_only_hand_was_voided_is_unpublished():
    online = Online(hands_per_round=1)
    assert void(online).status_code == 201
    path = f"/api/v1/rounds/{online.round.pk}/unpublish"
    answer = online.director.post(path, {"reason": "The wrong draw."})
    assert answer.status_code == 200, answer.content


def test_with_a_clock_the_first_turn_of_the_next_deal_is_timed(game_time: GameTime):
    game_time.stop(EVENING)
    online = Online(clock="live")
    client = api(online.holder)
    game_time.pass_s(20)
    before = client.get(online.path).json()["clock"]["turn_due_at"]

    void(online)

    clock = client.get(online.path).json()["clock"]
    assert clock["turn_due_at"] > before
    assert game_check(online.game.pk) == []


def _paused(online: Online) -> bool:
    """True if no time runs."""
    clock = state(online.game.pk).clock
    assert clock is not None
    assert (clock.paused_since is None) == (clock.turn_due_at is not None)
    return clock.paused_since is not None


def _pause(online: Online) -> None:
    for stint in online.game.stints.filter(to_version=None):
        assert stint.player is not None
        api(stint.player).post(f"{online.path}/pause", {})
    assert _paused(online)


def test_a_director_ends_a_pause_and_the_log_says_so():
    online = Online(clock="club-night")
    _pause(online)
    assert online.director.post(f"{online.path}/resume", {}).status_code == 200
    assert not _paused(online)
    log = online.director.get(f"{online.night.path}/events?limit=200").json()["results"]
    assert [each["text"] for each in log if each["type"] == "pause_ended"] == [
        "round 1, table 1: the pause was ended, by Director"
    ]


def test_a_pause_ends_with_the_hand_that_is_voided():
    online = Online(clock="club-night")
    _pause(online)
    voided = online.director.post(f"{online.path}/void-hand", {"reason": "A card fell."})
    assert voided.status_code == 201
    assert not _paused(online)
