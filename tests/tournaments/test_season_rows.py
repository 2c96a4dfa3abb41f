"""Seasons of a club: opened by directors, read by everybody."""

import pytest

from tests.contract.shapes import conforms
from tests.factories import NOBODY, api
from tests.tournaments.clubs import CLUBS, Cast

pytestmark = pytest.mark.django_db

WINTER = {"name": "Winter 2026", "best": 6}


def test_a_season_says_how_nights_count(cast: Cast):
    body = {**WINTER, "minimum": 4, "guests": True}
    season = cast.director.post(f"{cast.path}/seasons", body).json()
    assert season | body == season
    assert season["club"] == {"id": str(cast.club.pk), "name": "Herons"}
    assert api().get(f"/api/v1/seasons/{season['id']}").json() == season
    conforms("clubs_seasons_create", season)


def test_all_nights_count_for_everybody_unless_said(cast: Cast):
    season = cast.director.post(f"{cast.path}/seasons", WINTER).json()
    assert (season["minimum"], season["guests"]) == (0, False)


def test_the_latest_season_is_the_first(cast: Cast):
    for name in ("Winter", "Summer"):
        cast.director.post(f"{cast.path}/seasons", {**WINTER, "name": name})
    listed = api().get(f"{cast.path}/seasons").json()["results"]
    assert [season["name"] for season in listed] == ["Summer", "Winter"]


def test_a_season_of_the_same_name_is_refused(cast: Cast):
    first, again = (cast.director.post(f"{cast.path}/seasons", WINTER) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 409)
    assert again.json()["code"] == "season_exists"


@pytest.mark.parametrize(
    ("change", "path"),
    [
        pytest.param({"best": 0}, "best", id="no night counts"),
        pytest.param({"best": 367}, "best", id="more nights than a year has"),
        pytest.param({"best": "6"}, "best", id="text for a number"),
        pytest.param({"minimum": -1}, "minimum", id="fewer than none"),
        pytest.param({"name": "two\nlines"}, "name", id="two lines"),
        pytest.param({"from": "2026-10-01"}, "from", id="unknown member"),
    ],
)
def test_a_malformed_season_is_refused_with_its_path(cast: Cast, change, path):
    answer = cast.director.post(f"{cast.path}/seasons", WINTER | change)
    assert answer.status_code == 400
    assert [error["path"] for error in answer.json()["errors"]] == [path]


@pytest.mark.parametrize("path", [f"{CLUBS}/{NOBODY}/seasons", f"/api/v1/seasons/{NOBODY}"])
def test_unknown_ids_are_404(cast: Cast, path):
    assert cast.admin.get(path).status_code == 404
