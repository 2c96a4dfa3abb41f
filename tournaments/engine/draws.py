"""A draw: who meets whom at which table, who has none, and why (BUNDLE "rounds")."""

from typing import NamedTuple

Entries = tuple[int, ...]
"""Entry numbers: order of registration from 1, never reused."""


class Why(NamedTuple):
    """The reason for a table or a bye, in words and as the cost that the draw minimised."""

    text: str
    cost: tuple[int, ...] = ()


class Table(NamedTuple):
    """Sides that meet; a side has one entry, or two partners who entered alone."""

    number: int
    sides: tuple[Entries, ...]
    why: Why
    slot: int | None = None
    """Of a knockout: the place in the round's bracket, from 0."""
    place: bool = False
    """Whether it is the match of the losing semi-finalists."""


class Bye(NamedTuple):
    """An entry without a table this round: a bye, or the sit-out of an individual."""

    entry: int
    why: Why
    slot: int | None = None


class Draw(NamedTuple):
    """One round; the same entrants, seed and version of this code give the same, byte for byte."""

    method: str
    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()
