"""A round in its current state, as one PDF: everything to continue on paper only."""

from dataclasses import dataclass
from typing import NamedTuple

from tournaments.printing.page import GREY, Align, Paper, area_of, printed
from tournaments.printing.pairings import Pairings, pairings_pages
from tournaments.printing.parts import Cell, Column, PrintedTable, Side, table_pages
from tournaments.printing.score_sheets import Sheets, sheet_pages
from tournaments.printing.standings import StandingsPage, standings_table
from tournaments.printing.text import Face, isolated


class TableResult(NamedTuple):
    number: int
    sides: tuple[Side, ...]
    result: str
    """Empty: none yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSoFar:
    pairings: Pairings
    results: tuple[TableResult, ...]
    standings: StandingsPage
    sheets: Sheets
    """For the tables that have no confirmed result."""


def round_pdf(so_far: RoundSoFar, paper: Paper = Paper.A4) -> bytes:
    """Who sits where, the results, the standings, and a sheet for each open table."""
    area = area_of(paper)
    pages = [
        *pairings_pages(so_far.pairings, area),
        *table_pages(_results(so_far), paper),
        *table_pages(standings_table(so_far.standings), paper),
        *sheet_pages(so_far.sheets, paper),
    ]
    title = f"Round {so_far.pairings.round} so far · {so_far.pairings.occasion.line}"
    return printed(title, area, pages)


def _results(so_far: RoundSoFar) -> PrintedTable:
    return PrintedTable(
        f"Round {so_far.pairings.round}: results",
        so_far.pairings.occasion.line,
        (Column("table", 40), Column("", None, Align.LEFT), Column("result", 150)),
        tuple(
            (
                Cell(str(each.number), GREY),
                Cell(_names(each.sides)),
                Cell(each.result, face=Face.BOLD),
            )
            for each in so_far.results
        ),
        "No tables in this round.",
    )


def _names(sides: tuple[Side, ...]) -> str:
    named = (" & ".join(isolated(player.name) for player in side.players) for side in sides)
    return " against ".join(named)
