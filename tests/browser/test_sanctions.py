"""An admin warns and excludes somebody in few clicks, and readmits them; they read the warning."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.inspection import inspect
from tests.browser.people import Person, make_table

pytestmark = pytest.mark.browser
WHY = "Shouted at a newcomer."


def test_an_admin_warns_somebody_and_excludes_and_readmits_them(
    person: Callable[..., Person],
) -> None:
    ana, ben = person("Ana"), person("Ben", phone=True)
    club = ana.call("POST", "/clubs", {"name": "Herons"})
    ben.call("POST", "/clubs/join", {"code": club["join_code"]})
    page = ana.page
    ana.open(f"/clubs/{club['id']}")
    page.click("[data-key=sanction] > summary")
    page.select_option("#sanction-member", label="Ben")
    page.fill("#sanction-reason", WHY)
    page.click("button[value=warning]")
    page.get_by_text(f"Ben is warned: {WHY}").wait_for()
    inspect(page, "club-sanctions")

    ben.open(f"/clubs/{club['id']}")
    ben.page.wait_for_selector(f"#warnings .notice:has-text('{WHY}')")
    inspect(ben.page, "club-warned")

    _at_the_case(ana, ben, club)
    page.click("text=What follows for a player")
    page.click("text=Exclude from the club")
    page.fill(f"#exclude-{ben.player}-reason", WHY)
    page.click("#sanctions details details[open] button")
    page.get_by_text(f"Excluded from the club: {WHY}").wait_for()
    inspect(page, "case-sanctions")
    page.click("text=Readmit")
    page.fill("#sanctions details details[open] input", "They apologised.")
    page.click("#sanctions details details[open] button")
    page.get_by_text(f"Excluded from the club: {WHY}").wait_for(state="detached")
    assert ben.call("GET", f"/clubs/{club['id']}")["you"]["role"] == "member"


def _at_the_case(ana: Person, ben: Person, club: Any) -> None:
    """The page of a case of the club's, where Ben sat beside Ana."""
    game = make_table(ana, ruleset="classic", bots={"1": "novice", "2": "novice", "3": "novice"})
    seated = {"id": ben.player, "name": "Ben", "kind": "human"}

    def with_ben(route: Any) -> None:
        found = route.fetch().json()
        found["seats"][1]["player"] = seated
        route.fulfill(json=found)

    place = {"club": {"id": club["id"], "name": "Herons"}}
    ana.page.route("**/api/v1/cases?*", lambda route: route.fulfill(json={"results": [place]}))
    ana.page.route(f"**/api/v1/games/{game}", with_ben)
    ana.open(f"/games/{game}/case")
    ana.page.wait_for_selector("#sanctions summary")
