"""The rounds of a bundle into rows: who sat where, and every version of what came of it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from games.services.work import work_add
from tournaments.engine.results import Kind
from tournaments.engine.results import Result as PureResult
from tournaments.engine.tournament import Round as PureRound
from tournaments.engine.tournament import RoundState, SeatedTable
from tournaments.errors import BundleRefused
from tournaments.models import Assignment, Entry, Member, Result, Round, Table, TableSeat
from tournaments.selectors.reasons import why_columns
from tournaments.services.draw import DRAW
from tournaments.services.import_faults import row_faults
from tournaments.services.log import Change

NOT_IN_BUNDLE = "Not in the bundle"
"""Of a reason that was not shown to whoever exported the tournament."""
Entries = Mapping[int, Entry]
Members = Mapping[str, Member]
Row = Round | Table | Assignment | TableSeat | Result


def round_write(
    change: Change, pure: PureRound, path: str, entries: Entries, members: Members
) -> None:
    """Write a round; one that was being drawn is drawn again. Raises BundleRefused."""
    round_ = _round(change, pure, entries)
    _check(round_, path)
    round_.save()
    if pure.state is RoundState.DRAWING:
        work_add(kind=DRAW, subject=round_.id, step=round_.step)
    locked = {lock.entries for lock in pure.locks}
    for at, table in enumerate(pure.tables):
        flat = tuple(chain.from_iterable(table.sides))
        where = f"{path}.tables.{at}"
        _table(round_, table, where, entries, members, locked=flat in locked)
    for at, bye in enumerate(pure.byes):
        assignment = Assignment(
            round=round_, entry=entries[bye.entry], slot=bye.slot,
            locked=(bye.entry,) in locked, **why_columns(bye.why),
        )  # fmt: skip
        _check(assignment, f"{path}.byes.{at}")
        assignment.save()


def _check(row: Row, path: str) -> None:
    faults = list(row_faults(row, path))
    if faults:
        raise BundleRefused(*faults)


def _round(change: Change, pure: PureRound, entries: Entries) -> Round:
    ids = {number: str(entry.id) for number, entry in entries.items()}
    times = [each.at for table in pure.tables for each in table.results if each.at is not None]
    known = [pure.published or 0, *(r.version for table in pure.tables for r in table.results)]
    return Round(
        tournament=change.tournament,
        number=pure.number,
        state=pure.state,
        step=change.version,
        method=pure.method,
        drawn=pure.drawn,
        published=pure.published,
        closed=max(known) if pure.state is RoundState.CLOSED else None,
        basis=[
            {**each._asdict(), "entry": ids[each.entry], "floats": list(each.floats)}
            for each in pure.basis
        ],
        locks=[
            {**each._asdict(), "sides": [[ids[one] for one in side] for side in each.sides]}
            for each in pure.locks
        ],
        starts_at=min(times, default=None),
    )


def _table(
    round_: Round, pure: SeatedTable, path: str, entries: Entries, members: Members, *, locked: bool
) -> None:
    table = Table(
        round=round_,
        number=pure.number,
        slot=pure.slot,
        place=pure.place,
        venue=pure.venue,
        dealer=pure.dealer,
        start_scores=list(pure.start_scores) or None,
        former_game=pure.game or "",
        locked=locked,
        **why_columns(pure.why),
    )
    _check(table, path)
    table.save()
    Assignment.objects.bulk_create(
        Assignment(round=round_, entry=entries[number], table=table, side=side, position=position)
        for side, numbers in enumerate(pure.sides)
        for position, number in enumerate(numbers)
    )
    TableSeat.objects.bulk_create(_seats(table, pure, entries, members))
    results = [_result(table, each, members) for each in pure.results]
    for at, result in enumerate(results):
        _check(result, f"{path}.results.{at}")
    Result.objects.bulk_create(results)


def _seats(
    table: Table, pure: SeatedTable, entries: Entries, members: Members
) -> Iterator[TableSeat]:
    """Seat n is of side n mod sides; partners who entered alone sit in the order of entries."""
    for side, (numbers, players) in enumerate(zip(pure.sides, pure.players, strict=False)):
        owners: Sequence[int] = numbers * len(players) if len(numbers) == 1 else numbers
        for position, (number, player) in enumerate(zip(owners, players, strict=True)):
            yield TableSeat(
                round=table.round,
                table=table,
                seat=side + position * len(pure.sides),
                entry=entries[number],
                member=members[player],
            )


def _result(table: Table, pure: PureResult, members: Members) -> Result:
    by = pure.by
    assert pure.at is not None  # else it was told as a fault
    return Result(
        table=table,
        version=pure.version,
        at=pure.at,
        kind=pure.kind,
        end=pure.end,
        by=None if by is None else members.get(by.player),
        side=None if by is None else by.side,
        director=pure.kind in (Kind.CORRECTION, Kind.AWARD) if by is None else by.director,
        reason=pure.reason or (NOT_IN_BUNDLE if pure.kind in (Kind.CORRECTION, Kind.AWARD) else ""),
        points=_listed(pure.points),
        award=_listed(pure.award),
        winner=pure.winner,
        sambas=_listed(pure.sambas),
        hands=None if pure.hands is None else list(pure.hands),
    )


def _listed(values: tuple[int, ...] | None) -> list[int] | None:
    return None if values is None else list(values)
