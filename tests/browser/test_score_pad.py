"""The score pad: people with real cards write their hands down, and the API counts them."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.bots.novice import novice
from games.engine.pad import hands_in, keep_score
from games.engine.rulesets import load, slugs
from tests.browser.inspection import inspect
from tests.browser.people import PATIENCE_MS, PHONE, SCREEN, Site
from tests.engine.pad_sheets import ended_hands, written
from tests.engine.played import started

pytestmark = pytest.mark.browser

Json = dict[str, Any]
EXPECTED = ("status of 400", "status of 422", "ERR_INTERNET_DISCONNECTED")
"""What Chromium's console says of refusals and of a missing network."""

OUT: Json = {
    "side": 0,
    "counts": {"sambas": 1, "mixed_canastas": 1, "red_threes": 2},
    "melded_cards": 225,
    "hand_cards": 65,
}
OTHER: Json = {"side": 1, "total": -520}
HAND: Json = {"went_out": 0, "sides": [OUT, OTHER]}
HIGH: Json = {"went_out": None, "sides": [{"side": 0, "total": 8000}, {"side": 1, "total": 400}]}


class PadPage:
    """A visitor without an account at the score pad."""

    def __init__(self, site: Site, chromium: Any, **options: Any) -> None:
        self.faults: list[str] = []
        self.context = chromium.new_context(**options)
        self.context.set_default_timeout(PATIENCE_MS)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._console)
        self.page.goto(f"{site.base}/score-pad")

    def _console(self, message: Any) -> None:
        if message.type == "error" and not any(each in message.text for each in EXPECTED):
            self.faults.append(message.text)

    def begin(self, ruleset: str = "classic", seats: int = 4, cents: str = "") -> None:
        page = self.page
        page.wait_for_selector("#player-0")
        if ruleset != "classic":
            with page.expect_response(f"**/rulesets/{ruleset}"):
                page.select_option("#ruleset", ruleset)
        page.wait_for_selector(f'#seats option[value="{seats}"]', state="attached")
        page.select_option("#seats", str(seats))
        for seat in range(seats):
            page.fill(f"#player-{seat}", ("Ana", "Cai", "Ben", "Dee", "Eve", "Fay")[seat])
        page.fill("#cents", cents)
        page.click("#terms .primary")
        page.wait_for_selector("[data-key=save]")

    def write(self, hand: Json) -> None:
        """Type a hand; its lines are those of the API."""
        for side in hand["sides"]:
            self._write_side(side)
        out = hand.get("went_out")
        self.page.check(f'#hand [type=radio][value="{"" if out is None else out}"]')

    def _write_side(self, sheet: Json) -> None:
        column = self.page.locator(f'#hand [data-side="{sheet["side"]}"]').first
        for name, value in sheet.items():
            if isinstance(value, dict):
                for code, number in value.items():
                    column.locator(f'[data-path="{name}.{code}"]').fill(str(number))
            elif isinstance(value, list):
                for each in value:
                    column.get_by_text(
                        "Add a penalty" if name == "penalties" else "Add a correction"
                    ).click()
                    row = column.locator(f"[data-kind={name}]").last
                    row.locator("input").nth(0).fill(str(each["points"]))
                    row.locator("input").nth(1).fill(each["reason"])
            elif name != "side":
                column.locator(f'[data-path="{name}"]').fill(str(value))

    def save(self) -> None:
        number = self.saved
        self.page.click("[data-key=save]")
        self.page.wait_for_selector(f'tbody[data-hand="{number}"]')

    @property
    def saved(self) -> int:
        return int(self.page.locator("tbody[data-hand]").count())

    def expect_totals(self, *totals: int) -> None:
        self.page.wait_for_function(
            "wanted => JSON.stringify([...document.querySelectorAll('[data-total] > b')]"
            ".map((each) => Number(each.textContent))) === JSON.stringify(wanted)",
            arg=list(totals),
        )


Open = Callable[..., PadPage]


@pytest.fixture
def pad(site: Site, chromium: Any) -> Iterator[Open]:
    """Opens the pad; at the end nothing was refused to a page, such as by its policy."""
    opened: list[PadPage] = []

    def open_pad(**options: Any) -> PadPage:
        opened.append(PadPage(site, chromium, **(PHONE | options)))
        return opened[-1]

    yield open_pad
    for each in opened:
        each.context.close()
    assert [fault for each in opened for fault in each.faults] == []


