"""An admin warns and excludes somebody in few clicks, and readmits them; they read the warning."""

import pytest

from tests.browser.inspection import inspect
from tests.browser.nights import Evening

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
    inspect(page, "club-sanctions")

    ben.open(f"/clubs/{club}")
    ben.page.wait_for_selector(f"#warnings .notice:has-text('{WHY}')")
    inspect(ben.page, "club-warned")

    ana.open(f"/games/{evening.game}/case")
    page.click("text=What follows for a player")
    page.get_by_text(f"Warned: {WHY}").wait_for()
    page.click("text=Exclude from the club")
    page.fill(f"#exclude-{ben.player}-reason", WHY)
    page.click("#sanctions details details[open] button")
    page.get_by_text(f"Excluded from the club: {WHY}").wait_for()
    inspect(page, "case-sanctions")
    page.click("text=Readmit")
    page.fill("#sanctions details details[open] input", "They apologised.")
    page.click("#sanctions details details[open] button")
    page.get_by_text(f"Excluded from the club: {WHY}").wait_for(state="detached")
    assert ben.call("GET", f"/clubs/{club}")["you"]["role"] == "member"
