"""Score sheets to be filled in by pen."""

from itertools import pairwise
from typing import Any

import pytest
from pypdfium2.raw import FPDF_PAGEOBJ_PATH

from tests.tournaments.printing.nights import NAMES, OCCASION, address, sheet
from tests.tournaments.printing.pages import opened, scanned, sizes, spans, texts
from tournaments.printing.parts import SheetColumn
from tournaments.printing.score_sheets import ROWS_BY_TIME, Sheets, Start, TableSheet, sheets_pdf

CLASSIC = (
    *(SheetColumn(title, "canastas", is_count=True) for title in ("natural", "mixed", "sambas")),
    SheetColumn("went out", is_count=True),
    SheetColumn("red threes", "on the table", is_count=True),
    SheetColumn("cards", "on the table"),
    SheetColumn("red threes", "in hand", is_count=True),
    SheetColumn("cards", "in hand"),
    *(SheetColumn("penalties"), SheetColumn("other")),
)
BLACK_SAMBA = (
    *(SheetColumn(f"kind {number}", "canastas", is_count=True) for number in range(7)),
    *CLASSIC[3:],
    SheetColumn("black threes", "in hand", is_count=True),
    *(SheetColumn("penalties"), SheetColumn("other")),
)
MM = 72 / 25.4
SIX = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")


def printed(*sheets: TableSheet, **changes: Any) -> bytes:
    per_page = changes.pop("per_page", 1)
    given: dict[str, Any] = {"columns": CLASSIC, "hands": 4, "first_minimum": 50} | changes
    return sheets_pdf(Sheets(occasion=OCCASION, round=3, sheets=sheets, **given), per_page=per_page)


def rules(pdf: bytes, page: int = 0) -> list[float]:
    """The heights of the lines from margin to margin, from the foot up."""
    with opened(pdf) as document:
        wide = document[page].get_width() - 100
        bounds = [
            each.get_bounds() for each in document[page].get_objects(filter=[FPDF_PAGEOBJ_PATH])
        ]
        lines = (
            low
            for left, low, right, high in bounds
            if left > 10 and right - left > wide and high - low < 2
        )
        return sorted({round(low, 1) for low in lines})


def test_each_side_has_a_strip_with_a_code_of_its_own() -> None:
    pdf = printed(*(sheet(number, code=True) for number in (1, 2, 3)))

    assert [sorted(scanned(pdf, page)) for page in range(3)] == [
        [address(number, 0), address(number, 1)] for number in (1, 2, 3)
    ]


def test_three_sides_have_three_strips() -> None:
    pdf = printed(sheet(1, *SIX, count=3, code=True))

    assert sorted(scanned(pdf)) == [address(1, side) for side in range(3)]


def test_where_strips_are_torn_apart_ends_above_the_note_at_the_foot() -> None:
    pdf = printed(sheet(1, "\u6797", *SIX[1:], count=3, code=True))
    with opened(pdf) as document:
        shapes = document[0].get_objects(filter=[FPDF_PAGEOBJ_PATH])
        bounds = [each.get_bounds() for each in shapes]
    apart = [low for left, low, right, high in bounds if right - left < 2 and high - low > 30]

    assert "cannot be printed here" in texts(pdf)[0]
    assert min(apart) >= 42 + 6, "the foot, and the height of its letters"


def test_a_strip_that_is_torn_off_still_names_its_table_round_and_side() -> None:
    (page,) = texts(printed(sheet(12, code=True)))

    words = " ".join(page.split())
    assert words.count("Table 12, round 3") == 2
    assert words.count("for your side only") == 2
    assert all(words.count(name) == 2 for name in NAMES)


@pytest.mark.parametrize("hands", [1, 2])
def test_two_sheets_on_a_page_have_strips_each(hands: int) -> None:
    pdf = printed(*(sheet(number, code=True) for number in (1, 2)), hands=hands, per_page=2)

    assert len(texts(pdf)) == 1
    codes = [address(number, side) for number in (1, 2) for side in (0, 1)]
    assert sorted(scanned(pdf)) == codes


def test_without_codes_a_sheet_has_no_strips() -> None:
    pdf = printed(sheet(1))

    assert scanned(pdf) == []
    assert "for your side only" not in texts(pdf)[0]


@pytest.mark.parametrize("length", [20, 70, 150, 200])
def test_an_address_can_be_scanned_however_long(length: int) -> None:
    urls = tuple((f"https://samba.example/{side}" + "Ab3" * length)[:length] for side in "xy")

    assert sorted(scanned(printed(sheet(code=True)._replace(urls=urls)))) == list(urls)


def test_a_sheet_names_table_round_and_players() -> None:
    (page,) = texts(printed(sheet(12)))

    assert page.startswith("Table 12\nRound 3 · Monday League · Samba Kraków · 12 January 2026\n")
    assert f"N {NAMES[0]} S {NAMES[2]}" in " ".join(page.split())
    assert f"E {NAMES[1]} W {NAMES[3]}" in " ".join(page.split())


