"""A whole league night on the desk: a latecomer, mistakes undone, two browsers, a wall."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.director import NAMES, Director
from tests.browser.people import Person

pytestmark = pytest.mark.browser


class Typist(Director):
    """A director without a mouse: what is pressed has the focus."""

    def touch(self, found: Any) -> None:
        found.focus()
        self.page.keyboard.press("Enter")

    def write(self, box: Any, text: str) -> None:
        box.focus()
        self.page.keyboard.insert_text(text)


def second_director(director: Director, zoe: Director) -> None:
    """Let Zoe direct too, and play as a member."""
    code = director.page.locator("#member-list code").inner_text()
    joined = zoe.person.call("POST", "/clubs/join", {"code": code})
    path = f"/clubs/{joined['id']}/members/{joined['you']['member']}"
    director.person.call("PATCH", path, {"role": "director"})


def change_places(director: Director, one: int, other: int) -> None:
    """Press two names of the draft, and see their places changed."""
    names = director.page.locator("#round [data-key^=seat-]")
    before = director.seats()
    director.touch(names.nth(one))
    director.page.wait_for_selector("#round [data-key^=seat-][aria-pressed=true]")
    director.touch(names.nth(other))
    director.page.wait_for_selector("[data-key=swap-back]")
    director.until_swapped(before, one, other)


def play_round(director: Director) -> None:
    """Draw a round, publish it, enter all results and close it."""
    director.step("draw", "[data-key=publish]")
    director.step("publish", "[data-key=close]")
    director.enter_all()
    director.step("close", "[data-key=reopen]")


@pytest.mark.parametrize(("people", "kind"), [(14, Director), (22, Typist)])
def test_a_league_night_is_run_by_its_desk(
    person: Callable[..., Person], people: int, kind: type[Director]
) -> None:
    director, zoe = kind(person("Mara")), kind(person("Zoe"))
    page = director.page
    director.found("Herons")
    director.add([f"{NAMES[at % len(NAMES)]} {at}" for at in range(people - 2)])
    second_director(director, zoe)
    director.announce(rounds=2)
    director.enter_members(people - 1)
    director.step("begin", "[data-key=publish]")

    director.press("#entries [data-key^=enter-]")  # who has begun it plays, too
    page.get_by_text("Mara came since:").wait_for()
    director.step("redraw", "#steps [data-key=publish]")
    assert len(director.seats()) == people
    drawn = director.seats()
    change_places(director, 0, people - 1)
    director.press("[data-key=swap-back]")
    page.wait_for_selector("[data-key=swap-back]", state="detached")
    director.until_seated(drawn)
    director.step("publish", "[data-key=unpublish]")
    director.step("unpublish", "[data-key=publish]")
    director.step("publish", "[data-key=unpublish]")
    wall = zoe.person.tab()
    wall.goto(f"{page.url}?wall=1")
    wall.get_by_text("Tables").wait_for()
    director.enter_all()
    director.step("close", "[data-key=reopen]")

    night = director.night
    director.person.close()
    zoe.person.open(f"/tournaments/{night}")
    zoe.page.wait_for_selector("[data-key=draw]")
    play_round(zoe)
    zoe.step("finish", "[data-key=reopen-night]")

    wall.get_by_text("Standings").wait_for()
    assert zoe.page.locator("#standings tbody tr").count() == people
    club = zoe.person.call("GET", f"/tournaments/{night}")["club"]["id"]
    bundle = zoe.person.call("GET", f"/tournaments/{night}/export")
    again = zoe.person.call("POST", "/tournaments/import", {"club": club, "bundle": bundle})
    assert again["state"] == "finished", "an unsound bundle is refused"
