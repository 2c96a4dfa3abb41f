"""The score pad over HTTP: anybody may ask, nothing is kept, every refusal names its line."""

import pytest

from tests.factories import api
from tests.games_api.test_lobby import refused

SCORING = "/api/v1/scoring"
pytestmark = pytest.mark.django_db

OUT = {
    "side": 0,
    "counts": {"sambas": 1, "mixed_canastas": 1, "red_threes": 2},
    "melded_cards": 225,
    "hand_cards": 65,
}
OTHER = {"side": 1, "total": -520}
HANDS = [{"went_out": 0, "sides": [OUT, OTHER]}]


def scoring(**members):
    """The answer to a body of the classic ruleset."""
    return api().post(SCORING, {"ruleset": "classic", "hands": HANDS} | members)


def test_the_pad_shows_lines_totals_the_minimum_and_the_settlement():
    told = scoring(scores=[1500, 620], stake={"cents_per_100": 5}).json()
    [hand] = told["hands"]
    assert (hand["number"], hand["totals"]) == (1, [3860, 100])
    assert hand["score"][0]["total"] == 2360
    assert hand["score"][0]["lines"][0] == {
        "code": "mixed_canastas", "points": 300, "count": 1, "rule": "SCORE-04",
    }  # fmt: skip
    assert hand["score"][1] == {"side": 1, "lines": [], "total": -520}
    assert told["totals"] == [3860, 100]
    assert told["behind"] == [0, 3760]
    assert told["next_minimum"] == [120, 50]
    assert (told["over"], told["end"], told["winner"], told["draw"]) == (False, None, None, False)
    assert told["settlement"] == [{"side": 0, "cents": 188}, {"side": 1, "cents": -188}]
    assert (told["seats"], told["ruleset"]["slug"]) == (4, "classic")


def test_without_a_stake_nobody_settles():
    assert scoring().json()["settlement"] is None
    assert scoring(stake=None).json()["settlement"] is None


def test_a_game_that_is_over_has_a_winner_or_is_a_draw():
    won = scoring(scores=[8000, 0]).json()
    assert (won["over"], won["end"], won["winner"], won["draw"]) == (True, "target", 0, False)
    level = scoring(scores=[8000, 8000], hands=[{"sides": [
        {"side": 0, "total": 2000}, {"side": 1, "total": 2000}]}]).json()  # fmt: skip
    assert (level["over"], level["winner"], level["draw"]) == (True, None, True)


def test_house_rules_may_replace_a_slug():
    house = {"extends": "classic", "overrides": {"canasta": {"samba": 2000}}}
    assert scoring(ruleset=house).json()["totals"] == [2860, -520]


@pytest.mark.parametrize(
    ("body", "seats", "minimum"),
    [
        pytest.param({}, 4, [50, 50], id="nothing said"),
        pytest.param({"scores": [0, 1500, -5]}, 3, [50, 90, 15], id="by the scores"),
        pytest.param({"seats": 6}, 6, [50, 50, 50], id="by the seats"),
        pytest.param({"seats": 2, "scores": [0, 0]}, 2, [50, 50], id="two players"),
    ],
)
def test_before_the_first_hand(body, seats, minimum):
    told = scoring(hands=[], **body).json()
    assert (told["seats"], told["hands"], told["next_minimum"]) == (seats, [], minimum)


def test_the_first_hand_says_how_many_sides_there_are():
    sides = [{"side": side, "total": 100 * side} for side in range(5)]
    told = scoring(hands=[{"sides": sides}], stake={"cents_per_100": 10}).json()
    assert (told["seats"], told["totals"]) == (5, [0, 100, 200, 300, 400])
    assert [each["cents"] for each in told["settlement"]] == [-100, -50, 0, 50, 100]


def test_nobody_needs_a_key_and_the_same_body_gives_the_same_answer():
    keyed = api().post(
        SCORING, {"ruleset": "classic", "hands": HANDS}, headers={"Idempotency-Key": "once"}
    )
    assert keyed.content == scoring().content
    assert "Idempotent-Replayed" not in keyed


def test_the_fields_of_an_entry_form_are_those_of_the_ruleset():
    classic = {each["path"]: each for each in scoring(hands=[]).json()["fields"]}
    assert list(classic) == [
        *("counts.natural_canastas", "counts.mixed_canastas", "counts.sambas"),
        *("counts.red_threes", "melded_cards", "red_threes_in_hand", "hand_cards"),
    ]
    assert (classic["counts.sambas"]["unit"], classic["counts.sambas"]["each"]) == ("pieces", 1500)
    in_hand = classic["red_threes_in_hand"]
    assert (in_hand["unit"], in_hand["each"]) == ("players", -750)
    assert classic["melded_cards"] == {"path": "melded_cards", "unit": "points", "each": None}

    mexican = scoring(ruleset="mexican", hands=[]).json()["fields"]
    assert {"debt_dismantled.mixed_canastas", "black_threes_in_hand"} <= {
        each["path"] for each in mexican
    }


