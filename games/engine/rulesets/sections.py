"""The sections of a ruleset: every number and choice in which the Samba variants differ.

Points are integers, sizes are numbers of cards. Each section is one table of the TOML document,
each field one key of it; what is told by table size is a map from the number of seats.
"""

from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from typing import Any, cast

from games.engine.rulesets.choices import (
    CardClass,
    Declaring,
    Holding,
    LastDiscard,
    MeldsOfAKind,
    MinimumBasis,
    NewSequence,
    Passing,
    Permission,
    Threes,
    TopOntoSequence,
)


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards in play, by number of seats: decks of 52, and jokers in all."""

    decks: dict[int, int]
    jokers: dict[int, int]

    def size(self, seats: int) -> int:
        """Number of cards."""
        return 52 * self.decks[seats] + self.jokers[seats]


@dataclass(frozen=True, slots=True)
class Seating:
    """The table sizes, and by each of them the sides and the cards that a seat is dealt."""

    players: tuple[int, ...]
    sides: dict[int, int]
    hand_size: dict[int, int]
    foot_size: dict[int, int]
    """Cards of the second hand; 0 where there is none."""


@dataclass(frozen=True, slots=True)
class DealRule:
    """The first card of the pile."""

    upcard_rejects: tuple[CardClass, ...]
    """Cards that go to the bottom of the stock when they are turned up, and the next is turned."""


@dataclass(frozen=True, slots=True)
class DrawRule:
    """The stock."""

    count: int
    """Cards drawn in a turn."""
    last_red_three_ends: bool
    """True if the hand ends with the turn of a player whose last drawn card is a red three."""
    must_take: bool
    """With the stock empty, whether a top card that fits an own meld must be taken."""


@dataclass(frozen=True, slots=True)
class PileRule:
    """Taking the discard pile; a natural pair from the hand for a new group always does."""

    blocked_by: tuple[CardClass, ...]
    """On top, they keep the pile from being taken."""
    frozen_by: tuple[CardClass, ...]
    """Anywhere in the pile, they leave the natural pair for a new group alone."""
    top_onto_group: bool
    """True if the top card alone may join an own group that is no canasta, for the pile."""
    top_onto_sequence: TopOntoSequence
    new_sequence: NewSequence
    onto_at_most: int
    """Cards of the largest own meld that a take may add to; 0 for any."""
    takes: int
    """Cards taken at most, the top card one of them; 0 for the whole pile."""
    needs: int
    """Cards that the pile must have."""
    aside: bool
    """True if the cards below the top lie face down until the taker's discard."""


@dataclass(frozen=True, slots=True)
class DiscardRule:
    """The discard."""

    forbidden: tuple[CardClass, ...]


@dataclass(frozen=True, slots=True)
class GroupRule:
    """Groups: cards of one rank."""

    min_size: int
    max_size: int
    """Cards at which a group closes; 0 where it stays open."""
    max_wilds: int
    min_naturals: int
    naturals_per_wild: int
    naturals_beyond: int
    """Naturals that a group with wilds needs beyond `naturals_per_wild`: 1 for "more than"."""
    wild_sevens: bool
    """True if groups of sevens may hold wild cards."""
    wild_on_natural_canasta: bool
    per_rank: MeldsOfAKind
    merge: bool
    """True if two own groups of a rank may be joined."""


@dataclass(frozen=True, slots=True)
class SequenceRule:
    """Sequences: cards of one suit in order, 4 low, ace high; none where `max_size` is 0."""

    min_size: int
    max_size: int
    max_wilds: int
    min_naturals: int
    one_per_suit: bool
    """True if a side has at most one sequence of each suit in a hand."""


@dataclass(frozen=True, slots=True)
class WildMeldRule:
    """Melds of wild cards alone; none where `min_size` is 0."""

    min_size: int
    max_size: int
    """Cards at which it closes; 0 where it stays open."""
    per_side: MeldsOfAKind


@dataclass(frozen=True, slots=True)
class ThreesRule:
    """Threes in groups, and black threes in hand."""

    melding: Threes
    max_wilds: int
    max_size: int
    """Cards at which such a group closes; 0 where it stays open."""
    last_discard: bool
    """True if a player who went out with black threes may discard a last card."""
    black_in_hand: int
    """For each black three in hand when the hand ends, in place of its card points; 0 for these."""


