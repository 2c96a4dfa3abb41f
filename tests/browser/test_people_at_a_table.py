"""What people at a table ask each other, say, and do about one who leaves."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.people import Person, Table, make_table

pytestmark = pytest.mark.browser

BOTS = {"1": "novice", "3": "novice"}


@pytest.fixture
def partners(person: Callable[..., Person]) -> tuple[Table, Table]:
    """Ana and Ben against two bots, by a clock, while Ana has to act."""
    ana, ben = person("Ana", phone=True), person("Ben")
    game = make_table(
        ana, ruleset="classic", bots=BOTS, dealer=3, clock="club-night", visibility="unlisted"
    )
    first, second = Table(ana, game), Table(ben, game)
    second.sit(2)
    first.deal()
    return first, second


def notice(table: Table) -> str:
    shown = table.page.locator("#question [role=alert]")
    shown.wait_for()
    return str(shown.inner_text())


def test_the_time_of_who_has_to_act_counts_down(partners: tuple[Table, Table]) -> None:
    for table in partners:
        time = table.page.locator(".seat.turn .time")
        before = time.inner_text()
        assert before.startswith(("3:", "4:")), "a minute, and three in reserve"
        table.page.wait_for_function(
            "before => document.querySelector('.seat.turn .time').textContent !== before",
            arg=before,
        )


def test_a_pause_is_asked_for_agreed_to_and_ended(partners: tuple[Table, Table]) -> None:
    ana, ben = partners
    ana.page.tap("[data-key=pause]")
    assert "Waiting for Ben" in notice(ana)
    assert "Ana: shall we pause the clock?" in notice(ben)

    ben.page.click("[data-key=agree]")

    ana.page.wait_for_selector("[data-key=resume]")
    assert ana.page.locator("#question [role=alert]").count() == 0
    ben.page.click("[data-key=resume]")
    ana.page.wait_for_selector("[data-key=pause]")


def test_a_button_that_is_drawn_again_while_it_is_pressed_does_what_it_says(
    partners: tuple[Table, Table],
) -> None:
    ana, ben = partners
    ben.page.hover("[data-key=pause]")
    ben.page.mouse.down()
    ana.person.call("POST", f"/games/{ana.game}/phrases", {"code": "hello"})
    ben.page.wait_for_function("() => document.getElementById('log').textContent.includes('Ana:')")
    ben.page.wait_for_timeout(200)

    ben.page.mouse.up()

    assert "Ben: shall we pause the clock?" in notice(ana)


def test_a_question_is_refused_and_one_is_taken_back(partners: tuple[Table, Table]) -> None:
    ana, ben = partners
    ana.page.locator("[data-key=leave] > summary").tap()
    ana.page.tap("[data-key=concede]")
    assert "shall our side give up?" in notice(ben)
    ben.page.click("[data-key=refuse]")
    ana.page.wait_for_selector("#question [role=alert]", state="detached")

    ben.page.locator("[data-key=leave] > summary").click()
    ben.page.click("[data-key=abandon]")
    assert "without a winner" in notice(ana)
    ben.page.click("[data-key=refuse]")
    ana.page.wait_for_selector("#question [role=alert]", state="detached")
    assert ana.person.call("GET", f"/games/{ana.game}")["status"] == "active"


def test_a_phrase_is_said_and_a_player_who_leaves_may_come_back(
    partners: tuple[Table, Table],
) -> None:
    ana, ben = partners
    ben.page.locator("[data-key=say] > summary").click()
    ben.page.click("[data-key=say-hello]")
    ben.page.wait_for_selector("[data-key=say-hello]:disabled")

    ben.page.locator("[data-key=leave] > summary").click()
    ben.page.click("[data-key=leave-seat]")
    ben.page.wait_for_selector("#hand [role=option]", state="detached")
    ana.page.wait_for_function(
        "() => !document.querySelector('[data-seat=\"2\"]').textContent.includes('Ben')"
    )
    ben.page.click("[data-key=come-back]")

    ben.page.wait_for_selector("#hand [role=option]")


def test_a_question_that_comes_while_a_move_is_on_its_way_does_not_stop_it(
    partners: tuple[Table, Table],
) -> None:
    ana, ben = partners
    ana.play({"type": "draw"})
    held: list[Any] = []

    def hold_first(route: Any) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    ana.page.route("**/moves?include=legal_actions", hold_first)
    ana.page.locator("#hand [role=option]").first.tap()
    ana.page.tap("#actions [data-key=discard]")
    version = ana.version

    ben.page.locator("[data-key=leave] > summary").click()
    ben.page.click("[data-key=concede]")
    assert "shall our side give up?" in notice(ana)
    assert ana.page.locator("#hand [aria-selected=true]").count() == 1
    held[0].continue_()

    ana.page.wait_for_function(
        "before => Number(document.getElementById('table').dataset.version) > before", arg=version
    )
    ana.page.wait_for_selector("#hand [aria-selected=true]", state="detached")


def test_who_goes_away_is_shown_although_nobody_moves(partners: tuple[Table, Table]) -> None:
    ana, _ = partners
    card = ana.page.query_selector("#hand [role=option]")
    since = "2026-01-01T00:00:00Z"

    def without_ben(route: Any) -> None:
        answer = route.fetch()
        game = answer.json()
        game["seats"][2] |= {"presence": "away", "presence_since": since}
        route.fulfill(response=answer, json=game)

    ana.page.route(f"**/games/{ana.game}", without_ben)
    ana.page.locator("[data-key=say] > summary").tap()
    ana.page.tap("[data-key=say-hello]")

    ana.page.wait_for_function(
        "() => document.querySelector('[data-seat=\"2\"]').textContent.includes('away')"
    )
    ana.page.unroute_all(behavior="wait")
    assert card.is_visible(), "the hand is not drawn again"
