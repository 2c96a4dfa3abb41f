"""When a night begins: announced, changed, listed, printed and taken along in its bundle."""

from typing import Any

import pytest

from tests.tournaments.clubs import Cast
from tests.tournaments.printing.pages import texts
from tests.tournaments.test_rounds_api import ROOT, announced

pytestmark = pytest.mark.django_db

EVENING, LATER = "2026-02-03T19:30:00Z", "2026-02-03T20:15:00Z"


def test_a_night_is_announced_for_a_time_that_can_be_moved(cast: Cast):
    path = announced(cast, starts_at="2026-02-03T20:30:00+01:00", visibility="public")
    assert cast.director.get(path).json()["starts_at"] == EVENING
    assert cast.director.patch(path, {"starts_at": LATER}).json()["starts_at"] == LATER
    [listed] = cast.outsider.get(f"{ROOT}/tournaments").json()["results"]
    assert listed["starts_at"] == LATER
    text = cast.director.get(f"{path}/events").json()["results"][0]["text"]
    assert f"starts at from {EVENING} to {LATER}" in text
    assert cast.director.patch(path, {"starts_at": None}).json()["starts_at"] is None


def test_a_night_like_another_begins_at_a_time_of_its_own(cast: Cast):
    path = announced(cast, starts_at=EVENING)
    body = {"like": path.rpartition("/")[2], "name": "Next Monday"}
    assert cast.director.post(f"{ROOT}/tournaments", body).json()["starts_at"] is None


@pytest.mark.parametrize(
    "time", ["tonight", "2026-02-03T19:30:00", 1770147000, "2026-13-03T19:30:00Z",
             "0001-01-01T00:00:00+01:00"]
)  # fmt: skip
def test_a_time_without_its_zone_is_refused(cast: Cast, time: Any):
    path = announced(cast)
    answer = cast.director.patch(path, {"starts_at": time})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (400, "starts_at")


def test_papers_say_when_the_night_begins(cast: Cast):
    path = announced(cast, starts_at=EVENING)
    [page] = texts(cast.director.get(f"{path}/standings.pdf").content)
    assert "3 February 2026, 19:30 UTC" in page


def test_a_bundle_takes_the_time_along_and_one_without_has_none(cast: Cast):
    path = announced(cast)
    assert "starts_at" not in cast.director.get(f"{path}/export").json()["tournament"]
    cast.director.patch(path, {"starts_at": EVENING})
    bundle = cast.director.get(f"{path}/export").json()
    assert bundle["tournament"]["starts_at"] == EVENING
    body = {"club": str(cast.club.pk), "bundle": bundle}
    made = cast.director.post(f"{ROOT}/tournaments/import", body)
    assert made.json()["starts_at"] == EVENING


def test_who_follows_the_log_of_a_night_reads_what_came_after_the_oldest_first(cast: Cast):
    path = announced(cast, starts_at=EVENING)
    seen = cast.director.get(f"{path}/events").json()["results"][0]["version"]
    for at in (LATER, None, EVENING):
        cast.director.patch(path, {"starts_at": at})
    page = cast.director.get(f"{path}/events?after={seen}&limit=2").json()
    versions = [each["version"] for each in page["results"]]
    versions += [each["version"] for each in cast.director.get(page["next"]).json()["results"]]
    assert versions == [seen + 1, seen + 2, seen + 3]
    assert not cast.director.get(f"{path}/events?after={seen + 3}").json()["results"]
