"""Going out in one action: the whole hand, or all but a discard, as new melds."""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain

from games.engine.opening.bounds import worth
from games.engine.opening.canastas import Lacking
from games.engine.opening.demands import Including, with_upcard, without
from games.engine.opening.finder import find_opening
from games.engine.opening.layout import Melds
from games.engine.opening.limits import MeldLimits


def clear_out(
    counts: Sequence[int],
    limits: MeldLimits,
    *,
    need: int = 0,
    leave: Collection[int] = (),
    including: Including | None = None,
    canastas: int | Lacking = 0,
    must_leave: bool = False,
) -> Melds | None:
    """New melds of all cards, or of all but one of the kinds in `leave`; None if there are none.

    They are worth `need` points, `canastas` of them are canastas or sambas, and black threes are
    melded if `limits` say how. `leave` is what a last discard can be, if one is allowed, and
    `must_leave` says that there must be one.
    """

    def lay(hand: Sequence[int], cards: int) -> Melds | None:
        return find_opening(
            hand, limits.by_number, cards, keep=0, including=including, canastas=canastas
        )

    pool = with_upcard(counts, including)
    offered = sum(pool)
    if leave:
        melds = lay(counts, offered - 1)
        if melds is None:
            return None
        left = list(_left(pool, melds))
        fits = all(card in leave for card in left) and (left or not must_leave)
        if fits and worth(melds, limits) >= need:
            return melds
    melds = None if must_leave else lay(counts, offered)
    for kind in sorted(filter(counts.__getitem__, leave), key=limits.points.__getitem__):
        # The cheapest card that can be left leaves the most points to the melds.
        if melds is not None:
            break
        melds = lay(without(counts, (kind,)), offered - 1)
    return melds if melds is not None and worth(melds, limits) >= need else None


def _left(pool: Sequence[int], melds: Melds) -> Iterator[int]:
    """The kinds of which not every card is melded."""
    left = without(pool, tuple(chain(*melds)))
    return (kind for kind, count in enumerate(left) if count)
