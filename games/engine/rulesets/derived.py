"""What follows from a ruleset: the numbers and sets that the engine uses, computed once."""

from bisect import bisect_right
from dataclasses import asdict
from functools import cached_property
from typing import Any, ClassVar, Final, NamedTuple

from games.engine.cards import (
    BLACK_THREE_BITS,
    JOKER_RANK,
    KINDS,
    RANK_BITS,
    RANK_OF,
    RANKS,
    RED_THREES,
    SEVEN,
    THREE,
    TWO,
    WILD_BITS,
    kinds_in,
)
from games.engine.meld_kinds import GROUP, MELD_SIZE, SEQUENCE, THREES, WILD
from games.engine.rulesets.choices import (
    Declaring,
    MeldsOfAKind,
    Passing,
    Threes,
    TopOntoSequence,
    kinds_of,
)
from games.engine.rulesets.ranges import MOST_CARDS
from games.engine.rulesets.ruleset import Ruleset

_MELDED_THREES = {
    Threes.NEVER: 0,
    Threes.GOING_OUT: BLACK_THREE_BITS,
    Threes.ALWAYS: RANK_BITS[THREE],
}


NEVER: Final = MOST_CARDS + 1
"""As a number of cards: more than there are."""


class RankRule(NamedTuple):
    """What groups of one rank may be; for the twos' rank, melds of only wild cards."""

    max_size: int
    """Cards at which they close; unreachable if they stay open."""
    max_wilds: int
    most_wilds: tuple[int, ...]
    """The most wild cards that a group may hold, by its number of natural cards."""
    naturals_needed: tuple[int, ...]
    """The natural cards that a group needs, by its number of wild cards."""
    closed_to_wilds_at: int
    """Natural cards from which on a group without wild ones takes none; unreachable if it does."""
    own_kinds: int = 0
    """The kinds that form it, a set (`cards.held_bits`); empty if it cannot be melded."""
    natural_kinds: tuple[int, ...] = ()
    """The kinds of its natural cards."""
    meld_kind: str = GROUP
    """The kind of these melds."""
    size_before_next: int = 0
    """Cards that one has before its side may begin the next (MELD-12); unreachable for never."""

    @property
    def is_wild(self) -> bool:
        """True if these are melds of only wild cards."""
        return self.meld_kind == WILD

    def allows(self, naturals: int, wilds: int) -> bool:
        """True if `naturals` natural cards and `wilds` wild cards can be one such meld."""
        size = naturals + wilds
        return (
            wilds <= self.max_wilds
            and naturals >= self.naturals_needed[wilds]
            and size >= MELD_SIZE
            and size <= self.max_size
        )


class SequenceLimits(NamedTuple):
    """What sequences may be; all zero where there are none."""

    max_size: int
    """Cards of a samba; 0 where there are no sequences."""
    max_wilds: int
    min_naturals: int
    size_before_next: int
    """Cards that one has before its side may begin the next in its suit; unreachable for never."""


