"""Two phones without an account enter and confirm a sheet by the codes on its strips."""

import base64
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.inspection import inspect
from tests.browser.people import PATIENCE_MS, PHONE, Person
from tests.tournaments.printing.pages import scanned

pytestmark = pytest.mark.browser

EXPECTED = ("ERR_INTERNET_DISCONNECTED", "status of 409", "status of 422")


class Phone:
    """A phone whose owner has no account."""

    def __init__(self, chromium: Any) -> None:
        self.faults: list[str] = []
        self.context = chromium.new_context(**PHONE, bypass_csp=True)
        self.context.set_default_timeout(PATIENCE_MS)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._console)

    def _console(self, message: Any) -> None:
        if message.type == "error" and not any(each in message.text for each in EXPECTED):
            self.faults.append(message.text)

    def scan(self, url: str) -> float:
        """Open the address of a strip; returns the seconds until it asks whose table it is."""
        begun = time.monotonic()
        self.page.goto(url)
        self.page.wait_for_selector("[data-key=mine]")
        return time.monotonic() - begun

    def mine(self) -> None:
        self.page.click("[data-key=mine]")

    def enter(self, *hands: tuple[int, int]) -> None:
        for number, totals in enumerate(hands, start=1):
            hand = f"[data-hand='{number}']"
            if not self.page.locator(f"{hand}[open]").count():
                self.page.click(f"{hand} > summary")
            for side, total in enumerate(totals):
                self.page.fill(f"{hand} [data-side='{side}'] [data-path=total]", str(total))

    def total(self, side: int, points: str) -> None:
        self.page.wait_for_selector(f"[data-total='{side}'] b:text-is('{points}')")


@pytest.fixture
def phone(chromium: Any):
    """Phones; at the end no page had a fault."""
    phones: list[Phone] = []

    def take() -> Phone:
        phones.append(Phone(chromium))
        return phones[-1]

    yield take
    for each in phones:
        each.context.close()
    assert [each.faults for each in phones] == [[]] * len(phones)


def strips(director: Person) -> tuple[str, list[str]]:
    """A published round of one table: its id, and the addresses on its strips, by side."""
    club = director.call("POST", "/clubs", {"name": "Herons"})["id"]
    night = director.call("POST", "/tournaments", {
        "club": club, "name": "Monday", "format": "rotating", "ruleset": "classic",
        "rounds": 1, "hands_per_round": 2, "venue": "table",
    })["id"]  # fmt: skip
    for name in ("Ana", "Ben", "Gus", "Karl"):
        member = director.call("POST", f"/clubs/{club}/members", {"name": name})["id"]
        entry = director.call("POST", f"/tournaments/{night}/entries", {"members": [member]})["id"]
        director.call("PATCH", f"/entries/{entry}", {"checked_in": True})
    director.call("POST", f"/tournaments/{night}/start")
    asked = director.call("POST", f"/tournaments/{night}/rounds")["id"]
    while director.call("GET", f"/rounds/{asked}")["state"] != "draft":
        time.sleep(0.1)  # a worker draws it
    [table] = director.call("POST", f"/rounds/{asked}/publish")["tables"]
    pdf = director.page.evaluate(
        """async (path) => {
          const bytes = new Uint8Array(await (await fetch(path)).arrayBuffer());
          return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
        }""",
        f"/api/v1/tournaments/{night}/score-sheets.pdf",
    )
    urls = scanned(base64.b64decode(pdf))
    assert len(urls) == 2
    return table["id"], urls


def test_two_phones_agree_and_one_of_them_is_offline_for_a_while(
    person: Callable[..., Person], phone: Callable[[], Phone]
):
    director = person("Mara")
    table, urls = strips(director)
    one, other = phone(), phone()
    assert one.scan(urls[0]) < 3, "on a loaded machine; by itself it takes half a second"
    shown = one.page.locator(".strip-names span").all_inner_texts()
    assert {*shown} == {"Ana", "Ben", "Gus", "Karl"}
    inspect(one.page, "strip-asks")
    one.mine()
    one.enter((700, 300), (585, 320))
    one.total(0, "1,285")
    one.context.set_offline(True)
    one.page.click("[data-key=send]")
    one.page.wait_for_selector("#state.warn:has-text('Not sent yet')")
    other.scan(urls[1])
    other.mine()
    assert not director.call("GET", f"/tables/{table}")["versions"]
    one.context.set_offline(False)
    one.page.wait_for_selector("#state.good:has-text('The server has it')")
    one.page.goto("about:blank")
    one.page.goto(urls[1])
    one.mine()
    one.page.click("[data-key=agree]")
    one.page.wait_for_selector("#state.bad:has-text('another phone')")
    other.page.wait_for_selector("#said h2:has-text('wrote 1,285 : 620: agree?')")
    inspect(other.page, "strip-agree")
    other.page.click("[data-key=agree]")
    other.page.wait_for_selector("#said h2:has-text('Agreed')")
    found = director.call("GET", f"/tables/{table}")
    assert [each["kind"] for each in found["versions"]] == ["sheet", "confirmation"]
    assert (found["result"]["by_code"], found["result"]["points"]) == (True, [1285, 620])
