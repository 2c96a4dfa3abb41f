"""Options of a side that has not melded, and going out with black threes: melds laid together.

What one meld alone may not do, several at once may; the search for them is `engine.opening`.
"""

from collections.abc import Sequence

from games.engine.actions import LayMelds, TakePile
from games.engine.cards import (
    BLACK_THREES,
    FOUR,
    KIND_BIT,
    RED_THREES,
    THREE,
    held_bits,
    rank_counts,
    sequence_starts,
)
from games.engine.legal.holding import may_leave, wilds_held
from games.engine.legal.laying import lay, take_and_lay
from games.engine.legal.limits import limits_going_out, limits_of
from games.engine.legal.option import GroupOption, SequenceOption
from games.engine.opening import (
    EVERY_KIND,
    GroupOf,
    Including,
    Melds,
    Part,
    SequenceIn,
    Upcard,
    adapt_opening,
    clear_out,
    find_opening,
    part_of,
)
from games.engine.opening.layout import in_sequences
from games.engine.view import SeatView

_NewMeld = GroupOption | SequenceOption


def opening_options(view: SeatView, new: Sequence[_NewMeld]) -> list[_NewMeld]:
    """The `new` melds that can be part of a first meld that reaches the initial minimum."""
    some = _opening(view, None)
    if some is None:
        return []
    there, known = set(map(part_of, some)), lay(some)
    found: list[_NewMeld] = []
    for option in new:
        part = _part(option)
        if part in there:
            found.append(option._replace(example=known))
        elif melds := _opening_like(view, some, part):
            found.append(option._replace(example=lay(melds)))
    return found


def _opening_like(view: SeatView, some: Melds, part: Part) -> Melds | None:
    limits = limits_of(view.rules)
    adapted = adapt_opening(view.hand, limits, _need(view), some, part)
    return _opening(view, part) if adapted is None else adapted


def pile_opening(view: SeatView) -> TakePile | None:
    """A first meld with the upcard and a natural pair, if there is one."""
    upcard = view.pile[-1]
    melds = _opening(view, Upcard(upcard), keep=1 if len(view.pile) == 1 else 0)
    melds = pile_threes_out(view) if melds is None else melds
    return None if melds is None else take_and_lay(upcard, melds)


def pile_threes_out(view: SeatView) -> Melds | None:
    """A first meld with the upcard and black threes that goes out, if going out is allowed."""
    canastas, buried = view.rules.going_out.canastas, len(view.pile) - 1
    black_threes = view.hand[BLACK_THREES[0]] + view.hand[BLACK_THREES[1]]
    full = canastas * view.rules.canasta.size
    if buried > 1 or black_threes < 2 or view.size < full or not may_leave(view, canastas):
        return None
    melds = clear_out(
        view.hand,
        limits_going_out(view.rules),
        need=_need(view),
        leave=() if buried else EVERY_KIND,
        including=Upcard(view.pile[-1]),
        canastas=canastas,
    )
    return None if melds is None or GroupOf(THREE) not in map(part_of, melds) else melds


def threes_going_out(view: SeatView, held: int) -> LayMelds | None:
    """New melds, black threes among them, that leave at most one card, if going out is allowed."""
    have = view.by_side[view.side].canastas
    lacking = max(0, view.rules.going_out.canastas - have)
    if lacking * view.rules.canasta.size > view.size or not may_leave(view, have + lacking):
        return None
    if _loose_cards(view, held) > 1:
        return None
    if lacking and lacking > _canastas_held(view, held):
        return None
    melds = clear_out(
        view.hand,
        limits_going_out(view.rules),
        need=_need(view),
        leave=EVERY_KIND,
        including=GroupOf(THREE),
        canastas=lacking,
    )
    return None if melds is None else lay(melds)


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
    return groups + sum([view.hand[kind] for kind in EVERY_KIND if starts & KIND_BIT[kind]])


def _need(view: SeatView) -> int:
    return view.by_side[view.side].minimum or 0


def _part(option: _NewMeld) -> Part:
    if isinstance(option, SequenceOption):
        return SequenceIn(option.suit)
    return GroupOf(option.rank)


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
        and _loose_cards(view, held_bits(view.hand)) <= 1
    ):
        melds = clear_out(
            view.hand,
            limits_going_out(view.rules),
            need=need,
            leave=EVERY_KIND,
            including=including,
            canastas=canastas,
        )
    return melds
