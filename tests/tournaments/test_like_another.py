"""A night announced like another: its terms, and nothing that belongs to that evening."""

from typing import Any

import pytest

from tests.factories import NOBODY, player
from tests.tournaments.clubs import Cast, club_of, office_give
from tests.tournaments.nights import night
from tests.tournaments.test_rounds_api import ROOT, announced, entered
from tournaments.choices import Role
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.full]

TERMS = {
    "format": "rotating", "rounds": 6, "venue": "mixed", "handicap": True, "visibility": "public",
    "house_bots": "novice", "minimum_rounds": 2, "tiebreaks": ["wins", "lot"], "table_seats": [4],
    "scoring": {"type": "wdl", "bye": 1, "missed": 0, "bracket": 3, "margin_sd": 1200},
    "ruleset": {"extends": "classic", "overrides": {"game": {"target": 3000}}},
}  # fmt: skip
"""None of them the default."""
OF_ITS_OWN = {
    "id", "name", "version", "created_at", "started_at", "finished_at", "archived_at", "state",
    "seed", "seed_hash", "phrase", "forbidden", "stationary", "imported_from",
}  # fmt: skip


def like(cast: Cast, path: str, by: str = "director", **given: Any) -> Any:
    body = {"like": path.rpartition("/")[2], **given}
    return cast.clients[by].post(f"{ROOT}/tournaments", body)


def announced_like(cast: Cast, path: str, **given: Any) -> Any:
    answer = like(cast, path, **given)
    assert answer.status_code == 201, answer.content
    return answer.json()


def season(cast: Cast, name: str = "Winter") -> str:
    terms = {"name": name, "best": 6}
    return str(cast.director.post(f"{cast.path}/seasons", terms).json()["id"])


def test_the_next_night_has_the_terms_season_and_table_sizes_of_the_last(cast: Cast):
    path = announced(cast, season=season(cast), **TERMS)
    one, other, *_ = entered(cast, path, 8, players=1)
    ban = {"entries": [each.rpartition("/")[2] for each in (one, other)], "as": "both"}
    cast.director.patch(path, {"forbidden": [ban]})
    cast.director.post(f"{path}/start", {})
    last, made = cast.director.get(path).json(), announced_like(cast, path, name="Monday 2")
    assert made["name"] == "Monday 2"
    assert {name: value for name, value in made.items() if name not in OF_ITS_OWN} == {
        name: value for name, value in last.items() if name not in OF_ITS_OWN
    }
    assert (made["state"], made["forbidden"], made["version"]) == ("open", [], 1)
    assert made["seed_hash"] is made["started_at"] is None
    entries = cast.director.get(f"{ROOT}/tournaments/{made['id']}/entries").json()
    assert entries["results"] == []


def test_a_night_like_another_has_its_rules_too(cast: Cast):
    path = announced(cast, **TERMS)
    made = announced_like(cast, path)
    rulesets = Tournament.objects.filter(pk__in=[path.rpartition("/")[2], made["id"]])
    assert len({str(each.ruleset) for each in rulesets}) == 1
    assert {each.ruleset["game"]["target"] for each in rulesets} == {3000}
    assert made["name"] == "Monday"


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"minutes_per_round": 30}, {"minutes_per_round": 30, "hands_per_round": None}),
        ({"hands_per_round": 2}, {"hands_per_round": 2, "minutes_per_round": None}),
        ({"format": "swiss"}, {"format": "swiss", "minimum_rounds": 0}),
        ({"ruleset": "bolivia", "house_bots": None}, {"table_seats": [4]}),
        ({"season": None}, {"season": None}),
        ({"visibility": "club", "state": "draft"}, {"visibility": "club", "state": "draft"}),
    ],
    ids=lambda each: next(iter(each)),
)
def test_what_else_the_body_names_is_as_it_says(cast: Cast, given: Any, found: Any):
    path = announced(cast, season=season(cast), **TERMS)
    made = announced_like(cast, path, **given)
    assert {name: made[name] for name in found} == found


