"""The pairings of a round, for the wall."""

from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from tournaments.papers.press import (
    GREY,
    MARGIN,
    Align,
    Block,
    Paper,
    Press,
    area_of,
    numbered,
    printed,
)
from tournaments.papers.typeface import Face
from tournaments.papers.values import TOP, Occasion, Seated, Side, head, seat_label, seats_of

_NUMBER: Final = 68.0
"""Width of the table's number."""
_GAP: Final = 16.0
_LINE: Final = 23.0
_CAPTION: Final = 14.0
_AIR: Final = 18.0
_LEAST: Final = 1.5
"""Lines of a table, for its number is higher than one."""
_DEALS: Final = "deals"
_BYE: Final = 26.0
_HEADING: Final = "Without a table this round"


class PairedTable(NamedTuple):
    number: int
    sides: tuple[Side, ...]
    dealer: int | None = None
    """The seat that deals first."""
    note: str = ""
    """A word below the number: online, for third place."""


class Bye(NamedTuple):
    name: str
    note: str = ""
    """bye, sits out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairings:
    occasion: Occasion
    round: int
    tables: tuple[PairedTable, ...]
    byes: tuple[Bye, ...] = ()


def pairings_pdf(pairings: Pairings, paper: Paper = Paper.A4) -> bytes:
    """The round table by table, in large type; who has no table stands at the end."""
    area = area_of(paper)
    title = f"Round {pairings.round}"
    line = pairings.occasion.line
    blocks = [_table(table) for table in pairings.tables] + _byes(pairings.byes)
    if not blocks:
        blocks = [Block(_LINE, partial(_nothing, "No tables in this round."))]
    pages = numbered(blocks, area, TOP, lambda press: head(press, title, line))
    return printed(f"{title} · {line}", area, pages)


def _nothing(words: str, press: Press, top: float) -> None:
    press.write(MARGIN, top + 20, words, 14, ink=GREY)


def _table(table: PairedTable) -> Block:
    lines = max((len(side.players) for side in table.sides), default=1)
    caption = _CAPTION * any(side.name for side in table.sides)
    return Block(max(lines, _LEAST) * _LINE + caption + _AIR, partial(_draw_table, table, caption))


def _draw_table(table: PairedTable, caption: float, press: Press, top: float) -> None:
    press.rule(MARGIN, top, press.right, top)
    base = top + caption + _AIR / 2 + 17
    press.fit(MARGIN, base + 8, str(table.number), 34, _NUMBER - 8, face=Face.BOLD)
    press.fit(MARGIN, base + 21, table.note, 9, _NUMBER - 8, ink=GREY)
    width = (press.right - MARGIN - _NUMBER + _GAP) / max(1, len(table.sides))
    for number, side in enumerate(table.sides):
        left = MARGIN + _NUMBER + number * width
        press.fit(left, base - 20, side.name, 10, width - _GAP, ink=GREY)
        for line, player in enumerate(side.players):
            _draw_player(table, player, left, base + line * _LINE, width - _GAP, press)


def _draw_player(
    table: PairedTable, player: Seated, left: float, base: float, width: float, press: Press
) -> None:
    label = seat_label(player.seat, seats_of(table.sides))
    press.write(left + 6, base, label, 11, ink=GREY, align=Align.CENTRE)
    deals = player.seat == table.dealer
    room = width - 18 - (30 if deals else 0)
    taken = press.fit(left + 18, base, player.name, 18, room)
    if deals:
        press.write(left + 18 + taken + 6, base, _DEALS, 9, ink=GREY)


def _byes(byes: tuple[Bye, ...]) -> list[Block]:
    """Two in a row; the heading stays with the first of them."""
    rows = [byes[start : start + 2] for start in range(0, len(byes), 2)]
    return [
        Block(_BYE * (1 if number else 3), partial(_draw_byes, row, _HEADING if not number else ""))
        for number, row in enumerate(rows)
    ]


def _draw_byes(row: tuple[Bye, ...], heading: str, press: Press, top: float) -> None:
    if heading:
        press.rule(MARGIN, top, press.right, top)
        press.write(MARGIN, top + 36, heading, 14, face=Face.BOLD)
        top += 2 * _BYE
    width = (press.right - MARGIN) / 2
    for number, bye in enumerate(row):
        left = MARGIN + number * width
        taken = press.fit(left, top + 18, bye.name, 16, width - 80)
        press.fit(left + taken + 8, top + 18, bye.note, 10, 60, ink=GREY)
