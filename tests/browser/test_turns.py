"""A turn by touch, by keyboard, and with a network that fails."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.inspection import small_targets
from tests.browser.people import Person, Table, make_table, turn_of

pytestmark = pytest.mark.browser

MINIMUM = 160
POINTS = {"A": 20, **dict.fromkeys("4567", 5)}
BOTS = {"1": "novice", "2": "novice", "3": "novice"}


@pytest.fixture
def table(person: Callable[..., Person]) -> Table:
    """Ana's turn against three bots, on a phone."""
    ana = person("Ana", phone=True)
    found = Table(ana, make_table(ana, ruleset="classic", bots=BOTS, dealer=3))
    found.deal()
    return found


def held(table: Table) -> int:
    return int(table.page.locator("#hand [role=option]").count())


def test_a_whole_turn_by_keyboard(table: Table) -> None:
    page, before = table.page, held(table)
    page.wait_for_selector("#actions [data-key=draw]")

    page.keyboard.press("d")
    page.wait_for_function(
        "n => document.querySelectorAll('#hand [role=option]').length > n", arg=before
    )
    page.locator("#hand [tabindex='0']").focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    assert page.locator("#hand [aria-selected=true]").count() == 1
    page.keyboard.press("x")

    page.wait_for_function(
        "n => document.querySelectorAll('#hand [role=option]').length === n", arg=before + 1
    )


def test_nothing_is_wider_than_a_phone_and_everything_can_be_hit(table: Table) -> None:
    page = table.page
    page.tap("#actions [data-key=draw]")
    page.wait_for_selector("#hand .new")

    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert small_targets(page) == []
    strip = page.evaluate(
        "(() => { const x = (card) => card.getBoundingClientRect().x,"
        " y = (card) => card.getBoundingClientRect().y,"
        " groups = [...document.querySelectorAll('#hand .group')].map((each) => each.children),"
        " [one, two] = groups.find(([one, two]) => two && y(one) === y(two));"
        " return x(two) - x(one) })()"
    )
    assert strip >= 31, "what a finger hits of a card that is overlapped"


def test_a_move_sent_while_the_network_is_away_is_played_once_when_it_is_back(table: Table) -> None:
    page, before = table.page, held(table)

    table.person.context.set_offline(True)
    page.tap("#actions [data-key=draw]")
    page.wait_for_function("() => document.getElementById('status').textContent.includes('lost')")
    table.person.context.set_offline(False)

    page.wait_for_function(
        "n => document.querySelectorAll('#hand [role=option]').length === n", arg=before + 2
    )
    log = table.person.call("GET", f"/games/{table.game}/events?limit=200")["results"]
    assert sum(each["type"] == "cards_drawn" and each["seat"] == 0 for each in log) == 1


def test_a_second_tab_agrees_with_the_first(table: Table) -> None:
    second = table.person.tab()
    second.goto(table.page.url)
    second.wait_for_selector("#hand [role=option]")

    table.play({"type": "draw"})

    second.wait_for_function(
        "version => document.getElementById('table').dataset.version >= version",
        arg=str(table.version),
    )
    names = (
        "[...document.querySelectorAll('#hand [role=option] .only-read')].map(e => e.textContent)"
    )
    assert second.evaluate(names) == table.page.evaluate(names)


def short_of_the_minimum(ana: Person, size: int = 3) -> tuple[str, list[str]]:
    """A game in which Ana has drawn, and `size` cards for a group of less than the minimum.

    A hand of 36 cards mostly has that: many groups, which reach the minimum only together.
    """
    overrides = {
        "seating": {"hand_size": {"4": 36}},
        "initial_minimum": {"brackets": [[0, MINIMUM]]},
    }
    rules = {"extends": "classic", "overrides": overrides}
    for _ in range(10):
        game = make_table(ana, ruleset=rules, bots=BOTS, dealer=3)
        ana.call("POST", f"/games/{game}/start", {})
        ana.call("POST", f"/games/{game}/moves", {"action": {"type": "draw"}})
        for option in ana.call("GET", f"/games/{game}/legal-actions")["options"]:
            cards = [each for each in option.get("cards", []) if each[0] == option.get("rank")]
            if option["type"] == "meld" and option["needs"] > 0 and len(cards) >= size:
                return game, cards[:size]
        print("another hand")
        ana.call("POST", f"/games/{game}/abandon", {})
    raise AssertionError("ten hands without such a meld")


def test_a_staged_meld_below_the_minimum_says_why_and_can_be_undone(
    person: Callable[..., Person],
) -> None:
    ana = person("Ana", phone=True)
    game, cards = short_of_the_minimum(ana)
    table = Table(ana, game)
    page, before = table.page, held(table)

    table.select(cards)
    page.locator("#actions [data-play=meld]").first.tap()

    why = page.locator("#actions .staged [role=alert]")
    assert str(MINIMUM) in why.inner_text()
    worth = sum(POINTS.get(each[0], 10) for each in cards)
    assert f"These have {worth}." in why.inner_text(), "and how much is missing"
    assert page.locator("[data-key=lay-down]").is_disabled()
    link = why.locator("a")
    assert link.inner_text().startswith("MELD-")
    paragraph = link.get_attribute("href")
    page.tap("[data-key=undo]")
    assert held(table) == before, "every card is back in the hand"
    ana.open(paragraph)
    assert "minimum" in ana.page.locator("main").inner_text()


