"""Every page can be used by everybody, at any size, in the light and in the dark."""

from collections.abc import Callable

import pytest

from tests.browser.inspection import inspect
from tests.browser.people import Person, Table, make_table

pytestmark = pytest.mark.browser

BOTS = {"1": "novice", "2": "novice", "3": "novice"}


def test_a_visitor_can_use_every_page(person: Callable[..., Person]) -> None:
    visitor = person("Ana", bypass_csp=True)
    lobby = make_table(visitor, ruleset="classic", visibility="public")
    visitor.context.clear_cookies()
    for name, path in {
        "home-visitor": "/",
        "sign-in": "/sign-in",
        "sign-up": "/sign-up",
        "guest": "/guest",
        "new-password": "/new-password",
        "lobby-visitor": f"/games/{lobby}",
        "problem": "/problems/initial_minimum",
        "not-found": "/nothing",
    }.items():
        visitor.open(path)
        visitor.page.wait_for_load_state()
        inspect(visitor.page, name)


def test_a_member_can_use_every_page(person: Callable[..., Person]) -> None:
    ana = person("Ana", bypass_csp=True)
    lobby = make_table(ana, ruleset="classic", bots={"1": "novice"}, visibility="public")
    table = Table(ana, make_table(ana, ruleset="classic", bots=BOTS, dealer=3))
    inspect(ana.page, "lobby-full")
    table.deal()
    table.play({"type": "draw"})
    ana.page.locator("#hand [role=option]").first.click()
    ana.page.wait_for_selector("#actions [data-key=discard]")
    inspect(ana.page, "table-card-selected")

    for name, path in {
        "text-table": f"/games/{table.game}/text",
        "home": "/",
        "new-table": "/games/new",
        "lobby": f"/games/{lobby}",
    }.items():
        ana.open(path)
        ana.page.wait_for_load_state()
        inspect(ana.page, name)


def test_a_table_against_bots_takes_one_tap(person: Callable[..., Person]) -> None:
    ana = person("Ana", phone=True)
    ana.open("/")

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
    assert ana.page.locator("#lobby b").all_inner_texts() == [
        "Ana",
        *(f"Novice bot {seat}" for seat in (2, 3, 4)),
    ]
