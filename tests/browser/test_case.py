"""Complaints are settled on the page of a case, in at most six clicks each."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.inspection import inspect
from tests.browser.nights import Evening
from tests.browser.people import Person, Table, make_table
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


def test_a_refused_action_is_judged_again_by_its_rule(table: tuple[Person, str]) -> None:
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


def test_each_step_shows_who_acted_and_by_which_way(table: tuple[Person, str]) -> None:
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


def test_the_shuffle_of_a_case_is_verified(table: tuple[Person, str]) -> None:
    case = Case(*table)
    case.wait_for(1, 1, "0")
    case.click("#check-button")
    case.page.wait_for_selector('#checks .notice:has-text("as it was promised")')


def test_times_away_are_among_the_steps(table: tuple[Person, str]) -> None:
    """The times at which a player was not heard of are among the steps.

    The service notes them after minutes: the test adds one to its answer.
    """

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


def something_else(route: Any) -> None:
    """The last turn of the first bot is another one today: no bot of the service does that."""
    found = route.fetch().json()
    bot = found["bots"][0]
    bot["same"] -= 1
    bot["differences"] = [{"hand": 1, "version": 4, "played": {"type": "draw"}, "again": None}]
    route.fulfill(json=found)


@pytest.fixture
def sam(person: Callable[..., Person]) -> Person:
    """A member of the site's staff."""
    sam = person("Sam", bypass_csp=True)
    sam.join_staff()
    return sam


def test_staff_replay_the_bots_and_write_notes(table: tuple[Person, str], sam: Person) -> None:
    _, game = table
    case = Case(sam, game)
    case.wait_for(1, 1, "all")
    page = case.page
    page.route("**/bot-replays?hand=1", something_else)
    case.click("#bots-button")
    page.wait_for_selector("#bot-checks .bad li")
    same = re.compile(r"the same action from the same view in (\d+) of \1 turns\.")
    assert page.get_by_text(same).count() == len(BOTS) - 1
    page.fill("#note-note", "The pile was frozen.")
    case.click("#note button")
    page.wait_for_selector("#case-log li:has-text('Sam: The pile was frozen.')")
    page.wait_for_selector("#case-log li:has-text('Sam looked into the game.')")
    inspect(page, "case-desk")
    case.click("#case-log button")
    page.wait_for_selector("#case-log li:has-text('(taken back)')")
    case.click("#bot-checks li button")
    page.wait_for_selector('#replay[data-step^="1 "][data-step$=" 1"]')


def test_the_game_of_a_complaint_is_found_and_its_case_opened(evening: Evening) -> None:
    """An admin comes from the desk of the night, or looks for a player, a day and a table."""
    ana, page, case = evening.admin, evening.admin.page, f"**/games/{evening.game}/case*"
    ana.open(f"/tournaments/{evening.night}")
    page.click("[data-table='1'] a:text-is('The case of this game')")
    page.wait_for_url(case)
    page.click(f"a[href='/tournaments/{evening.night}?round=1&table=1']")
    page.wait_for_selector("[data-table='1'] [data-key=more-of-1][open]")

    made = ana.call("GET", f"/cases?game={evening.game}")["results"][0]["created_at"]
    ana.open("/cases")
    page.wait_for_selector("#found a")
    address = f"{ana.site.base}/games/{evening.game}/replay"
    wanted = {"player": "Ben", "day": made[:10], "table": "1", "game": address}
    for name, value in wanted.items():
        page.fill(f"#{name}", value)
    with page.expect_request(f"**/cases?*player=Ben*table=1*game={evening.game}*since=20*"):
        page.click("#wanted button")
    page.get_by_text("· Herons · Monday · round 1, table 1").wait_for()
    inspect(page, "cases")
    page.click("#found a")
    page.wait_for_url(case)


def look(sam: Person, evening: Evening) -> None:
    """Staff look into a running hand, and its players read it: the page says so before."""
    ben, looked = evening.player, "A member of the staff looked at a hand that was being played."
    table = Table(ben, evening.game)
    table.page.wait_for_selector("#hand [role=option]")
    case = Case(sam, evening.game)
    case.page.get_by_text("The players will see that a member of the staff").wait_for()
    assert table.page.locator("#log").get_by_text(looked).count() == 0

    case.click("#peek button:has-text('See the cards of Ben')")

    case.page.wait_for_selector("#peek .hand .card")
    table.page.locator("#log").get_by_text(looked).wait_for(state="attached")
    seen, held = case.page.locator("#peek .card"), table.page.locator("#hand [role=option]")
    assert sorted(seen.all_text_contents()) == sorted(held.all_text_contents())


def adjust(case: Case, points: int) -> str:
    """Give the first side points; what the page says of it afterwards."""
    page = case.page
    case.click("[data-key=adjust] > summary")
    page.select_option("#adjust-side", "0")
    page.fill("#adjust-points", str(points))
    page.fill("#adjust-reason", "A card was shown.")
    case.click("[data-key=adjust] button")
    said = f"#case-points .row:has-text(': adjusted by +{points} points')"
    page.wait_for_selector(said)
    return said


def take_back(case: Case, said: str) -> None:
    case.click(f"{said} summary")
    case.page.fill(f"{said} input", "It was his own card.")
    case.click(f"{said} button")
    case.page.wait_for_selector(said, state="detached")


def test_staff_look_into_a_running_hand_and_an_admin_adjusts_points_then_and_after_it(
    evening: Evening, sam: Person
) -> None:
    """Once the game is over its table is corrected; both are taken back."""
    look(sam, evening)
    ana, ben, game = evening.admin, evening.player, evening.game
    path = f"/games/{game}"

    def scores() -> list[int]:
        return [side["score"] for side in ben.call("GET", path)["sides"]]

    case = Case(ana, game)
    said = adjust(case, 100)
    assert scores() == [100, 0]
    inspect(case.page, "case-points")
    take_back(case, said)
    assert scores() == [0, 0]

    play_up_to(ben, game, 1)
    before = result(evening)
    case = Case(ana, game)
    said = adjust(case, 50)
    assert result(evening) == [before[0] + 50, before[1]]
    take_back(case, said)
    assert result(evening) == before


def result(evening: Evening) -> list[int]:
    """The points of the table."""
    call = evening.admin.call
    [round_] = call("GET", f"/tournaments/{evening.night}/rounds")["results"]
    [table] = call("GET", f"/rounds/{round_['id']}")["tables"]
    return list(table["result"]["points"])
