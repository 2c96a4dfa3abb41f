"""The ruleset: one variant of Samba as one frozen value, and what the engine reads from it."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from games.engine.cards import FOUR, JOKER_RANK, KINDS, RANK_OF, RANKS, RED_THREES, SEVEN, THREE
from games.engine.rulesets.choices import Declaring, Passing, kinds_of
from games.engine.rulesets.sections import (
    CanastaRule,
    DealRule,
    DiscardRule,
    DrawRule,
    GameRule,
    GoingOut,
    GroupRule,
    InitialMinimum,
    Pack,
    PileRule,
    RedThrees,
    Seating,
    SequenceRule,
    ThreesRule,
    TurnRule,
    WildMeldRule,
)

MOST_CARDS = 448
"""Cards of the largest pack: eight decks, four jokers each."""


class RankRule(NamedTuple):
    """What groups of one rank may be, beside what is true of all groups."""

    max_size: int
    """Cards at which they close; 0 where they stay open."""
    max_wilds: int
    room: tuple[int, ...]
    """How many wild cards a group may hold, by its number of natural cards."""


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
    deal: DealRule
    draw: DrawRule
    pile: PileRule
    discard: DiscardRule
    group: GroupRule
    sequence: SequenceRule
    wild_meld: WildMeldRule
    threes: ThreesRule
    canasta: CanastaRule
    initial_minimum: InitialMinimum
    red_threes: RedThrees
    going_out: GoingOut
    turn: TurnRule
    game: GameRule
    # Asked at every step of a hand: as plain attributes they cost that next to nothing.
    groups: tuple[RankRule, ...] = field(init=False, repr=False)
    """What groups may be, by rank."""
    blocking: frozenset[int] = field(init=False, repr=False)
    """Kinds that on top keep the pile from being taken."""
    undiscardable: frozenset[int] = field(init=False, repr=False)
    """Kinds that may not be discarded."""
    remembers: bool = field(init=False, repr=False)
    """Whether it matters what a seat has done in its turn before."""
    self_laying: tuple[int, ...] = field(init=False, repr=False)
    """Kinds that come to the table by themselves."""
    plain_turns: bool = field(init=False, repr=False)
    """Whether a draw lays nothing, and nothing but the next turn follows from the end of one."""

    def __post_init__(self) -> None:
        seating, out, last_red = self.seating, self.going_out, self.draw.last_red_three_ends
        second_hands = any(seating.foot_size.values())
        stuck = out.passing is Passing.STUCK
        laid = self.red_threes.declaring in (Declaring.TURN, Declaring.DEAL)
        follows = laid or second_hands or self.pile.aside or last_red or out.promise
        derived = {
            "groups": self._groups(),
            "blocking": kinds_of(self.pile.blocked_by),
            "undiscardable": kinds_of(self.discard.forbidden),
            "remembers": self.turn.take_back or second_hands or stuck or last_red,
            "self_laying": RED_THREES if laid else (),
            "plain_turns": not follows,
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    @cached_property
    def card_points(self) -> tuple[int, ...]:
        """Points of each card kind."""
        ranks = (*RANKS, "JK")
        return tuple(self.points[ranks[RANK_OF[kind]]] for kind in range(KINDS))

    def sides(self, seats: int) -> int:
        """How many sides `seats` form; seat n belongs to side n mod this."""
        return self.seating.sides[seats]

    def pack_counts(self, seats: int) -> tuple[int, ...]:
        """How many cards of each kind the pack has."""
        decks, jokers = self.pack.decks[seats], self.pack.jokers[seats]
        return tuple(jokers if RANK_OF[kind] == JOKER_RANK else decks for kind in range(KINDS))

    @cached_property
    def freezing(self) -> frozenset[int]:
        """Kinds that freeze the pile wherever they lie in it."""
        return kinds_of(self.pile.frozen_by)

    @cached_property
    def rejected(self) -> frozenset[int]:
        """Kinds that are not left as the first upcard."""
        return kinds_of(self.deal.upcard_rejects)

    def _groups(self) -> tuple[RankRule, ...]:
        group, threes = self.group, self.threes
        groups = [self._group(group.max_size, group.max_wilds)] * JOKER_RANK
        groups[THREE] = self._group(threes.max_size, threes.max_wilds)
        if not group.wild_sevens:
            groups[SEVEN] = self._group(group.max_size, 0)
        return tuple(groups)

    def _group(self, max_size: int, max_wilds: int) -> RankRule:
        group = self.group

        def room(naturals: int) -> int:
            if naturals < group.min_naturals:
                return 0
            if group.naturals_per_wild == 0:
                return max_wilds
            free = max(0, naturals - group.naturals_beyond)
            return min(max_wilds, free // group.naturals_per_wild)

        rooms = tuple(room(naturals) for naturals in range(MOST_CARDS + 1))
        return RankRule(max_size, max_wilds, rooms)

    @property
    def wild_cards(self) -> int:
        """How many wild cards the largest of its packs has."""
        pack = self.pack
        return max(4 * pack.decks[seats] + pack.jokers[seats] for seats in self.seating.players)

    @cached_property
    def least_naturals(self) -> tuple[int, ...]:
        """By number of wild cards held: how many naturals of a rank it takes to make a group."""
        group = self.group
        return tuple(
            next(
                naturals
                for naturals in range(group.min_naturals, group.min_size + group.min_naturals + 1)
                if naturals + min(self.groups[FOUR].room[naturals], wilds) >= group.min_size
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
