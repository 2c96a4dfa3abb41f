"""Swiss: entrants meet who are level and have not met, the whole round drawn at once.

The first round goes by lot, or folds the field where the director seeded anybody. Every later
one is the best matching by BUNDLE "cost", the bye one of the opponents (TOURNAMENTS c1).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice

from tournaments.engine.draws import Bye, Draw, Table
from tournaments.engine.errors import DrawRefused
from tournaments.engine.lots import BYE, seeding, tie
from tournaments.engine.pairing.byes import bye_cost, lowest_bracket
from tournaments.engine.pairing.constraints import UNCONSTRAINED, Constraints, Lock
from tournaments.engine.pairing.costs import Cost, table_cost
from tournaments.engine.pairing.field import Entrant, Field, Pair, pair
from tournaments.engine.pairing.matching import best_matching
from tournaments.engine.pairing.reasons import Reasons
from tournaments.engine.pairing.seating import sides, table_numbers

DENSE = 256
"""Entrants up to whom everybody is compared with everybody."""

NEAREST = 20
"""Beyond, opponents not yet met that each is compared with, down the standings, to begin with."""

Two = tuple[Entrant, Entrant]


def draw(field: Field, constraints: Constraints = UNCONSTRAINED) -> Draw:
    """The next round of a Swiss.

    Raises DrawRefused, `no_draw_possible`, where the constraints leave no draw; the facts tell
    the entries that found no opponent, or the locks that cannot be.
    """
    if len(field.entrants) < 2:
        raise DrawRefused("no_draw_possible", "too few are here", entries=len(field.entrants))
    constraints.require_locks_fit({entrant.entry for entrant in field.entrants})
    locked = {entry for lock in constraints.locks for entry in lock.entries}
    ranked = sorted(field.entrants, key=lambda entrant: entrant.rank)
    free = [entrant for entrant in ranked if entrant.entry not in locked]
    method = _method(field)
    pairs = _DRAWN_BY[method](field, constraints, free) if free else frozenset[Pair]()
    fixed = [_fixed(lock) for lock in constraints.locks]
    return _published(field, constraints, method, [*fixed, *pairs])


def _fixed(lock: Lock) -> Pair:
    first, last = lock.entries[0], lock.entries[-1]
    return (BYE, first) if lock.bye else pair(first, last)


def _method(field: Field) -> str:
    if field.round > 1:
        return "matching"
    return "random" if all(entrant.seed is None for entrant in field.entrants) else "fold"


def _by_lot(field: Field, constraints: Constraints, free: Sequence[Entrant]) -> frozenset[Pair]:
    """Every draw is as likely as any other: ties are all that is minimised."""
    return _matched(
        constraints,
        free,
        {
            (low, high): (tie(field.seed, field.round, low, high),)
            for low, high in _pairs_and_byes(free, _allowed(constraints, free))
        },
    )


def _folded(field: Field, constraints: Constraints, free: Sequence[Entrant]) -> frozenset[Pair]:
    """The best seed meets the last, the second the last but one; the very last has the bye."""
    order = seeding({entrant.entry: entrant.seed for entrant in free}, field.seed)
    place = {entry: index for index, entry in enumerate(order, start=1)}
    place[BYE] = len(free) + 1
    facing = len(free) + 1 - len(free) % 2

    def strayed(low: int, high: int) -> int:
        return len(free) - place[high] if low == BYE else abs(place[low] + place[high] - facing)

    return _matched(
        constraints,
        free,
        {
            (low, high): (strayed(low, high), tie(field.seed, field.round, low, high))
            for low, high in _pairs_and_byes(free, _allowed(constraints, free))
        },
    )


def _by_standings(
    field: Field, constraints: Constraints, free: Sequence[Entrant]
) -> frozenset[Pair]:
    """The best matching; a large field first among near opponents, further where that fails."""
    reach = NEAREST
    while len(free) > DENSE and reach < len(free):
        costs = _costs(field, free, _near(field, constraints, free, reach))
        pairs = best_matching(_vertices(free), costs)
        if 2 * len(pairs) == len(_vertices(free)) and not any(costs[each][0] for each in pairs):
            return pairs
        reach *= 2
    return _matched(constraints, free, _costs(field, free, _allowed(constraints, free)))


_DRAWN_BY = {"random": _by_lot, "fold": _folded, "matching": _by_standings}


def _allowed(constraints: Constraints, free: Sequence[Entrant]) -> Iterator[Two]:
    for one, other in combinations(free, 2):
        if constraints.allow(one.entry, other.entry):
            yield one, other


def _near(
    field: Field, constraints: Constraints, free: Sequence[Entrant], reach: int
) -> Iterator[Two]:
    for index, one in enumerate(free):
        below = (
            (one, other)
            for other in islice(free, index + 1, None)
            if not field.met(one, other) and constraints.allow(one.entry, other.entry)
        )
        yield from islice(below, reach)


def _costs(field: Field, free: Sequence[Entrant], pairs: Iterable[Two]) -> dict[Pair, Cost]:
    costs = {pair(a.entry, b.entry): table_cost(field, a, b) for a, b in pairs}
    if len(free) % 2:
        lowest = lowest_bracket(field)
        costs |= {(BYE, each.entry): bye_cost(field, each, lowest) for each in free}
    return costs


def _pairs_and_byes(free: Sequence[Entrant], pairs: Iterable[Two]) -> Iterator[Pair]:
    yield from (pair(one.entry, other.entry) for one, other in pairs)
    if len(free) % 2:
        yield from ((BYE, entrant.entry) for entrant in free)


def _vertices(free: Sequence[Entrant]) -> list[int]:
    return [*([BYE] if len(free) % 2 else []), *(entrant.entry for entrant in free)]


def _matched(
    constraints: Constraints, free: Sequence[Entrant], costs: Mapping[Pair, Cost]
) -> frozenset[Pair]:
    pairs = best_matching(_vertices(free), costs)
    unpaired = {entrant.entry for entrant in free}.difference(*pairs)
    if unpaired:
        raise DrawRefused(
            "no_draw_possible",
            "too many are forbidden to meet",
            entries=len(free),
            unpaired=sorted(unpaired),
            forbidden=sorted(list(each) for each in constraints.forbidden if set(each) & unpaired),
        )
    return pairs


def _published(field: Field, constraints: Constraints, method: str, pairs: Sequence[Pair]) -> Draw:
    """The draw as a director reads it: best table first, every table and bye with its reason."""
    entrants = {entrant.entry: entrant for entrant in field.entrants}
    reasons = Reasons(field, constraints, method)
    met = [(entrants[low], entrants[high]) for low, high in pairs if low != BYE]
    met = sorted((min(two, key=_rank), max(two, key=_rank)) for two in met)
    met.sort(key=lambda two: two[0].rank)
    seated = [sides(*two, tie(field.seed, field.round, two[0].entry, two[1].entry)) for two in met]
    numbers = table_numbers(
        [(*first, *second) for first, second in seated],
        constraints.stationary,
        _locked_tables(constraints),
    )
    tables = (
        Table(number, order, reasons.of_table(*two))
        for number, order, two in zip(numbers, seated, met, strict=True)
    )
    byes = (Bye(high, reasons.of_bye(entrants[high])) for low, high in sorted(pairs) if low == BYE)
    return Draw(method, tuple(sorted(tables)), tuple(byes))


def _locked_tables(constraints: Constraints) -> dict[int, int]:
    return {
        entry: lock.table
        for lock in constraints.locks
        if lock.table is not None
        for entry in lock.entries
    }


def _rank(entrant: Entrant) -> int:
    return entrant.rank
