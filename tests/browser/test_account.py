"""The own account and the page of a player, in the browser."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.inspection import inspect
from tests.browser.people import Person, make_table
from tests.e2e.service import PASSWORD

pytestmark = pytest.mark.browser


def fill(person: Person, form: str, **values: str) -> None:
    for name, value in values.items():
        person.page.fill(f"#{form}-{name}", value)
    person.page.click(f"#{form} button")


@pytest.fixture
def ana(person: Callable[..., Person]) -> Person:
    found = person("Ana", bypass_csp=True)
    found.expected += ("status of 400", "status of 401")  # what the forms show at their fields
    programs(found)
    return found


def programs(person: Person) -> None:
    """Open the account, with what those who write programs need."""
    person.open("/account")
    person.page.click("#for-programs > summary")


def test_a_name_is_changed_and_a_fault_is_shown_at_its_field(ana: Person) -> None:
    fill(ana, "profile", display_name="Former player 7")
    ana.page.wait_for_selector("#profile-display_name-fault:not(:empty)")
    fill(ana, "profile", display_name="Anna")
    ana.page.wait_for_selector("#profile .good")
    assert ana.call("GET", "/players/me")["time_zone"] is None, "it was not asked for"
    with ana.page.expect_response("**/api/v1/players/me"):
        fill(ana, "profile", time_zone="Europe/Berlin")

    assert ana.call("GET", "/players/me")["display_name"] == "Anna"
    assert ana.call("GET", "/players/me")["time_zone"] == "Europe/Berlin"


def test_a_form_is_sent_once_however_often_it_is_sent_off(ana: Person) -> None:
    sent: list[str] = []

    def slow(route: Any) -> None:
        sent.append(route.request.method)
        ana.page.wait_for_timeout(500)
        route.continue_()

    ana.page.route("**/api/v1/players/me", slow)
    ana.page.fill("#profile-display_name", "Anna")
    for _ in range(3):
        ana.page.press("#profile-display_name", "Enter")
    ana.page.wait_for_selector("#profile .good")

    assert sent.count("PATCH") == 1


def test_a_token_is_made_shown_once_and_revoked(ana: Person) -> None:
    fill(ana, "token", name="my bot", password="wrong")
    ana.page.wait_for_selector("#token .bad:not(:empty)")
    fill(ana, "token", password=PASSWORD)
    secret = ana.page.locator("#tokens code")
    secret.wait_for()
    assert len(secret.inner_text()) > 20
    programs(ana)
    ana.page.wait_for_selector("[data-key^=revoke-]")
    assert secret.count() == 0

    ana.page.click("[data-key^=revoke-]")

    ana.page.wait_for_selector("[data-key^=revoke-]", state="detached")
    assert ana.call("GET", "/auth/tokens")["results"] == []


def test_a_webhook_is_added_switched_off_given_another_secret_and_removed(ana: Person) -> None:
    page, secret = ana.page, ana.page.locator("#webhooks code")
    url, table = "https://news.samba.example/hand", make_table(ana, ruleset="classic")
    fill(ana, "webhook", url=url, subject=f"{ana.site.base}/account")
    page.wait_for_selector("#webhook-subject-fault:not(:empty)")
    fill(ana, "webhook", url=url, subject=f"{ana.site.base}/games/{table}")
    secret.wait_for()
    first = secret.inner_text()
    assert first.startswith("whsec_")
    hook = page.locator("#webhooks li", has_text=url)
    assert "its address has not answered yet" in hook.inner_text()
    inspect(page, "account-webhook")

    page.click("#webhooks [data-key^=secret-]")
    page.wait_for_function(
        "old => document.querySelector('#webhooks code').innerText !== old", arg=first
    )
    programs(ana)
    assert secret.count() == 0
    page.click("#webhooks [data-key^=switch-]")
    page.get_by_role("button", name="Switch on").wait_for()
    page.click("[data-key^=sent-] > summary")
    page.wait_for_selector("[data-key^=sent-] > ul > li")
    programs(ana)
    page.click("[data-key^=remove-]")
    page.wait_for_selector("[data-key^=remove-]", state="detached")
    assert ana.call("GET", "/webhooks")["results"] == []


def test_a_player_is_asked_to_be_a_partner_and_is_blocked_and_unblocked(
    person: Callable[..., Person], ana: Person
) -> None:
    ben = person("Ben", phone=True)
    other = ben.call("GET", "/players/me")["id"]
    make_table(ben, ruleset="classic", visibility="public")
    ana.open(f"/players/{other}")
    ana.page.wait_for_selector("#games a")
    inspect(ana.page, "player")
    ana.page.click("[data-key=partner]")
    ana.page.wait_for_selector("#partners a")

    ben.open("/account")
    ben.page.tap("[data-key^=accept-]")
    ben.page.wait_for_selector("[data-key^=leave-]")
    ana.open(f"/players/{other}")
    ana.page.click("[data-key=block]")
    ana.page.wait_for_selector("[data-key=unblock]")
    ana.open("/account")
    ana.page.wait_for_selector("[data-key^=unblock-]")
    inspect(ana.page, "account")
    ana.page.click("[data-key^=unblock-]")
    ana.page.wait_for_selector("[data-key^=unblock-]", state="detached")


def test_an_account_is_erased_only_by_its_password_and_name(ana: Person) -> None:
    fill(ana, "erase", password=PASSWORD, sure="Ann")
    ana.page.wait_for_selector("#erase-sure-fault:not(:empty)")
    fill(ana, "erase", password="wrong", sure="Ana")
    ana.page.wait_for_selector("#erase-password-fault:not(:empty)")
    fill(ana, "erase", password=PASSWORD)

    ana.page.wait_for_url(f"{ana.site.base}/")
    assert ana.page.locator("body[data-player]").count() == 0