@pytest.mark.parametrize(
    ("hands", "code", "paths"),
    [
        pytest.param(
            [{"sides": [OUT | {"melded_cards": 343}, OTHER]}],
            "not_a_multiple_of_five",
            ["hands.0.sides.0.melded_cards"],
            id="fives",
        ),
        pytest.param(
            [*HANDS, {"sides": [OUT | {"counts": {"red_threes": 7}}]}],
            "sheet_does_not_add_up",
            ["hands.1.sides", "hands.1.sides.0.counts.red_threes"],
            id="several faults",
        ),
    ],
)
def test_a_sheet_that_cannot_be_right_names_its_lines(hands, code, paths):
    problem = refused(scoring(hands=hands), 422, code)
    assert [error["path"] for error in problem["errors"]] == paths
    assert problem["errors"][0]["detail"] in problem["detail"]


@pytest.mark.parametrize(
    ("members", "paths"),
    [
        pytest.param({"hands": [{"sides": [OUT]}]}, ["hands.0.sides"], id="one is missing"),
        pytest.param({"scores": [0] * 4}, ["scores"], id="no table has so many"),
        pytest.param(
            {"hands": [{"sides": [{"side": side} for side in range(4)]}]},
            ["hands.0.sides.2.side", "hands.0.sides.3.side"],
            id="nor on the sheet",
        ),
    ],
)
def test_where_the_number_of_sides_fits_no_table_the_sides_are_named(members, paths):
    problem = refused(scoring(**members), 422, "sheet_does_not_add_up")
    assert [error["path"] for error in problem["errors"]] == paths


@pytest.mark.parametrize(
    ("members", "status", "code"),
    [
        pytest.param({"ruleset": "nothing"}, 422, "invalid_ruleset", id="no such ruleset"),
        pytest.param({"seats": 7}, 422, "seats_not_allowed", id="no such table"),
        pytest.param({"seats": 9}, 400, "invalid_fields", id="nowhere"),
        pytest.param({"scores": [0, 20_000_000]}, 400, "invalid_fields", id="absurd scores"),
        pytest.param({"stake": {"cents_per_100": -5}}, 400, "invalid_fields", id="stake"),
        pytest.param({"stake": {}}, 400, "invalid_fields", id="no stake in it"),
        pytest.param({"hands": None}, 400, "invalid_fields", id="no hands"),
        pytest.param({"hands": [{}]}, 400, "invalid_fields", id="no sides"),
        pytest.param({"hands": HANDS * 101}, 400, "invalid_fields", id="too many hands"),
        pytest.param({"hands": HANDS * 1000}, 413, "body_too_large", id="too large a body"),
        pytest.param({"more": 1}, 400, "invalid_fields", id="an unknown member"),
    ],
)
def test_what_the_pad_does_not_take(members, status, code):
    refused(scoring(**members), status, code)


@pytest.mark.parametrize(
    ("member", "value", "path"),
    [
        ("side", -1, "side"),
        ("side", "0", "side"),
        ("melded_cards", -5, "melded_cards"),
        ("melded_cards", 1_000_000, "melded_cards"),
        ("hand_cards", 2.5, "hand_cards"),
        ("total", -1_000_000, "total"),
        ("counts", {"sambas": True}, "counts.sambas"),
        ("counts", {"sambas": 501}, "counts.sambas"),
        ("counts", {"bolivias": 1}, "counts.bolivias"),
        ("counts", [], "counts"),
        ("debt_dismantled", {"red_threes": 1}, "debt_dismantled.red_threes"),
        ("adjustments", [{"points": 5}], "adjustments.0.reason"),
        ("penalties", [{"points": -5, "reason": ""}], "penalties.0.reason"),
        ("bonus", 5, "bonus"),
    ],
)
def test_malformed_lines_are_named_by_their_path(member, value, path):
    answer = scoring(hands=[{"sides": [OTHER, OUT | {member: value}]}])
    problem = refused(answer, 400, "invalid_fields")
    assert [error["path"] for error in problem["errors"]] == [f"hands.0.sides.1.{path}"]


def test_who_went_out_is_a_side():
    problem = refused(scoring(hands=[{"went_out": "0", "sides": []}]), 400, "invalid_fields")
    assert [error["path"] for error in problem["errors"]] == ["hands.0.went_out"]
