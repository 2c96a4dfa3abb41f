"""Who watches a public game sees the table, plays nothing, and gets no hidden card."""

from collections.abc import Callable
from typing import Any

import pytest

from deploy.examples.play import choose
from tests.browser.inspection import inspect
from tests.browser.people import Person, Table, cards_of_others, make_table, structures

pytestmark = pytest.mark.browser

NO_SEAT = -1
BOTS = {"1": "novice", "2": "novice", "3": "novice"}


def begin(ana: Person, **terms: Any) -> Table:
    """Ana at a table with bots, at her first turn."""
    table = Table(ana, make_table(ana, bots=BOTS, dealer=3, visibility="public", **terms))
    table.deal()
    table.page.wait_for_selector("#table[data-options]")
    return table


def hidden_cards(watcher: Person) -> list[Any]:
    """Whatever the browser of the watcher got of a player's hand or draws."""
    found = [each for text in watcher.received for each in structures(text)]
    assert any("hand" in each.get("game", each) for each in found), "the traffic is recorded"
    drawn = [each for each in found if each.get("type") == "cards_drawn" and each.get("cards")]
    return [*cards_of_others(found, NO_SEAT), *drawn]


@pytest.mark.parametrize("signed_in", [True, False])
def test_a_watcher_follows_the_moves_and_sees_no_hand(
    person: Callable[..., Person], signed_in: bool
) -> None:
    ana, watcher = person("Ana"), person("Ben", bypass_csp=True)
    table = begin(ana, ruleset="classic", spectators="live")
    if not signed_in:
        watcher.context.clear_cookies()
    watching = Table(watcher, table.game)

    table.play({"type": "draw"})
    options = ana.call("GET", f"/games/{table.game}/legal-actions")["options"]
    table.play(choose([each for each in options if each["type"] == "discard"]))
    watching.page.wait_for_selector('#log li:has-text("Ana discards")')

    page = watching.page
    assert page.locator("#seats .seat").count() == 4
    assert page.locator("#hand .card, #actions button, #lobby button").count() == 0
    assert page.locator("#middle .pile").count() == 2
    assert page.locator("#melds .side").count() == 2
    assert hidden_cards(watcher) == []
    inspect(page, f"table-watcher-{'member' if signed_in else 'visitor'}")


def test_where_watchers_follow_later_the_running_hand_stays_hidden(
    person: Callable[..., Person],
) -> None:
    ana, ben = person("Ana"), person("Ben", bypass_csp=True)
    table = begin(ana, ruleset="classic", spectators="delayed")

    watching = Table(ben, table.game)

    assert watching.page.locator("#seats .seat").count() == 4
    assert watching.page.locator(".card").count() == 0
    assert "later" in watching.page.locator("#status").inner_text()
    assert hidden_cards(ben) == []
    inspect(watching.page, "table-watcher-later")
