"""House rules are made by a form, checked while they are typed, and played."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.inspection import inspect
from tests.browser.people import Person

pytestmark = pytest.mark.browser


REFUSED = ("status of 400", "status of 422")
"""What Chromium's console says of rules that cannot be played, which the page shows in words."""


@pytest.fixture
def ana(person: Callable[..., Person]) -> Iterator[Person]:
    """Ana at the form, on a phone."""
    ana = person("Ana", phone=True, bypass_csp=True)
    open_form(ana)
    yield ana
    ana.faults = [each for each in ana.faults if not any(text in each for text in REFUSED)]


def open_form(who: Person, query: str = "") -> None:
    who.open(f"/rulesets/new{query}")
    who.page.wait_for_selector("#sections [data-section]")
    wait_for_verdict(who, "")


def wait_for_verdict(who: Person, text: str) -> None:
    who.page.wait_for_function(
        "text => { const said = document.getElementById('verdict').textContent;"
        " return said && said.includes(text) }",
        arg=text,
    )


def unfold(who: Person, *sections: str) -> None:
    for section in sections:
        who.page.tap(f"[data-section={section}] > summary")


def fault(who: Person, path: str) -> Any:
    return who.page.locator(f'[data-fault="{path}"]')


def test_a_late_answer_about_another_base_changes_nothing(ana: Person) -> None:
    held: list[Any] = []
    name = ana.call("GET", "/rulesets/handfoot")["name"]
    ana.page.route("**/api/v1/rulesets/bolivia", lambda route: held.append(route))
    with ana.page.expect_request("**/api/v1/rulesets/bolivia"):
        ana.page.select_option("#base", "bolivia")
    ana.page.select_option("#base", "handfoot")
    wait_for_verdict(ana, name)

    with ana.page.expect_response("**/api/v1/rulesets/bolivia"):
        held[0].continue_()
    ana.page.wait_for_timeout(1000)

    assert name in ana.page.locator("#verdict").inner_text()
    assert ana.page.input_value("#base") == "handfoot"


def test_house_rules_are_changed_saved_and_played(ana: Person) -> None:
    page = ana.page
    unfold(ana, "draw", "sequence", "game", "initial_minimum", "canasta", "seating")
    page.fill("#value-draw-count", "3")
    page.check("#value-sequence-one_per_suit")
    page.check("#value-game-target-none")
    page.uncheck("#value-game-hand_limit-none")
    page.fill("#value-game-hand_limit", "4")
    brackets = page.locator("[data-section=initial_minimum] tbody tr")
    brackets.nth(1).locator("input").nth(1).fill("100")
    brackets.nth(2).locator("button").tap()
    page.tap("[data-add='initial_minimum.brackets']")
    for at, number in enumerate(("10000", "180")):
        brackets.nth(3).locator("input").nth(at).fill(number)
    page.fill("#value-canasta-samba", "2000")
    page.fill("#value-seating-players", "4, 6")
    wait_for_verdict(ana, "What differs from Samba:")
    assert "3 cards" in page.locator("#differences").inner_text()
    inspect(page, "house-rules-changed")

    page.fill("#name", "Tuesday Samba")
    assert page.input_value("#slug") == "tuesday-samba"
    page.tap("button.primary")
    page.wait_for_url("**/games/new?ruleset=*")
    page.wait_for_selector("[data-key=change]")
    assert page.locator("#ruleset option:checked").inner_text() == "Tuesday Samba (house rules)"
    assert page.locator("#seats option").all_inner_texts() == ["4", "6"]
    inspect(page, "new-table-house-rules")
    assert page.request.get(page.evaluate("document.querySelector('[data-key=read]').href")).ok
    page.select_option("#bots", "all")
    page.tap("form#terms button.primary")
    page.wait_for_url(lambda url: "/games/new" not in url)
    page.wait_for_selector("[data-key=start]:not([disabled])")
    page.get_by_role("heading", name="Tuesday Samba").wait_for()

    stored = ana.call("GET", "/rulesets?limit=100")["results"][-1]
    assert stored["slug"].endswith("/tuesday-samba")
    assert stored["overrides"] == {
        "draw": {"count": 3},
        "sequence": {"one_per_suit": True},
        "game": {"target": None, "hand_limit": 4},
        "initial_minimum": {"brackets": [[0, 50], [1500, 100], [7000, 150], [10000, 180]]},
        "canasta": {"samba": 2000},
        "seating": {"players": [4, 6]},
    }
    game = ana.call("GET", f"/games/{page.url.rsplit('/', 1)[1]}")
    assert game["ruleset"]["slug"] == stored["slug"]


