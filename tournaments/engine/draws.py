"""A draw: who meets whom at which table, who has no table, and why."""

from collections.abc import Mapping
from itertools import chain
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

Entries = tuple[int, ...]
"""Entry numbers: order of registration from 1, never reused."""


Pair = tuple[int, int]
"""Two entry numbers, the lower first."""


def pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


Float = Literal["down", "up"]


class Lock(NamedTuple):
    """A table, a bye or a sit-out that the director set for one round."""

    sides: tuple[Entries, ...]
    """For a bye, one side: the entry."""
    table: int | None = None
    """Its number, if that is set too."""
    bye: bool = False
    override: bool = False
    """True if two may sit here together although that is forbidden."""
    version: int = 0
    reason: str | None = None
    after_publication: bool = False
    """True if the director changed the published round; the rest was drawn without it."""

    @property
    def entries(self) -> Entries:
        return tuple(chain.from_iterable(self.sides))


class Basis(NamedTuple):
    """What a Swiss draw used about an entry: its `basis`."""

    entry: int
    rank: int
    """From 1 without ties, over all those drawn."""
    score: int
    byes: int
    """Byes, rounds missed by coming late, and forfeit wins so far."""
    floats: tuple[Float | None, ...] = ()
    """Of the last two rounds, latest first."""


class Reason(NamedTuple):
    """The reason for a table or a bye, and its cost.

    The draw minimised the sum of the costs; but the first round of a Swiss goes by lot or by seed,
    and the costs in it are those by the standings, by which it was not drawn.
    `reason_texts.reason_text` writes the reason as a sentence.
    """

    code: str = ""
    facts: Mapping[str, Any] = MappingProxyType({})
    """As in JSON: numbers, and lists of them; entries by number."""
    cost: tuple[int, ...] = ()
    text: str = ""
    """The text of a reason whose code is unknown here, as in older bundles."""


class DrawnTable(NamedTuple):
    """Sides that meet; a side has one entry, or two partners who entered as individuals."""

    number: int
    sides: tuple[Entries, ...]
    why: Reason
    slot: int | None = None
    """In a knockout: the place in the round's bracket, from 0."""
    third_place_match: bool = False
    """True if it is the match of the losing semi-finalists."""

    @property
    def entries(self) -> Entries:
        return tuple(chain.from_iterable(self.sides))


class Bye(NamedTuple):
    """An entry without a table this round: a bye, or the sit-out of an individual."""

    entry: int
    why: Reason
    slot: int | None = None


class Draw(NamedTuple):
    """One round. The same entrants, seed and version of this code give the same, byte for byte."""

    method: str
    tables: tuple[DrawnTable, ...]
    byes: tuple[Bye, ...] = ()
    basis: tuple[Basis, ...] = ()
    """For a Swiss: the values from which it was drawn."""

    @property
    def placed(self) -> frozenset[int]:
        """Everybody who has a table or a bye."""
        seated = (table.entries for table in self.tables)
        return frozenset(chain(*seated, (bye.entry for bye in self.byes)))


class DrawRefused(Exception):
    """The rules that the director set leave no possible draw; `facts` have the numbers."""

    def __init__(self, code: str, detail: str, **facts: object) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.facts = facts
