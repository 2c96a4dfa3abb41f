"""What is printed of a name, and how it is made to fit."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.papers.nights import NAMES
from tournaments.papers.text import LEADING, captions, fitted, printable, width_of


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
        pytest.param("דוד", "◊◊◊", id="hebrew"),
        pytest.param("Ana 🂡", "Ana ◊", id="a playing card"),
        pytest.param("\uff21\uff4e\uff41", "Ana", id="full width"),
        pytest.param("Ana\u200b\u202e", "Ana", id="invisible"),
        pytest.param("A\tB\u2028C", "A B C", id="a tab and a line break"),
        pytest.param("Ǩ", "K\u030c", id="a letter and its mark"),
    ],
)
def test_what_the_typeface_lacks_is_seen_to_be_missing(name: str, shown: str) -> None:
    assert printable(name) == shown


def test_a_text_that_fits_stays_as_it_is() -> None:
    assert fitted("Ana", 100, 18) == (18, ("Ana",))


def test_a_text_a_little_too_long_is_made_smaller() -> None:
    width = width_of("Łukasz Wiśniewski", 18)

    made = fitted("Łukasz Wiśniewski", width * 0.8, 18)

    assert made.lines == ("Łukasz Wiśniewski",)
    assert made.size == pytest.approx(18 * 0.8)


def test_a_long_text_is_broken_between_words() -> None:
    made = fitted("Charlotte von Hohenstaufen zu Sonnenfeld", 150, 18)

    assert made.lines == ("Charlotte von Hohenstaufen zu", "Sonnenfeld")


def test_a_word_too_long_for_two_lines_ends_in_an_ellipsis() -> None:
    made = fitted("W" * 60, 150, 18)

    assert len(made.lines) == 2
    assert made.lines[1].endswith("…")


@given(text=st.text(max_size=80), width=st.floats(20, 400), size=st.floats(6, 34))
def test_whatever_the_text_it_stays_in_its_cell(text: str, width: float, size: float) -> None:
    made = fitted(text, width, size)

    assert len(made.lines) <= 2
    assert all(width_of(line, made.size) <= width + 0.01 for line in made.lines)
    assert made.size >= size * 0.57
    assert made.size * (1 + LEADING * (len(made.lines) - 1)) <= size * 1.18


def test_titles_of_one_table_have_one_size() -> None:
    made = captions(["natural canastas", "went out", "total"], 40, 9)

    assert made[0].lines == ("natural", "canastas")
    assert len({caption.size for caption in made}) == 1
