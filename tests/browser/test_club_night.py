"""A director founds a club and runs a night from its desk, only by the pages."""

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from tests.browser.director import NAMES, Director
from tests.browser.inspection import inspect
from tests.browser.people import Person

pytestmark = pytest.mark.browser

MOST_PRESSES = 25


@pytest.fixture
def director(person: Callable[..., Person]) -> Director:
    return Director(person("Mara", bypass_csp=True))


def test_from_a_list_of_names_to_the_first_round_in_a_few_presses(director: Director) -> None:
    director.found("Herons")
    director.add(NAMES)
    director.announce(rounds=3)
    director.enter_members(14)
    director.step("begin", "[data-key=publish]")
    assert sorted(director.seats()) == NAMES
    director.step("publish", "[data-key=unpublish]")

    assert director.presses <= MOST_PRESSES
    round_ = director.person.call("GET", f"/tournaments/{director.night}/rounds")["results"][0]
    assert (round_["number"], round_["state"]) == (1, "published")


def test_a_night_is_run_to_its_end_and_every_step_is_undone_once(director: Director) -> None:
    page = director.page
    director.found("Herons")
    director.add(NAMES[:8])
    inspect(page, "club")
    director.announce(rounds=1)
    director.enter_members(8)
    inspect(page, "desk-check-in")
    director.step("begin", "[data-key=redraw]")
    before = director.seats()
    inspect(page, "desk-draft")

    first, last = (page.locator("#round [data-key^=seat-]").nth(place) for place in (0, 7))
    first.click()
    page.wait_for_selector("#round [data-key^=seat-][aria-pressed=true]")
    last.click()
    page.wait_for_selector("[data-key=swap-back]")
    director.until_swapped(before, 0, 7)
    page.click("[data-key=swap-back]")
    page.wait_for_selector("[data-key=swap-back]", state="detached")
    director.until_seated(before)

    director.step("publish", "[data-key=close]")
    director.step("unpublish", "[data-key=publish]")
    director.step("publish", "[data-key=close]")
    director.press("#steps [data-key=close]")
    page.get_by_role("alert").get_by_text("no confirmed result at").wait_for()
    assert "The results of tables 1, 2 are missing." in page.inner_text("#steps")
    inspect(page, "desk-published")
    director.enter_all()
    inspect(page, "desk-agreed")
    director.step("close", "[data-key=reopen]")
    director.step("reopen", "[data-key=close]")
    director.step("close", "[data-key=finish]")
    director.step("finish", "[data-key=reopen-night]")

    rows = page.locator("#standings tbody tr")
    assert rows.count() == 8
    assert re.match(r"1\s", rows.first.inner_text())
    inspect(page, "night-over")
    a_score_is_adjusted_and_that_taken_back(director)
    the_night_is_archived_and_brought_back(director)


def a_score_is_adjusted_and_that_taken_back(director: Director) -> None:
    page = director.page
    first = page.locator("#standings tbody tr").first
    name, before = first.locator("th").inner_text(), first.locator(".number").inner_text()
    row = page.locator("#standings tbody tr", has_text=name)
    director.press("[data-key=night-acts] > summary")
    director.press("[data-key=adjust] > summary")
    page.select_option("#adjust-entry", label=name)
    page.fill("#adjust-score", "-0.5")
    page.fill("#adjust-reason", "came late")
    director.press("[data-key=adjust] > form .primary")
    row.get_by_text(f"{float(before) - 0.5:.2f}").wait_for()
    page.get_by_text(f"{name}: adjusted by -0.50").wait_for()
    inspect(page, "night-adjusted")
    page.get_by_text(f"Take -0.50 of {name} back").click()
    page.fill("[data-key^=unadjust-] input", "it was the bus")
    director.press("[data-key^=unadjust-] .primary")
    row.get_by_text(before).wait_for()
    page.wait_for_selector("[data-key^=unadjust-]", state="detached")


