"""Options of a side that has not melded, and going out with black threes: melds laid together.

What one meld alone may not do, several at once may; the search for them is `engine.opening`.
"""

from collections.abc import Sequence
from functools import lru_cache

from games.engine.cards import (
    BLACK_THREES,
    FOUR,
    IS_WILD,
    KIND_BIT,
    KINDS,
    RANK_OF,
    RED_THREES,
    SUIT_OF,
    THREE,
    held_bits,
    rank_counts,
    sequence_starts,
)
from games.engine.legal.holding import may_leave, wilds_held
from games.engine.legal.option import GroupOption, SequenceOption
from games.engine.opening import (
    GroupLimits,
    GroupOf,
    Including,
    MeldLimits,
    Melds,
    SequenceIn,
    Upcard,
    adapt_opening,
    clear_out,
    find_opening,
)
from games.engine.opening.layout import in_sequences
from games.engine.rulesets import Ruleset
from games.engine.view import SeatView

_ALL_KINDS = range(KINDS)
_NewMeld = GroupOption | SequenceOption
_RULESETS = 1024
"""How many rulesets' limits are kept: every club may write its own, and a process lives long."""


@lru_cache(maxsize=_RULESETS)
def limits_of(rules: Ruleset) -> MeldLimits:
    """What the ruleset allows in new melds, as the search wants it."""
    return MeldLimits(
        points=rules.card_points,
        group=_group_limits(rules, FOUR),
        sequence_min=rules.sequence.min_size,
        sequence_max=rules.sequence.max_size,
        canasta=rules.canasta.size,
    )


@lru_cache(maxsize=_RULESETS)
def _limits_going_out(rules: Ruleset) -> MeldLimits:
    """The same for an action that goes out, which may meld black threes."""
    return MeldLimits(
        points=rules.card_points,
        group=_group_limits(rules, FOUR),
        black_threes=_group_limits(rules, THREE),
        sequence_min=rules.sequence.min_size,
        sequence_max=rules.sequence.max_size,
        canasta=rules.canasta.size,
    )


def _group_limits(rules: Ruleset, rank: int) -> GroupLimits:
    group, limits = rules.group, rules.groups[rank]
    return GroupLimits(
        min_size=group.min_size,
        max_size=limits.max_size,
        max_wilds=limits.max_wilds,
        min_naturals=group.min_naturals,
        naturals_per_wild=group.naturals_per_wild,
        naturals_beyond=group.naturals_beyond,
    )


def opening_options(view: SeatView, new: Sequence[_NewMeld]) -> list[_NewMeld]:
    """Those of the `new` melds that can be part of a first meld reaching the initial minimum."""
    some = _opening(view, None)
    if some is None:
        return []
    there = {_including_of(meld) for meld in some}
    found: list[_NewMeld] = []
    for option in new:
        including = _including(option)
        melds = some if including in there else _opening_like(view, some, including)
        if melds is not None:
            found.append(option._replace(example=melds))
    return found


def _opening_like(view: SeatView, some: Melds, including: Including) -> Melds | None:
    limits = limits_of(view.rules)
    adapted = adapt_opening(view.hand, limits, _need(view), some, including)
    return _opening(view, including) if adapted is None else adapted


def pile_opening(view: SeatView) -> Melds | None:
    """A first meld, the upcard with a natural pair in front, if there is one."""
    melds = _opening(view, Upcard(view.pile[-1]), keep=1 if len(view.pile) == 1 else 0)
    return pile_threes_out(view) if melds is None else melds


def pile_threes_out(view: SeatView) -> Melds | None:
    """A first meld with the upcard and black threes that goes out, if going out is allowed."""
    canastas, buried = view.rules.going_out.canastas, len(view.pile) - 1
    black_threes = view.hand[BLACK_THREES[0]] + view.hand[BLACK_THREES[1]]
    full = canastas * view.rules.canasta.size
    if buried > 1 or black_threes < 2 or view.size < full or not may_leave(view, canastas):
        return None
    melds = clear_out(
        view.hand,
        _limits_going_out(view.rules),
        need=_need(view),
        leave=() if buried else _ALL_KINDS,
        including=Upcard(view.pile[-1]),
        canastas=canastas,
    )
    return None if melds is None or GroupOf(THREE) not in map(_including_of, melds) else melds


def threes_going_out(view: SeatView, held: int) -> Melds | None:
    """New melds, black threes among them, that leave at most one card, if going out is allowed."""
    have = view.by_side[view.side].canastas
    lacking = max(0, view.rules.going_out.canastas - have)
    if lacking * view.rules.canasta.size > view.size or not may_leave(view, have + lacking):
        return None
    if _loose_cards(view, held) > 1:
        return None
    if lacking and lacking > _canastas_held(view, held):
        return None
    return clear_out(
        view.hand,
        _limits_going_out(view.rules),
        need=_need(view),
        leave=_ALL_KINDS,
        including=GroupOf(THREE),
        canastas=lacking,
    )


def _loose_cards(view: SeatView, held: int) -> int:
    """How many cards no new meld can hold, black threes apart: the quick answer before a search."""
    hand, rules = view.hand, view.rules
    loose = rank_counts(hand).translate(rules.ungroupable[wilds_held(hand)])[FOUR:]
    red_threes = hand[RED_THREES[0]] + hand[RED_THREES[1]]
    if sequence_starts(held, rules.sequence.min_size):
        running = in_sequences(hand, rules.sequence.min_size)[FOUR:]
        loose = bytes([max(0, n - run) for n, run in zip(loose, running, strict=True)])
    return sum(loose) + red_threes


def _canastas_held(view: SeatView, held: int) -> int:
    """At most how many canastas and sambas the own hand holds."""
    size, wilds = view.rules.canasta.size, wilds_held(view.hand)
    groups = sum([(naturals + wilds) // size for naturals in rank_counts(view.hand)[THREE:]])
    starts = sequence_starts(held, size)
    if not starts:
        return groups
    return groups + sum([view.hand[kind] for kind in _ALL_KINDS if starts & KIND_BIT[kind]])


def _need(view: SeatView) -> int:
    return view.by_side[view.side].minimum or 0


def _including(option: _NewMeld) -> Including:
    if isinstance(option, SequenceOption):
        return SequenceIn(option.suit)
    return GroupOf(option.rank)


def _including_of(meld: tuple[int, ...]) -> Including:
    ranks = {RANK_OF[card] for card in meld if not IS_WILD[card]}
    return GroupOf(ranks.pop()) if len(ranks) == 1 else SequenceIn(SUIT_OF[meld[0]])


def _opening(view: SeatView, including: Including | None, keep: int = 1) -> Melds | None:
    """A first meld that meets the minimum and keeps a card, or else goes out."""
    limits, need = limits_of(view.rules), _need(view)
    melds = find_opening(view.hand, limits, need, keep=keep, including=including)
    canastas = view.rules.going_out.canastas
    if (
        melds is None
        and keep
        and view.size >= canastas * limits.canasta
        and may_leave(view, canastas)
        and not _loose_cards(view, held_bits(view.hand))
    ):
        melds = clear_out(view.hand, limits, need=need, including=including, canastas=canastas)
    return melds
