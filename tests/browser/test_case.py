"""Complaints are settled on the page of a case, in at most six clicks each."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.inspection import inspect
from tests.browser.people import Person, make_table
from tests.browser.test_replay import BOTS, Replay, play_up_to

pytestmark = pytest.mark.browser
MOST_CLICKS = 6


class Case(Replay):
    """Somebody at the page of a case, who counts their clicks."""

    def __init__(self, person: Person, game: str) -> None:
        self.person, self.page, self.game, self.clicks = person, person.page, game, 0
        person.open(f"/games/{game}/case")

    def click(self, what: str) -> None:
        self.page.click(what)
        self.clicks += 1
        assert self.clicks <= MOST_CLICKS


@pytest.fixture(scope="module")
def table(site: Any, chromium: Any) -> Iterator[tuple[Person, str]]:
    """Ana, and a game of one hand that is over: one action was refused, one came too late."""
    ana = Person(site, chromium, "Ana", bypass_csp=True)
    rules = {"extends": "classic", "overrides": {"draw": {"count": 10}, "game": {"hand_limit": 1}}}
    terms = {"ruleset": rules, "bots": BOTS, "pace_s": 0, "visibility": "public"}
    game = make_table(ana, **terms, dealer=3)  # Ana begins: a bot may be out before its partner
    ana.call("POST", f"/games/{game}/start", {})
    ana.page.evaluate(
        """async (path) => {
            const { call } = await import("/static/site/api.js");
            const send = (action, given) => call("POST", path, { action }, given).catch(() => null);
            await send({ type: "take_pile", with: ["AS", "AS"] });
            await send({ type: "draw" }, { version: 0 });
        }""",
        f"/games/{game}/moves",
    )
    yield ana, play_up_to(ana, game, 1)
    ana.close()


def test_i_was_not_allowed(table: tuple[Person, str]) -> None:
    """It was right by a rule, or the action came for a moment that was over."""
    case = Case(*table)
    case.wait_for(1, 1, "0")
    wrong, late = case.page.locator("#steps .refused li").all()
    for each, what in ((wrong, "take the pile"), (late, "draw from the stock")):
        shown = each.inner_text()
        assert "Ana" in shown
        assert what in shown
        assert "on a page of this service" in shown
    assert wrong.locator("a[href^='/rules/']").count() == 1
    case.click("#steps .refused button >> nth=0")
    case.page.wait_for_selector('#steps .refused [role=status]:has-text("Yes: the rules")')
    case.click("#steps .refused button >> nth=1")
    case.page.wait_for_selector('#steps .refused [role=status]:has-text("it was allowed")')
    inspect(case.page, "case")


def test_my_move_was_changed_or_the_bot_cheated(table: tuple[Person, str]) -> None:
    """Who acted, when and by which way is shown with each step, and all moves are replayed."""
    case = Case(*table)
    case.wait_for(1, 1, "0")
    for whose, who, way in (
        ("^Ana .you. draws", "By Ana ", "on a page of this service."),
        ("^Novice bot . draws", "By Novice bot", "by a bot of this service."),
    ):
        case.click(f"#steps li > button:text-matches('{whose}') >> nth=0")
        case.page.wait_for_selector(f'#acted:has-text("{way}")')
        assert case.page.locator("#acted").inner_text().startswith(who)
    case.click("#log-button")
    case.page.wait_for_selector('#log-checks :text("Every move of the finished hands follows")')
    case.page.wait_for_selector('#log-checks :text("The log is as it was written")')


def test_the_shuffle_is_unfair(table: tuple[Person, str]) -> None:
    case = Case(*table)
    case.wait_for(1, 1, "0")
    case.click("#check-button")
    case.page.wait_for_selector('#checks .notice:has-text("as it was promised")')


def test_i_was_offline(table: tuple[Person, str]) -> None:
    """The times at which a player was not heard of are among the steps."""

    def with_absence(route: Any) -> None:
        found = route.fetch().json()
        drawn = next(each for each in found["results"] if each["type"] == "cards_drawn")
        away = {"type": "presence_changed", "presence": "away", "since": drawn["at"]}
        more = {name: drawn[name] for name in ("version", "hand", "at")}
        found["results"].append({**away, **more, "seat": 0, "seq": 0.5 + drawn["seq"]})
        route.fulfill(json=found)

    ana, game = table
    ana.page.route("**/events?*", with_absence)
    case = Case(ana, game)
    case.wait_for(1, 1, "0")
    ana.page.unroute("**/events?*")
    case.click("#steps li > button:has-text('Ana (you) was last heard of at')")
    case.page.wait_for_selector("#acted:not(:empty)")


def answered(answer: dict[str, Any]) -> Callable[[Any], None]:
    """Gives this answer to a call."""
    return lambda route: route.fulfill(json=answer)


def test_who_settles_it_sees_what_a_bot_saw_that_did_something_else(
    table: tuple[Person, str],
) -> None:
    ana, game = table
    place = {"id": game, "name": "Herons"}
    found = {"game": game, "club": place, "night": place, "round": 2, "table": 3}
    turn = {"hand": 1, "version": 4, "played": {"type": "draw"}, "again": None}
    note = {"id": 1, "act": "noted", "by": ana.player, "at": "2026-03-29T10:00:00Z"}
    note |= {"note": "The pile was frozen.", "takes_back": None}
    bot = {"seat": 1, "levels": ["novice"], "turns": 47, "same": 46, "differences": [turn]}
    answers: dict[str, dict[str, Any]] = {
        "**/api/v1/cases?*": {"results": [found], "next": None, "previous": None},
        "**/bot-replays?hand=1": {"hand": 1, "bots": [bot]},
        "**/case-log*": {"results": [note], "next": None, "previous": None},
    }
    for address, answer in answers.items():
        ana.page.route(address, answered(answer))
    case = Case(ana, game)
    case.wait_for(1, 1, "0")
    case.click("#bots-button")
    case.page.get_by_text("the same action from the same view in 46 of 47 turns.").wait_for()
    case.page.wait_for_selector("#case-log li:has-text('Ana: The pile was frozen.') button")
    with case.page.expect_request(lambda request: request.method == "POST") as sent:
        case.page.fill("#note-note", "A second one.")
        case.click("#note button")
    assert sent.value.post_data_json == {"note": "A second one."}
    assert case.page.locator("#case-file").get_attribute("href") == f"/api/v1/games/{game}/case"
    assert case.page.locator(f"a[href='/tournaments/{game}?round=2&table=3']").count() == 1
    inspect(case.page, "case-desk")
    case.click("#bot-checks li button")
    case.page.wait_for_selector('#replay[data-step$=" 1"]')
    for address in answers:
        ana.page.unroute(address)


def test_the_game_of_a_complaint_is_found_and_its_case_opened(table: tuple[Person, str]) -> None:
    """The admin of a club looks for a player, a day and a table, and opens what is found."""
    ana, game = table
    asked: list[str] = []

    def of_the_club(route: Any) -> None:
        asked.append(route.request.url)
        place = {"id": game, "name": "Herons"}
        found = {"game": game, "status": "finished", "players": ["Ana", "Ben"], "club": place}
        when = {"created_at": "2026-03-29T10:00:00Z", "finished_at": "2026-03-29T11:00:00Z"}
        case = {**found, **when, "night": place, "round": 2, "table": 3}
        route.fulfill(json={"results": [case], "next": None, "previous": None})

    page = ana.page
    page.route("**/api/v1/cases?*", of_the_club)
    ana.open("/cases")
    page.wait_for_selector("#found a")
    page.fill("#player", "Ana")
    page.fill("#day", "2026-03-29")
    page.fill("#table", "3")
    page.fill("#game", f"{ana.site.base}/games/{game}/replay")
    page.click("#wanted button")
    page.get_by_text("29 Mar 2026 · Herons · Herons · round 2, table 3").wait_for()
    page.wait_for_timeout(100)
    assert all(
        each in asked[-1] for each in ("player=Ana", "table=3", f"game={game}", "since=2026")
    )
    inspect(page, "cases")
    page.click("#found a")
    page.wait_for_url(f"**/games/{game}/case**")
    page.unroute("**/api/v1/cases?*")
