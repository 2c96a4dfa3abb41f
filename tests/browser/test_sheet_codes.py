"""Eight phones without an account enter and confirm the sheets of a night, by their strips."""

import base64
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.director import Director
from tests.browser.inspection import inspect
from tests.browser.people import Json, Person
from tests.browser.phones import Phone
from tests.tournaments.printing.pages import scanned

pytestmark = pytest.mark.browser

NAMES = (
    *("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana"),
    *("Ivo", "Jana", "Karl", "Lena", "Max", "Nora", "Olga"),
    "Paul Donaudampfschifffahrtsgesellschaft",
)
TABLES = 4
SHEET = ((700, 300), (585, 320))
HIDDEN = """() => [...document.querySelectorAll("#said table")].filter((each) =>
    each.scrollWidth > each.parentElement.clientWidth).length"""


@pytest.fixture
def phones(chromium: Any):
    """Two at each table; at the end no page had a fault."""
    taken = [Phone(chromium) for _ in range(2 * TABLES)]
    yield taken
    for each in taken:
        each.context.close()
    assert [each.faults for each in taken] == [[]] * len(taken)


def night_of(director: Person) -> str:
    """A night whose only round is published: four tables with cards in hand."""
    club = director.call("POST", "/clubs", {"name": "Herons"})["id"]
    csv = "\n".join(["name", *NAMES])
    members = director.call("POST", f"/clubs/{club}/members/import", {"csv": csv})["members"]
    night = director.call("POST", "/tournaments", {
        "club": club, "name": "Monday", "format": "rotating", "ruleset": "classic",
        "rounds": 1, "hands_per_round": 2, "venue": "table",
    })["id"]  # fmt: skip
    path = f"/tournaments/{night}"
    entries = [
        director.call("POST", f"{path}/entries", {"members": [member["id"]]}) for member in members
    ]
    here = [{"id": entry["id"], "checked_in": True} for entry in entries]
    director.call("PATCH", f"{path}/entries", here)
    director.call("POST", f"{path}/start")
    asked = director.call("POST", f"{path}/rounds")["id"]
    director.drawn(asked)
    director.call("POST", f"/rounds/{asked}/publish")
    return str(night)


def strips(director: Person, night: str) -> list[tuple[str, str]]:
    """The addresses on the two strips of each table, in the order of the tables."""
    pdf = director.page.evaluate(
        """async (path) => {
          const bytes = new Uint8Array(await (await fetch(path)).arrayBuffer());
          return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
        }""",
        f"/api/v1/tournaments/{night}/score-sheets.pdf",
    )
    found = [scanned(base64.b64decode(pdf), page) for page in range(TABLES)]
    assert [len(urls) for urls in found] == [2] * TABLES
    return [(urls[0], urls[1]) for urls in found]


def tables_of(director: Person, night: str) -> list[Json]:
    """The tables of the round, with all that was entered at each."""
    [round_] = director.call("GET", f"/tournaments/{night}/rounds")["results"]
    tables = director.call("GET", f"/rounds/{round_['id']}")["tables"]
    return [director.call("GET", f"/tables/{each['id']}") for each in tables]


def kinds(table: Json) -> list[str]:
    return [each["kind"] for each in table["versions"]]


def agree_at_once(one: Phone, other: Phone) -> None:
    """One side enters, and the other confirms it."""
    one.enter((701, 300), SHEET[1])
    one.press("send")
    one.page.wait_for_selector("[data-hand='1'] [data-side='0'] [data-path=total]:focus")
    assert "701" in one.page.inner_text(".strip-entry > .bad")
    one.enter(*SHEET)
    one.total(0, "1,285")
    one.press("send")
    one.state("good", "The server has it")
    other.says("wrote 1,285 : 620: agree?")
    inspect(other.page, "strip-agree")
    other.press("agree")
    other.says("Agreed")


def object_without_figures(other: Phone, one: Phone, director: Director) -> None:
    """Say that something is wrong; nobody is offered what would be refused."""
    other.page.click("[data-key^=objection-] > summary")
    other.page.fill("#reason", "Two sambas")
    other.press("object")
    other.says("You object: Two sambas")
    assert other.page.locator("#reason").count() == 0, "it is sent"
    assert "You wrote" not in other.page.inner_text("#said")
    one.says("object: Two sambas")
    assert one.page.locator("[data-key=agree]").count() == 0
    one.page.wait_for_selector("[data-key=change]")
    sheets = see_both(director).locator("li.row")
    objection = sheets.filter(has_text="Two sambas")
    assert "no figures of their own" in objection.inner_text()
    assert "by a code of the sheet: Two sambas" in objection.inner_text()
    assert sheets.locator("[data-key^=confirm-]").count() == 1


