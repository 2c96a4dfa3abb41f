"""What the pages do when something fails, comes late, or is pressed twice."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.people import Person, Table, make_table
from tests.e2e.service import PASSWORD

pytestmark = pytest.mark.browser

BOTS = {"1": "novice", "2": "novice", "3": "novice"}
FAILED = ("ERR_FAILED", "status of 500", "status of 503")


@pytest.fixture
def ana(person: Callable[..., Person]) -> Person:
    found = person("Ana")
    found.expected += FAILED
    return found


@pytest.fixture
def table(ana: Person) -> Table:
    """Ana's turn against three bots."""
    found = Table(ana, make_table(ana, ruleset="classic", bots=BOTS, dealer=3))
    found.deal()
    return found


def fail(page: Any, path: str, times: int = 1) -> list[str]:
    """Let the next calls of `path` fail on the way; returns the list of those that have failed."""
    failed: list[str] = []

    def abort(route: Any) -> None:
        if len(failed) < times and route.request.method == "GET":
            failed.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    page.route(path, abort)
    return failed


def test_the_buttons_come_although_the_first_answer_about_them_was_lost(ana: Person) -> None:
    game = make_table(ana, ruleset="classic", bots=BOTS, dealer=3)
    ana.call("POST", f"/games/{game}/start", {})
    lost = [fail(ana.page, f"**/games/{game}/{what}") for what in ("legal-actions", "ruleset")]

    table = Table(ana, game)

    table.page.wait_for_selector("#actions [data-key=draw]")
    table.play({"type": "draw"})
    table.page.wait_for_function(
        "() => document.getElementById('title').textContent.includes('Samba')"
    )
    assert [len(each) for each in lost] == [1, 1]


def test_a_state_that_was_lost_is_fetched_again(table: Table) -> None:
    page = table.page
    other, before = table.person.tab(), table.version
    lost = fail(page, f"**/games/{table.game}", times=2)
    other.goto(page.url)
    other.click("#actions [data-key=draw]")

    page.wait_for_function(
        "before => Number(document.getElementById('table').dataset.version) > before", arg=before
    )
    page.wait_for_selector("#hand .new")
    assert len(lost) == 2
    assert page.inner_text("#status") == "It is your turn."


def test_a_refusal_before_the_game_is_shown(ana: Person) -> None:
    table = Table(ana, make_table(ana, ruleset="classic", bots={"1": "novice"}))
    table.page.route(
        "**/seats/2",
        lambda route: route.fulfill(
            status=409, content_type="application/problem+json", body='{"detail": "No bot here."}'
        ),
    )

    table.page.click("[data-key=bot-2]")

    table.page.get_by_role("alert").get_by_text("No bot here.").wait_for()


def test_a_game_that_ends_says_so_and_not_that_the_connection_is_lost(table: Table) -> None:
    said = table.page.evaluate_handle(
        "() => { const said = [];"
        " new MutationObserver(() => said.push(document.getElementById('status').textContent))"
        " .observe(document.getElementById('status'), {childList: true}); return said; }"
    )
    table.person.call("POST", f"/games/{table.game}/abandon", {})

    table.page.wait_for_selector("#score .notice")
    table.page.wait_for_timeout(4_000)  # longer than the page waits before it tries again
    assert said.json_value()[-1] == "The game is over."
    assert not [each for each in said.json_value() if "lost" in each]


def test_a_double_click_makes_one_table(ana: Person) -> None:
    ana.open("/")
    ana.page.dblclick("#practice")
    ana.page.wait_for_url("**/games/*")
    ana.open("/games/new")
    ana.page.wait_for_selector("#seats option", state="attached")
    ana.page.dblclick("#terms button.primary")
    ana.page.wait_for_url("**/games/*-*")

    assert len(ana.call("GET", "/games?mine=true")["results"]) == 2


def test_a_token_that_is_shown_once_outlasts_the_next_button(
    ana: Person, person: Callable[..., Person]
) -> None:
    zoe = person("Zoe").player
    ana.call("PUT", f"/players/me/blocks/{zoe}", {})
    ana.open("/account")
    ana.page.click("#for-programs > summary")
    ana.page.fill("#token-name", "my bot")
    ana.page.fill("#token-password", PASSWORD)
    ana.page.click("#token button")
    ana.page.wait_for_selector("#tokens code")

    ana.page.click(f"[data-key=unblock-{zoe}]")
    ana.page.wait_for_selector(f"[data-key=unblock-{zoe}]", state="detached")

    assert ana.page.locator("#tokens code").is_visible()


