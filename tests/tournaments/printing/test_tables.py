"""Standings as CSV."""

import csv
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.printing.nights import standings
from tournaments.printing.csv import guarded, standings_csv, unguarded
from tournaments.printing.standings import (
    StandingRow,
)


def test_standings_have_a_column_for_every_metric() -> None:
    rows = (StandingRow(1, "Žofia & Łukasz", (6120, None, 3, -450)),)

    assert standings_csv(standings(*rows)).decode().split("\r\n") == [
        "rank,name,withdrawn,score,head_to_head,wins,margin",
        "1,Žofia & Łukasz,no,61.20,,3,-450",
        "",
    ]


def test_commas_and_quotation_marks_come_back_as_they_were() -> None:
    name = 'Ana, "the Joker", & Ben'

    text = standings_csv(standings(StandingRow(1, name, (0, 0, 0, 0), withdrawn=True))).decode()

    (row,) = csv.DictReader(StringIO(text, newline=""))
    assert (row["name"], row["withdrawn"]) == (name, "yes")


def test_without_entries_there_are_only_the_titles() -> None:
    assert standings_csv(standings()).decode() == (
        "rank,name,withdrawn,score,head_to_head,wins,margin\r\n"
    )


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        pytest.param("=1+1", "'=1+1", id="="),
        pytest.param("+Ana", "'+Ana", id="+"),
        pytest.param("-Ana", "'-Ana", id="-"),
        pytest.param("@SUM(A1)", "'@SUM(A1)", id="@"),
        pytest.param("\tAna", "'\tAna", id="tab"),
        pytest.param("\r=1", "'\r'=1", id="return"),
        pytest.param(" =1", "' =1", id="after spaces"),
        *(
            pytest.param(f"{sign}1", f"'{sign}1", id=f"full width {ord(sign):x}")
            for sign in "\uff1d\uff0b\uff0d\uff20"
        ),
        pytest.param("Ana;=1", "Ana;'=1", id="where another spreadsheet begins a cell"),
        pytest.param("Ana=1", "Ana=1", id="harmless in the middle"),
        pytest.param("O'Brien-Ana", "O'Brien-Ana", id="harmless names"),
    ],
)
def test_no_name_becomes_a_formula(name: str, safe: str) -> None:
    assert guarded(name) == safe
    text = standings_csv(standings(StandingRow(1, name, (0, 0, 0, 0)))).decode()
    assert next(csv.DictReader(StringIO(text, newline="")))["name"] == safe


@given(st.text(st.sampled_from("=+-@;\t\r\n aB\uff1d"), max_size=12))
def test_the_guard_is_taken_off_again(name: str) -> None:
    assert unguarded(guarded(name)) == name
    assert guarded(name)[:1] not in tuple("=+-@\t\r\uff1d")