def differ(one: Phone, other: Phone, director: Director) -> None:
    """One side enters, the other objects, and then enters something else."""
    one.enter(*SHEET)
    one.press("send")
    one.state("good", "The server has it")
    other.says("wrote 1,285 : 620: agree?")
    object_without_figures(other, one, director)
    other.press("differ")
    other.enter((700, 300), (585, 420))
    other.press("send")
    other.says("You wrote 1,285 : 720")


def see_both(director: Director) -> Any:
    """The disputed table at the desk, with what each side says."""
    tile = director.page.locator(".tile.disputed")
    tile.locator("[data-key^=look-]").click()
    tile.locator("li.row").first.wait_for()
    return tile


def settle(director: Director) -> None:
    """Let the first sheet of the disputed table count."""
    tile = see_both(director)
    tile.locator("li", has_text="1,285 : 620").locator("[data-key^=confirm-]").click()
    tile.wait_for(state="detached")


def test_eight_phones_enter_a_night_and_two_of_them_are_offline_for_a_minute(
    person: Callable[..., Person], phones: list[Phone]
):
    """The minute is one of the pages' clock: what they send again, they send by its timers."""
    director = Director(person("Mara"))
    night = night_of(director.person)
    wall = director.person.tab()
    wall.goto(f"{director.person.site.base}/tournaments/{night}?wall=1")
    wall.get_by_text("Tables").wait_for()
    urls = strips(director.person, night)
    first, second, third, fourth = zip(phones[::2], phones[1::2], strict=True)
    offline = [first[0], second[0]]
    for each in offline:
        each.page.clock.install()
    begun = time.monotonic()
    for pair, addresses in zip((first, second, third, fourth), urls, strict=True):
        for phone, url in zip(pair, addresses, strict=True):
            phone.scan(url)
    seconds = (time.monotonic() - begun) / len(phones)
    assert seconds < 3, "on a loaded machine; by itself it takes a quarter of one"
    shown = [
        name
        for pair in phones[::2]
        for name in pair.page.locator(".strip-names span").all_inner_texts()
    ]
    assert sorted(shown) == sorted(NAMES)
    inspect(phones[0].page, "strip-asks")
    for phone in phones:
        phone.mine()

    for phone in offline:
        phone.context.set_offline(True)
        phone.enter(*SHEET)
        phone.press("send")
        phone.state("warn", "Not sent yet")
    director.person.open(f"/tournaments/{night}")
    agree_at_once(*third)
    differ(*fourth, director)
    settle(director)
    for phone in offline:
        phone.minute()
        phone.state("warn", "Not sent yet")
        assert phone.unsent > 10
    found = tables_of(director.person, night)
    assert [kinds(table) for table in found] == [
        [], [], ["sheet", "confirmation"], ["sheet", "dispute", "dispute", "confirmation"]
    ]  # fmt: skip
    fourth[1].says("Agreed")

    for phone in offline:
        phone.context.set_offline(False)
        phone.state("good", "The server has it")
    one, other = first
    one.page.goto("about:blank")
    one.page.goto(urls[0][1])
    one.mine()
    one.press("agree")
    one.state("bad", "another phone")
    for phone in (other, second[1]):
        phone.says("wrote 1,285 : 620: agree?")
        phone.press("agree")
        phone.says("Agreed")
    found = tables_of(director.person, night)
    assert [kinds(table) for table in found[:2]] == [["sheet", "confirmation"]] * 2
    for phone in phones:
        assert phone.page.evaluate(HIDDEN) == 0, "all see all figures"
    assert [table["result"]["points"] for table in found] == [[1285, 620]] * TABLES
    assert [table["result"]["by_code"] for table in found] == [True, True, True, False]

    director.step("close", "[data-key=reopen]")
    director.step("finish", "[data-key=reopen-night]")
    wall.get_by_text("Standings").wait_for()
    assert wall.locator("ol li").count() in (12, 4), "pages that turn"
    bundle = director.person.call("GET", f"/tournaments/{night}/export")
    club = director.person.call("GET", f"/tournaments/{night}")["club"]["id"]
    again = director.person.call("POST", "/tournaments/import", {"club": club, "bundle": bundle})
    assert again["state"] == "finished", "an unsound bundle is refused"