class Rules(Ruleset):
    """A ruleset with everything that follows from it. Compared by identity, as the ruleset is."""

    reuses_meld_ids: ClassVar = False
    """True if a new meld takes the id of one that was taken back."""
    rank_rules: tuple[RankRule, ...]
    """What melds of each rank may be."""
    sequence_limits: SequenceLimits
    one_of_a_kind: bool
    """True if a side may have at most one meld of some rank or suit, or of wild cards."""
    book: tuple[tuple[str, int], ...]
    """Kinds of canastas that going out needs, and how many of each; () for any kinds."""
    blocking: frozenset[int]
    """Kinds that keep the pile from being taken when on top."""
    freezing: frozenset[int]
    """Kinds that freeze the pile wherever they are in it."""
    whole_pile: bool
    """True if a take gives the whole pile to the hand, however small it is."""
    takes_top: bool
    """True if a player may take only the top card, to lay it off on a sequence."""
    undiscardable: frozenset[int]
    """Kinds that may not be discarded."""
    tracks_turn: bool
    """True if earlier actions of the turn matter to the rules."""
    keeps_last_card: bool
    """True if a last card may always be kept or discarded."""
    self_laying: tuple[int, ...]
    """Kinds that are laid on the table by themselves."""
    simple_turns: bool
    """True if a draw lays nothing, and the end of a turn causes only the next turn."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        seating, pile, out, last_red = (
            self.seating,
            self.pile,
            self.going_out,
            self.draw.last_red_three_ends,
        )
        second_hands = any(seating.foot_size.values())
        rank_rules, sequence_limits = self._rank_rules(), self._sequence_limits()
        rest = pile.rest_face_down
        free = not self.discard.forbidden
        keeps_last = free and out.passing is Passing.LAST_CARD
        laid = self.red_threes.declaring in (Declaring.TURN, Declaring.DEAL)
        follows = laid or second_hands or rest or last_red or out.broken_promise_penalty
        derived = {
            "rank_rules": rank_rules,
            "sequence_limits": sequence_limits,
            "one_of_a_kind": sequence_limits.size_before_next > 0
            or any(rule.size_before_next for rule in rank_rules),
            "book": tuple([(kind, need) for kind, need in asdict(out.book).items() if need]),
            "blocking": kinds_of(pile.blocked_by),
            "freezing": kinds_of(pile.frozen_by),
            "whole_pile": pile.max_cards_taken is None and not rest and pile.min_pile_size == 1,
            "takes_top": pile.top_onto_sequence is TopOntoSequence.CARD,
            "undiscardable": kinds_of(self.discard.forbidden),
            "tracks_turn": self.turn.take_back or second_hands or last_red or not keeps_last,
            "keeps_last_card": keeps_last,
            "self_laying": RED_THREES if laid else (),
            "simple_turns": not follows,
        }
        vars(self).update(derived)  # computed once, since every step of a hand needs them

    @cached_property
    def card_points(self) -> tuple[int, ...]:
        """Points of each card kind."""
        ranks = (*RANKS, "JK")
        return tuple(self.points[ranks[RANK_OF[kind]]] for kind in range(KINDS))

    def sides(self, seats: int) -> int:
        """The number of sides at a table of `seats`; seat n belongs to side n mod this."""
        return self.seating.sides[seats]

    def pack_counts(self, seats: int) -> tuple[int, ...]:
        """The number of cards of each kind in the pack."""
        decks, jokers = self.pack.decks[seats], self.pack.jokers[seats]
        return tuple(jokers if RANK_OF[kind] == JOKER_RANK else decks for kind in range(KINDS))

    def is_frozen(self, pile: tuple[int, ...]) -> bool:
        """True if only a natural pair for a new group takes `pile` (PILE-03)."""
        return not self.freezing.isdisjoint(pile)

    def size_before_next(self, kind: str, rank: int) -> int:
        """Cards that a meld has before its side may begin another of its rank or suit (MELD-12)."""
        rule = self.sequence_limits if kind == SEQUENCE else self.rank_rules[rank]
        return rule.size_before_next

    @cached_property
    def discardable(self) -> tuple[int, ...]:
        """Kinds that may be discarded."""
        return tuple([kind for kind in range(KINDS) if kind not in self.undiscardable])

    @cached_property
    def rejected(self) -> frozenset[int]:
        """Kinds that cannot be the first upcard."""
        return kinds_of(self.deal.upcard_rejects)

    def _rank_rules(self) -> tuple[RankRule, ...]:
        group, threes = self.group, self.threes
        alike = self._group(group.max_size, group.max_wilds)
        groups = [alike._replace(own_kinds=RANK_BITS[rank]) for rank in range(JOKER_RANK)]
        if not group.wild_sevens:
            groups[SEVEN] = self._group(group.max_size, 0)._replace(own_kinds=RANK_BITS[SEVEN])
        groups[THREE] = self._group(threes.max_size, threes.max_wilds)._replace(
            own_kinds=_MELDED_THREES[threes.melding],
            meld_kind=THREES if threes.melding is Threes.ALWAYS else GROUP,
        )
        groups = [rule._replace(natural_kinds=kinds_in(rule.own_kinds)) for rule in groups]
        groups[TWO] = self._wild_meld()
        return tuple(groups)

    def _sequence_limits(self) -> SequenceLimits:
        if (rule := self.sequence) is None:
            return SequenceLimits(0, 0, MELD_SIZE, 0)
        size_before_next = NEVER if rule.one_per_suit else 0
        return SequenceLimits(
            self.canasta.size, rule.max_wilds, rule.min_naturals, size_before_next
        )

    def _wild_meld(self) -> RankRule:
        """Melds of only wild cards: no natural is needed, and no wild card is one too many."""
        melds = self.wild_meld
        return RankRule(
            max_size=melds.max_size or MOST_CARDS if melds else 0,
            max_wilds=MOST_CARDS,
            most_wilds=(0,),
            naturals_needed=(0,) * (MOST_CARDS + 1),
            closed_to_wilds_at=NEVER,
            own_kinds=WILD_BITS if melds else 0,
            meld_kind=WILD,
            size_before_next=self._size_before_next(melds.per_side) if melds else 0,
        )

    def _size_before_next(self, number: MeldsOfAKind) -> int:
        sizes = {MeldsOfAKind.SEVERAL: 0, MeldsOfAKind.ONE_OPEN: self.canasta.size}
        return sizes.get(number, NEVER)

    def _group(self, max_size: int | None, max_wilds: int) -> RankRule:
        group, max_wilds = self.group, min(max_wilds, MOST_CARDS)

        def naturals_needed(wilds: int) -> int:
            extra = group.extra_naturals if wilds else 0
            return max(group.min_naturals, group.naturals_per_wild * wilds + extra)

        needed = [naturals_needed(wilds) for wilds in range(max_wilds + 1)]
        closed_to_wilds_at = NEVER if group.wild_on_natural_canasta else self.canasta.size
        return RankRule(
            max_size or MOST_CARDS,
            max_wilds,
            tuple([max(0, bisect_right(needed, held) - 1) for held in range(MOST_CARDS + 1)]),
            tuple(needed),
            closed_to_wilds_at,
            size_before_next=self._size_before_next(group.per_rank),
        )

    @property
    def wild_cards(self) -> int:
        """The number of wild cards in the largest of its packs."""
        pack = self.pack
        return max(4 * pack.decks[seats] + pack.jokers[seats] for seats in self.seating.players)


class EarlierRules(Rules):
    """The rules of games that began when ids of melds were used again: they do so to their end."""

    reuses_meld_ids: ClassVar = True