def the_night_is_archived_and_brought_back(director: Director) -> None:
    page, call, path = director.page, director.person.call, f"/tournaments/{director.night}"
    director.press("[data-key=archive] > summary")
    director.press("[data-key=archive] .primary")
    page.wait_for_selector("[data-key=unarchive]")
    assert page.locator("#steps [data-key=reopen-night]").count() == 0
    director.press("[data-key=readers] > summary")
    page.select_option("#visibility", "club")
    director.press("[data-key=set-visibility]")
    page.wait_for_selector("[data-key=visibility-club]", state="attached")
    assert call("GET", path)["visibility"] == "club"
    director.press("[data-key=night-acts] > summary")
    director.press("[data-key=unarchive] > summary")
    page.fill("[data-key=unarchive] input", "a sheet was found")
    director.press("[data-key=unarchive] .primary")
    page.wait_for_selector("[data-key=reopen-night]")
    assert call("GET", path)["archived_at"] is None


def test_two_directors_see_each_others_changes(
    director: Director, person: Callable[..., Person]
) -> None:
    director.found("Herons")
    director.add(NAMES[:4])
    code = director.page.locator("#member-list code").inner_text()
    director.announce(rounds=1)
    zoe = Director(person("Zoe"))
    joined = zoe.person.call("POST", "/clubs/join", {"code": code})
    zoe_id = joined["you"]["member"]
    director.person.call("PATCH", f"/clubs/{joined['id']}/members/{zoe_id}", {"role": "director"})

    zoe.person.open(f"/tournaments/{director.night}")
    zoe.page.get_by_text("0 of 0 are here").wait_for()
    director.press("[data-key=everybody]")

    zoe.page.get_by_text("4 of 4 are here").wait_for()
    zoe.page.fill("#who", "Olga")
    zoe.page.get_by_text("Nobody is called Olga.").wait_for()
    zoe.press("[data-key=new-guest]")
    director.page.get_by_text("5 of 5 are here").wait_for()


def test_who_directs_nothing_sees_the_tables_and_no_buttons(
    director: Director, person: Callable[..., Person]
) -> None:
    director.found("Herons")
    director.add(NAMES[:4])
    director.announce(rounds=1)
    director.press("[data-key=everybody]")
    director.page.wait_for_selector("#entries [data-entry]")
    director.step("begin", "[data-key=publish]")
    stranger = person("Zoe")
    stranger.open(f"/tournaments/{director.night}")
    stranger.page.get_by_text("at play").wait_for()
    assert stranger.page.locator("#round .tile").count() == 0, "a draft is for directors"

    director.step("publish", "[data-key=close]")

    stranger.page.wait_for_selector("#round .tile")
    assert stranger.page.locator("#steps button, #entries button, .tile button").count() == 0


def test_a_director_sees_what_a_night_would_be_before_it_is_announced(director: Director) -> None:
    page = director.page
    director.found("Herons")
    director.add(NAMES[:11])

    director.press("[data-key=new-night] > summary")
    page.get_by_text("Everybody plays in every round.").wait_for()  # twelve, with the director
    assert page.locator("#night-preview li").first.inner_text() == "3 tables of 4"
    page.fill("#night-people", "11")
    page.get_by_text("1 table of 4, 1 table of 6, 1 sits out").first.wait_for()
    page.select_option("#night-format", "knockout")
    page.get_by_text("3 rounds.").wait_for()  # of five pairs

    page.select_option("#night-visibility", "club")
    assert page.locator("#night-duplicate").is_hidden(), "cards on tables are dealt by people"
    page.select_option("#night-venue", "online")
    page.check("#night-duplicate")
    page.fill("#night-people", "3")
    page.get_by_text("A table takes four people.").wait_for()
    page.fill("#night-people", "202")  # a club may have more members than are previewed
    page.get_by_text("can be seen for 200 people at most").wait_for()
    director.person.expected += ("status of 400",)
    page.fill("#night-people", "200")
    page.fill("#night-rounds", "0")
    page.locator("#night-preview .bad").wait_for()
    page.fill("#night-rounds", "3")
    director.press("#new-night-form button.primary")
    page.wait_for_url("**/tournaments/*")
    night = director.person.call("GET", f"/tournaments/{director.night}")
    assert (night["visibility"], night["duplicate"]) == ("club", True)
    page.get_by_text("0 of 0 are here").wait_for()
    assert page.locator("[data-key=last-week]").count() == 0, "no night is over yet"

    director.person.open(f"/clubs/{night['club']['id']}")
    director.press("#again")
    page.wait_for_url("**/tournaments/*")
    page.get_by_role("heading", name=f"{night['name']} 2").wait_for()


