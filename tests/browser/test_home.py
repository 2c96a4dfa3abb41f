"""Home: what waits for me, a notification of it, and the same table once more."""

from collections.abc import Callable
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from PIL import Image

from tests.browser.inspection import inspect
from tests.browser.people import Person, Site, Table, make_table
from tests.e2e.service import PASSWORD
from tests.tournaments.printing.pages import codes_in

pytestmark = pytest.mark.browser

BOTS = {"1": "novice", "3": "novice"}

AT_ONCE_MS = 8_000
"""Sooner than a page looks by itself."""

NOTED = """
    window.noted = [];
    window.Notification = class extends Notification {
      static get permission() { return "granted"; }
      constructor(title, options) { super(title, options); noted.push(options.body); }
    };
"""
"""Notes the notifications that a page shows; headless, there is nobody who could allow them."""

BACKGROUND = "Object.defineProperty(document, 'hidden', { get: () => true });"
"""A page of headless Chromium never gets into the background by itself."""


def invite(host: Person, guest: Person, **terms: Any) -> str:
    """A table of `host`'s with `guest` invited to the seat opposite."""
    return make_table(host, ruleset="classic", bots=BOTS, players={"2": guest.player}, **terms)


def scan(picture: bytes) -> list[str]:
    """What a camera reads in a picture."""
    return codes_in(Image.open(BytesIO(picture)))


@pytest.fixture
def pair(person: Callable[..., Person]) -> tuple[Person, Person]:
    ana, ben = person("Ana"), person("Ben", phone=True, bypass_csp=True)
    for each in (ana, ben):
        each.open("/")
    return ana, ben


def test_somebody_signs_up_and_is_led_home(site: Site, chromium: Any) -> None:
    page = chromium.new_context().new_page()
    page.goto(f"{site.base}/")
    page.get_by_role("link", name="Sign up", exact=True).first.click()
    page.fill("[name=display_name]", "Una")
    page.fill("[name=username]", f"una-{uuid4().hex[:8]}")
    page.fill("[name=password]", PASSWORD)
    page.click("button.primary")

    page.wait_for_url(f"{site.base}/")
    page.wait_for_selector("#practice")
    page.context.close()


def test_an_invitation_is_counted_in_the_bar_and_in_the_title_and_is_accepted(
    pair: tuple[Person, Person],
) -> None:
    ana, ben = pair
    game = invite(ana, ben)

    ben.page.wait_for_function("() => document.title === '(1) Samba club'")
    assert ben.page.get_by_role("link", name="1 waits for you").inner_text() == "1"
    invitation = ben.page.locator("#invitations li")
    invitation.wait_for()
    assert invitation.inner_text().startswith("Ana invites you to a table.")
    inspect(ben.page, "home-invited")
    ben.page.tap("#invitations .primary")

    ben.page.wait_for_url(f"**/games/{game}")
    ben.page.wait_for_selector("#link")


def test_the_tables_that_wait_for_me_come_first_with_who_acts_at_the_others(
    pair: tuple[Person, Person],
) -> None:
    ana, ben = pair
    mine = invite(ana, ben, dealer=3)  # seat 0 begins
    others = invite(ana, ben, dealer=1)  # seat 2 does
    for one in ben.call("GET", "/players/me/invitations")["results"]:
        ben.call("POST", f"/invitations/{one['id']}/accept", {})
    for game in (mine, others):
        ana.call("POST", f"/games/{game}/start", {})

    ana.open("/")
    ana.page.wait_for_selector("#mine .badge")

    tables = ana.page.locator("#mine li")
    assert tables.count() == 2
    assert mine in (tables.nth(0).locator("a").get_attribute("href") or "")
    assert "your turn" in tables.nth(0).inner_text()
    ana.page.wait_for_function(
        "() => document.querySelectorAll('#mine li')[1].textContent.includes('Ben is to act.')"
    )
    assert ana.page.title() == "(1) Samba club"


def test_a_page_in_the_background_notifies_and_shows_no_card(pair: tuple[Person, Person]) -> None:
    ana, ben = pair
    ben.context.grant_permissions(["notifications"])
    ben.context.add_init_script(NOTED)
    ben.context.add_init_script(BACKGROUND)
    ben.open("/")
    ben.page.wait_for_selector("#mine li")

    game = invite(ana, ben, dealer=1)
    ben.page.wait_for_function("() => noted.length === 1", timeout=AT_ONCE_MS)
    [invitation] = ben.call("GET", "/players/me/invitations")["results"]
    ben.call("POST", f"/invitations/{invitation['id']}/accept", {})
    ana.call("POST", f"/games/{game}/start", {})
    ben.page.wait_for_function("() => noted.length === 2", timeout=AT_ONCE_MS)

    assert ben.page.evaluate("noted") == ["You are invited.", "It is your turn."]


def test_a_stream_that_was_refused_is_opened_again(pair: tuple[Person, Person]) -> None:
    ana, ben = pair
    ben.expected += ("status of 503",)
    asked: list[str] = []

    def refuse_the_first(route: Any) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=503)
        else:
            route.continue_()

    ben.context.route("**/players/me/stream", refuse_the_first)
    ben.context.grant_permissions(["notifications"])
    ben.context.add_init_script(NOTED)
    ben.context.add_init_script(BACKGROUND)
    with ben.page.expect_response(lambda answer: "me/stream" in answer.url and answer.ok):
        ben.open("/")

    invite(ana, ben, dealer=1)
    ben.page.wait_for_function("() => noted.length === 1", timeout=AT_ONCE_MS)
    assert len(asked) == 2


