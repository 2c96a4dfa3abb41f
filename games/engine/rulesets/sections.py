"""The sections of a ruleset: every number and choice in which the Samba variants differ.

Points are integers, sizes are numbers of cards. Each section is one table of the document, and each
field is one key of it. Its range and meaning are written next to it, for the checks, the JSON
Schema and the documentation. A value by table size is a map from the number of seats. For a value
that may be null, the docstring says what null means.
"""

from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from typing import Annotated, Any, cast

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
from games.engine.rulesets.ranges import MOST_CARDS, Bonus, Canastas, Penalty, Range, Score


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards in play."""

    decks: Annotated[dict[int, int], Range(1, 8)]
    """Decks of 52 cards, by number of seats."""
    jokers: Annotated[dict[int, int], Range(0, 32)]
    """Jokers in all, by number of seats."""

    def size(self, seats: int) -> int:
        """Number of cards."""
        return 52 * self.decks[seats] + self.jokers[seats]


@dataclass(frozen=True, slots=True)
class Seating:
    """The table sizes, with the sides and the cards dealt to a seat for each of them."""

    players: tuple[int, ...]
    """The numbers of seats for which it can be played."""
    sides: Annotated[dict[int, int], Range(2, 8)]
    """The number of sides, by number of seats."""
    hand_size: Annotated[dict[int, int], Range(1, MOST_CARDS)]
    """Cards of the hand, by number of seats."""
    foot_size: Annotated[dict[int, int], Range(0, MOST_CARDS)]
    """Cards of the second hand, by number of seats; 0 where there is none."""


@dataclass(frozen=True, slots=True)
class DealRule:
    """The first card of the pile."""

    upcard_rejects: tuple[CardClass, ...]
    """Cards that go to the bottom of the stock when they are turned up, and the next is turned."""


@dataclass(frozen=True, slots=True)
class DrawRule:
    """The stock."""

    count: Annotated[int, Range(1, 10)]
    """Cards drawn in a turn."""
    last_red_three_ends: bool
    """True if the hand ends with the turn of a player whose last drawn card is a red three."""
    must_take: bool
    """If the stock is empty: the rule for taking a top card that fits an own meld."""


@dataclass(frozen=True, slots=True)
class PileRule:
    """Taking the discard pile; a natural pair from the hand for a new group always does."""

    blocked_by: tuple[CardClass, ...]
    """With one of them on top, the pile may not be taken."""
    frozen_by: tuple[CardClass, ...]
    """With one of them anywhere in the pile, only a natural pair for a new group takes it."""
    top_onto_group: bool
    """True if only the top card may join an own group that is no canasta, which takes the pile."""
    top_onto_sequence: TopOntoSequence
    new_sequence: NewSequence
    max_meld_size: Annotated[int | None, Range(3, 100)]
    """Cards of the largest own meld that a take may add to; null for any."""
    max_cards_taken: Annotated[int | None, Range(1, MOST_CARDS)]
    """Cards taken at most, the top card one of them; null for the whole pile."""
    min_pile_size: Annotated[int, Range(1, MOST_CARDS)]
    """Cards that the pile must have."""
    rest_face_down: bool
    """True if the cards below the top stay face down until the taker's discard."""

    def part_taken(self, pile: tuple[int, ...]) -> tuple[int, ...]:
        """The cards of `pile`, bottom to top, that a take gives."""
        return pile if self.max_cards_taken is None else pile[-self.max_cards_taken :]

    def adds_to(self, size: int) -> bool:
        """True if a take may add to an own meld of `size` cards."""
        return self.max_meld_size is None or size <= self.max_meld_size


@dataclass(frozen=True, slots=True)
class DiscardRule:
    """The discard."""

    forbidden: tuple[CardClass, ...]
    """Cards that may not be discarded."""


@dataclass(frozen=True, slots=True)
class GroupRule:
    """Groups: three or more cards of one rank."""

    max_size: Annotated[int | None, Range(4, 100)]
    """Cards at which a group closes; null where it stays open."""
    max_wilds: Annotated[int, Range(0, 100)]
    """The most wild cards in a group."""
    min_naturals: Annotated[int, Range(2, 3)]
    """The fewest natural cards in a group."""
    naturals_per_wild: Annotated[int, Range(0, 7)]
    """Natural cards that a group needs for each of its wild cards."""
    extra_naturals: Annotated[int, Range(0, 7)]
    """Naturals that a group with wilds needs beyond `naturals_per_wild`: 1 for "more than"."""
    wild_sevens: bool
    """True if groups of sevens may hold wild cards."""
    wild_on_natural_canasta: bool
    """True if a wild card may join a natural canasta, which makes it a mixed one."""
    per_rank: MeldsOfAKind
    merge: bool
    """True if two own groups of a rank may be joined."""


@dataclass(frozen=True, slots=True)
class SequenceRule:
    """Sequences: three cards or more of one suit in order, 4 low, ace high, up to a samba."""

    max_wilds: Annotated[int, Range(0, 1)]
    """The most wild cards in a sequence."""
    min_naturals: Annotated[int, Range(2, 11)]
    """The fewest natural cards in a sequence."""
    one_per_suit: bool
    """True if a side has at most one sequence of each suit in a hand."""