def test_each_side_has_a_column_for_every_field_of_the_entry_form() -> None:
    (page,) = texts(printed(sheet()))

    words = " ".join(page.split())
    for title in ("hand", "natural", "mixed", "sambas", "penalties", "other", "so far"):
        assert words.count(title) >= 2
    for group in ("canastas", "on the table", "in hand", "total"):
        assert words.count(group) == 2
    assert words.count("threes") == 4


@pytest.mark.parametrize("hands", [1, 4, 8])
def test_each_side_has_a_row_for_every_hand_and_signs(hands: int) -> None:
    (page,) = texts(printed(sheet(), hands=hands, first_minimum=None))

    rows = [line for line in page.split("\n") if line.isdecimal()]
    assert rows == [*map(str, range(1, hands + 1))] * 2
    assert page.count("signed") == 2


@pytest.mark.parametrize("per_page", [1, 2])
@pytest.mark.parametrize("columns", [CLASSIC, BLACK_SAMBA])
@pytest.mark.parametrize("hands", [1, 2, 3, 5, 8, 11])
@pytest.mark.parametrize("code", [False, True])
def test_a_row_is_12_to_14_mm_high(hands: int, columns: Any, per_page: int, code: bool) -> None:
    pdf = printed(sheet(code=code), hands=hands, columns=columns, per_page=per_page)

    heights = [high - low for low, high in pairwise(rules(pdf)) if high - low < 50]
    assert heights
    assert all(12 * MM - 0.2 <= height <= 14 * MM + 0.2 for height in heights), heights


def test_columns_for_points_are_wide_enough_to_write_in() -> None:
    for columns in (CLASSIC, BLACK_SAMBA):
        pdf = printed(sheet(), columns=columns)
        (hand,) = {span.right for span in spans(pdf, "1") if span.left < 60}
        assert spans(pdf, "5")[0].left - hand > 12 * MM / 2


def test_two_sheets_are_on_a_page_where_two_are_asked_for() -> None:
    pdf = printed(*map(sheet, (1, 2, 3)), hands=3, per_page=2)

    assert sizes(pdf) == [(595, 842)] * 2
    first, second = texts(pdf)
    assert ("Table 1" in first, "Table 2" in first, "Table 3" in second) == (True,) * 3
    (upper, lower) = (span.bottom for span in spans(pdf, "T") if span.left < 50)
    assert upper > 421 > lower


def test_a_round_by_time_has_some_rows() -> None:
    (page,) = texts(printed(sheet(), hands=None))

    assert page.split("\n").count(str(ROWS_BY_TIME)) == 2


def test_the_first_minimum_is_filled_in_and_the_next_explained() -> None:
    (page,) = texts(printed(sheet(), minimums="90 from 1,500"))
    (bare,) = texts(printed(sheet(), first_minimum=None))

    assert page.split().count("50") == 2
    assert "90 from 1,500" in page
    assert bare.split().count("50") == 0


def test_a_side_that_begins_ahead_sees_with_how_much() -> None:
    (page,) = texts(printed(sheet()._replace(start=(Start(500, 50), Start(0, 50)))))

    assert page.count("begin with 500") == 1
    assert page.count("begin with") == 1


def test_many_hands_go_over_several_sheets_none_left_out() -> None:
    pdf = printed(sheet(5, code=True), hands=20)
    pages = texts(pdf)

    assert len(pages) > 1
    lines = [line for page in pages for line in page.split("\n")]
    rows = [int(line) for line in lines if line.isdecimal() and line != "50"]
    assert [rows.count(hand) for hand in range(1, 21)] == [2] * 20
    assert "Table 5, sheet 1 of 4" in " ".join(pages[0].split()).replace(" ,", ",")
    assert all(len(scanned(pdf, page)) == 2 for page in range(len(pages)))


def test_a_sheet_of_many_columns_is_landscape() -> None:
    (upright,) = sizes(printed(sheet(), columns=CLASSIC))
    (lying, *_) = sizes(printed(sheet(), columns=BLACK_SAMBA))

    assert upright[0] < upright[1]
    assert lying[0] > lying[1]


def test_three_sides_of_two_have_a_grid_each() -> None:
    (page,) = texts(printed(sheet(1, "Ana", "Ben", "Cem", "Dora", "Eva", "Finn", count=3)))

    assert page.count("so far") == 3
    assert "2 Ben 5 Eva" in " ".join(page.split())


def test_long_names_end_before_the_margin() -> None:
    six = sheet(1, *["W" * 60] * 6)
    called = tuple(side._replace(name="Q" * 60) for side in six.sides)

    pdf = printed(six, six._replace(sides=called))

    right = sizes(pdf)[0][0] - 41
    assert max(span.right for span in spans(pdf, "W")) <= right
    assert max(span.right for span in spans(pdf, "Q", 1)) <= right
    names = spans(pdf, "W", 1)
    assert max(span.right for span in names) < min(span.left for span in spans(pdf, "Q", 1))


def test_no_sheets_are_a_page_that_says_so() -> None:
    (page,) = texts(printed())

    assert "No table plays with cards in hand." in page


def test_the_same_sheets_give_the_same_bytes() -> None:
    assert printed(sheet(1), sheet(2)) == printed(sheet(1), sheet(2))
