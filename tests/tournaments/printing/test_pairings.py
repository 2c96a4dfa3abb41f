"""The pairings of a round on the wall."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import tournaments
from tests.tournaments.printing.nights import NAMES, OCCASION, pairings, sides, table
from tests.tournaments.printing.pages import opened, sizes, spans, texts
from tournaments.printing.page import SUBSTITUTE_NOTE, Paper
from tournaments.printing.pairings import Bye, PairedTable, Pairings, pairings_pdf
from tournaments.printing.parts import Side

WIDEST = " ".join(["WWWWWWWWW"] * 6)
PROGRAM = """
import hashlib, sys
from tests.tournaments.printing.nights import pairings, table
from tournaments.printing.pairings import pairings_pdf
print(hashlib.sha256(pairings_pdf(pairings(*map(table, range(1, 30))))).hexdigest())
print(*sorted({"django", "celery", "redis", "psycopg"} & {*sys.modules}))
"""


def test_a_round_says_where_and_when_it_is_played() -> None:
    (page,) = texts(pairings_pdf(pairings(table(1))))

    assert page.startswith("Round 3\nMonday League · Samba Kraków · 12 January 2026\n")
    assert page.endswith("page 1 of 1")


def test_names_are_next_to_their_seats() -> None:
    (page,) = texts(pairings_pdf(pairings(table(7, dealer=2))))

    assert page.split("\n")[2:-1] == [
        f"7 N {NAMES[0]}",
        f"S {NAMES[2]} deals",
        f"E {NAMES[1]}",
        f"W {NAMES[3]}",
    ]


def test_seats_of_other_tables_are_numbered() -> None:
    six = PairedTable(1, sides("Ana", "Ben", "Cem", "Dora", "Eva", "Finn", count=3), 5)

    (page,) = texts(pairings_pdf(pairings(six)))

    assert "6 Finn deals" in page.replace("\n", " ")


def test_a_pair_with_a_name_of_its_own_and_a_note_are_shown() -> None:
    first, second = sides(*NAMES)
    jokers = PairedTable(1, (Side(first.players, "The Jokers"), second), note="online")

    (page,) = texts(pairings_pdf(pairings(jokers)))

    assert "The Jokers" in page
    assert "online" in page


def test_entries_without_a_table_are_at_the_end() -> None:
    byes = (Bye("Ana", "bye"), Bye("Ben", "sits out"), Bye("Cem"))

    pages = texts(pairings_pdf(pairings(*map(table, range(1, 40)), byes=byes)))
    (page,) = (page for page in pages if "Without a table" in page)

    end = page[page.index("Without a table this round") :].replace("\n", " ")
    assert "Ana bye" in end
    assert "Ben sits out" in end
    assert "Cem" in end


def test_those_without_a_table_are_two_in_a_row_below_their_heading() -> None:
    pdf = pairings_pdf(pairings(byes=tuple(Bye(letter * 3) for letter in "QXZ")))

    (q, *_), (x, *_), (z, *_) = (spans(pdf, letter) for letter in "QXZ")
    (heading,) = (span for span in spans(pdf, "W"))
    assert heading.bottom > q.bottom + 20
    assert x.left > q.right + 100
    assert q.bottom > z.bottom + 20


def test_two_hundred_tables_are_all_there_on_numbered_pages() -> None:
    numbers = range(1, 201)

    pages = texts(
        pairings_pdf(pairings(*(table(number, f"Player {number}") for number in numbers)))
    )

    tables = [page for page in pages if page.startswith("Round 3\n")]
    listed = [page for page in pages if page.startswith("Round 3 by name\n")]
    names = [line for page in tables for line in page.split("\n") if "Player" in line]
    assert [int(line.split()[-2 if "deals" in line else -1]) for line in names] == [*numbers]
    assert [page.split("\n")[-1] for page in pages] == [
        *(f"page {number} of {len(tables)}" for number in range(1, len(tables) + 1)),
        *(f"by name, page {number} of {len(listed)}" for number in range(1, len(listed) + 1)),
    ]


def test_a_round_without_tables_says_so() -> None:
    (page,) = texts(pairings_pdf(pairings()))

    assert "No tables in this round." in page


def test_only_byes_are_a_page() -> None:
    (page,) = texts(pairings_pdf(pairings(byes=(Bye("Ana"),))))

    assert "Ana" in page


def test_the_longest_names_stay_in_their_columns() -> None:
    names = [WIDEST.replace("W", letter) for letter in "MQWm"]
    assert {len(name) for name in names} == {59}

    pdf = pairings_pdf(pairings(table(1, *names)))

    left = spans(pdf, "M") + spans(pdf, "W")
    right = [span for span in spans(pdf, "Q") if span.left > 110]
    assert len(left) > 60
    assert max(span.right for span in left) < min(span.left for span in right)
    assert max(span.right for span in right) <= sizes(pdf)[0][0] - 42


@pytest.mark.parametrize(("tables", "pages"), [(7, 1), (8, 2)])
def test_from_eight_tables_on_a_list_by_name_follows(tables: int, pages: int) -> None:
    made = texts(pairings_pdf(pairings(*map(table, range(1, tables + 1)))))

    assert len(made) == pages
    assert made[-1].startswith("Round 3 by name") is (tables == 8)


def test_the_list_by_name_leads_everybody_to_table_and_seat() -> None:
    tables = [table(n, *(f"{letter}{n}" for letter in "dcba")) for n in range(1, 41)]
    byes = (Bye("Žan", "sits out"), Bye("Łu", "bye"))

    pages = texts(pairings_pdf(pairings(*tables, byes=byes)))

    listed = " ".join(page for page in pages if "by name" in page.split("\n")[0]).split("\n")
    for n in (1, 9, 40):
        for letter, seat in zip("dcba", "NESW", strict=True):
            assert f"{letter}{n} {n} {seat}" in listed
    assert "Žan sits out" in listed


def test_the_list_is_in_the_order_of_names_whatever_their_marks_and_numbers() -> None:
    names = ("Žofia", "łukasz", "Ana 10", "Ana 9", "Élise", "Mara", "Zoe", "Dan")
    tables = [table(n, *names[:4]) if n % 2 else table(n, *names[4:]) for n in range(1, 9)]

    page = texts(pairings_pdf(pairings(*tables)))[-1]

    found = list(dict.fromkeys(re.findall("|".join(sorted(names, reverse=True)), page)))
    assert found == ["Ana 9", "Ana 10", "Dan", "Élise", "łukasz", "Mara", "Zoe", "Žofia"]


def _height(pdf: bytes, letter: str) -> float:
    with opened(pdf) as document:
        text = document[0].get_textpage()
        boxes: list[tuple[float, float, float, float]] = [
            text.get_charbox(at)
            for at in range(text.count_chars())
            if text.get_text_range(at, 1) == letter
        ]
    return max(top - bottom for _, bottom, _, top in boxes)


def test_names_are_larger_where_there_is_room() -> None:
    names = ("Ana Quint", "Ben Quist", "Cem Quade", "Dora Quell")

    few, many = (
        pairings_pdf(pairings(*(table(n, *names) for n in range(count)))) for count in (3, 10)
    )

    assert _height(few, "Q") > 1.1 * _height(many, "Q")
    assert len(texts(few)) == 1


def test_larger_type_takes_no_more_pages_and_cuts_no_name() -> None:
    for count in range(1, 8):
        (page,) = texts(pairings_pdf(pairings(*(table(n) for n in range(count)))))
        assert all(page.count(name) == count for name in NAMES)


def test_letters_that_are_missing_have_a_note_only_on_their_page() -> None:
    last = table(40, "王小明", *NAMES[1:])

    first, *_, page, _, _, _ = texts(pairings_pdf(pairings(*map(table, range(1, 40)), last)))

    assert "◊◊◊" in page
    assert SUBSTITUTE_NOTE in page
    assert SUBSTITUTE_NOTE not in first


@pytest.mark.parametrize(("paper", "size"), [(Paper.A4, (595, 842)), (Paper.LETTER, (612, 792))])
def test_the_paper_is_as_asked_for(paper: Paper, size: tuple[int, int]) -> None:
    assert sizes(pairings_pdf(pairings(table(1)), paper)) == [size]


def test_the_same_round_gives_the_same_bytes_in_every_process_and_loads_no_framework() -> None:
    seen = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            cwd=Path(tournaments.__path__[0]).parent,
            env={"PYTHONHASHSEED": seed, "TZ": zone},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo"))
    }

    assert len(seen) == 1
    assert len(seen.pop().split()) == 1


def test_a_tournament_without_a_club_leaves_no_gap() -> None:
    alone = type(OCCASION)(tournament="Friends", club="", date=OCCASION.date)

    (page,) = texts(pairings_pdf(Pairings(occasion=alone, round=1, tables=())))

    assert "Friends · 12 January 2026" in page
