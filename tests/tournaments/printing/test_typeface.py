"""What is printed of a name in any script, and in which order."""

import unicodedata
from datetime import date

import pytest
from PIL.ImageStat import Stat

from tests.tournaments.printing.nights import NAMES, pairings, standings, table
from tests.tournaments.printing.pages import opened, spans, texts
from tournaments.printing.page import SUBSTITUTE_NOTE, Area, Page, Pen, printed
from tournaments.printing.pairings import pairings_pdf
from tournaments.printing.parts import Occasion, numbered_name
from tournaments.printing.standings import StandingRow, standings_pdf
from tournaments.printing.text import Face, is_printable, isolated, printable

ARABIC = ("محمد عبد الله", "فاطمة الزهراء", "یاسمن پژوهش\u200cگر", "ڈاکٹر عائشہ صدیقی")
HEBREW = ("דוד בן־גוריון", "מרדכי כץ", "שרה לוי")


@pytest.mark.parametrize(
    "name",
    [
        *NAMES,
        "Nguyễn Thị Hằng",
        "Þór Ægisson",
        "Ἀριστοτέλης",
        "O\u2019Brien-Núñez",
        "Їжак",
        "Ґалаґан",
    ],
)
def test_names_of_europe_and_vietnam_are_printed_as_they_are(name: str) -> None:
    assert printable(name) == name
    assert printable(unicodedata.normalize("NFD", name)) == name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        pytest.param("王小明", "◊◊◊", id="chinese"),
        pytest.param("Ana 🂡", "Ana ◊", id="a playing card"),
        pytest.param("\uff21\uff4e\uff41", "Ana", id="full width"),
        pytest.param("Ana\u200b\u202e", "Ana", id="invisible"),
        pytest.param("A\tB\u2028C", "A B C", id="a tab and a line break"),
        pytest.param("Ǩ", "K\u030c", id="a letter and its mark"),
    ],
)
def test_what_the_typeface_lacks_is_seen_to_be_missing(name: str, shown: str) -> None:
    assert printable(name) == shown


@pytest.mark.parametrize("name", [*ARABIC, *HEBREW])
def test_arabic_persian_urdu_and_hebrew_names_are_printed(name: str) -> None:
    assert is_printable(name)


def test_hebrew_runs_from_right_to_left() -> None:
    assert printable("שרה לוי") == "שרה לוי"[::-1]


def test_arabic_letters_are_joined_to_their_neighbours_from_right_to_left() -> None:
    meem_first, hah_within, meem_within, dal_last = "\ufee3\ufea4\ufee4\ufeaa"

    assert printable("محمد") == dal_last + meem_within + hah_within + meem_first


def test_a_reader_finds_the_name_of_a_page_as_it_was_written() -> None:
    (page,) = texts(pairings_pdf(pairings(table(1, ARABIC[0], HEBREW[0], *NAMES[2:]))))

    assert "محمد عبد الله" in page
    assert "דוד בן־גוריון" in page


def test_the_first_letter_of_a_hebrew_name_is_its_rightmost() -> None:
    pdf = pairings_pdf(pairings(table(1, "שרה", *NAMES[1:])))

    first, middle, last = (spans(pdf, letter)[0].left for letter in "שרה")
    assert last < middle < first


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        pytest.param("Ana & שרה", "Ana & הרש", id="a pair that begins in latin"),
        pytest.param("שרה & Ana", "Ana & הרש", id="a pair that begins in hebrew"),
        pytest.param("שרה & לוי", "יול & הרש", id="a pair in hebrew"),
        pytest.param("שרה (רות) לוי", "יול (תור) הרש", id="brackets open to the right"),
        pytest.param("שרה 12", "12 הרש", id="a number keeps its own order"),
        pytest.param("(Ana) [2]", "(Ana) [2]", id="brackets of latin stay"),
        pytest.param("1) Ana (2", "1) Ana (2", id="brackets of latin that do not match stay"),
    ],
)
def test_scripts_are_mixed_in_one_line(line: str, shown: str) -> None:
    assert printable(line) == shown


def test_the_name_of_a_night_does_not_turn_its_date_round() -> None:
    night = Occasion(tournament="ערב", club="חיפה", date=date(2026, 1, 12))

    assert printable(night.line) == "ברע · הפיח · 12 January 2026"


@pytest.mark.parametrize("control", ["\u202e", "\u2067", "\u2068", "\u2069", "\u200f"])
def test_nobody_turns_a_line_by_a_control_character_in_a_name(control: str) -> None:
    line = f"{isolated(f'Ana{control}')} שרה 12"

    assert printable(line) == printable(f"{isolated('Ana')} שרה 12")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        pytest.param("דָּוִד", "דוד", id="hebrew"),
        pytest.param("مُحَمَّد", "محمد", id="arabic"),
    ],
)
def test_vowel_signs_are_left_out(name: str, shown: str) -> None:
    assert printable(name) == printable(shown)


def _darkness(text: str, face: Face) -> float:
    page = Page(lambda pen: _write(pen, text, face))
    with opened(printed("", Area(200, 60), [page])) as document:
        return 255 - Stat(document[0].render(scale=4).to_pil().convert("L")).mean[0]


def _write(pen: Pen, text: str, face: Face) -> None:
    pen.write(20, 40, text, 24, face=face)


@pytest.mark.parametrize("name", [NAMES[1], ARABIC[1], HEBREW[2]])
def test_every_script_has_a_bold(name: str) -> None:
    assert _darkness(name, Face.BOLD) > 1.15 * _darkness(name, Face.REGULAR)


def test_a_name_that_cannot_be_printed_has_the_number_of_its_entry_next_to_it() -> None:
    assert numbered_name("Ana", 12) == "Ana"
    assert printable(numbered_name("王小明", 12)) == "◊◊◊ (no. 12)"
    assert printable(numbered_name("שרה 王", 12)) == "◊ הרש (no. 12)"


def test_standings_number_such_a_name_and_say_why() -> None:
    rows = (
        StandingRow(1, "王小明", (6120, None, 3, 0), entry=7),
        StandingRow(2, "Ana", (0, None, 0, 0), entry=8),
    )

    (page,) = texts(standings_pdf(standings(*rows)))

    assert "◊◊◊ (no. 7)" in page
    assert "(no. 8)" not in page
    assert SUBSTITUTE_NOTE in page