def test_a_fault_is_shown_at_its_field_and_what_is_typed_stays(ana: Person) -> None:
    page = ana.page
    unfold(ana, "draw", "seating")
    page.fill("#value-draw-count", "99")
    page.fill("#value-seating-hand_size-4", "60")

    fault(ana, "draw.count").filter(has_text="99 is not between 1 and 10").wait_for()
    assert page.get_attribute("#value-draw-count", "aria-invalid") == "true"
    inspect(page, "house-rules-faults")
    page.fill("#value-draw-count", "3")
    fault(ana, "seating.hand_size").filter(
        has_text="With 4 players: 4 hands of 60 do not fit"
    ).wait_for()
    fault(ana, "draw.count").filter(has_text="99").wait_for(state="detached")

    page.reload()
    page.wait_for_selector("#sections [data-section]")
    fault(ana, "seating.hand_size").filter(has_text="do not fit").wait_for()
    assert page.input_value("#value-seating-hand_size-4") == "60"
    assert page.input_value("#value-draw-count") == "3"


def test_melds_that_the_base_does_not_have_are_switched_on(ana: Person) -> None:
    unfold(ana, "wild_meld")
    assert not ana.page.locator("#value-wild_meld-per_side").is_visible()

    ana.page.uncheck("#value-wild_meld-none")

    wait_for_verdict(ana, "What differs from Samba:")
    assert ana.page.locator("#value-wild_meld-per_side").is_visible()
    assert "wild" in ana.page.locator("#differences").inner_text()


def test_another_base_keeps_what_was_changed(ana: Person) -> None:
    unfold(ana, "draw")
    ana.page.fill("#value-draw-count", "3")
    wait_for_verdict(ana, "What differs from Samba:")

    ana.page.select_option("#base", "bolivia")

    wait_for_verdict(ana, "What differs from Bolivia:")
    assert ana.page.input_value("#value-draw-count") == "3"


def test_own_rules_are_opened_again_and_get_a_new_version(ana: Person) -> None:
    page = ana.page
    unfold(ana, "draw")
    page.fill("#value-draw-count", "3")
    page.fill("#name", "Ours")
    page.tap("button.primary")
    page.wait_for_selector("[data-key=change]")
    page.tap("[data-key=change]")
    page.wait_for_selector("#sections [data-section]")
    assert (page.input_value("#base"), page.input_value("#name")) == ("classic", "Ours")
    assert page.input_value("#value-draw-count") == "3"

    unfold(ana, "draw")
    page.fill("#value-draw-count", "4")
    page.tap("button.primary")
    page.tap("#again")
    page.wait_for_url("**/games/new?ruleset=*")

    stored = ana.call("GET", f"/rulesets/{page.get_attribute('body', 'data-player')}/ours")
    assert len(stored["versions"]) == 2
    assert stored["overrides"] == {"draw": {"count": 4}}


def test_without_a_name_they_are_not_saved_and_the_fault_is_at_the_name(ana: Person) -> None:
    unfold(ana, "draw")
    ana.page.fill("#value-draw-count", "4")
    ana.page.tap("button.primary")

    fault(ana, "name").filter(has_text="blank").wait_for()
    assert ana.page.input_value("#value-draw-count") == "4"


def test_a_late_check_does_not_take_away_why_they_were_not_saved(ana: Person) -> None:
    held: list[Any] = []
    ana.page.route("**/api/v1/rulesets/validate", lambda route: held.append(route))
    unfold(ana, "draw")
    with ana.page.expect_request("**/api/v1/rulesets/validate"):
        ana.page.fill("#value-draw-count", "4")
    ana.page.tap("button.primary")
    fault(ana, "name").filter(has_text="blank").wait_for()

    with ana.page.expect_response("**/api/v1/rulesets/validate"):
        held[0].continue_()
    ana.page.wait_for_timeout(1000)

    assert "blank" in fault(ana, "name").inner_text()


def test_an_admin_makes_house_rules_for_the_club_and_a_night_is_played_by_them(
    ana: Person,
) -> None:
    club = ana.call("POST", "/clubs", {"name": "Herons"})["id"]
    open_form(ana, f"?club={club}")
    ana.page.fill("#name", "Heron rules")
    ana.page.tap("#rules-form button.primary")
    ana.page.wait_for_url(f"**/clubs/{club}")

    ana.page.tap("[data-key=new-night] > summary")
    ana.page.select_option("#night-ruleset", label="Heron rules")
    ana.page.tap("#new-night-form button.primary")

    ana.page.wait_for_url("**/tournaments/*")
    night = ana.call("GET", f"/tournaments/{ana.page.url.rpartition('/')[2]}")
    assert night["ruleset"]["slug"] == f"{club}/heron-rules"
