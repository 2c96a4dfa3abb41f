"""What a director announces and changes, and what is refused in words that help."""

from typing import Any
from uuid import uuid4

import pytest

from tests.contract.shapes import conforms
from tests.tournaments.clubs import Cast
from tests.tournaments.test_rounds_api import ROOT, announced, drawn, entered

pytestmark = pytest.mark.django_db


def _created(cast: Cast, **settings: Any) -> Any:
    body = {
        "club": str(cast.club.pk), "name": "Monday", "format": "swiss", "ruleset": "classic",
        "rounds": 3, "hands_per_round": 4, "venue": "table",
    } | settings  # fmt: skip
    return cast.director.post(f"{ROOT}/tournaments", body)


def test_what_is_left_out_is_the_rulesets_and_the_formats_own(cast: Cast):
    made = _created(cast).json()
    scoring = made["scoring"]
    assert {name: scoring[name] for name in ("bye", "missed", "bracket", "margin_sd", "hands")} == {
        "bye": 1200, "missed": 800, "bracket": 200, "margin_sd": 2000, "hands": 4,
    }  # fmt: skip
    assert (scoring["base"], scoring["step"], len(scoring["table"])) == (10_000, 50, 201)
    assert made["tiebreaks"][0] == "score"
    assert made["table_seats"] == [4]
    assert made["state"] == "open"


def test_a_bye_may_cost_points(cast: Cast):
    made = _created(cast, scoring={"type": "wdl", "bye": -2, "missed": -3}).json()
    assert (made["scoring"]["bye"], made["scoring"]["missed"]) == (-2, -3)
    conforms("tournaments_create", made)


