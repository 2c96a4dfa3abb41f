"""Options at the start of a turn."""

from functools import cache

from games.engine.cards import KIND_BIT, RANK_OF
from games.engine.legal.holding import may_leave
from games.engine.legal.openings import pile_opening
from games.engine.legal.option import DrawOption, Option, TakePileOption, TakeTopOption
from games.engine.melds import SEQUENCE
from games.engine.rulesets.ruleset import MOST_CARDS
from games.engine.view import SeatView


def draw_options(view: SeatView) -> list[Option]:
    """Draw, take the pile, or take its top card."""
    found: list[Option] = [_draw(min(view.rules.draw.count, view.stock_size))]
    if not view.pile or view.pile[-1] in view.rules.blocking:
        return found
    upcard = view.pile[-1]
    first = 4 * RANK_OF[upcard]
    pair = sum(view.hand[first : first + 4]) >= 2
    if view.by_side[view.side].minimum is not None:
        opening = pile_opening(view) if pair else None
        if opening is not None:
            found.append(TakePileOption(None, opening))
        return found
    bit = KIND_BIT[upcard]
    for meld in view.by_side[view.side].melds:
        if meld.kind == SEQUENCE and meld.takes & bit:
            found.append(TakeTopOption(meld))
    if pair:
        found += _pile_options(view, RANK_OF[upcard])
    return found


@cache
def _draw(count: int) -> DrawOption:
    return DrawOption(count)


def _pile_options(view: SeatView, rank: int) -> list[Option]:
    """The pile for a new group, and for each own group of the rank."""
    own = view.by_side[view.side].melds
    groups = [meld for meld in own if meld.rank == rank and meld.kind != SEQUENCE]
    most = view.rules.groups[rank].max_size or MOST_CARDS
    found: list[Option] = [
        TakePileOption(meld)
        for meld in groups
        if len(meld.cards) + 3 <= most and _leaves_a_way(view, len(meld.cards))
    ]
    if _leaves_a_way(view, 0):
        found.append(TakePileOption(None))
    return found


def _leaves_a_way(view: SeatView, meld_size: int) -> bool:
    """True if a card stays in the hand after pair and pile, or the hand may end with them."""
    if view.size - 2 + len(view.pile) - 1 > 0:
        return True
    makes_canasta = meld_size < view.rules.canasta.size <= meld_size + 3
    return may_leave(view, view.by_side[view.side].canastas + makes_canasta)