def test_who_looks_at_a_page_is_not_notified(pair: tuple[Person, Person]) -> None:
    ana, ben = pair
    ben.context.grant_permissions(["notifications"])
    ben.context.add_init_script(NOTED)
    ben.open("/")
    ben.page.wait_for_selector("#mine li")

    invite(ana, ben)
    ben.page.wait_for_selector("#invitations li")

    assert ben.page.evaluate("noted") == []


def test_the_browser_is_asked_for_notifications_by_a_button_only(
    pair: tuple[Person, Person],
) -> None:
    ana, _ = pair
    ana.context.add_init_script(
        "window.asked = 0; const ask = Notification.requestPermission;"
        "Object.defineProperty(Notification, 'permission', { get: () => 'default' });"
        "Notification.requestPermission = () => { asked++; return ask.call(Notification); };"
    )
    ana.open("/")
    ana.page.wait_for_selector("#mine li")
    assert ana.page.evaluate("asked") == 0

    ana.page.click("#notify")

    assert ana.page.evaluate("asked") == 1


def test_the_code_in_the_lobby_is_the_link_and_nothing_else(person: Callable[..., Person]) -> None:
    ana = person("Ana", phone=True)
    table = Table(ana, make_table(ana, ruleset="classic", seats=6, bots={"1": "novice"}))
    link = table.page.input_value("#link")

    table.page.wait_for_function("() => document.querySelector('img.code').naturalWidth > 0")
    code = table.page.locator("img.code")
    code.scroll_into_view_if_needed()

    assert link.endswith(f"/games/{table.game}")
    assert scan(code.screenshot()) == [link]
    assert table.page.evaluate("document.documentElement.scrollWidth") == 360
    seats = table.page.locator("#lobby li").all_inner_texts()
    assert [seat.count("with") for seat in seats] == [1] * 6
    assert "with Ana" in seats[3]
    assert "with Novice bot" in seats[4]


def test_four_people_play_again_at_the_same_seats(person: Callable[..., Person]) -> None:
    people = [person(name) for name in ("Ana", "Ben", "Cleo", "Dan")]
    game = make_table(people[0], ruleset="classic", visibility="unlisted")
    tables = [Table(each, game) for each in people]
    for seat, table in enumerate(tables[1:], 1):
        table.sit(seat)
    tables[0].deal()
    for each in (people[0], people[2]):  # one side gives up
        each.call("POST", f"/games/{game}/concede", {})

    tables[1].page.click("[data-key=rematch]")
    tables[1].page.wait_for_selector("#link")
    for at in (0, 2):
        tables[at].page.click("[data-key=rematch]")  # joins the one that Ben has made
        tables[at].page.wait_for_selector("#link")
    people[3].open("/")
    people[3].page.click("#invitations .primary")
    people[3].page.wait_for_selector("#link")

    assert len({each.page.url for each in people}) == 1
    assert people[0].page.url != f"{people[0].site.base}/games/{game}"
    people[1].page.wait_for_selector("[data-key=start]:not([disabled])")
    assert people[1].page.locator("#lobby b").all_inner_texts() == ["Ana", "Ben", "Cleo", "Dan"]


def test_a_rematch_with_bots_begins_at_once(person: Callable[..., Person]) -> None:
    ana = person("Ana", phone=True)
    table = Table(ana, make_table(ana, ruleset="classic", bots={**BOTS, "2": "novice"}))
    table.deal()
    ana.call("POST", f"/games/{table.game}/concede", {})

    ana.page.tap("[data-key=rematch]")
    ana.page.wait_for_url(lambda url: table.game not in url)

    ana.page.wait_for_selector("#hand [role=option]")


def test_a_lobby_sends_its_link_where_the_browser_can(person: Callable[..., Person]) -> None:
    ana = person("Ana", phone=True)
    ana.context.add_init_script(
        "window.sent = []; navigator.share = async (what) => { sent.push(what.url) };"
    )
    table = Table(ana, make_table(ana, ruleset="classic"))

    table.page.tap("[data-key=share]")

    assert table.page.evaluate("sent") == [table.page.input_value("#link")]


def test_a_member_sees_tonight_at_the_club_and_the_own_place(person: Callable[..., Person]) -> None:
    ana = person("Ana", phone=True, bypass_csp=True)
    club = ana.call("POST", "/clubs", {"name": "Herons"})
    members = [club["you"]["member"]] + [
        ana.call("POST", f"/clubs/{club['id']}/members", {"name": name})["id"]
        for name in ("Ben", "Cleo", "Dan")
    ]
    night = ana.call("POST", "/tournaments", {
        "club": club["id"], "name": "Monday", "format": "rotating", "ruleset": "classic",
        "rounds": 1, "hands_per_round": 2, "venue": "table",
    })["id"]  # fmt: skip
    for member in members:
        entry = ana.call("POST", f"/tournaments/{night}/entries", {"members": [member]})
        ana.call("PATCH", f"/entries/{entry['id']}", {"checked_in": True})
    ana.call("POST", f"/tournaments/{night}/start", {})
    drawn = ana.call("POST", f"/tournaments/{night}/rounds", {})["id"]
    ana.drawn(drawn)
    ana.call("POST", f"/rounds/{drawn}/publish", {})

    ana.open("/")

    nights = ana.page.locator("#nights")
    nights.get_by_text("Round 1: table 1, with").wait_for()
    assert "Herons" in nights.inner_text()
    assert "at play" in nights.inner_text()
    inspect(ana.page, "home-tonight")
