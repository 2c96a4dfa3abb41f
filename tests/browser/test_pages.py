"""Every page is readable for everybody, in the light and in the dark."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.people import Person, Table, make_table

pytestmark = pytest.mark.browser

SERIOUS = ("serious", "critical")


def faults(page: Any) -> list[tuple[str, str]]:
    """What axe finds serious on a page, with the first element that has it."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [(each["id"], each["nodes"][0]["html"]) for each in found if each["impact"] in SERIOUS]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_any_page(person: Callable[..., Person], scheme: str) -> None:
    ana = person("Ana", phone=True, color_scheme=scheme, bypass_csp=True)
    bots = {"1": "novice", "2": "novice", "3": "novice"}
    lobby = make_table(ana, ruleset="classic", bots={"1": "novice"}, visibility="public")
    table = Table(ana, make_table(ana, ruleset="classic", bots=bots, dealer=3))
    assert faults(ana.page) == []
    table.deal()
    table.play({"type": "draw"})
    ana.page.locator("#hand [role=option]").first.tap()
    assert faults(ana.page) == []

    for path in (
        f"/games/{table.game}/text",
        "/",
        "/games/new",
        f"/games/{lobby}",
        "/problems/initial_minimum",
    ):
        ana.open(path)
        ana.page.wait_for_load_state()
        assert faults(ana.page) == [], path
    ana.context.clear_cookies()
    for path in ("/", "/sign-in", "/sign-up", f"/games/{lobby}"):
        ana.open(path)
        assert faults(ana.page) == [], path


def test_a_table_against_bots_takes_one_tap(person: Callable[..., Person]) -> None:
    ana = person("Ana", phone=True)

    ana.page.tap("#practice")

    ana.page.wait_for_selector("#hand [role=option]")


def test_a_table_is_made_by_a_form(person: Callable[..., Person]) -> None:
    ana = person("Ana")
    ana.open("/games/new")
    ana.page.wait_for_selector("#ruleset option[value=handfoot]", state="attached")
    ana.page.select_option("#ruleset", "handfoot")
    ana.page.wait_for_function(
        "() => document.getElementById('about').textContent.includes('differ')"
    )
    ana.page.select_option("#bots", "all")
    ana.page.click("form#terms button")
    ana.page.wait_for_url("**/games/*-*")

    ana.page.wait_for_selector("[data-key=start]:not([disabled])")
    assert ana.page.locator("#lobby b").all_inner_texts() == ["Ana", *["Novice bot"] * 3]
