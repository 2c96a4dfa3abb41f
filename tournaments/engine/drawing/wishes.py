"""What a draw keeps to and goes on from, as the tournament has it."""

from collections.abc import Iterable, Mapping

from tournaments.engine.draws import Draw, Lock, Pair, Table
from tournaments.engine.entries import Apart
from tournaments.engine.pairing.constraints import Constraints
from tournaments.engine.pairing.field import pair
from tournaments.engine.pairing.seating import table_numbers
from tournaments.engine.tournament import Round, Tournament


def present(tournament: Tournament) -> frozenset[int]:
    """The entries that are there."""
    return frozenset(entry.number for entry in tournament.entries if entry.present)


def past(tournament: Tournament, number: int) -> tuple[Round, ...]:
    """The rounds that a draw of round `number` goes on from."""
    return tuple(round_ for round_ in tournament.published if round_.number < number)


def missed(tournament: Tournament, round_: Round) -> frozenset[int]:
    """Who was there when a round was published, and had no place in it: they came too late.

    For the fairness of later draws they sat out.
    """
    at = round_.published
    if at is None:
        return frozenset()
    here = {entry.number for entry in tournament.entries if entry.present_at(at)}
    return frozenset(here - round_.placed)


def locks(tournament: Tournament, number: int) -> tuple[Lock, ...]:
    """What the director fixed in round `number`, as far as everybody named is there."""
    round_, here = tournament.round(number), present(tournament)
    return () if round_ is None else tuple(each for each in round_.locks if here >= {*each.entries})


def kept_apart(tournament: Tournament, apart: Apart) -> frozenset[Pair]:
    """The pairs that must not be opponents, or partners."""
    return frozenset(
        pair(*ban.entries) for ban in tournament.forbidden if ban.apart in (apart, Apart.BOTH)
    )


def stationary(tournament: Tournament) -> dict[int, int]:
    """The table of each entry that cannot move."""
    return {each.entry: each.table for each in tournament.stationary}


def constraints(tournament: Tournament, number: int) -> Constraints:
    return Constraints(
        forbidden=kept_apart(tournament, Apart.OPPONENTS),
        locks=locks(tournament, number),
        stationary=stationary(tournament),
    )


def numbered(draw: Draw, given: Constraints) -> Draw:
    """A draw with the tables where locks and wishes want them."""
    entries = [tuple(entry for side in table.sides for entry in side) for table in draw.tables]
    numbers = table_numbers(entries, given.stationary, _tables(given.locks))
    tables = (
        table._replace(number=number) for table, number in zip(draw.tables, numbers, strict=True)
    )
    return draw._replace(tables=tuple(sorted(tables, key=_number)))


def _tables(given: Iterable[Lock]) -> Mapping[int, int]:
    return {entry: lock.table for lock in given if lock.table is not None for entry in lock.entries}


def _number(table: Table) -> int:
    return table.number