@dataclass(frozen=True, slots=True)
class CanastaRule:
    """From how many cards on a meld is a canasta or samba, and what each kind earns."""

    size: int
    natural: int
    mixed: int
    samba: int
    black_samba: int
    """Of a sequence with a wild card."""
    wild: int
    sevens: int
    """Of sevens; 0 where these are natural or mixed canastas like others."""
    threes: int
    many: int
    """Number of canastas that earns a side `many_bonus` once; 0 for none."""
    many_bonus: int


@dataclass(frozen=True, slots=True)
class InitialMinimum:
    """What a side's first melds of a hand must be worth."""

    basis: MinimumBasis
    negative: int
    """Points needed with a score below zero; without meaning where the hand's number decides."""
    brackets: tuple[tuple[int, int], ...]
    """(score from, points needed), ascending from 0; or (hand number from, ...), from 1."""

    def at(self, score: int, hand: int) -> int:
        """Points that the first melds of a side at `score` must reach in the game's nth hand."""
        reached = score if self.basis is MinimumBasis.SCORE else hand
        if reached < 0:
            return self.negative
        return next(need for floor, need in reversed(self.brackets) if reached >= floor)


@dataclass(frozen=True, slots=True)
class RedThrees:
    """What red threes do and earn."""

    declaring: Declaring
    replaced: bool
    """True if a card is drawn for each that was dealt or drawn."""
    qualified_canastas: int
    """Canastas of any kind that a side needs for them to count for it."""
    qualified_by_book: bool
    """True if it needs the book for going out besides."""
    each: int
    all: int
    """In place of `each` for a side that laid every one of the pack; 0 for nothing more."""
    unqualified_each: int
    unqualified_all: int
    """In place of `unqualified_each`, likewise."""
    in_hand: int
    in_hand_per: Holding


@dataclass(frozen=True, slots=True)
class Book:
    """How many canastas of a kind going out needs among all; 0 for none in particular."""

    natural: int
    mixed: int
    samba: int
    black_samba: int
    wild: int
    sevens: int
    threes: int
    red: int
    """Natural canastas and sambas together."""
    black: int
    """Mixed canastas and sambas with a wild card together."""


@dataclass(frozen=True, slots=True)
class GoingOut:
    """What going out needs and earns."""

    canastas: int
    """In all, of any kind."""
    book: Book
    bonus: int
    permission: Permission
    unqualified_may_ask: bool
    promise: int
    """Penalty for ending the turn with cards after the partners said yes; 0 for none."""
    last_discard: LastDiscard
    passing: Passing


@dataclass(frozen=True, slots=True)
class TurnRule:
    """The turn as a whole."""

    take_back: bool
    """True if table actions of the turn can be taken back until the discard."""


@dataclass(frozen=True, slots=True)
class GameRule:
    """When the game ends, and how a hand is counted."""

    target: int
    """Total that ends the game; 0 where only the number of hands does."""
    hand_limit: int
    """Number of hands after which the game ends whatever the score; 0 for no limit."""
    debt: bool
    """True if cards in hand cancel melds, and canastas where the melds do not cover them."""


@dataclass(frozen=True, slots=True)
class TournamentRule:
    """What tournaments need to know; nothing in a game follows from it."""

    margin_sd: int
    """Standard deviation of the margin of n hands in a field of unequal strength, by the root of n:
    what victory points are scaled by. With more than two sides, of the margin against the best."""


def as_json(value: Any) -> Any:
    """A value of a section as JSON has it, integer keys as strings."""
    if is_dataclass(value):
        names = [field.name for field in fields(value) if field.init]
        return {name: as_json(getattr(value, name)) for name in names}
    if isinstance(value, dict):
        return {str(key): inner for key, inner in cast("dict[Any, int]", value).items()}
    if isinstance(value, tuple):
        return [as_json(entry) for entry in cast("tuple[object, ...]", value)]
    return value.value if isinstance(value, StrEnum) else value