@dataclass(frozen=True, slots=True)
class WildMeldRule:
    """Melds of three or more wild cards without natural cards."""

    max_size: Annotated[int | None, Range(4, 100)]
    """Cards at which it closes; null where it stays open."""
    per_side: MeldsOfAKind


@dataclass(frozen=True, slots=True)
class ThreesRule:
    """Threes in groups, and black threes in hand."""

    melding: Threes
    max_wilds: Annotated[int, Range(0, 100)]
    """The most wild cards in a group of threes."""
    max_size: Annotated[int | None, Range(3, 100)]
    """Cards at which such a group closes; null where it stays open."""
    last_discard: bool
    """True if a player who went out with black threes may discard a last card."""
    black_in_hand: Annotated[int | None, Range(-50_000, -5, 5)]
    """For each black three in hand when the hand ends; null where its card points count."""


@dataclass(frozen=True, slots=True)
class ManyCanastas:
    """What a side earns once for a number of canastas of any kind."""

    count: Annotated[int, Range(1, 20)]
    """How many it needs."""
    bonus: Annotated[int, Range(5, 50_000, 5)]
    """What they earn together, in addition to what each of them does."""


@dataclass(frozen=True, slots=True)
class CanastaRule:
    """From how many cards on a meld is a canasta or samba, and what each kind earns."""

    size: Annotated[int, Range(4, 11)]
    """Cards of a canasta, and of a samba, which is a full sequence."""
    natural: Bonus
    """For a group without wild cards."""
    mixed: Bonus
    """For a group with wild cards."""
    samba: Bonus
    """For a sequence without wild cards."""
    black_samba: Bonus
    """For a sequence with a wild card."""
    wild: Bonus
    """For a meld of wild cards."""
    sevens: Annotated[int | None, Range(5, 50_000, 5)]
    """For a group of sevens; null where these are natural or mixed canastas like others."""
    threes: Bonus
    """For a group of threes, where these are melded at any time."""
    many: ManyCanastas | None
    """Null for no such bonus."""


@dataclass(frozen=True, slots=True)
class InitialMinimum:
    """What a side's first melds of a hand must be worth."""

    basis: MinimumBasis
    negative: Annotated[int, Range(0, 500, 5)]
    """Points needed with a score below zero; unused where the hand's number decides."""
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
    """The effect of red threes, and what they earn."""

    declaring: Declaring
    replaced: bool
    """True if a card is drawn for each that was dealt or drawn."""
    qualified_canastas: Canastas
    """Canastas of any kind that a side needs for them to count for it."""
    qualified_by_book: bool
    """True if it needs the book for going out as well."""
    each: Bonus
    """For each that a side laid."""
    all: Annotated[int | None, Range(5, 50_000, 5)]
    """Instead of `each`, for a side that laid every one of the pack; null for nothing more."""
    unqualified_each: Score
    """For each that a side laid which is not qualified."""
    unqualified_all: Score | None
    """Instead of `unqualified_each`, in the same way; null for nothing more."""
    in_hand: Penalty
    """For red threes in hand when the hand ends."""
    in_hand_per: Holding


@dataclass(frozen=True, slots=True)
class Book:
    """How many canastas of a kind going out needs among all."""

    natural: Canastas
    """Groups without wild cards."""
    mixed: Canastas
    """Groups with wild cards."""
    samba: Canastas
    """Sequences without wild cards."""
    black_samba: Canastas
    """Sequences with a wild card."""
    wild: Canastas
    """Melds of wild cards."""
    sevens: Canastas
    """Groups of sevens, where they are a kind of their own."""
    threes: Canastas
    """Groups of threes."""
    red: Canastas
    """Natural canastas and sambas together."""
    black: Canastas
    """Mixed canastas and sambas with a wild card together."""


@dataclass(frozen=True, slots=True)
class GoingOut:
    """What going out needs and earns."""

    canastas: Canastas
    """In all, of any kind."""
    book: Book
    bonus: Bonus
    """For going out."""
    permission: Permission
    unqualified_may_ask: bool
    """True if a player whose side is not ready to go out may ask as well."""
    broken_promise_penalty: Penalty
    """For ending the turn with cards after the partners said yes."""
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

    target: Annotated[int | None, Range(5, 1_000_000, 5)]
    """Total that ends the game; null where only the number of hands does."""
    hand_limit: Annotated[int | None, Range(1, 1_000)]
    """Number of hands after which the game ends whatever the score; null for no limit."""
    debt: bool
    """True if cards in hand cancel melds, and canastas where the melds do not cover them."""


@dataclass(frozen=True, slots=True)
class TournamentRule:
    """What tournaments need to know; nothing in a game depends on it."""

    margin_sd: Annotated[int, Range(50, 50_000, 50)]
    """Standard deviation of the margin of n hands in a field of unequal strength, divided by the
    root of n: the scale of victory points. With more than two sides, of the margin against the
    best.
    """


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
