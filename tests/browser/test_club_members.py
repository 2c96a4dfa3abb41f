"""What members and everybody else see of a club: the season, the results, the wall by a link."""

import re
from collections.abc import Callable

import pytest

from tests.browser.director import NAMES, Director
from tests.browser.inspection import inspect
from tests.browser.people import Person

pytestmark = pytest.mark.browser


@pytest.fixture
def director(person: Callable[..., Person]) -> Director:
    return Director(person("Mara", bypass_csp=True))


def test_a_screen_shows_the_wall_by_a_link_until_it_is_revoked(
    director: Director, person: Callable[..., Person]
) -> None:
    director.draft(NAMES[:4])
    director.step("publish", "[data-key=close]")
    call = director.person.call
    call("PATCH", f"/tournaments/{director.night}", {"visibility": "club"})
    director.press("[data-key=wall-links] > summary")
    director.press("[data-key=make-wall-link]")
    address = director.page.locator("[data-key=wall-link]").inner_text()

    screen = person("Tv", bypass_csp=True)
    screen.expected += ("status of 401",)
    screen.context.clear_cookies()  # nobody signs in on a screen
    screen.page.goto(address)
    screen.page.get_by_text("Tables").wait_for()
    shown = screen.page.inner_text("#night")
    assert all(name in shown for name in NAMES[:4])

    director.press("[data-key^=revoke-]")
    screen.page.get_by_text("revoked this link").wait_for()
    assert not any(name in screen.page.inner_text("#night") for name in NAMES[:4])


def test_a_name_is_claimed_by_its_link_and_has_its_season_and_results(
    director: Director, person: Callable[..., Person]
) -> None:
    page, call = director.page, director.person.call
    director.found("Herons")
    director.add(NAMES[:4])
    club = page.url.rpartition("/")[2]
    season = call("POST", f"/clubs/{club}/seasons", {"name": "Winter", "best": 1})["id"]
    call("PATCH", f"/clubs/{club}", {"results_public": True})
    night = call("POST", "/tournaments", {
        "club": club, "name": "Monday", "format": "rotating", "ruleset": "classic", "rounds": 1,
        "hands_per_round": 2, "venue": "table", "season": season, "visibility": "public",
    })["id"]  # fmt: skip
    members = call("GET", f"/clubs/{club}/members?limit=50")["results"]
    code = next(each["claim_code"] for each in members if each["name"] == NAMES[0])
    director.person.open(f"/tournaments/{night}")
    director.enter_members(4)
    director.step("begin", "[data-key=publish]")
    director.step("publish", "[data-key=close]")
    director.enter_all()
    director.step("close", "[data-key=finish]")

    zoe = person("Zoe", bypass_csp=True, phone=True)
    zoe.open(f"/clubs#{code}")
    zoe.page.locator("#join button").click()
    zoe.page.wait_for_url(re.compile(f"/clubs/{club}$"))
    zoe.page.locator("#season-list a", has_text="Winter").click()
    own = zoe.page.locator("tr.own")
    assert "Zoe" in own.inner_text()
    zoe.page.locator(".plot img").wait_for()
    inspect(zoe.page, "season")
    zoe.open(f"/clubs/{club}/results")
    assert zoe.page.get_by_role("row").count() == 2 * (1 + 4)
    inspect(zoe.page, "results")
    zoe.open(f"/clubs/{club}/ratings")

    def rated() -> bool:
        zoe.page.reload()
        return bool(zoe.page.locator(".ranking").count())

    zoe.until("the ratings, which a worker computes", rated)
    inspect(zoe.page, "club-ratings")

    call("POST", f"/tournaments/{night}/finish")
    director.person.open(f"/clubs/{club}")
    director.press(f"[data-key=season-{season}] summary")
    director.press(f"[data-key=close-{season}]")
    director.press(f"[data-key=reopen-{season}] summary")
    page.fill(f"[data-key=reopen-{season}] input", "one night more")
    director.press(f"[data-key=reopen-{season}] .primary")
    page.wait_for_selector(f"[data-key=season-{season}]")