def test_a_bad_line_of_a_list_is_shown_in_its_place_and_nobody_is_added(
    director: Director,
) -> None:
    director.person.expected += ("status of 400",)
    director.found("Herons")
    director.add(["Ana"])
    director.page.fill("#names", "Ben\nAna\nCleo")

    director.page.get_by_text("Line 2, Ana:").wait_for()

    assert director.page.locator("#add-members button").is_disabled()
    director.page.fill("#names", "first name,last name\nBen,Karl\nCleo,Max")
    director.press("#add-members button:not([disabled])")
    director.page.locator("#member-list li", has_text="Ben Karl").wait_for()
    name_is_changed_removed_and_brought_back(director)


def name_is_changed_removed_and_brought_back(director: Director) -> None:
    page, row = director.page, "#member-list li[data-name='ben karl']"
    page.locator("#log-list li").nth(2).wait_for()  # the club, and two lists that were added
    director.press(f"{row} summary")
    page.fill(f"{row} input", "Benedikt Karl")
    director.press(f"{row} [data-key^=rename-]")
    row = row.replace("ben ", "benedikt ")
    director.press(f"{row} [data-key^=remove-]")
    page.locator(row).wait_for(state="detached")
    director.press("[data-key^=restore-]")
    page.locator(row).wait_for()
    page.locator("#log-list li", has_text="removed").wait_for()
    inspect(page, "club-members")


SCHEMAS = "http://schemas.openxmlformats.org"
MAIN = f"{SCHEMAS}/spreadsheetml/2006/main"
RELATIONS = f"{SCHEMAS}/officeDocument/2006/relationships"


def workbook(*, more: str = "") -> bytes:
    """Sheets as office programs write them: texts apart, some in place, an empty column.

    The first one was made last; `more` are further rows of it.
    """
    strings = ["Nachname", "Vorname", "Nov\u00e1k", "Jana"]
    shared = "".join(f"<si><t>{each}</t></si>" for each in strings)
    rows = (
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>'
        '<row r="2"><c r="A2" t="s"><v>2</v></c><c r="C2" t="s"><v>3</v></c></row>'
        '<row r="3"><c r="A3" t="inlineStr"><is><t>Ito</t></is></c>'
        '<c r="C3" t="inlineStr"><is><t>Aya</t></is></c></row>'
    )
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as parts:
        parts.writestr("xl/sharedStrings.xml", f'<sst xmlns="{MAIN}">{shared}</sst>')
        for name, content in (("sheet1", ""), ("sheet2", rows + more)):
            sheet = f'<worksheet xmlns="{MAIN}"><sheetData>{content}</sheetData></worksheet>'
            parts.writestr(f"xl/worksheets/{name}.xml", sheet)
        sheets = '<sheet name="B" r:id="rId2"/><sheet name="A" r:id="rId1"/>'
        book = (
            f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets>{sheets}</sheets></workbook>'
        )
        parts.writestr("xl/workbook.xml", book)
        found = (
            '<Relationship Id="rId1" Target="worksheets/sheet1.xml"/>'
            '<Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/>'
        )
        package = f"{SCHEMAS}/package/2006/relationships"
        of_parts = f'<Relationships xmlns="{package}">{found}</Relationships>'
        parts.writestr("xl/_rels/workbook.xml.rels", of_parts)
    return file.getvalue()


TOO_LARGE = ("<row/>" * 5_000, '<row r="4"><c r="CW4"><v>1</v></c></row>', " " * 20_000_001)
"""More rows, columns and bytes than a list of names can have."""


FILES = [
    (b"Vorname;Nachname\nBen;Karl\n\n", ["Ben Karl"]),
    ("last name,first name\nM\u00fcller,Jo".encode("latin-1"), ["Jo M\u00fcller"]),
    (b'name,guest\n"Doe, Max",yes\n', ["Doe, Max"]),
    (workbook(), ["Jana Nov\u00e1k", "Aya Ito"]),
]


