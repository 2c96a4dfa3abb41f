"""Options after the draw: melds, laying off, merging, asking, discard and pass."""

from collections.abc import Sequence
from itertools import combinations

from games.engine.cards import (
    BLACK_THREE_BITS,
    BLACK_THREES,
    RED_THREE_BITS,
    THREE,
    held_bits,
)
from games.engine.legal.holding import may_leave, refused, threes_laid, wilds_held
from games.engine.legal.new_melds import new_meld_options
from games.engine.legal.openings import opening_options, threes_going_out
from games.engine.legal.option import (
    AskOption,
    DiscardOption,
    GroupOption,
    LayOffOption,
    MergeOption,
    Option,
    PassOption,
    RedThreeOption,
)
from games.engine.melds import GROUP, Meld
from games.engine.view import SeatView

_DISCARD, _RED_THREE, _PASS, _ASK = DiscardOption(), RedThreeOption(), PassOption(), AskOption()


def play_options(view: SeatView) -> list[Option]:
    """What may be done between the draw and the end of the turn."""
    own, size, hand = view.by_side[view.side], view.size, view.hand
    canastas = own.canastas
    qualified = canastas >= view.rules.going_out.canastas
    leave = qualified and may_leave(view, canastas)
    held = held_bits(hand)
    found: list[Option] = []
    if size > 1 or leave:
        found.append(_DISCARD)
        if held & RED_THREE_BITS:
            found.append(_RED_THREE)
    least = view.rules.group.min_size
    new = new_meld_options(view.rules, hand, held) if size >= least else []
    if own.minimum is not None:
        found += opening_options(view, new)
    else:
        if size > least or (size == least and leave):
            found += new
        found += _own_meld_options(view, held, size)
    if held & BLACK_THREE_BITS and _may_clear_with_threes(hand, size, new):
        melds = threes_going_out(view, held)
        if melds is not None:
            found.append(GroupOption(THREE, melds))
    if size == 1 and (not qualified or refused(view)):
        found.append(_PASS)
    if qualified and view.permission is None and view.seats > view.sides and not threes_laid(view):
        found.append(_ASK)
    return found


def _may_clear_with_threes(hand: bytes, size: int, new: Sequence[Option]) -> bool:
    """True if a group of black threes, wild cards and what is `new` may leave a card at most."""
    threes = hand[BLACK_THREES[0]] + hand[BLACK_THREES[1]]
    return threes >= 2 and (bool(new) or size - threes - wilds_held(hand) <= 1)


def _own_meld_options(view: SeatView, held: int, size: int) -> list[Option]:
    own = view.by_side[view.side]
    found: list[Option] = []
    for meld in own.melds:
        if meld.takes & held and (size > 1 or _may_leave_with(meld, view)):
            found.append(LayOffOption(meld))
    if own.twins:
        twins = [meld for meld in own.melds if meld.kind == GROUP and meld.rank in own.twins]
        found += _merge_options(twins, view)
    return found


def _merge_options(twins: list[Meld], view: SeatView) -> list[MergeOption]:
    return [
        option
        for one, other in combinations(twins, 2)
        if one.rank == other.rank and _may_merge(one, other, view)
        for option in (MergeOption(one, other), MergeOption(other, one))
    ]


def _may_leave_with(meld: Meld, view: SeatView) -> bool:
    """True if the seat may go out by laying its last card onto `meld`."""
    made = len(meld.cards) + 1 == view.rules.canasta.size
    return may_leave(view, view.by_side[view.side].canastas + made)


def _may_merge(one: Meld, other: Meld, view: SeatView) -> bool:
    rules, size = view.rules, len(one.cards) + len(other.cards)
    limits = rules.groups[one.rank]
    if one.wilds + other.wilds > limits.room[one.naturals + other.naturals]:
        return False
    if 0 < limits.max_size < size:
        return False
    if not threes_laid(view):
        return True
    full = rules.canasta.size
    lost = (len(one.cards) >= full) + (len(other.cards) >= full) - (size >= full)
    return may_leave(view, view.by_side[view.side].canastas - lost)
