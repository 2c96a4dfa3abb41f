"""Swiss: entrants meet who have equal scores and have not met; the whole round is drawn at once.

Round 1 goes by lot, or folds the field if the director seeded any entry: the last in that order has
the bye of an odd field. Every later round is the matching of the lowest cost. The bye is one more
opponent, and nobody is barred from it. A cost has six levels, added up over the round, and no sum
on one level outweighs a difference of one on the level above:

1. rematches;
2. the byes of the entry that has the bye, with rounds missed by coming late and forfeit wins;
3. the distance between the brackets of opponents; of the bye, from the lowest bracket;
4. floats like one of the last two rounds: the bye is a float down;
5. the distance between ranks; of the bye, from the last rank;
6. the lot.

So the bye goes to one of those who had the fewest, unless every such draw has a rematch more; of
these to the lowest bracket and rank, unless another choice makes better tables. What a director
locked stays, a locked bye too; a ban concerns opponents, never the bye (`constraints.py`). House
bots, where the tournament has them, fill an odd field: then there is no bye. Individuals sit out
by another rule (`night.py`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations, islice

from tournaments.engine.draws import (
    BYE,
    Basis,
    Bye,
    Draw,
    DrawnTable,
    DrawRefused,
    Entries,
    Pair,
    pair,
    seeding,
    tie,
    ties,
)
from tournaments.engine.formats import Cost, FormatRules, RoundLimits, best_matching
from tournaments.engine.formats.constraints import (
    UNCONSTRAINED,
    Constraints,
    constraints_on,
    locked_tables,
    table_numbers,
)
from tournaments.engine.formats.swiss_field import Entrant, Field, Reasons, swiss_field
from tournaments.engine.tournament import TournamentData


class Swiss(FormatRules):
    """The rules of a Swiss that a draw uses."""

    def next_round(self, tournament: TournamentData, number: int) -> Draw:
        field = swiss_field(tournament, number)
        drawn = draw(field, constraints_on(tournament, number))
        basis = (
            Basis(each.entry, each.rank, each.score, each.byes, each.floats)
            for each in field.entrants
        )
        return drawn._replace(basis=tuple(basis))

    def rounds_for(self, entries: int) -> RoundLimits:
        """As many as there are opponents; with the bye one more in an odd field."""
        return RoundLimits(1, entries - 1 + entries % 2)


DENSE = 256
"""The number of entrants up to which everybody is compared with everybody."""

NEAREST = 20
"""In larger fields, the number of opponents with whom each is compared at first.