def test_house_rules_are_stored_on_the_base_that_is_chosen(ana: Person) -> None:
    ana.open("/rulesets/new")
    ana.page.wait_for_selector("#sections details")
    ana.page.fill("#name", "Tuesday rules")
    held: list[Any] = []
    ana.page.route("**/rulesets/bolivia", lambda route: held.append(route))
    ana.page.select_option("#base", "bolivia")

    ana.page.click("#rules-form button.primary")
    ana.page.wait_for_timeout(300)  # a save on the old base would be through
    assert "/rulesets/new" in ana.page.url
    held[0].continue_()
    ana.page.wait_for_url("**/games/new?ruleset=*")

    [stored] = [
        each for each in ana.call("GET", "/rulesets?limit=100")["results"] if each.get("owner")
    ]
    assert stored["extends"] == "bolivia"


def test_what_is_selected_before_the_answer_to_a_move_has_come_stays_selected(table: Table) -> None:
    page, held = table.page, list[Any]()
    page.route("**/moves?include=legal_actions", lambda route: held.append((route, route.fetch())))
    before = table.version
    page.click("#actions [data-key=draw]")
    page.wait_for_function(
        "before => Number(document.getElementById('table').dataset.version) > before", arg=before
    )  # the stream was quicker

    page.locator("#hand [role=option]").first.click()
    [(route, answer)] = held
    with page.expect_response("**/moves?include=legal_actions"):
        route.fulfill(response=answer)

    page.wait_for_selector("#actions [data-key=discard]:not([disabled])")
    assert page.locator("#hand [aria-selected=true]").count() == 1


def test_the_buttons_come_after_an_answer_that_was_one_too_many(ana: Person) -> None:
    game = make_table(ana, ruleset="classic", bots=BOTS, dealer=3)
    ana.call("POST", f"/games/{game}/start", {})
    ana.expected += ("status of 429",)
    refused: list[str] = []

    def refuse_once(route: Any) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.fulfill(
                status=429,
                content_type="application/problem+json",
                headers={"Retry-After": "1"},
                body='{"code": "rate_limited", "detail": "Too many calls."}',
            )

    ana.page.route(f"**/games/{game}/legal-actions", refuse_once)
    table = Table(ana, game)

    table.page.wait_for_selector("#actions [data-key=draw]")
    assert len(refused) == 1


def test_a_card_selected_while_a_move_is_on_its_way_stays_selected(table: Table) -> None:
    page = table.page
    table.play({"type": "draw"})
    held: list[Any] = []
    page.route("**/moves?include=legal_actions", lambda route: held.append(route))
    page.locator("#hand [role=option]").first.click()
    page.click("#actions [data-key=discard]")
    page.locator("#hand [role=option]").last.click()
    key = page.locator("#hand [role=option]").last.get_attribute("data-key")

    before = table.version
    held[0].continue_()

    page.wait_for_function(
        "before => Number(document.getElementById('table').dataset.version) > before", arg=before
    )
    assert page.locator("#hand [aria-selected=true]").count() == 1
    assert page.locator(f'#hand [data-key="{key}"][aria-selected=true]').count() == 1


def test_the_focus_stays_on_what_opens_a_part_that_is_drawn_again(
    person: Callable[..., Person],
) -> None:
    """By keyboard, Enter opened nothing where news had come between Tab and Enter."""
    focused = person("Ana").page.evaluate("""async () => {
        const { el, show } = await import("/static/site/dom.js");
        const draw = () => show(document.body,
            el("details", { "data-key": "more" }, el("summary", {}, "More")));
        draw();
        document.querySelector("summary").focus();
        draw();
        return document.activeElement.tagName;
    }""")
    assert focused == "SUMMARY"


KEPT_PLACE = """async () => {
    const { el, show } = await import("/static/site/dom.js");
    const region = el("div");
    region.style.cssText = "height: 50px; overflow-y: auto";
    document.body.append(region);
    const lines = () => Array.from({ length: 50 }, () => el("p", {}, "a line"));
    show(region, ...lines());
    region.scrollTop = 120;
    await new Promise((done) => region.addEventListener("scroll", done, { once: true }));
    show(region, ...lines());
    return region.scrollTop;
}"""


def test_what_somebody_has_scrolled_keeps_its_place_when_it_is_drawn_again(ana: Person) -> None:
    assert ana.page.evaluate(KEPT_PLACE) == 120
