"""Melds and lay-offs that the ruleset's numbers allow, those with the fewest cards first.

`corner` checks if the turn can still end after them.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import compress
from typing import Final, NamedTuple

from games.engine.cards import (
    ACE,
    BLACK_THREES,
    FOUR,
    KINDS,
    NATURALS,
    RANK_BIT,
    RANK_OF,
    RED_THREES,
    SUIT_BITS,
    SUIT_OF,
    THREE,
    TWO,
    WILDS,
    copies,
    rank_counts,
    ranks_with,
    sequence_starts,
)
from games.engine.legal.opening.bounds import wilds_held
from games.engine.legal.opening.limits import MeldLimits, limits_of
from games.engine.legal.opening.requirement import Cards, MeldClass
from games.engine.legal.opening.search import can_form, subsets
from games.engine.legal.opening.sequences import runnable_kinds, sequences
from games.engine.meld_kinds import GROUP, MELD_SIZE, SEQUENCE, WILD
from games.engine.rulesets import NewSequence, Ruleset
from games.engine.rulesets.choices import MeldsOfAKind, Threes
from games.engine.table.meld import Meld
from games.engine.table.side import SideState
from games.engine.view import SeatView

_GROUPS: Final = tuple((RANK_BIT[rank], MeldClass(GROUP, rank)) for rank in range(FOUR, ACE + 1))
_SEQUENCES: Final = tuple((SUIT_BITS[suit], MeldClass(SEQUENCE, suit)) for suit in range(4))
_THREES, _WILD = MeldClass(GROUP, THREE), MeldClass(WILD)


class Run(NamedTuple):
    """Cards from the hand, in a sequence from low to high."""

    cards: Cards
    as_: int | None = None
    """The rank that the wild card among them stands for."""


def group_kinds(rules: Ruleset, rank: int) -> tuple[int, ...]:
    """The kinds of naturals that make groups of `rank`."""
    if rank == THREE and rules.threes.melding is Threes.ALWAYS:
        return _ALL_THREES
    return NATURALS[rank]


_ALL_THREES: Final = tuple(sorted(BLACK_THREES + RED_THREES))


def discards(view: SeatView) -> list[int]:
    """The kinds in the own hand that may be discarded, each once."""
    never = view.rules.undiscardable
    held = compress(_EVERY_KIND, view.hand)
    return [kind for kind in held if kind not in never] if never else list(held)


_EVERY_KIND: Final = range(KINDS)


def closed_classes(own: SideState, rules: Ruleset) -> frozenset[MeldClass]:
    """Of what the side may begin no further meld, because of those that it has (MELD-12)."""
    if not rules.one_of_a_kind or not own.melds:
        return _NOTHING
    closed = set[MeldClass]()
    for meld in own.melds:
        if meld.kind == SEQUENCE:
            if rules.sequences.one_per_suit:
                closed.add(MeldClass(SEQUENCE, meld.suit))
            continue
        rule = rules.groups[meld.rank]
        still_open = rule.per_rank is MeldsOfAKind.ONE_OPEN and not rule.is_canasta(len(meld.cards))
        if still_open or rule.per_rank is MeldsOfAKind.ONE:
            closed.add(_WILD if meld.kind == WILD else MeldClass(GROUP, meld.rank))
    return frozenset(closed)


_NOTHING: Final = frozenset[MeldClass]()


def new_meld_classes(hand: bytes, held: int, own: SideState, rules: Ruleset) -> list[MeldClass]:
    """The classes of new melds that the hand can form one by one, whatever they are worth.

    `held` is the hand as a set of `KIND_BIT`.
    """
    found = _classes(hand, held, limits_of(rules))
    if found and rules.one_of_a_kind and own.melds:
        closed = closed_classes(own, rules)
        return [each for each in found if each not in closed]
    return found


def _classes(hand: bytes, held: int, limits: MeldLimits) -> list[MeldClass]:
    found: list[MeldClass] = []
    wilds = wilds_held(hand)
    if limits.tables[THREE] is not None and can_form(hand, _THREES, limits):
        found.append(_THREES)
    if ranks := ranks_with(hand, limits.least_naturals(wilds)):
        found += _groups_of(ranks)
    if wilds and limits.rules.wild_in_sequence:
        running = runnable_kinds(hand, limits, True)
    else:
        running = sequence_starts(held & limits.runnable, MELD_SIZE)
    if running:
        found += [sequence for suit, sequence in _SEQUENCES if running & suit]
    if wilds >= MELD_SIZE and limits.groups[TWO] is not None:
        found.append(_WILD)
    return found


@cache
def _groups_of(ranks: int) -> tuple[MeldClass, ...]:
    """The classes of groups of some ranks, a set of `RANK_BIT`; there are 2,048 such sets."""
    return tuple([group for rank, group in _GROUPS if ranks & rank])


def loose_cards(view: SeatView, held: int, classes: Sequence[MeldClass]) -> int:
    """At least how many cards no new meld of these classes can hold, nor one of black threes."""
    hand = view.hand
    loose = view.size - wilds_held(hand) - sum([hand[kind] for kind in BLACK_THREES])
    counts = rank_counts(hand)
    for kind, number in classes:
        if kind == GROUP and number > THREE:
            loose -= counts[number]
        elif kind == SEQUENCE:
            loose -= (held & SUIT_BITS[number]).bit_count()
    return loose


def new_melds(hand: Sequence[int], meld_class: MeldClass, limits: MeldLimits) -> Iterator[Cards]:
    """Every new meld of a class that the hand can form, the smallest first."""
    kind, number = meld_class
    wilds = copies(hand, WILDS)
    if kind == SEQUENCE:
        for cards in sorted(sequences(hand, limits, bool(wilds), (number,)), key=len):
            yield from filled(cards, hand)
        return
    rule = limits.groups[number]
    if rule is None:
        return
    if kind == WILD:
        for size in range(MELD_SIZE, min(rule.max_size, len(wilds)) + 1):
            yield from subsets(wilds, size)
        return
    naturals = copies(hand, limits.naturals[number])
    for size in range(MELD_SIZE, min(rule.max_size, len(naturals) + len(wilds)) + 1):
        for wild in range(min(len(wilds), size - 1) + 1):
            if rule.allows(size - wild, wild):
                for some in subsets(naturals, size - wild):
                    for others in subsets(wilds, wild):
                        yield tuple(sorted(some + others))


def filled(cards: Cards, hand: Sequence[int]) -> Iterator[Cards]:
    """A sequence, with each kind of wild card held in the place of any wild card."""
    if -1 not in cards:
        yield cards
        return
    place = cards.index(-1)
    for kind in WILDS:
        if hand[kind]:
            yield (*cards[:place], kind, *cards[place + 1 :])


def additions(view: SeatView, meld: Meld) -> Iterator[Run]:
    """Every choice of held cards that could be laid onto an own meld, the fewest first."""
    rules, hand = view.rules, view.hand
    if meld.kind == SEQUENCE:
        longest = rules.sequences.max_size - len(meld.cards)
        wild = meld.wilds < rules.sequences.max_wilds
        for size in range(1, longest + 1):
            for kinds in _around(meld, size):
                yield from _runs(hand, kinds, wild=wild)
        return
    rule = rules.groups[meld.rank]
    kinds = WILDS if meld.kind == WILD else (*group_kinds(rules, meld.rank), *WILDS)
    held = copies(hand, kinds)
    for size in range(1, min(rule.max_size - len(meld.cards), len(held)) + 1):
        yield from map(Run, subsets(held, size))


def _around(meld: Meld, size: int) -> Iterator[Cards]:
    """The kinds that make a sequence longer, below or above, by `size` cards."""
    for below in range(size + 1):
        low, high = meld.rank - below, meld.rank + len(meld.cards)
        if low >= FOUR and high + size - below <= ACE + 1:
            yield window(meld.suit, low, below) + window(meld.suit, high, size - below)


@cache
def window(suit: int, low: int, size: int) -> Cards:
    """The kinds of a sequence of `size` cards from rank `low`."""
    return tuple(range(4 * low + suit, 4 * (low + size), 4))


def _runs(hand: Sequence[int], kinds: Cards, *, wild: bool) -> Iterator[Run]:
    """The cards for these places; one may be a wild card where `wild`, as few as it takes."""
    missing = [place for place, kind in enumerate(kinds) if not hand[kind]]
    if not missing:
        yield Run(kinds)
    if not wild or len(missing) > 1:
        return
    for place in missing or range(len(kinds)):
        for card in WILDS:
            if hand[card]:
                yield Run((*kinds[:place], card, *kinds[place + 1 :]), RANK_OF[kinds[place]])


def in_sequence(view: SeatView, *, new: bool) -> Iterator[Run]:
    """Cards that make a sequence with the upcard, as the ruleset lets the pile be taken for one."""
    upcard, rules = view.pile[-1], view.rules
    with_wild = rules.pile.new_sequence is NewSequence.WITH_WILD
    if rules.pile.new_sequence is NewSequence.NO or (with_wild and not new):
        return
    least = max(MELD_SIZE, rules.sequences.min_naturals + 1)
    sizes = range(least, rules.sequences.max_size + 1) if with_wild else range(3, 4)
    rank = RANK_OF[upcard]
    if rank < FOUR:
        return
    for size in sizes:
        for low in range(max(FOUR, rank - size + 1), min(rank, ACE + 1 - size) + 1):
            kinds = list(window(SUIT_OF[upcard], low, size))
            kinds.remove(upcard)
            for run in _runs(view.hand, tuple(kinds), wild=with_wild):
                if (run.as_ is not None) is with_wild:
                    yield run


def of_the_rank(view: SeatView) -> Iterator[Run]:
    """Two naturals of the upcard's rank or more, and any wild cards, the fewest first."""
    naturals = copies(view.hand, group_kinds(view.rules, RANK_OF[view.pile[-1]]))
    wilds = copies(view.hand, WILDS)
    for size in range(2, len(naturals) + len(wilds) + 1):
        for wild in range(min(len(wilds), size - 2) + 1):
            for some in subsets(naturals, size - wild):
                for others in subsets(wilds, wild):
                    yield Run(some + others)