def test_a_staged_meld_takes_a_further_card_and_undo_marks_nothing_as_new(
    person: Callable[..., Person],
) -> None:
    ana = person("Ana", phone=True)
    game, cards = short_of_the_minimum(ana, size=4)
    table = Table(ana, game)
    page, before = table.page, held(table)
    new = page.locator("#hand .new").count()
    table.select(cards[:3])
    page.locator("#actions [data-play=meld]").first.tap()

    table.select(cards[3:])
    page.tap("#actions [data-key=more-0]")

    page.locator("#actions .staged [role=alert]").wait_for()
    assert held(table) == before - 4
    page.tap("[data-key=undo]")
    assert (held(table), page.locator("#hand .new").count()) == (before, new)


def test_a_card_selected_beside_staged_melds_says_that_they_come_first(
    person: Callable[..., Person],
) -> None:
    ana = person("Ana", phone=True)
    game, cards = short_of_the_minimum(ana)
    table = Table(ana, game)
    table.page.wait_for_selector("#table[data-options]")
    hint = table.page.locator("#actions")
    assert "one card to discard" in hint.inner_text()

    table.select(cards)
    table.page.locator("#actions [data-play=meld]").first.tap()
    other = "".join(f':not([data-key^="{rank}"])' for rank in (cards[0][0], "2", "JK"))
    table.page.locator(f"#hand [role=option]{other}").last.tap()

    assert "First lay down" in hint.inner_text()


def test_who_waits_reads_for_whom_beside_the_hand(person: Callable[..., Person]) -> None:
    ana, ben = person("Ana", phone=True), person("Ben")
    game = make_table(ana, ruleset="classic", bots={"2": "novice", "3": "novice"}, dealer=3)
    first, second = Table(ana, game), Table(ben, game)
    second.sit(1)
    deal = first.page.locator("[data-key=start]:not([disabled])")
    deal.evaluate("button => button.scrollIntoView()")
    bar = first.page.locator("#actions")
    assert not bar.is_visible(), "nothing covers the button to deal"
    first.deal()

    ben.page.wait_for_selector("#hand [role=option]")
    assert "Ana is to act." in ben.page.locator("#actions").inner_text()


def play_the_hand(ana: Person, game: str) -> None:
    """Draw and discard until the next hand is dealt and Ana has to act."""
    for _ in range(200):
        now, options = turn_of(ana, game)
        if now["hand"]["number"] > 1:
            return
        if not options:
            continue  # the wait has ended without a turn
        found = {each["type"]: each["example"] for each in options}
        move = next(found[kind] for kind in ("draw", "discard", "pass") if kind in found)
        ana.call("POST", f"/games/{game}/moves", {"action": move})
    raise AssertionError("the hand has no end")


def test_the_end_of_a_hand_is_announced_until_the_player_goes_on(table: Table) -> None:
    page, ana = table.page, table.person
    table.play({"type": "draw"})
    page.locator("#hand [role=option]").first.tap()
    page.tap("#actions [data-key=discard]")
    page.wait_for_selector("#melds .meld")
    page.locator("#melds .meld").first.tap()
    page.wait_for_selector("#melds .spread")

    play_the_hand(ana, table.game)

    page.wait_for_selector("#actions [data-key=seen]")
    score = ana.call("GET", f"/games/{table.game}/hands/1")["score"]
    own, others = (str(side["total"]) for side in sorted(score, key=lambda side: side["side"]))
    told = page.locator("#actions .notice").inner_text()
    assert f"Points of hand 1: your side {own}, the others {others}." in told
    assert page.locator("#melds .spread").count() == 0, "a meld of the hand before is not open"
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.tap("[data-key=seen]")
    assert page.locator("#actions [data-key=seen]").count() == 0


def test_a_tap_on_the_stock_draws_and_one_on_the_pile_takes_it_or_says_why_not(
    table: Table,
) -> None:
    page, before = table.page, held(table)
    page.wait_for_selector("#actions [data-key=draw]")

    page.locator("#middle .pile.face").tap()
    page.wait_for_selector("#actions [role=alert], #actions .staged")
    if page.locator("[data-key=undo]").count():
        page.tap("[data-key=undo]")
    page.locator("#middle .pile").first.tap()

    page.wait_for_function(
        "n => document.querySelectorAll('#hand [role=option]').length === n", arg=before + 2
    )


def test_the_table_on_paper_has_nothing_to_press_and_leads_to_its_rules(table: Table) -> None:
    page = table.page
    rules = page.get_by_role("link", name="Rules of this table")
    assert rules.get_attribute("href") == f"/games/{table.game}/rules"
    assert rules.bounding_box()["y"] < page.locator(".log").bounding_box()["y"], "near the cards"

    page.emulate_media(media="print")

    assert page.locator("button:visible:not(.meld), .button:visible").count() == 0
    assert page.locator("#hand [role=option]").first.is_visible()


def test_a_turn_on_the_text_page_needs_no_scripts(table: Table, chromium: Any) -> None:
    state = table.person.context.storage_state()
    plain = chromium.new_context(java_script_enabled=False, storage_state=state)
    page = plain.new_page()
    page.goto(f"{table.page.url}/text")
    before = page.locator("[name=card]").count()

    page.click("button[value=draw]")
    assert page.locator("[name=card]").count() == before + 2
    page.locator("[name=card]").last.check()
    page.click("button[value=discard]")

    assert page.locator("[name=card]").count() == before + 1
    assert page.locator("[role=alert]").count() == 0
    plain.close()
