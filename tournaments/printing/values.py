"""What the papers of a tournament share."""

from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

from tournaments.printing.page import GREY, MARGIN, Pen
from tournaments.printing.text import Face, is_printable, isolated

_COMPASS: Final = "NESW"

TOP: Final = 118.0
"""Where a page's content begins, below its head."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """Where and when: the head of every paper."""

    tournament: str
    club: str
    date: date
    time: str = ""
    """When it begins, with its zone; empty: not announced."""

    @property
    def line(self) -> str:
        day = f"{self.date.day} {self.date:%B %Y}"
        return joined(self.tournament, self.club, f"{day}, {self.time}" if self.time else day)


def joined(*parts: str) -> str:
    """The non-empty parts in one line, each in its own direction."""
    return " · ".join(isolated(part) for part in parts if part)


def numbered_name(name: str, entry: int) -> str:
    """`name`, with the number of its entry next to it if it cannot be printed."""
    return name if is_printable(name) else f"{isolated(name)} (no. {entry})"


class Seated(NamedTuple):
    seat: int
    """From 0, in the order of play."""
    name: str


class Side(NamedTuple):
    players: tuple[Seated, ...]
    name: str = ""
    """The pair's own name, if it has one in addition to those of its players."""


def seat_label(seat: int, seats: int) -> str:
    """N, E, S, W at a table of four, else the seats' numbers from 1."""
    return _COMPASS[seat] if seats == len(_COMPASS) else str(seat + 1)


def seats_of(sides: tuple[Side, ...]) -> int:
    return sum(len(side.players) for side in sides)


def head(pen: Pen, title: str, line: str, width: float | None = None) -> None:
    """The head of a page: `title` large, `line` below it."""
    room = pen.right - MARGIN if width is None else width
    pen.fit(MARGIN, 68, title, 30, room, face=Face.BOLD)
    pen.fit(MARGIN, 90, line, 12, room, ink=GREY)
