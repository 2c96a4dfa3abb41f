"""A table with all there can be on it: thirty cards, twenty melds, a question, the end."""

from collections.abc import Callable

import pytest

from tests.browser.inspection import inspect
from tests.browser.people import Person, Table, make_table, turn_of

pytestmark = pytest.mark.browser

CARDS, MELDS, SEATS = 30, 20, 6


def hoard(person: Person) -> str | None:
    """A hand of six in which the person melds nothing; None if it ended before it was full."""
    bots = {str(seat): "novice" for seat in range(1, SEATS)}
    game = make_table(person, ruleset="handfoot", seats=SEATS, bots=bots, dealer=SEATS - 1)
    person.call("POST", f"/games/{game}/start", {})
    for _ in range(80):
        now, options = turn_of(person, game)
        hand = now["hand"]
        if now["status"] != "active" or hand is None or hand["number"] > 1:
            return None
        kinds = {each["type"]: each["example"] for each in options}
        is_full = hand["hands"][0]["count"] >= CARDS and len(hand["melds"]) >= MELDS
        if is_full and "draw" in kinds:
            return game
        for kind in ("draw", "discard"):
            if kind in kinds:
                person.call("POST", f"/games/{game}/moves", {"action": kinds[kind]})
                break
    return None


@pytest.fixture
def full(person: Callable[..., Person]) -> Table:
    """Ana's turn, on a phone."""
    ana = person("Ana", phone=True, bypass_csp=True)
    for _ in range(5):
        game = hoard(ana)
        if game is not None:
            return Table(ana, game)
    raise AssertionError("five hands ended before they were full")


def test_thirty_cards_and_twenty_melds_are_played_on_a_phone(full: Table) -> None:
    page = full.page
    page.wait_for_selector("#hand [role=option]")
    page.locator("#melds .meld").first.tap()  # spread

    assert page.evaluate("document.documentElement.scrollWidth") == 360
    rows = page.evaluate(
        "new Set([...document.querySelectorAll('#hand [role=option]')]"
        ".map((each) => each.getBoundingClientRect().top)).size"
    )
    assert rows <= 5
    inspect(page, "table-thirty-cards")

    page.wait_for_selector("#table[data-options]")
    full.play({"type": "draw"})
    options = full.person.call("GET", f"/games/{full.game}/legal-actions")["options"]
    discard = next(each["example"] for each in options if each["type"] == "discard")
    full.play(discard)


def test_a_question_and_the_end_of_a_game_can_be_read_by_everybody(
    person: Callable[..., Person],
) -> None:
    ana, ben = person("Ana", phone=True, bypass_csp=True), person("Ben")
    bots = {"1": "novice", "3": "novice"}
    game = make_table(ana, ruleset="classic", bots=bots, dealer=3, visibility="unlisted")
    first, second = Table(ana, game), Table(ben, game)
    second.sit(2)
    first.deal()
    second.page.locator("[data-key=leave] > summary").click()
    second.page.click("[data-key=concede]")
    first.page.wait_for_selector("[data-key=agree]")
    inspect(first.page, "table-question")

    first.page.tap("[data-key=agree]")

    first.page.wait_for_selector("#score .notice")
    inspect(first.page, "table-game-over")