@pytest.mark.parametrize(
    ("settings", "status", "path"),
    [
        pytest.param({"hands_per_round": None}, 422, "hands_per_round", id="no length"),
        pytest.param({"minutes_per_round": 50}, 422, "hands_per_round", id="hands and time"),
        pytest.param({"tiebreaks": ["score", "score"]}, 422, "tiebreaks.1", id="a metric twice"),
        pytest.param({"duplicate": True}, 422, "duplicate", id="duplicate with cards in hand"),
        pytest.param({"house_bots": "novice"}, 422, "house_bots", id="bots with cards in hand"),
        pytest.param({"table_seats": [7]}, 422, "table_seats.0", id="a size the ruleset lacks"),
        pytest.param({"ruleset": "mauve"}, 422, "extends", id="no such ruleset"),
        pytest.param({"club": str(uuid4())}, 400, "club", id="no such club"),
        pytest.param({"season": str(uuid4())}, 400, "season", id="no such season"),
        pytest.param(
            {"stationary": [{"entry": str(uuid4()), "table": 1}]}, 400, "stationary",
            id="wishes before there are entries",
        ),
        pytest.param({"clock": {"turn_s": 60}}, 400, "clock", id="only profiles"),
        pytest.param({"rounds": 0}, 400, "rounds", id="no rounds"),
        pytest.param({"name": "a\u202eb"}, 400, "name", id="a name that turns its line round"),
        pytest.param({"colour": "red"}, 400, "colour", id="an unknown member"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused_by_path(
    cast: Cast, settings: dict[str, Any], status: int, path: str
):
    answer = _created(cast, **settings)
    assert answer.status_code == status, answer.content
    paths = [each["path"] for each in answer.json()["errors"]]
    assert any(found.startswith(path) for found in paths), paths


def test_who_is_no_director_announces_nothing(cast: Cast):
    body = {"club": str(cast.club.pk), "name": "Mine", "format": "swiss", "ruleset": "classic",
            "rounds": 3, "hands_per_round": 4}  # fmt: skip
    for caller, code in ((cast.member, "not_director"), (cast.outsider, "not_director")):
        answer = caller.post(f"{ROOT}/tournaments", body)
        assert (answer.status_code, answer.json()["code"]) == (403, code)


def test_a_tournament_of_too_many_rounds_for_its_field_does_not_start(cast: Cast):
    path = announced(cast, rounds=9)
    entered(cast, path, 4)
    answer = cast.director.post(f"{path}/start", {})
    assert (answer.status_code, answer.json()["code"]) == (422, "tournament_unplayable")
    assert "round" in answer.json()["detail"]


def test_a_draft_is_seen_only_by_directors(cast: Cast):
    path = announced(cast, state="draft")
    for caller in (cast.member, cast.outsider, cast.clients["anonymous"]):
        assert caller.get(path).status_code == 404
        assert path.rsplit("/", 1)[1] not in caller.get(f"{ROOT}/tournaments").content.decode()
    assert cast.director.get(path).status_code == 200
    assert cast.director.patch(path, {"state": "open"}).status_code == 200
    assert cast.outsider.get(path).status_code == 200


def test_the_scale_follows_the_hands_until_the_start_and_is_frozen_then(cast: Cast):
    path = announced(cast)
    entered(cast, path, 4)
    changed = cast.director.patch(path, {"hands_per_round": 1}).json()["scoring"]
    assert (changed["hands"], changed["base"]) == (1, 5000)
    assert cast.director.post(f"{path}/start", {}).status_code == 200
    late = cast.director.patch(path, {"hands_per_round": 2})
    assert (late.status_code, late.json()["code"]) == (409, "wrong_state")
    assert cast.director.patch(path, {"rounds": 2, "name": "Tuesday"}).json()["rounds"] == 2


def test_a_new_type_of_scoring_has_its_own_defaults(cast: Cast):
    path = announced(cast)
    changed = cast.director.patch(path, {"scoring": {"type": "wdl"}}).json()["scoring"]
    assert [changed[name] for name in ("type", "bye", "missed", "bracket")] == ["wdl", 2, 1, 2]


def test_wishes_name_entries_and_are_kept_by_the_draw(cast: Cast):
    path = announced(cast)
    entries = [entry.rsplit("/", 1)[1] for entry in entered(cast, path, 4)]
    unknown = {"forbidden": [{"entries": [entries[0], str(uuid4())], "as": "opponents"}]}
    answer = cast.director.patch(path, unknown)
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (400, "forbidden.0")
    wish = {
        "forbidden": [{"entries": entries[:2], "as": "opponents"}],
        "stationary": [{"entry": entries[3], "table": 2}],
    }
    assert cast.director.patch(path, wish).status_code == 200
    cast.director.post(f"{path}/start", {})
    tables = cast.director.get(drawn(cast, path)).json()["tables"]
    at = {e["id"]: t["number"] for t in tables for s in t["sides"] for e in s["entries"]}
    assert at[entries[0]] != at[entries[1]]
    assert at[entries[3]] == 2


def test_wishes_that_contradict_themselves_are_refused_and_those_before_stay(cast: Cast):
    path = announced(cast)
    one, two, *_ = (entry.rsplit("/", 1)[1] for entry in entered(cast, path, 4))
    wishes = {
        "forbidden": [{"entries": [two, one], "as": "opponents"}],
        "stationary": [{"entry": two, "table": 2}, {"entry": one, "table": 1}],
    }
    changed = cast.director.patch(path, wishes).json()
    assert {name: changed[name] for name in wishes} == wishes, "in the order of the request"
    for wish, at in (
        ({"forbidden": [{"entries": [one, one], "as": "opponents"}]}, "forbidden.0"),
        ({"stationary": [{"entry": one, "table": 1}] * 2}, "stationary.1.entry"),
    ):
        refused = cast.director.patch(path, wish)
        assert (refused.status_code, refused.json()["code"]) == (422, "tournament_unplayable")
        assert [error["path"] for error in refused.json()["errors"]] == [at]
    now = cast.director.patch(path, {"stationary": []}).json()
    assert (now["forbidden"], now["stationary"]) == (wishes["forbidden"], [])


def test_a_tournament_that_is_called_off_takes_nothing_more(cast: Cast):
    path = announced(cast)
    entered(cast, path, 4)
    cast.director.post(f"{path}/start", {})
    assert cast.director.patch(path, {"state": "cancelled"}).json()["state"] == "cancelled"
    for call in (f"{path}/rounds", f"{path}/finish"):
        answer = cast.director.post(call, {})
        assert (answer.status_code, answer.json()["code"]) == (409, "wrong_state")


def test_every_change_is_a_version_in_the_public_log(cast: Cast):
    path = announced(cast)
    entered(cast, path, 4)
    cast.director.post(f"{path}/start", {})
    log = cast.clients["anonymous"].get(f"{path}/events?limit=200").json()["results"]
    versions = [each["version"] for each in log]
    assert versions == list(range(cast.outsider.get(path).json()["version"], 0, -1))
    assert [log[-1]["type"], log[0]["type"]] == ["tournament_created", "tournament_started"]