def test_members_are_read_from_the_files_that_clubs_have(director: Director) -> None:
    page = director.page
    director.found("Herons")
    director.press("[data-key=add-members] > summary")
    for content, names in FILES:
        file: Any = {"name": "members", "mimeType": "", "buffer": content}
        page.set_input_files("#names-file", file)
        director.press("#add-members button:not([disabled])")
        for name in names:
            page.locator("#member-list li", has_text=name).wait_for()
        page.wait_for_timeout(1000)  # a second press within a second would be a double click

    page.set_input_files(
        "#names-file", {"name": "a.xlsx", "mimeType": "", "buffer": workbook()[:200]}
    )
    page.get_by_text("This file is no list of names").wait_for()
    for more in TOO_LARGE:
        file = {"name": "a.xlsx", "mimeType": "", "buffer": workbook(more=more)}
        page.set_input_files("#names-file", file)
        page.get_by_text("The file is too large.").wait_for()
        page.set_input_files("#names-file", {"name": "a", "mimeType": "", "buffer": b"x"})
        page.get_by_text("The file is too large.").wait_for(state="detached")


def test_who_comes_late_has_a_place_in_the_round_that_is_played(director: Director) -> None:
    page, call = director.page, director.person.call
    director.found("Herons")
    director.add(NAMES[:7])
    director.announce(rounds=2)
    call("PATCH", f"/tournaments/{director.night}", {"table_seats": [4]})
    director.enter_members(7)
    director.step("begin", "[data-key=publish]")
    director.step("publish", "[data-key=close]")
    director.press("#entries [data-key^=chair-] > summary")
    page.get_by_role("button", name="Seat them").click()  # by a new draw: three sat out
    page.wait_for_selector("#steps [data-key=publish]")
    page.locator("#round .tile [data-key^=seat-]").nth(7).wait_for()  # of the new draw
    assert sorted(director.seats()) == sorted([*NAMES[:7], "Mara"])

    club = call("GET", f"/tournaments/{director.night}")["club"]["id"]
    call("POST", f"/clubs/{club}/members", {"name": "Olga"})
    director.step("publish", "[data-key=close]")
    director.press("#entries li[data-name=ana] [data-key^=leave-]")
    olga = "#entries li[data-name=olga]"
    director.press(f"{olga} [data-key^=chair-] > summary")
    [chair] = page.locator(f"{olga} option").all_inner_texts()
    assert re.fullmatch(r"Table [12], instead of Ana", chair)
    page.fill(f"{olga} input", "2")
    director.press(f"{olga} button.primary")
    page.get_by_text("Olga sits in").wait_for()
    page.wait_for_selector(f"{olga} input:checked")  # for the next draw
    director.press(f"{olga} [data-key^=give-back-]")
    page.wait_for_selector(f"{olga} [data-key^=chair-]")
    assert page.get_by_text("Olga sits in").count() == 0


def test_a_substitute_plays_on_for_who_goes(director: Director) -> None:
    page = director.page
    director.draft(NAMES[:4])
    director.step("publish", "[data-key=close]")

    page.locator("#entries [data-key^=substitute-] > summary").first.click()
    page.locator("#entries [data-key^=substitute-] button").first.click()

    page.wait_for_selector("#entries li[data-name=ana]:not(:has(input))")
    page.get_by_text("No draw follows.").wait_for()
    assert page.locator("#entries [data-key^=enter-]").count() == 0
    round_ = director.person.call("GET", f"/tournaments/{director.night}/rounds")["results"][0]
    [table] = director.person.call("GET", f"/rounds/{round_['id']}")["tables"]
    players = {each["name"] for side in table["sides"] for each in side["players"]}
    assert players == {*NAMES[1:4], "Mara"}


def by_time(director: Director) -> str:
    """The address of a night with one round of twenty minutes, which is published."""
    director.found("Herons")
    director.add(NAMES[:8])
    call, club = director.person.call, director.page.url.rpartition("/")[2]
    night = call("POST", "/tournaments", {
        "club": club, "name": "Monday", "format": "rotating", "ruleset": "classic",
        "rounds": 1, "minutes_per_round": 20, "venue": "table",
    })["id"]  # fmt: skip
    director.person.open(f"/tournaments/{night}")
    director.enter_members(8)
    director.step("begin", "[data-key=publish]")
    director.step("publish", "[data-key=close]")
    return f"/tournaments/{night}"


def test_the_clock_of_a_round_is_paused_resumed_and_given_more_time(director: Director) -> None:
    by_time(director)
    page, clock = director.page, director.page.locator("#round [data-clock]")
    assert clock.inner_text().startswith(("20:00", "19:5"))

    director.press("[data-key=pause]")
    clock.get_by_text("paused").wait_for()
    director.press("[data-key=resume]")
    page.wait_for_selector("[data-key=pause]")
    director.press("[data-key=longer]")

    page.wait_for_function("() => /^2[45]:/.test(document.querySelector('[data-clock]').innerText)")


