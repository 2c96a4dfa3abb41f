"""How a text is made to fit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.printing.text import LEADING, captions, fitted, width_of


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
    made = captions(["natural canastas", "went out", "total"], [40, 40, 60], 9)

    assert made[0].lines == ("natural", "canastas")
    assert len({caption.size for caption in made}) == 1
