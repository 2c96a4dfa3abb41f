"""The ruleset: every number and choice in which the Samba variants differ, as one frozen value.

Points are integers. Each section is one table of the TOML document, each field one key of it.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from games.engine.cards import JOKER_RANK, KINDS, RANK_OF, RANKS


class RedThreeDeclaring(StrEnum):
    """How red threes come to the table."""

    CHOICE = "choice"
    """The player lays them when they like; they may be discarded, and are not replaced."""


class Permission(StrEnum):
    """Whether a partner is asked before going out."""

    OPTIONAL = "optional"
    REQUIRED = "required"


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards in play: decks of 52, and jokers in all."""

    decks: int
    jokers: int

    @property
    def size(self) -> int:
        """Number of cards."""
        return 52 * self.decks + self.jokers


@dataclass(frozen=True, slots=True)
class Seating:
    """By number of seats: how many sides there are, and how many cards each seat is dealt."""

    sides: dict[int, int]
    hand_size: dict[int, int]


@dataclass(frozen=True, slots=True)
class DrawRule:
    """Cards drawn from the stock in a turn."""

    count: int


@dataclass(frozen=True, slots=True)
class GroupRule:
    """Groups: cards of one rank."""

    min_size: int
    max_size: int
    """Cards at which a group closes; 0 where it stays open."""
    max_wilds: int
    min_naturals: int
    naturals_per_wild: int


@dataclass(frozen=True, slots=True)
class SequenceRule:
    """Sequences: cards of one suit in order, 4 low, ace high."""

    min_size: int
    max_size: int


@dataclass(frozen=True, slots=True)
class CanastaRule:
    """From how many cards on a meld is a canasta or samba, and what each kind earns."""

    size: int
    natural: int
    mixed: int
    samba: int


@dataclass(frozen=True, slots=True)
class InitialMinimum:
    """What a side's first melds of a hand must be worth."""

    negative: int
    """Points needed with a score below zero."""
    brackets: tuple[tuple[int, int], ...]
    """(score from, points needed), ascending from 0."""

    def for_score(self, score: int) -> int:
        """Points that the first melds of a side at `score` must reach (MELD-07)."""
        if score < 0:
            return self.negative
        return next(need for floor, need in reversed(self.brackets) if score >= floor)


@dataclass(frozen=True, slots=True)
class RedThrees:
    """What red threes do and earn."""

    declaring: RedThreeDeclaring
    each: int
    all: int
    """In place of `each` for a side that laid every one of the pack."""
    unqualified_each: int
    unqualified_all: int
    in_hand: int
    """Once for each player who holds any when the hand ends."""


@dataclass(frozen=True, slots=True)
class GoingOut:
    """What going out needs and earns."""

    canastas: int
    bonus: int
    permission: Permission


@dataclass(frozen=True, slots=True)
class GameRule:
    """When the game ends."""

    target: int
    hand_limit: int
    """Number of hands after which the game ends whatever the score; 0 for no limit."""


@dataclass(frozen=True, eq=False)
class Ruleset:
    """One variant of Samba, resolved: nothing is inherited any more. Compared by identity."""

    slug: str
    version: int
    name: str
    pack: Pack
    seating: Seating
    points: dict[str, int]
    """Card points by rank, ``"JK"`` for the joker."""
    draw: DrawRule
    group: GroupRule
    sequence: SequenceRule
    canasta: CanastaRule
    initial_minimum: InitialMinimum
    red_threes: RedThrees
    going_out: GoingOut
    game: GameRule

    @cached_property
    def card_points(self) -> tuple[int, ...]:
        """Points of each card kind."""
        ranks = (*RANKS, "JK")
        return tuple(self.points[ranks[RANK_OF[kind]]] for kind in range(KINDS))

    def sides(self, seats: int) -> int:
        """How many sides `seats` form; seat n belongs to side n mod this."""
        return self.seating.sides[seats]

    @cached_property
    def pack_counts(self) -> tuple[int, ...]:
        """How many cards of each kind the pack has."""
        return tuple(
            self.pack.jokers if RANK_OF[kind] == JOKER_RANK else self.pack.decks
            for kind in range(KINDS)
        )

    @cached_property
    def wild_room(self) -> tuple[int, ...]:
        """How many wild cards a group may hold, by its number of natural cards."""
        group = self.group

        def room(naturals: int) -> int:
            if naturals < group.min_naturals:
                return 0
            if group.naturals_per_wild == 0:
                return group.max_wilds
            return min(group.max_wilds, naturals // group.naturals_per_wild)

        return tuple(room(naturals) for naturals in range(self.pack.size + 1))

    @property
    def wild_cards(self) -> int:
        """How many wild cards the pack has."""
        return 4 * self.pack.decks + self.pack.jokers

    @cached_property
    def least_naturals(self) -> tuple[int, ...]:
        """By number of wild cards held: how many naturals of a rank it takes to make a group."""
        group = self.group
        return tuple(
            next(
                naturals
                for naturals in range(group.min_naturals, group.min_size + group.min_naturals + 1)
                if naturals + min(self.wild_room[naturals], wilds) >= group.min_size
            )
            for wilds in range(self.wild_cards + 1)
        )

    @cached_property
    def ungroupable(self) -> tuple[bytes, ...]:
        """By number of wild cards held: a table from naturals held to those that no group takes."""
        return tuple(
            bytes(naturals if naturals < least else 0 for naturals in range(256))
            for least in self.least_naturals
        )
