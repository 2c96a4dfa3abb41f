"""Score sheets to be filled in by pen."""

from typing import Any

import pytest

from tests.tournaments.papers.nights import NAMES, OCCASION, address, sheet
from tests.tournaments.papers.pages import scanned, sizes, spans, texts
from tournaments.papers.sheets import HANDS_BY_TIME, Sheets, TableSheet, sheets_pdf

CLASSIC = ("natural canastas", "mixed canastas", "sambas", "red threes", "cards", "minus")


def printed(*sheets: TableSheet, **changes: Any) -> bytes:
    given: dict[str, Any] = {"columns": CLASSIC, "hands": 4, "first_minimum": 50} | changes
    return sheets_pdf(Sheets(occasion=OCCASION, round=3, sheets=sheets, **given))


def test_a_phone_scans_the_way_to_each_table() -> None:
    pdf = printed(sheet(1), sheet(2), sheet(3))

    assert [scanned(pdf, page) for page in range(3)] == [[address(n)] for n in (1, 2, 3)]


@pytest.mark.parametrize("length", [20, 70, 150, 400])
def test_the_address_stands_below_in_full_however_long(length: int) -> None:
    url = ("https://samba.example/" + "Ab3" * length)[:length]

    pdf = printed(sheet()._replace(url=url))

    (page,) = texts(pdf)
    assert url in page.replace("\n", "")
    assert scanned(pdf) == [url]


def test_a_sheet_names_table_round_and_players() -> None:
    (page,) = texts(printed(sheet(12)))

    assert page.startswith("Table 12\nRound 3 · Monday League · Samba Kraków · 12 January 2026\n")
    assert f"N {NAMES[0]} S {NAMES[2]}" in " ".join(page.split())
    assert f"E {NAMES[1]} W {NAMES[3]}" in " ".join(page.split())


def test_each_side_has_a_column_for_every_line_of_the_ruleset() -> None:
    (page,) = texts(printed(sheet()))

    words = " ".join(page.split())
    for title in ("hand", *CLASSIC[2:], "total"):
        assert words.count(title) >= 2
    for title in ("natural", "mixed", "running", "next"):
        assert words.count(title) == 2


@pytest.mark.parametrize("hands", [1, 4, 11])
def test_each_side_has_a_row_for_every_hand_and_signs(hands: int) -> None:
    (page,) = texts(printed(sheet(), hands=hands))

    rows = [line for line in page.split("\n") if line.isdecimal()]
    assert rows == [*map(str, range(1, hands + 1))] * 2
    assert page.count("before") == 2
    assert "signed for N S" in page
    assert "signed for E W" in page


def test_a_round_by_time_has_some_rows() -> None:
    (page,) = texts(printed(sheet(), hands=None))

    assert page.split("\n").count(str(HANDS_BY_TIME)) == 2


def test_the_first_minimum_is_filled_in_and_the_next_explained() -> None:
    (page,) = texts(printed(sheet(), minimums="90 from 1,500"))
    (bare,) = texts(printed(sheet(), first_minimum=None))

    assert page.split().count("50") == 2
    assert "90 from 1,500" in page
    assert bare.split().count("50") == 0


def test_many_hands_go_over_several_sheets_none_left_out() -> None:
    pdf = printed(sheet(5), hands=20)
    pages = texts(pdf)

    assert len(pages) > 1
    rows = [int(line) for page in pages for line in page.split("\n") if line.isdecimal()]
    assert [rows.count(hand) for hand in range(1, 21)] == [2] * 20
    assert "table 5, sheet 1 of" in pages[0]
    assert all(scanned(pdf, page) for page in range(len(pages)))


def test_a_sheet_of_many_columns_lies() -> None:
    (upright,) = sizes(printed(sheet(), columns=CLASSIC))
    (lying,) = sizes(printed(sheet(), columns=CLASSIC * 2))

    assert upright[0] < upright[1]
    assert lying[0] > lying[1]


def test_three_sides_of_two_have_a_grid_each() -> None:
    (page,) = texts(printed(sheet(1, "Ana", "Ben", "Cem", "Dora", "Eva", "Finn", count=3)))

    assert page.count("before") == 3
    assert "2 Ben 5 Eva" in " ".join(page.split())


def test_long_names_end_before_the_margin() -> None:
    six = sheet(1, *["W" * 60] * 6)
    called = tuple(side._replace(name="Q" * 60) for side in six.sides)

    pdf = printed(six, six._replace(sides=called))

    right = sizes(pdf)[0][0] - 41
    assert max(span.right for span in spans(pdf, "W")) <= right
    assert max(span.right for span in spans(pdf, "Q", 1)) <= right
    names = [span for span in spans(pdf, "W", 1) if span.bottom > 100]
    assert max(span.right for span in names) < min(span.left for span in spans(pdf, "Q", 1))


def test_no_sheets_are_a_page_that_says_so() -> None:
    (page,) = texts(printed())

    assert "No table plays with cards in hand." in page


def test_the_same_sheets_give_the_same_bytes() -> None:
    assert printed(sheet(1), sheet(2)) == printed(sheet(1), sheet(2))