@pytest.mark.parametrize("same", ["club", "format", "hands_per_round", "duplicate"])
def test_what_the_body_names_as_it_was_changes_nothing_else(cast: Cast, same: str):
    path = announced(cast, season=season(cast), **TERMS)
    last, made = cast.director.get(path).json(), announced_like(cast, path)
    given = last | {"club": str(cast.club.pk)}
    named = announced_like(cast, path, **{same: given[same]})
    assert (named["season"]["name"], named["tiebreaks"]) == ("Winter", ["wins", "lot"])
    assert {name: value for name, value in named.items() if name not in OF_ITS_OWN} == {
        name: value for name, value in made.items() if name not in OF_ITS_OWN
    }


def test_a_night_in_another_club_is_in_no_season_of_this(cast: Cast):
    path, director = announced(cast, season=season(cast)), cast.players["director"]
    elsewhere = club_of(player(), director, name="Egrets")
    office_give(elsewhere, director, Role.DIRECTOR)
    made = announced_like(cast, path, club=str(elsewhere.pk))
    assert (made["club"]["name"], made["season"]) == ("Egrets", None)


def test_a_night_by_hands_may_be_like_one_by_time(cast: Cast):
    path = announced(cast, hands_per_round=None, minutes_per_round=30)
    made = announced_like(cast, path, hands_per_round=2)
    assert (made["hands_per_round"], made["minutes_per_round"]) == (2, None)


def test_another_format_has_its_own_tie_breaks(cast: Cast):
    path = announced(cast, **TERMS)
    made = announced_like(cast, path, format="swiss")
    assert made["tiebreaks"][:2] == ["score", "head_to_head"]


def test_another_ruleset_has_its_own_deviation(cast: Cast):
    path, plain = announced(cast), announced(cast, ruleset="bolivia")
    made = announced_like(cast, path, ruleset="bolivia")
    assert made["scoring"] == cast.director.get(plain).json()["scoring"]


def test_terms_may_come_from_any_night_that_one_may_read(cast: Cast):
    elsewhere = night(0, start=False, rounds=5)
    made = announced_like(cast, elsewhere.path, club=str(cast.club.pk))
    assert (made["club"]["name"], made["rounds"]) == ("Herons", 5)
    assert like(cast, elsewhere.path).json()["code"] == "not_director"


@pytest.mark.parametrize("hidden", [{"visibility": "club"}, {"state": "draft"}])
def test_what_one_may_not_read_is_as_unknown_as_what_there_is_not(cast: Cast, hidden: Any):
    elsewhere = night(0, start=False, **hidden)
    nowhere = f"{ROOT}/tournaments/{NOBODY}"
    answers = [like(cast, path, club=str(cast.club.pk)) for path in (elsewhere.path, nowhere)]
    assert [(each.status_code, each.json()["errors"]) for each in answers] == [
        (400, [{"path": "like", "detail": "There is no such tournament."}])
    ] * 2


@pytest.mark.parametrize("wrong", [{"like": 1}, {"rounds": "six"}, {"entries": []}])
def test_faults_are_reported_by_path(cast: Cast, wrong: dict[str, Any]):
    body = {"like": announced(cast).rpartition("/")[2], **wrong}
    answer = cast.director.post(f"{ROOT}/tournaments", body)
    assert answer.status_code == 400
    assert [each["path"] for each in answer.json()["errors"]] == [*wrong]


def test_a_season_that_was_closed_takes_no_further_night(cast: Cast):
    winter = season(cast)
    path = announced(cast, season=winter)
    cast.director.patch(path, {"state": "cancelled"})
    assert cast.admin.post(f"{ROOT}/seasons/{winter}/close", {}).status_code == 200
    refused = like(cast, path)
    assert (refused.status_code, refused.json()["code"]) == (409, "season_closed")
    assert announced_like(cast, path, season=season(cast, "Spring"))["season"]["name"] == "Spring"


def test_only_a_director_announces(cast: Cast):
    refused = like(cast, announced(cast), by="member")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_director")
