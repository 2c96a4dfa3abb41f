"""A director at the pages of a club, whose presses are counted."""

from typing import Any

from tests.browser.people import Person

NAMES = [
    *("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus"),
    *("Hana", "Ivo", "Jana", "Karl", "Lena", "Max", "Nora"),
]


class Director:
    """Somebody at the pages of a club, whose presses are counted."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page
        self.presses = 0

    def press(self, selector: str) -> None:
        self.presses += 1
        self.touch(self.page.locator(selector))

    def touch(self, found: Any) -> None:
        found.click()

    def write(self, box: Any, text: str) -> None:
        box.fill(text)

    def found(self, name: str) -> None:
        self.person.open("/")
        self.press("a[href='/clubs']")
        self.page.fill("#found-name", name)
        self.press("#found button")
        self.page.wait_for_url("**/clubs/*-*")

    def add(self, names: list[str]) -> None:
        self.press("[data-key=add-members] > summary")
        self.page.fill("#names", "\n".join(names))
        self.press("#add-members button:not([disabled])")
        self.page.wait_for_selector("#names-faults .good")

    def announce(self, rounds: int) -> None:
        self.press("[data-key=new-night] > summary")
        self.page.fill("#night-rounds", str(rounds))
        self.press("#new-night-form button.primary")
        self.page.wait_for_url("**/tournaments/*")

    def step(self, key: str, then: str) -> None:
        self.press(f"#steps [data-key={key}]")
        self.page.wait_for_selector(then)

    @property
    def night(self) -> str:
        return str(self.page.url.rpartition("/")[2])

    def seats(self) -> list[str]:
        return list(self.page.locator("#round .tile [data-key^=seat-]").all_inner_texts())

    def until_seated(self, seats: list[str]) -> None:
        """Wait for these seats: what was being read when they were changed is drawn before."""
        self.person.until("other seats", lambda: self.seats() == seats)

    def until_swapped(self, before: list[str], one: int, other: int) -> None:
        """Wait until two of the seats before have changed places."""
        changed = list(before)
        changed[one], changed[other] = before[other], before[one]
        self.until_seated(changed)

    def enter(self, tile: Any) -> None:
        """The same totals for each hand: the first side wins by 500."""
        self.touch(tile.locator("details > summary").first)
        boxes = tile.locator(".totals input")
        sides = tile.locator(".totals th[scope=col]").count()
        for place in range(boxes.count()):
            self.write(boxes.nth(place), str(1000 if place % sides == 0 else 500))
        number = tile.get_attribute("data-table")
        self.touch(tile.locator("[data-key^=save-]").first)
        self.page.wait_for_selector(f".tile.agreed[data-table='{number}']")

    def enter_all(self) -> None:
        while self.page.locator(".tile:not(.agreed)").count():
            self.enter(self.page.locator(".tile:not(.agreed)").first)

    def draft(self, names: list[str], rounds: int = 1) -> None:
        """A club whose members are all here, and the draft of the first round."""
        self.found("Herons")
        self.add(names)
        self.announce(rounds)
        self.enter_members(len(names))
        self.step("begin", "[data-key=publish]")

    def join(self, person: Person) -> None:
        """Let somebody with an account become a member."""
        code = self.page.locator("#member-list code").inner_text()
        person.call("POST", "/clubs/join", {"code": code})

    def enter_members(self, count: int) -> None:
        self.press("[data-key=everybody]")
        self.page.get_by_text(f"{count} of {count} are here").wait_for()
