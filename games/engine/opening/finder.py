"""True if a hand can open: new melds worth at least the initial minimum, found exactly.

A cheap upper bound answers most hands that cannot, plain groups most of those that can; `Search`
decides what lies between, so that None means that there are no such melds.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from games.engine.opening.bounds import bound, bound_of, worth
from games.engine.opening.canastas import Lacking, plans
from games.engine.opening.demands import (
    EVERY_KIND,
    Including,
    demand_of,
    stays,
    with_upcard,
    without,
)
from games.engine.opening.layout import Melds
from games.engine.opening.limits import MeldLimits
from games.engine.opening.line_search import search
from games.engine.opening.quick import greedy_opening

Tally = Counter[str]
"""How often each stage decided: ``bound``, ``greedy``, ``exact_yes``, ``exact_no``."""


def find_opening(
    counts: Sequence[int],
    limits: MeldLimits,
    need: int,
    *,
    keep: int = 1,
    kept: Collection[int] = EVERY_KIND,
    including: Including | None = None,
    canastas: int | Lacking = 0,
    tally: Tally | None = None,
) -> Melds | None:
    """New melds worth `need` points that leave `keep` cards, or None if there are none.

    These are of the kinds `kept`, where a discard must be possible and not every card may be one.
    `canastas` of them at least are canastas or sambas, of any kind if it is a number. For a side
    that may lay its whole hand once so many are on the table, ask with ``keep=1``, then with
    ``keep=0`` and the canastas it lacks.
    """
    if need <= 0 and including is None and not canastas and stays(counts, (), keep, kept):
        return ()
    found, stage = None, "bound"
    if bound_of(counts, limits, including) >= need:
        if not canastas:
            found, stage = greedy_opening(counts, limits, need, keep, kept, including), "greedy"
        if found is None:
            found = search_opening(
                counts, limits, need, keep=keep, kept=kept, including=including, canastas=canastas
            )
            stage = "exact_no" if found is None else "exact_yes"
    if tally is not None:
        tally[stage] += 1
    return found


def search_opening(
    counts: Sequence[int],
    limits: MeldLimits,
    need: int,
    *,
    keep: int = 1,
    kept: Collection[int] = EVERY_KIND,
    including: Including | None = None,
    canastas: int | Lacking = 0,
) -> Melds | None:
    """`find_opening` by the exact search alone."""
    melds = _search(counts, limits, need, including, canastas)
    if melds is None:
        return None
    if stays(with_upcard(counts, including), melds, keep, kept):
        return melds
    # Too few cards stay: some card must, so each is tried as the one, the cheapest first.
    for kind in sorted(filter(counts.__getitem__, kept), key=limits.points.__getitem__):
        fewer = without(counts, (kind,))
        melds = search_opening(
            fewer, limits, need, keep=keep - 1, kept=kept, including=including, canastas=canastas
        )
        if melds is not None:
            return melds
    return None


def best_opening(
    counts: Sequence[int],
    limits: MeldLimits,
    *,
    keep: int = 1,
    kept: Collection[int] = EVERY_KIND,
    including: Including | None = None,
    canastas: int | Lacking = 0,
) -> tuple[int, Melds] | None:
    """The most points that new melds can be worth, and such melds; None if none meet the demand."""
    best = None
    low, high = 0, bound(with_upcard(counts, including), limits)
    while low <= high:
        need = (low + high + 1) // 2 if best is not None else low
        melds = search_opening(
            counts, limits, need, keep=keep, kept=kept, including=including, canastas=canastas
        )
        if melds is not None:
            best = melds
            low = worth(melds, limits) + 1
        elif best is None:
            return None
        else:
            high = need - 1
    return None if best is None else (low - 1, best)


def _search(
    counts: Sequence[int],
    limits: MeldLimits,
    need: int,
    including: Including | None,
    canastas: int | Lacking,
) -> Melds | None:
    """The exact search; the canastas wanted are settled first, in every way there is."""
    demand = demand_of(including)
    if canastas and search(counts, limits, need, demand) is None:
        return None
    lacking = canastas if isinstance(canastas, Lacking) else Lacking(canastas)
    for plan in plans(counts, limits, demand, lacking):
        rest = need - worth(plan.sambas, limits)
        melds = search(plan.counts, plan.limits, rest, plan.demand)
        if melds is not None:
            return (*melds, *plan.sambas)
    return None