def test_a_whole_game_is_written_down_to_a_winner_and_survives_a_reload(pad: Open) -> None:
    ana = pad()
    page = ana.page
    page.goto(page.url.removesuffix("score-pad"))
    page.get_by_text("Score pad for cards on your own table").tap()
    ana.begin(cents="5")
    ana.write(HAND)
    page.wait_for_selector("#preview [data-side='0'] >> text=2360")
    ana.save()
    ana.expect_totals(2360, -520)
    assert "First melds need 90" in page.locator("[data-total='0']").inner_text()
    assert "First melds need 15" in page.locator("[data-total='1']").inner_text()
    assert page.locator(".winner").count() == 0

    ana.write(HIGH)
    ana.save()
    ana.expect_totals(10360, -120)
    page.wait_for_selector("[data-total='0'] .winner")
    assert "gets 524 cents" in page.locator("[data-total='0']").inner_text()
    assert "pays 524 cents" in page.locator("[data-total='1']").inner_text()

    page.fill("#hand-0-melded_cards", "115")
    before = page.locator("#hands").inner_text()
    page.reload()
    ana.expect_totals(10360, -120)
    assert page.locator("#hands").inner_text() == before
    assert page.input_value("#hand-0-melded_cards") == "115", "nothing typed is lost"


def test_a_stepper_counts_by_touch_and_by_arrow_keys(pad: Open) -> None:
    ana = pad()
    ana.begin()
    sambas = ana.page.locator("#hand-0-counts-sambas")
    more = ana.page.locator(".field", has=sambas).get_by_text("+")
    more.tap()
    more.tap()
    sambas.press("ArrowUp")
    assert sambas.input_value() == "3"
    for _ in range(5):
        sambas.press("ArrowDown")
    assert sambas.input_value() == "0"
    melded = ana.page.locator("#hand-0-melded_cards")
    melded.press("ArrowUp")
    assert melded.input_value() == "5"
    melded.press("Enter")
    ana.page.wait_for_selector("#hand-0-red_threes_in_hand:focus")
    assert ana.saved == 0, "Enter goes on, and saves nothing"


def test_what_cannot_be_right_is_shown_at_its_field_and_is_not_saved(pad: Open) -> None:
    ana = pad()
    ana.begin()
    page = ana.page
    page.fill("#hand-0-melded_cards", "343")
    page.fill("#hand-1-hand_cards", "a lot")
    at_field = page.locator(".field", has=page.locator("#hand-1-hand_cards")).locator(".fault")
    at_field.locator("span").wait_for()

    page.fill("#hand-1-hand_cards", "20")
    own = page.locator(".field", has=page.locator("#hand-0-melded_cards")).locator(".fault")
    own.get_by_text("Ana & Ben melded 343: card points come in fives").wait_for()
    assert at_field.inner_text() == ""
    page.tap("[data-key=save]")
    page.wait_for_function("() => document.activeElement.id === 'hand-0-melded_cards'")
    assert ana.saved == 0

    page.fill("#hand-0-melded_cards", "345")
    own.locator("span").wait_for(state="detached")
    ana.save()
    ana.expect_totals(345, -20)


def test_a_hand_is_corrected_deleted_and_brought_back(pad: Open) -> None:
    ana = pad()
    ana.begin()
    page = ana.page
    for hand in (HAND, HIGH):
        ana.write(hand)
        ana.save()
    page.fill("#hand-0-total", "55")
    page.tap("[data-key=correct-0]")
    assert page.input_value("#hand-0-melded_cards") == "225"
    page.fill("#hand-0-melded_cards", "325")
    page.tap("[data-key=save]")
    ana.expect_totals(10460, -120)
    assert page.input_value("#hand-0-total") == "55", "the next hand was begun already"

    page.tap("[data-key=delete-0]")
    ana.expect_totals(8000, 400)
    page.reload()
    page.tap("[data-key=undo]")
    ana.expect_totals(10460, -120)
    assert "2460" in page.locator("tbody[data-hand='0']").inner_text()


def test_without_a_network_it_is_typed_and_counted_later(pad: Open) -> None:
    ana = pad()
    ana.begin()
    page = ana.page
    ana.write(HAND)
    ana.save()
    ana.context.set_offline(True)
    ana.write(HIGH)
    ana.save()
    page.wait_for_selector("#state:has-text('No connection')")
    ana.expect_totals(2360, -520)

    ana.context.set_offline(False)

    ana.expect_totals(10360, -120)
    page.wait_for_selector("#state", state="hidden")


def test_a_hand_saved_without_a_network_that_cannot_be_right_is_named_and_corrected(
    pad: Open,
) -> None:
    ana = pad()
    ana.begin()
    page = ana.page
    ana.context.set_offline(True)
    page.fill("#hand-0-melded_cards", "343")
    ana.save()
    page.fill("#hand-1-melded_cards", "90")

    ana.context.set_offline(False)

    page.locator("tbody[data-hand='0'] .bad").get_by_text("Ana & Ben melded 343").wait_for()
    page.tap("[data-key=correct-0]")
    page.fill("#hand-0-melded_cards", "340")
    page.tap("[data-key=save]")
    ana.expect_totals(340, 0)
    page.get_by_text("new total 90").wait_for()