ROOM = """() => document.querySelector("#night").offsetHeight / innerHeight"""
"""The part of the screen's height that the wall uses."""


def test_the_wall_turns_its_pages_and_says_how_old_it_is(
    director: Director, person: Callable[..., Person]
) -> None:
    path = by_time(director)
    guest = person("Zoe", bypass_csp=True)
    guest.open(f"{path}?wall=1")
    page = guest.page
    page.get_by_text("Tables").wait_for()
    page.set_viewport_size({"width": 1920, "height": 1080})
    assert page.evaluate(ROOM) > 0.4, "letters grow with the room"
    inspect(page, "wall-tables")
    assert page.locator("button, input").locator("visible=true").count() == 0

    page.get_by_text("Where you sit").wait_for()  # the next page, by itself
    names = page.locator("#night li span:first-child").all_inner_texts()
    assert names == sorted(NAMES[:8])
    inspect(page, "wall-names")
    guest.context.set_offline(True)
    page.get_by_text("this is as of").wait_for()
    guest.context.set_offline(False)
    page.get_by_text("As of", exact=False).wait_for()


SCRIPTS = ["Ana", "Łukasz", "Анна", "Χρήστος", "美咲"]


def test_forty_tables_fit_on_a_desk(director: Director) -> None:
    page = director.page
    director.found("Herons")
    director.add([f"{SCRIPTS[place % 5]} {place}" for place in range(160)])
    director.announce(rounds=2)
    director.press("[data-key=everybody]")
    page.get_by_text("160 of 160 are here").wait_for(timeout=90_000)
    director.press("#steps [data-key=begin]")
    page.wait_for_selector("[data-key=publish]", timeout=90_000)
    director.step("publish", "[data-key=close]")

    assert page.locator(".tile").count() == 40
    height = page.evaluate("document.querySelector('.tiles').getBoundingClientRect().height")
    assert height <= 2 * 800, "two screens of a laptop"
    inspect(page, "desk-forty-tables")


def sit_in(director: Director, yan: Person, code: str, name: str) -> None:
    """Let Yan join, and sit in the first round for who has that name."""
    call = director.person.call
    member = yan.call("POST", "/clubs/join", {"code": code})["you"]["member"]
    entries = call("GET", f"/tournaments/{director.night}/entries")["results"]
    [entry] = (each for each in entries if each["name"] == name)
    body = {"out": entry["players"][0]["id"], "member": member, "from_round": 1, "to_round": 1}
    call("POST", f"/entries/{entry['id']}/substitutes", body)


def test_a_player_finds_their_seat_and_their_evening(
    director: Director, person: Callable[..., Person]
) -> None:
    zoe, yan = person("Zoe", bypass_csp=True), person("Yan")
    director.found("Herons")
    director.add(NAMES[:3])
    director.join(zoe)
    code = director.page.locator("#member-list code").inner_text()
    director.announce(rounds=1)
    director.enter_members(4)
    director.step("begin", "[data-key=publish]")
    director.step("publish", "[data-key=close]")
    zoe.open(f"/tournaments/{director.night}")
    zoe.page.get_by_text("Round 1: you sit at table 1").wait_for()
    words = zoe.page.inner_text("#mine .notice")
    assert re.search(r"with \w+ against \w+ & \w+\.", words), words
    sit_in(director, yan, code, NAMES[0])
    yan.open(f"/tournaments/{director.night}")
    yan.page.get_by_text(f"The evening of {NAMES[0]}, for whom you sit in").wait_for()

    director.enter_all()

    zoe.page.click("[data-key=card] > summary")
    row = zoe.page.locator("#mine tbody tr")
    row.get_by_text(re.compile("2,000 : 1,000|1,000 : 2,000")).wait_for()
    assert all(name in row.inner_text() for name in NAMES[:3])
    inspect(zoe.page, "night-player")


