"""A body with several faults is answered once, with all of them."""

from typing import Any

import pytest

from games.engine.rulesets import slugs
from tests.factories import NOBODY, api, player
from tests.tournaments.clubs import club_of

pytestmark = pytest.mark.django_db

CALLS: dict[str, tuple[dict[str, Any], set[str]]] = {
    "games": (
        {"ruleset": 7, "seats": "four", "hints": "yes", "speed": 1},
        {"ruleset", "seats", "hints", "speed"},
    ),
    "games/join": ({"code": 1, "rated": "no", "seat": 2}, {"code", "rated", "seat"}),
    "partnerships": (
        {"players": ["x", NOBODY, 3], "name": 5, "club": 1},
        {"players.0", "players.2", "name", "club"},
    ),
    "players": (
        {"kind": "human", "display_name": "", "owner": 1},
        {"kind", "display_name", "owner"},
    ),
    "rulesets": (
        {"name": "", "extends": 4, "overrides": [], "slug": "A B", "club": "x"},
        {"name", "extends", "overrides", "slug", "club"},
    ),
    "scoring": (
        {"ruleset": slugs()[0], "seats": 1, "hands": [{"sides": [{"side": 9, "total": "x"}]}]},
        {"seats", "hands.0.sides.0.side", "hands.0.sides.0.total"},
    ),
    "clubs": ({"name": 3, "names": "full", "town": ""}, {"name", "names", "town"}),
    "clubs/join": (
        {"code": 1, "name": "", "recovery": 1, "x": 0},
        {"code", "name", "recovery", "x"},
    ),
    "clubs/{club}/seasons": (
        {"name": "", "best": 0, "minimum": -1, "guest": True},
        {"name", "best", "minimum", "guest"},
    ),
    "tournaments": (
        {"club": "x", "format": "odd", "ruleset": 7, "hands_per_round": 0, "bye": 1},
        {"club", "format", "ruleset", "hands_per_round", "bye"},
    ),
}


@pytest.mark.parametrize("call", CALLS)
def test_every_member_at_fault_is_named_at_once(call):
    admin = player()
    body, paths = CALLS[call]
    club = club_of(admin)
    answer = api(admin).post(f"/api/v1/{call.format(club=club.pk)}", body)
    assert answer.status_code == 400, answer.content
    named = {fault["path"] for fault in answer.json()["errors"]}
    assert named >= paths, paths - named


@pytest.mark.parametrize(
    ("asked", "code", "path"),
    [
        ({"ruleset": "no-such"}, "invalid_ruleset", "ruleset"),
        ({"ruleset": slugs()[0], "seats": 7}, "seats_not_allowed", "seats"),
    ],
)
def test_everything_unknown_in_a_well_formed_body_is_named_at_once(asked, code, path):
    body = asked | {"bots": {"1": "genius"}, "players": {"2": NOBODY}}
    answer = api(player()).post("/api/v1/games", body)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert [fault["path"] for fault in answer.json()["errors"]] == [path, "bots.1", "players.2"]


def test_one_unknown_thing_is_refused_with_its_facts():
    answer = api(player()).post("/api/v1/games", {"ruleset": slugs()[0], "bots": {"1": "genius"}})
    assert answer.json()["code"] == "unknown_bot"
    assert "novice" in answer.json()["facts"]["allowed"]