def test_a_second_pad_is_begun_after_a_question_and_the_first_stays(pad: Open) -> None:
    ana = pad()
    ana.begin()
    ana.write(HAND)
    ana.save()
    page = ana.page
    page.tap("#new")
    page.tap("#sure [value='']")
    ana.expect_totals(2360, -520)
    page.tap("#new")
    page.tap("#sure [value=yes]")
    ana.begin(ruleset="white-knuckle", seats=6)
    ana.expect_totals(0, 0, 0)

    page.locator("#others button").tap()

    ana.expect_totals(2360, -520)


@pytest.mark.parametrize(("ruleset", "seats"), [("classic", 4), ("black-samba", 5), ("mexican", 6)])
def test_nothing_is_wider_than_a_phone_and_everything_can_be_hit(
    pad: Open, ruleset: str, seats: int
) -> None:
    ana = pad()
    ana.begin(ruleset=ruleset, seats=seats)
    sides = load(ruleset).sides(seats)
    ana.write({"sides": [{"side": side, "total": -12345 + 5 * side} for side in range(sides)]})
    ana.save()
    first = ana.page.locator("#hand .side").first
    first.get_by_text("Add a penalty").tap()

    assert ana.page.evaluate("document.documentElement.scrollWidth") == 360
    tops = ana.page.evaluate(
        "[...document.querySelectorAll('#hand .side')].map((each) => each.offsetTop)"
    )
    assert tops[0] == tops[1], "two sides are next to each other"
    small = ana.page.evaluate(
        "[...document.querySelectorAll('button, summary, .bar a, #hand input:not([type=radio])')]"
        ".filter((each) => { const box = each.getBoundingClientRect();"
        " return box.width && (box.height < 44 || box.width < 44) }).map((each) => each.outerHTML)"
    )
    assert small == []


def test_the_printed_sheet_has_all_hands_with_their_lines_and_no_controls(pad: Open) -> None:
    ana = pad(**SCREEN)
    ana.begin()
    for hand in (HAND, HIGH):
        ana.write(hand)
        ana.save()
    ana.page.emulate_media(media="print")

    sheet = ana.page.locator("main").inner_text()
    for text in ("Ana & Ben", "Cai & Dee", "Hand 1", "Hand 2", "Sambas", "1500", "10360"):
        assert text in sheet
    shown = "[...document.querySelectorAll('button, input, .bar a')].filter((e) => e.offsetWidth)"
    assert ana.page.evaluate(f"{shown}.length") == 0


def test_everybody_can_use_a_filled_pad(pad: Open) -> None:
    ana = pad(**SCREEN, bypass_csp=True)
    ana.page.wait_for_selector("#player-0")
    inspect(ana.page, "score-pad-new")
    ana.begin(cents="5")
    ana.write(HAND)
    ana.save()
    ana.page.click("[data-key=lines-0]")
    ana.page.click("[data-key=delete-0]")
    ana.page.click("[data-key=undo]")
    ana.write({"sides": [{"side": 0, "penalties": [{"points": 5, "reason": "late"}]}]})
    ana.page.fill("#hand-0-melded_cards", "343")
    ana.page.wait_for_selector("#hand .fault span")
    inspect(ana.page, "score-pad-filled")


@pytest.mark.parametrize("ruleset", slugs())
def test_a_hand_of_every_ruleset_is_totalled_as_the_api_totals_it(pad: Open, ruleset: str) -> None:
    rules = load(ruleset)
    seats = rules.seating.players[-1]
    game = started(1, extends=ruleset, seats=seats, hands=1)
    game.policies = (novice,)
    hand = written(next(ended_hands(game)))
    hand["sides"][0]["penalties"] = [{"points": -100, "reason": "drew three cards"}]
    hand["sides"][1]["adjustments"] = [{"points": 35, "reason": "a card was missing"}]
    counted = keep_score(rules, seats=seats, hands=hands_in([hand]))

    ana = pad(**SCREEN)
    ana.begin(ruleset=ruleset, seats=seats)
    ana.write(hand)
    ana.save()

    ana.expect_totals(*counted.totals)
    for side, minimum in enumerate(counted.next_minimum):
        standing = ana.page.locator(f"[data-total='{side}']").inner_text()
        assert f"First melds need {minimum}\n" in f"{standing}\n"
