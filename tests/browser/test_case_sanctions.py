"""An admin warns, excludes and readmits somebody; they read the warning."""

from collections.abc import Callable

import pytest

from tests.browser.inspection import inspect
from tests.browser.nights import Evening
from tests.browser.people import Person

pytestmark = pytest.mark.browser
WHY = "Shouted at a newcomer."


def test_an_admin_warns_somebody_and_excludes_and_readmits_them(evening: Evening) -> None:
    ana, ben, club = evening.admin, evening.player, evening.club
    page = ana.page
    ana.open(f"/clubs/{club}")
    page.click("[data-key=sanction] > summary")
    page.select_option("#sanction-member", label="Ben")
    page.fill("#sanction-reason", WHY)
    page.click("button[value=warning]")
    page.get_by_text(f"Ben is warned: {WHY}").wait_for()
    page.locator("#log-list li", has_text="warned").wait_for()
    assert page.locator("#sanction-member").input_value() == "", "nobody is chosen beforehand"
    page.select_option("#sanction-member", label="Ben")
    page.fill("#sanction-reason", WHY)
    page.click("button[value=ask]")
    page.get_by_text("Exclude Ben from the club?").wait_for()
    inspect(page, "club-sanctions")
    page.get_by_role("button", name="No", exact=True).click()
    page.click("#member-list li[data-name=ben] summary")
    for role, button in (("director", "Make a director"), ("member", "Dismiss from the office")):
        page.get_by_role("button", name=button).click()
        page.get_by_role("button", name=button).wait_for(state="detached")
        assert ben.call("GET", f"/clubs/{club}")["you"]["role"] == role

    ben.open(f"/clubs/{club}")
    ben.page.wait_for_selector(f"#warnings .notice:has-text('{WHY}')")
    inspect(ben.page, "club-warned")

    ana.open(f"/games/{evening.game}/case")
    page.click("text=What follows for a player")
    page.get_by_text(f"Ben is warned: {WHY}").wait_for()
    page.click("[data-key=sanction] > summary")
    page.select_option("#sanction-member", label="Ben")
    page.fill("#sanction-reason", WHY)
    page.click("button[value=ask]")
    page.get_by_role("button", name="Yes, exclude").click()
    page.get_by_text(f"Ben is excluded: {WHY}").wait_for()
    inspect(page, "case-sanctions")
    page.click("text=Readmit")
    page.fill("#sanctions li details[open] input", "They apologised.")
    page.click("#sanctions li details[open] button")
    page.get_by_text(f"Ben is excluded: {WHY}").wait_for(state="detached")
    assert ben.call("GET", f"/clubs/{club}")["you"]["role"] == "member"


def test_an_open_page_says_that_its_account_is_suspended(
    evening: Evening, person: Callable[..., Person]
) -> None:
    ben, sue = evening.player, person("Sue")
    sue.join_staff()
    account = f"/players/{ben.player}"
    ben.open(f"/clubs/{evening.club}")
    ben.expected = (*ben.expected, "status of 401")
    until = "2099-01-02T12:00:00Z"
    sue.call("POST", f"{account}/suspend", {"reason": WHY, "until": until})
    with pytest.raises(Exception, match="is suspended until 2 Jan 2099"):
        ben.call("GET", "/clubs")
    said = ben.page.locator("#shut-out").inner_text()
    assert said.startswith("Your account is suspended until 2 Jan 2099")
    assert WHY in said
    inspect(ben.page, "shut-out")
    sue.call("POST", f"{account}/suspend/lift", {"reason": WHY})
    assert ben.call("GET", "/players/me")["id"] in account
