"""Draws: what the director fixed, the lots, the tables drawn and seated, and the reasons for them.

The server draws the seed when the tournament starts and shows its SHA-256. A director may then add
a phrase. The seed is shown at the end, so that anybody can recompute every lot:

    seed_hash   SHA-256 of the seed, the text of 64 hexadecimal digits, in hexadecimal
    lots        `seed`, or `seed:phrase` where there is a phrase
    tie         the first 20 bits of SHA-256 of `lots:round:low:high`, two entry numbers, 0 a bye
    lot         the first 20 bits of SHA-256 of `lots:lot:number`
"""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from hashlib import sha256
from itertools import chain
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from tournaments.engine.results import End, ResultData, Status
from tournaments.engine.terms import Venue

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


class Apart(StrEnum):
    """What two entries must not be to each other."""

    OPPONENTS = "opponents"
    PARTNERS = "partners"
    BOTH = "both"


class Ban(NamedTuple):
    """Two entries that the director keeps apart."""

    entries: Pair
    apart: Apart = Apart.OPPONENTS


class Stationary(NamedTuple):
    """An entry that cannot move from its table."""

    entry: int
    table: int


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


class SeatedTable(NamedTuple):
    """A table with every version of its result; `sides` and `players` run by side."""

    sides: tuple[Entries, ...]
    results: tuple[ResultData, ...] = ()
    third_place_match: bool = False
    """True if it is the match of the losing semi-finalists."""
    number: int = 0
    slot: int | None = None
    """In a knockout: the place in the round's bracket, from 0."""
    venue: Venue = Venue.TABLE
    game: str | None = None
    """The online game's id, once it is published."""
    dealer: int = 0
    """The seat that deals first."""
    start_scores: tuple[int, ...] = ()
    """Handicaps by side, which are included in the points of results; () for none."""
    players: tuple[tuple[str, ...], ...] = ()
    """Who sits there; () if it is not shown."""
    why: Reason = Reason()

    @property
    def entries(self) -> Entries:
        return tuple(chain.from_iterable(self.sides))

    @property
    def last(self) -> ResultData | None:
        """The latest version."""
        return max(self.results, key=lambda result: result.version, default=None)

    @property
    def counted(self) -> ResultData | None:
        """The result that counts: the last version, if it is confirmed and not void.

        A sheet or a dispute after a confirmation cancels it: until the director decides, the table
        counts for nobody.
        """
        last = self.last
        if last is None or last.status is not Status.CONFIRMED or last.end is End.VOID:
            return None
        return last

    @property
    def void(self) -> bool:
        """True if those here count as not met; a version that is not confirmed voids nothing."""
        last = self.last
        return last is not None and last.status is Status.CONFIRMED and last.end is End.VOID


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


BYE = 0
"""The number that represents the bye where entries have theirs."""


def lots(seed: str, phrase: str | None) -> str:
    """The text from which every lot of a tournament is drawn; "" while there is no seed."""
    return f"{seed}:{phrase}" if seed and phrase else seed


def seed_hash(seed: str) -> str:
    """The commitment to a seed that is not shown yet."""
    return sha256(seed.encode()).hexdigest()


def tie(lots: str, number: int, one: int, other: int) -> int:
    """20 bits for the meeting of two entries in round `number`; `BYE` may be one of them."""
    return ties(lots, number)(*sorted((one, other)))


def ties(lots: str, number: int) -> Callable[[int, int], int]:
    """The `tie` of every two entries in round `number`, for which it takes the lower one first."""
    begun = sha256(f"{lots}:{number}:".encode())

    def drawn(low: int, high: int) -> int:
        meeting = begun.copy()
        meeting.update(b"%d:%d" % (low, high))
        return _bits(meeting.digest())

    return drawn


def tie_in_order(lots: str, number: int, entries: Iterable[int]) -> int:
    """20 bits for entries as they sit in round `number`."""
    return _bits(sha256(":".join(map(str, (lots, number, *entries))).encode()).digest())


def lot(lots: str, entry: int) -> int:
    """20 bits for an entry, the same in every round; the lower is the better."""
    return _bits(sha256(f"{lots}:lot:{entry}".encode()).digest())


def seeding(seeds: Mapping[int, int | None], lots: str) -> tuple[int, ...]:
    """Entries, best first: by the director's seeds, then by lot."""

    def place(entry: int) -> tuple[bool, int, int, int]:
        given = seeds[entry]
        return given is None, given or 0, lot(lots, entry), entry

    return tuple(sorted(seeds, key=place))


def _bits(digest: bytes) -> int:
    return int.from_bytes(digest[:3]) >> 4