def test_a_quarrel_is_decided_and_what_was_decided_is_put_back(
    director: Director, person: Callable[..., Person]
) -> None:
    zoe, yan, page = person("Zoe"), person("Yan"), director.page
    director.found("Herons")
    director.add(NAMES[:2])
    director.join(zoe)
    director.join(yan)
    director.announce(rounds=2)
    director.enter_members(4)
    director.step("begin", "[data-key=publish]")
    call = director.person.call
    [drawn] = call("GET", f"/tournaments/{director.night}/rounds")["results"]
    [table] = call("GET", f"/rounds/{drawn['id']}")["tables"]
    by_name = {each["name"]: each["id"] for side in table["sides"] for each in side["entries"]}
    sides = [[by_name["Zoe"], by_name["Ana"]], [by_name["Yan"], by_name["Ben"]]]
    call("PATCH", f"/rounds/{drawn['id']}/tables/1", {"sides": sides})
    director.step("publish", "[data-key=close]")
    for who, points in ((zoe, 900), (yan, 700)):
        hands = [{"sides": [{"side": side, "total": points} for side in (0, 1)]}] * 2
        who.call("POST", f"/tables/{table['id']}/score-sheets", {"hands": hands})

    page.wait_for_selector(".tile.disputed")
    director.press(".tile [data-key^=look-]")
    page.locator(".tile .row b", has_text="1,800 : 1,800").wait_for()
    page.locator("li li", has_text="1,800").locator("[data-key^=confirm-]").click()
    page.wait_for_selector(".tile.agreed")
    director.step("close", "[data-key=draw]")

    director.press(".tile [data-key^=more-of-] > summary")
    director.press(".tile [data-key^=decide-] > summary")
    page.select_option(".tile [data-key$=-what]", "0")
    page.fill(".tile [data-key^=decide-][data-key$=-reason]", "they went home")
    director.press(".tile [data-key^=decide-] button.primary")
    page.get_by_text("the others stayed away", exact=True).wait_for()

    director.press(".tile [data-key^=versions-]")
    director.press(".tile [data-key^=restore-] > summary >> nth=-1")
    page.fill(".tile details[open] [data-key^=restore-][data-key$=-reason] >> nth=-1", "a mistake")
    director.press(".tile [data-key^=restore-][open] button.primary")
    page.locator(".tile b", has_text="1,800 : 1,800").first.wait_for()
    inspect(page, "desk-closed-round")


def test_who_really_sat_there_is_noted_with_a_reason(director: Director) -> None:
    page = director.page
    director.draft(NAMES[:4], rounds=2)
    director.step("publish", "[data-key=close]")
    director.enter_all()
    director.step("close", "[data-key=draw]")
    director.step("draw", "[data-key=publish]")
    director.press("#rounds [data-key=round-1]")
    page.get_by_text("Round 1, closed").wait_for()
    before = director.seats()

    for place in (0, 3):
        page.locator("#round [data-key^=seat-]").nth(place).click()
        page.wait_for_selector(
            "#round [data-key^=seat-][aria-pressed=true], [data-key=correct-seats]"
        )
    page.fill("[data-key=seats-reason]", "they sat down wrongly")
    director.press("[data-key=correct-seats]")

    page.wait_for_selector("[data-key=correct-seats]", state="detached")
    director.until_swapped(before, 0, 3)


def knockout(director: Director) -> None:
    """A cup of one hand a table, and eight members."""
    call = director.person.call
    director.found("Herons")
    director.add(NAMES[:8])
    club = director.page.url.rpartition("/")[2]
    night = call("POST", "/tournaments", {
        "club": club, "name": "Cup", "format": "knockout", "ruleset": "classic",
        "rounds": 2, "hands_per_round": 1, "venue": "table",
    })["id"]  # fmt: skip
    director.person.open(f"/tournaments/{night}")


def test_pairs_are_made_on_the_desk_and_play_a_knockout(director: Director) -> None:
    page = director.page
    knockout(director)
    for place in range(0, 8, 2):
        for name in NAMES[place : place + 2]:
            director.press(f"#entries li[data-name={name.lower()}] [data-key^=enter-]")
        page.get_by_text(f"{place // 2 + 1} of {place // 2 + 1} are here").wait_for()
    director.step("begin", "[data-key=publish]")
    director.step("publish", "[data-key=close]")
    director.enter_all()
    director.step("close", "[data-key=draw]")
    director.step("draw", "[data-key=publish]")
    director.step("publish", "[data-key=close]")
    assert page.locator("#round .tile").count() == 2, "the final, and the match for third place"
    director.enter_all()
    director.step("close", "[data-key=finish]")
    director.step("finish", "[data-key=reopen-night]")
    assert page.locator("#standings tbody tr").count() == 4
