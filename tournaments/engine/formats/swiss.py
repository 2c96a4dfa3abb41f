"""Swiss: entrants meet who have equal scores and have not met; the whole round is drawn at once.

The first round goes by lot, or folds the field if the director seeded any entry. Every later one is
the best matching by cost; the bye counts as one of the opponents.
"""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import NamedTuple

from tournaments.engine.draws import Basis, Bye, Draw, DrawnTable, DrawRefused, Entries, Lock, Pair
from tournaments.engine.formats.protocol import Rounds
from tournaments.engine.lots import BYE, tie
from tournaments.engine.pairing.constraints import (
    UNCONSTRAINED,
    Constraints,
    constraints_on,
    locked_tables,
    table_numbers,
)
from tournaments.engine.pairing.costs import costs_by_lot, costs_by_seed, costs_by_standing
from tournaments.engine.pairing.field import (
    Entrant,
    Field,
    Past,
    balance,
    floats,
    meetings,
    pair,
    unplayed_rounds,
)
from tournaments.engine.pairing.matching import Cost, best_matching
from tournaments.engine.pairing.reasons import Reasons
from tournaments.engine.results import End
from tournaments.engine.standings import places
from tournaments.engine.standings.field import field_of
from tournaments.engine.tournament import RoundData, SeatedTable, TournamentData


class Swiss(NamedTuple):
    """The rules of a Swiss that a draw uses."""

    fewest: int = 2

    def next_round(self, tournament: TournamentData, number: int) -> Draw:
        field = swiss_field(tournament, number)
        drawn = draw(field, constraints_on(tournament, number))
        basis = (
            Basis(each.entry, each.rank, each.score, each.byes, each.floats)
            for each in field.entrants
        )
        return drawn._replace(basis=tuple(basis))

    def awaited(self, tournament: TournamentData, number: int) -> frozenset[int]:
        return tournament.present

    def rounds_for(self, entries: int) -> Rounds:
        """As many as there are opponents; with the bye one more in an odd field."""
        return Rounds(1, entries - 1 + entries % 2)


def swiss_field(tournament: TournamentData, number: int) -> Field:
    """Those present, in order of rank, with everything that the cost of a draw needs."""
    rounds = tournament.before(number)
    history = [_past(tournament, round_) for round_ in rounds]
    here = tournament.present
    played = field_of(tournament)
    ranked = [entry for entry in places(tournament, field=played) if entry in here]
    seeds = tournament.seeds
    had, sides, floated = unplayed_rounds(history), balance(history), floats(history)
    return Field(
        round=number,
        seed=tournament.lots,
        bracket=tournament.scoring.bracket,
        entrants=tuple(
            Entrant(
                entry,
                rank,
                played.totals[entry],
                had[entry],
                floated(entry),
                sides[entry],
                seeds[entry],
            )
            for rank, entry in enumerate(ranked, start=1)
        ),
        meetings=meetings(history),
    )


def _past(tournament: TournamentData, round_: RoundData) -> Past:
    tables = tuple(DrawnTable(each.number, each.sides, each.why) for each in round_.tables)
    bracket = tournament.scoring.bracket
    return Past(
        Draw(round_.method, tables, round_.byes),
        brackets={each.entry: each.score // bracket for each in round_.basis},
        void=frozenset(table.number for table in round_.tables if table.void),
        forfeits=frozenset(_won_by_forfeit(round_.tables)),
        missed=tournament.missed(round_),
    )


def _won_by_forfeit(tables: Sequence[SeatedTable]) -> list[int]:
    return [
        entry
        for table in tables
        if (result := table.counted) is not None
        and result.end is End.FORFEIT
        and result.winner is not None
        for entry in table.sides[result.winner]
    ]


DENSE = 256
"""The number of entrants up to which everybody is compared with everybody."""

NEAREST = 20
"""In larger fields, the number of opponents with whom each is compared at first.

Rematches are allowed only when everybody is compared, after every shorter reach left an entry out.
"""

Costs = Callable[[Field, Constraints, Sequence[Entrant], int], dict[Pair, Cost]]
"""Costs of allowed tables, and of the byes, among opponents no further apart than the last
argument.
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
    fixed = [_fixed(lock) for lock in constraints.locks]
    return _draw_shown(field, constraints, method, [*fixed, *pairs])


def _fixed(lock: Lock) -> Pair:
    first, last = lock.entries[0], lock.entries[-1]
    return (BYE, first) if lock.bye else pair(first, last)


def _method(field: Field) -> str:
    if field.round > 1:
        return "matching"
    return "random" if all(entrant.seed is None for entrant in field.entrants) else "fold"


_COSTS = {"random": costs_by_lot, "fold": costs_by_seed, "matching": costs_by_standing}


def _best(
    field: Field, constraints: Constraints, free: Sequence[Entrant], costs_of: Costs
) -> frozenset[Pair]:
    """The best matching; in a large field first among near opponents, further if that fails."""
    vertices = [BYE] * (len(free) % 2) + [entrant.entry for entrant in free]
    reach = NEAREST if len(free) > DENSE else len(free)
    while True:
        pairs = best_matching(vertices, costs_of(field, constraints, free, reach))
        complete = 2 * len(pairs) == len(vertices)
        if complete or reach >= len(free):
            break
        reach = min(2 * reach, len(free))
    if not complete:
        raise _refusal(constraints, {entrant.entry for entrant in free}.difference(*pairs))
    return pairs


def _refusal(constraints: Constraints, unpaired: set[int]) -> DrawRefused:
    return DrawRefused(
        "no_draw_possible",
        "too many are forbidden to meet",
        unpaired=sorted(unpaired),
        forbidden=sorted(list(each) for each in constraints.forbidden if set(each) & unpaired),
    )


def _draw_shown(field: Field, constraints: Constraints, method: str, pairs: Sequence[Pair]) -> Draw:
    """The draw as a director reads it: best table first, each table and bye with its reason."""
    entrants = {entrant.entry: entrant for entrant in field.entrants}
    reasons = Reasons(field, constraints, method)
    two = ([entrants[low], entrants[high]] for low, high in pairs if low != BYE)
    met = sorted((sorted(each, key=_rank) for each in two), key=lambda each: each[0].rank)
    given = {frozenset(lock.entries): lock.sides for lock in constraints.locks}
    seated = [
        given.get(frozenset((a.entry, b.entry)))
        or _sides(a, b, tie(field.seed, field.round, a.entry, b.entry))
        for a, b in met
    ]
    numbers = table_numbers(
        [tuple(chain.from_iterable(order)) for order in seated],
        constraints.stationary,
        locked_tables(constraints.locks),
    )
    tables = (
        DrawnTable(number, order, reasons.of_table(a, b))
        for number, order, (a, b) in zip(numbers, seated, met, strict=True)
    )
    byes = (Bye(high, reasons.of_bye(entrants[high])) for low, high in sorted(pairs) if low == BYE)
    return Draw(method, tuple(sorted(tables)), tuple(byes))


def _rank(entrant: Entrant) -> int:
    return entrant.rank


def _sides(one: Entrant, other: Entrant, bits: int) -> tuple[Entries, Entries]:
    """The first side for the entry that had it less; `bits` decide between equals.

    No other order leaves a smaller sum of imbalances, or, for an equal sum, a smaller maximum.
    """
    swapped = other.balance < one.balance or (other.balance == one.balance and bits & 1)
    first, second = (other, one) if swapped else (one, other)
    return (first.entry,), (second.entry,)