Rematches are allowed only when everybody is compared, after every shorter reach left an entry out.
"""


def draw(field: Field, constraints: Constraints = UNCONSTRAINED) -> Draw:
    """The next round of a Swiss.

    Raises DrawRefused, `no_draw_possible`, if the constraints leave no draw; the facts name the
    entries that found no opponent, or the impossible locks.
    """
    if len(field.entrants) < 2:
        raise DrawRefused("no_draw_possible", "too few are here", entries=len(field.entrants))
    constraints.require_locks_fit({entrant.entry for entrant in field.entrants})
    locked = {entry for lock in constraints.locks for entry in lock.entries}
    ranked = sorted(field.entrants, key=lambda entrant: entrant.rank)
    free = [entrant for entrant in ranked if entrant.entry not in locked]
    method = _method(field)
    pairs = _best(field, constraints, free, _COSTS[method])
    fixed = [
        pair(BYE if lock.bye else lock.entries[1], lock.entries[0]) for lock in constraints.locks
    ]
    return _draw_shown(field, constraints, method, [*fixed, *pairs])


def _method(field: Field) -> str:
    if field.round > 1:
        return "matching"
    return "random" if all(entrant.seed is None for entrant in field.entrants) else "fold"


CostsOf = Callable[[Field, Constraints, Sequence[Entrant], int], dict[Pair, Cost]]
"""Returns the costs of the allowed tables and byes; opponents are at most `reach` places apart."""


def _best(
    field: Field, constraints: Constraints, free: Sequence[Entrant], costs_of: CostsOf
) -> frozenset[Pair]:
    """The best matching; in a large field first among near opponents, further if that fails."""
    vertices = [BYE] * (len(free) % 2) + [entrant.entry for entrant in free]
    reach = NEAREST if len(free) > DENSE else len(free)
    while True:
        pairs = best_matching(vertices, costs_of(field, constraints, free, reach))
        if 2 * len(pairs) == len(vertices):
            return pairs
        if reach >= len(free):
            unpaired = {entrant.entry for entrant in free}.difference(*pairs)
            raise DrawRefused(
                "no_draw_possible",
                "too many are forbidden to meet",
                unpaired=sorted(unpaired),
                forbidden=sorted(list(two) for two in constraints.forbidden if unpaired & {*two}),
            )
        reach = min(2 * reach, len(free))


def _by_lot(
    field: Field, constraints: Constraints, free: Sequence[Entrant], reach: int
) -> dict[Pair, Cost]:
    """Neighbours in an order by lot meet, the last has the bye."""

    def drawn(entrant: Entrant) -> tuple[int, int]:
        return tie(field.lots, field.round, BYE, entrant.entry), entrant.entry

    order = [entrant.entry for entrant in sorted(free, key=drawn)]
    strayed = (
        (order[index], order[other], other - index - 1)
        for index in range(len(order))
        for other in range(index + 1, min(len(order), index + reach + 1))
    )
    return _of_first_round(field, constraints, order, strayed)


def _by_seed(
    field: Field, constraints: Constraints, free: Sequence[Entrant], reach: int
) -> dict[Pair, Cost]:
    """The best seed meets the last, the second the last but one; an odd last one has the bye."""
    order = seeding({entrant.entry: entrant.seed for entrant in free}, field.lots)
    last = len(order) - 1 - len(order) % 2
    strayed = (
        (order[index], order[other], abs(last - index - other))
        for index in range(len(order))
        for other in range(max(index + 1, last - index - reach), len(order))
        if last - index - other >= -reach
    )
    return _of_first_round(field, constraints, order, strayed)


def _of_first_round(
    field: Field,
    constraints: Constraints,
    order: Sequence[int],
    strayed: Iterator[tuple[int, int, int]],
) -> dict[Pair, Cost]:
    """`strayed`: two entries, and how far they are from whom they should meet."""
    costs: dict[Pair, Cost] = {
        pair(one, other): (far, tie(field.lots, field.round, one, other))
        for one, other, far in strayed
        if constraints.allow(one, other)
    }
    if len(order) % 2:
        for far, entry in enumerate(reversed(order)):
            costs[BYE, entry] = (far, tie(field.lots, field.round, BYE, entry))
    return costs


def _by_rank(
    field: Field, constraints: Constraints, free: Sequence[Entrant], reach: int
) -> dict[Pair, Cost]:
    costs = Costs(field)
    found = costs.of_tables(_candidates(field, constraints, free, reach))
    if len(free) % 2:
        found |= {(BYE, each.entry): costs.of_bye(each) for each in free}
    return found


_COSTS: dict[str, CostsOf] = {"random": _by_lot, "fold": _by_seed, "matching": _by_rank}


def _candidates(
    field: Field, constraints: Constraints, free: Sequence[Entrant], reach: int
) -> Iterator[Pair]:
    """Everybody, or for each the next `reach` in rank who have not met them."""
    forbidden = constraints.forbidden
    if reach >= len(free):
        pairs = combinations(sorted(each.entry for each in free), 2)
        yield from (two for two in pairs if two not in forbidden)
        return
    for index, one in enumerate(free):
        below = (pair(one.entry, other.entry) for other in islice(free, index + 1, None))
        fit = (two for two in below if two not in field.meetings and two not in forbidden)
        yield from islice(fit, reach)


WIDEST_GAP = 31
"""Brackets: wider gaps count the same."""

LONGEST_DISTANCE = 255
"""Ranks: longer distances count the same."""


class Costs:
    """Works out the costs by the standings: for tens of thousands of tables a round, and byes."""

    def __init__(self, field: Field) -> None:
        self._meetings = field.meetings
        self._tie = ties(field.lots, field.round)
        self._known = {
            each.entry: (
                each.rank,
                field.bracket_of(each),
                "down" in each.floats,
                "up" in each.floats,
            )
            for each in field.entrants
        }
        self._lowest = min(field.bracket_of(each) for each in field.entrants)

    def of_tables(self, pairs: Iterable[Pair]) -> dict[Pair, Cost]:
        """Of the tables where these entries meet."""
        meetings, known, tie = self._meetings, self._known, self._tie
        found: dict[Pair, Cost] = {}
        for two in pairs:
            low, high = two
            rank, bracket, down, up = known[low]
            other_rank, other_bracket, other_down, other_up = known[high]
            gap = bracket - other_bracket
            repeated_floats = (down + other_up if gap > 0 else other_down + up) if gap else 0
            found[two] = (
                meetings.get(two, 0),
                0,
                min(WIDEST_GAP, abs(gap)) ** 2,
                repeated_floats,
                min(LONGEST_DISTANCE, abs(rank - other_rank) - 1),
                tie(low, high),
            )
        return found

    def of_bye(self, entrant: Entrant) -> Cost:
        """`Entrant.byes` weighs most, then the bracket, a second float down, and the rank."""
        rank, bracket, down, _ = self._known[entrant.entry]
        return (
            0,
            entrant.byes,
            min(WIDEST_GAP, bracket - self._lowest) ** 2,
            int(down),  # a bye is a float down
            min(LONGEST_DISTANCE, len(self._known) - rank),
            self._tie(BYE, entrant.entry),
        )


def _draw_shown(field: Field, constraints: Constraints, method: str, pairs: Sequence[Pair]) -> Draw:
    """The draw as a director reads it: best table first, each table and bye with its reason."""
    entrants = {entrant.entry: entrant for entrant in field.entrants}
    reasons, costs = Reasons(field, constraints, method), Costs(field)
    found = costs.of_tables(two for two in pairs if two[0] != BYE)
    two = ([entrants[low], entrants[high]] for low, high in found)
    met = sorted(
        (sorted(each, key=lambda one: one.rank) for each in two), key=lambda each: each[0].rank
    )
    given = {frozenset(lock.entries): lock.sides for lock in constraints.locks}
    seated = [
        given.get(frozenset((a.entry, b.entry)))
        or _sides(a, b, tie(field.lots, field.round, a.entry, b.entry))
        for a, b in met
    ]
    numbers = table_numbers(
        [tuple(chain.from_iterable(order)) for order in seated],
        constraints.stationary,
        locked_tables(constraints.locks),
    )
    tables = (
        DrawnTable(number, order, reasons.of_table(a, b, found[pair(a.entry, b.entry)]))
        for number, order, (a, b) in zip(numbers, seated, met, strict=True)
    )
    without = (entrants[high] for low, high in sorted(pairs) if low == BYE)
    byes = (Bye(each.entry, reasons.of_bye(each, costs.of_bye(each))) for each in without)
    return Draw(method, tuple(sorted(tables)), tuple(byes))


def _sides(one: Entrant, other: Entrant, bits: int) -> tuple[Entries, Entries]:
    """The first side for the entry that had it less; `bits` decide between equals.

    No other order leaves a smaller sum of imbalances, or, for an equal sum, a smaller maximum.
    """
    swapped = other.balance < one.balance or (other.balance == one.balance and bits & 1)
    first, second = (other, one) if swapped else (one, other)
    return (first.entry,), (second.entry,)
