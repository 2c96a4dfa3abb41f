"""Papers of a round: guide cards, and the round so far.

A guide card of a rotating night shows a player's tables, seats, partners and opponents. The round
so far is everything to continue on paper only, as one PDF.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from tournaments.printing.page import GREY, MARGIN, Align, Page, Paper, Pen, area_of, printed
from tournaments.printing.pairings import Pairings, pairings_pages
from tournaments.printing.parts import Cell, Column, Occasion, PrintedTable, Side, table_pages
from tournaments.printing.score_sheets import Sheets, sheet_pages
from tournaments.printing.standings import StandingsPage, standings_table
from tournaments.printing.text import Face, isolated

_COLUMNS: Final = 2
_HEAD, _LINE, _PAD = 56.0, 25.5, 10.0

_ROUND, _TABLE = 26.0, 62.0
"""Widths of the columns for the round, and for table and seat."""


class Stop(NamedTuple):
    """A player's place in a round."""

    round: int
    table: int | None
    """None: sits out."""
    seat: str = ""
    partners: tuple[str, ...] = ()
    opponents: tuple[str, ...] = ()


class Card(NamedTuple):
    name: str
    stops: tuple[Stop, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    occasion: Occasion
    cards: tuple[Card, ...]


def movement_pdf(movement: Movement, paper: Paper = Paper.A4) -> bytes:
    """Cards to be cut apart, in two columns."""
    area = area_of(paper)
    longest = max((len(card.stops) for card in movement.cards), default=1)
    high = _HEAD + longest * _LINE + _PAD
    rows = max(1, int((area.height - 2 * _PAD) / high))
    most = rows * _COLUMNS
    cuts = [movement.cards[start : start + most] for start in range(0, len(movement.cards), most)]
    pages = [Page(partial(_draw, movement.occasion, cards, high)) for cards in cuts]
    return printed(f"Guide cards · {movement.occasion.line}", area._replace(foot=_PAD), pages)


def _draw(occasion: Occasion, cards: Sequence[Card], high: float, pen: Pen) -> None:
    width = pen.area.width / _COLUMNS
    for number, card in enumerate(cards):
        row, column = divmod(number, _COLUMNS)
        left, top = column * width, _PAD + row * high
        _draw_card(occasion, card, left + MARGIN / 2, top, width - MARGIN, pen)
        pen.rule(left, top + high, left + width, top + high)
    pen.rule(width, 0, width, pen.area.height)


def _draw_card(
    occasion: Occasion, card: Card, left: float, top: float, width: float, pen: Pen
) -> None:
    pen.fit(left, top + 24, card.name, 17, width, face=Face.BOLD)
    pen.fit(left, top + 38, occasion.line, 8, width, ink=GREY)
    for at, head in ((0.0, "round"), (_ROUND, "table, seat"), (_ROUND + _TABLE, "players")):
        pen.write(left + at, top + _HEAD - 4, head, 7, ink=GREY)
    for number, stop in enumerate(card.stops):
        _draw_stop(stop, left, top + _HEAD + number * _LINE, width, pen)


def _draw_stop(stop: Stop, left: float, top: float, width: float, pen: Pen) -> None:
    pen.rule(left, top, left + width, top)
    pen.write(left, top + 18, str(stop.round), 11, ink=GREY)
    if stop.table is None:
        pen.write(left + _ROUND, top + 18, "sits out", 11, ink=GREY)
        return
    taken = pen.write(left + _ROUND, top + 19, f"{stop.table}", 15, face=Face.BOLD)
    pen.write(left + _ROUND + taken + 5, top + 19, stop.seat, 11)
    begin = left + _ROUND + _TABLE
    room = width - _ROUND - _TABLE
    pen.fit(begin, top + 11, f"with {_names(stop.partners)}", 10, room)
    pen.fit(begin, top + 23, f"against {_names(stop.opponents)}", 10, room, ink=GREY)


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(map(isolated, names))


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
                Cell(_sides(each.sides)),
                Cell(each.result, face=Face.BOLD),
            )
            for each in so_far.results
        ),
        "No tables in this round.",
    )


def _sides(sides: tuple[Side, ...]) -> str:
    named = (" & ".join(isolated(player.name) for player in side.players) for side in sides)
    return " against ".join(named)
