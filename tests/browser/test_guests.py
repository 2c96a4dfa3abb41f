"""A guest sits down by a link, and keeps the name later."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.people import PHONE, Person, Site, Table, make_table
from tests.e2e.service import PASSWORD

pytestmark = pytest.mark.browser


def test_a_guest_joins_by_link_in_three_taps_and_later_claims_the_name(
    person: Callable[..., Person], site: Site, chromium: Any
) -> None:
    ana = person("Ana")
    bots = {"1": "novice", "3": "novice"}
    table = Table(ana, make_table(ana, ruleset="classic", bots=bots))
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ana.page.click("[data-key=copy]")
    ana.page.get_by_text("The link is copied").wait_for()
    assert ana.page.evaluate("navigator.clipboard.readText()") == ana.page.url
    context = chromium.new_context(**PHONE)
    guest = context.new_page()

    guest.goto(ana.page.url)  # the first tap: the link
    guest.fill("#guest", "Gus")
    guest.tap("form button.primary")
    guest.tap("[data-key=sit-2]")
    guest.wait_for_selector("[data-key=start]:not([disabled])")
    log = ana.page.locator("#log")
    log.get_by_text("Gus sits down.").wait_for()
    assert "Seat 3" not in log.inner_text(), "a log names people"
    assert "Ana (you) sits down." in log.inner_text(), "what was before the page is in it too"
    table.deal()

    guest.wait_for_selector("#hand [role=option]")
    seat = ana.call("GET", f"/games/{table.game}")["seats"][2]["player"]
    guest.goto(f"{site.base}/account")
    guest.tap("#claim a")
    guest.wait_for_url(f"{site.base}/claim")
    guest.fill("[name=username]", f"gus-{seat['id'][:8]}")
    guest.fill("[name=password]", PASSWORD)
    guest.tap("button.primary")
    guest.wait_for_url(f"{site.base}/")
    assert guest.locator("body").get_attribute("data-player") == seat["id"]
    player = ana.call("GET", f"/players/{seat['id']}")
    assert player["display_name"] == "Gus"
    assert not player["guest"]
    context.close()
