"""A program of another origin gets access to an account, plays, and loses it again."""

from collections.abc import Callable, Iterator
from urllib.parse import urlencode

import pytest

from tests.browser.inspection import inspect
from tests.browser.people import Person
from tests.browser.program import program
from tests.e2e.service import PASSWORD
from tests.people.programs import asking

pytestmark = pytest.mark.browser


@pytest.fixture
def clubhouse() -> Iterator[str]:
    with program() as address:
        yield address


def registered(author: Person) -> str:
    """The id of a program that is answered on this device, at any port."""
    body = {"name": "Clubhouse", "redirect_uris": ["http://127.0.0.1/back"]}
    return str(author.call("POST", "/oauth/clients", body)["id"])


def begin(ana: Person, clubhouse: str, client: str, scope: str = "games:read games:play") -> None:
    """Ana opens the program and signs in from there."""
    given = {"service": ana.site.base, "client": client, "scope": scope}
    ana.page.goto(f"{clubhouse}/?{urlencode(given)}")
    ana.page.click("#begin")


def said(ana: Person, clubhouse: str) -> str:
    """What the program says after the way back."""
    ana.page.wait_for_url(f"{clubhouse}/back?*")
    ana.page.wait_for_selector("#said:not(:empty)")
    return str(ana.page.inner_text("#said"))


def test_a_program_plays_a_move_for_who_allows_it(
    person: Callable[..., Person], clubhouse: str
) -> None:
    ana, client = person("Ana"), registered(person("Zoe"))
    begin(ana, clubhouse, client)
    ana.page.wait_for_url(f"{ana.site.base}/oauth/authorize?*")
    assert "“Zoe” has registered this program" in ana.page.inner_text("main")

    ana.page.click("button[value=allow]")

    assert said(ana, clubhouse) == "played cards_drawn"
    ana.open("/account/programs")
    ana.page.click("text=End the access")
    ana.page.wait_for_selector("text=No program has access")


def test_who_has_to_sign_in_first_comes_to_the_question(
    person: Callable[..., Person], clubhouse: str
) -> None:
    ana, client = person("Ana"), registered(person("Zoe"))
    username = str(ana.call("GET", "/players/me")["username"])
    ana.context.clear_cookies()
    begin(ana, clubhouse, client)
    ana.page.wait_for_url("**/sign-in?**")
    ana.page.fill("[name=username]", username)
    ana.page.fill("[name=password]", PASSWORD)
    ana.page.click("button.primary")

    ana.page.click("button[value=deny]")

    assert said(ana, clubhouse) == "access_denied"


def test_a_program_that_asks_for_too_much_is_refused_on_our_own_page(
    person: Callable[..., Person], clubhouse: str
) -> None:
    ana, client = person("Ana"), registered(person("Zoe"))
    ana.expected += ("status of 400",)

    begin(ana, clubhouse, client, scope="club:admin")

    ana.page.wait_for_url(f"{ana.site.base}/oauth/authorize?*")
    assert "invalid_scope" in ana.page.inner_text("main")


def test_everybody_can_use_the_pages_about_programs(person: Callable[..., Person]) -> None:
    ana = person("Ana", bypass_csp=True)
    client = registered(ana)
    for name, path in {
        "consent": asking(client, redirect_uri="http://127.0.0.1:4321/back"),
        "consent-refused": asking(client, redirect_uri="https://evil.example/"),
        "programs": "/account/programs",
        "program-new": "/account/clients/new",
        "program": f"/account/clients/{client}",
    }.items():
        ana.open(path)
        ana.page.wait_for_load_state()
        inspect(ana.page, name)
    ana.open(asking(client, redirect_uri="http://127.0.0.1:4321/back"))
    ana.faults = [each for each in ana.faults if "status of 400" not in each]
    box = ana.page.locator("button[value=allow]").bounding_box()
    assert min(box["width"], box["height"]) >= 44
