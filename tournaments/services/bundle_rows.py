"""The rows of a bundle: its entries, rounds and results."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Expression, JSONField, Model

from games.engine.documents import Fault
from games.services.work import work_add
from tournaments.engine.draws import SeatedTable
from tournaments.engine.results import Kind, ResultData
from tournaments.engine.tournament import (
    AttendanceData,
    EntryData,
    RoundData,
    RoundState,
    TournamentData,
)
from tournaments.errors import BundleRefused
from tournaments.models import (
    Adjustment,
    Assignment,
    AttendanceChange,
    DrawConstraint,
    Entry,
    Member,
    Result,
    Round,
    Stint,
    Table,
    TableSeat,
)
from tournaments.services.changes import Change
from tournaments.services.draws import DRAW, rows_of_round

NOT_IN_BUNDLE = "Not in the bundle"
"""The reason, if it was not shown to the user who exported the tournament."""

WRITTEN = (
    Entry, DrawConstraint, Stint, AttendanceChange,
    Round, Table, Assignment, TableSeat, Result, Adjustment,
)  # fmt: skip
"""Rows of a bundle, in the order in which they are written."""

M = TypeVar("M", bound=Model)


def row_faults(row: Model, path: str) -> Iterator[Fault]:
    """Values of a row that its columns cannot keep: too long, too large."""
    for field in row._meta.concrete_fields:
        value = getattr(row, field.attname)
        by_database = isinstance(value, Expression)
        if field.is_relation or by_database or isinstance(field, JSONField):
            continue
        if value in field.empty_values:
            continue
        try:
            field.clean(value, row)
        except ValidationError as error:
            yield from (Fault(f"{path}.{field.name}", text) for text in error.messages)


class Rows:
    """The rows of a bundle: checked one by one, written kind by kind."""

    def __init__(
        self, change: Change, state: TournamentData, members: Mapping[str, Member]
    ) -> None:
        self._change, self._state, self._members = change, state, members
        self._tournament = change.tournament
        self._rows: dict[type[Model], list[Any]] = defaultdict(list)
        self._faults: list[Fault] = []
        self._entries: dict[int, Entry] = {}

    def write(self) -> None:
        """Write all of them. Raises BundleRefused if there is a fault in one."""
        for at, entry in enumerate(self._state.entries):
            self._entry(entry, f"entries.{at}")
        self._constraints()
        for at, round_ in enumerate(self._state.rounds):
            self._round(round_, f"rounds.{at}")
        self._adjustments()
        if self._faults:
            raise BundleRefused(*self._faults)
        for model in WRITTEN:
            model._default_manager.bulk_create(self._rows[model])

    def _add(self, row: M, path: str) -> M:
        """Take a row that comes from `path` of the bundle."""
        self._faults += row_faults(row, path)
        self._rows[type(row)].append(row)
        return row

    def _entry(self, pure: EntryData, path: str) -> None:
        bots = all(self._members[stint.player].bot_level for stint in pure.stints)
        now = (self._members[each.player].name for each in pure.stints if each.last is None)
        entry = Entry(
            tournament=self._tournament,
            number=pure.number,
            own_name="" if pure.name == " & ".join(now) else pure.name,
            seed=pure.seed,
            checked_in=pure.came is not None and (pure.present or pure.withdrawn),
            withdrawn=pure.withdrawn,
            late=pure.late,
            house=self._state.house_bots is not None and bool(pure.stints) and bots,
        )
        for stint in self._stints(entry, pure):
            self._add(stint, path)
        for row in self._attendance(entry, pure):
            self._add(row, path)
        self._entries[pure.number] = self._add(entry, path)

    def _attendance(self, entry: Entry, pure: EntryData) -> Iterator[AttendanceChange]:
        """When it came and went. A bundle lacks when it withdrew: that was when it went.

        An entry that has never been there withdraws at the version of the bundle.
        """
        never = [AttendanceData(self._state.version, present=False)] * pure.withdrawn
        known = pure.presence or never
        for each in known:
            gone = not each.present and (pure.withdrawn or each is not known[-1])
            yield AttendanceChange(
                entry=entry, version=each.version, present=each.present, withdrawn=gone
            )

    def _stints(self, entry: Entry, pure: EntryData) -> Iterator[Stint]:
        """A place is handed on from one hand to the next; who does not follow has the next."""
        position, last = -1, None
        for each in pure.stints:
            if last is None or (each.first, each.first_hand or 1) != last.after:
                position += 1
            last = Stint(
                entry=entry,
                member=self._members[each.player],
                replaces=None if each.replaces is None else self._members[each.replaces],
                position=position,
                first_round=each.first,
                first_hand=each.first_hand,
                last_round=each.last,
                last_hand=each.last_hand,
            )
            yield last

    def _constraints(self) -> None:
        night = self._tournament
        for at, ban in enumerate(self._state.forbidden):
            entry, other = (self._entries[number] for number in ban.entries)
            row = DrawConstraint(tournament=night, entry=entry, other=other, apart=ban.apart)
            self._add(row, f"tournament.forbidden.{at}")
        for at, each in enumerate(self._state.stationary):
            entry = self._entries[each.entry]
            row = DrawConstraint(tournament=night, entry=entry, table=each.table)
            self._add(row, f"tournament.stationary.{at}")

    def _adjustments(self) -> None:
        for at, each in enumerate(self._state.adjustments):
            row = Adjustment(
                tournament=self._tournament,
                version=each.version,
                entry=self._entries[each.entry],
                score=each.score,
                reason=each.reason or NOT_IN_BUNDLE,
                by=self._members.get(each.by or ""),
            )
            self._add(row, f"adjustments.{at}")

    def _round(self, pure: RoundData, path: str) -> None:
        """A round and its tables; one that was being drawn is drawn again."""
        round_ = self._add(self._round_row(pure), path)
        if pure.state is RoundState.DRAWING:
            work_add(kind=DRAW, subject=round_.id, step=round_.step)
        tables, places = rows_of_round(round_, pure, self._entries)
        for at, (table, each) in enumerate(zip(tables, pure.tables, strict=True)):
            where = f"{path}.tables.{at}"
            self._add(table, where)
            for seat in self._seats(table, each):
                self._add(seat, where)
            for index, result in enumerate(each.results):
                self._add(self._result(table, result), f"{where}.results.{index}")
        for place in places:
            self._add(place, path)

    def _round_row(self, pure: RoundData) -> Round:
        ids = {number: str(entry.id) for number, entry in self._entries.items()}
        results = [each for table in pure.tables for each in table.results]
        last = max([pure.published_version or 0, *(each.version for each in results)])
        return Round(
            tournament=self._tournament,
            number=pure.number,
            state=pure.state,
            step=self._change.version,
            method=pure.method,
            drawn_version=pure.drawn_version,
            published_version=pure.published_version,
            closed_version=last if pure.state is RoundState.CLOSED else None,
            locks=[
                {**each._asdict(), "sides": [[ids[one] for one in side] for side in each.sides]}
                for each in pure.locks
            ],
            starts_at=min((each.at for each in results if each.at is not None), default=None),
        )

    def _seats(self, table: Table, pure: SeatedTable) -> Iterator[TableSeat]:
        """Seat n belongs to side n mod sides; partners of individuals sit in order of entries."""
        for side, (numbers, players) in enumerate(zip(pure.sides, pure.players, strict=False)):
            owners: Sequence[int] = numbers * len(players) if len(numbers) == 1 else numbers
            for position, (number, player) in enumerate(zip(owners, players, strict=True)):
                yield TableSeat(
                    round=table.round,
                    table=table,
                    seat=side + position * len(pure.sides),
                    entry=self._entries[number],
                    member=self._members[player],
                )

    def _result(self, table: Table, pure: ResultData) -> Result:
        by, decided = pure.by, pure.kind in (Kind.CORRECTION, Kind.AWARD)
        assert pure.at is not None  # else it was reported as a fault
        return Result(
            table=table,
            version=pure.version,
            at=pure.at,
            kind=pure.kind,
            end=pure.end,
            by=None if by is None or by.player is None else self._members.get(by.player),
            side=None if by is None else by.side,
            director=decided if by is None else by.director,
            by_code=pure.by_code,
            reason=pure.reason or (NOT_IN_BUNDLE if decided else ""),
            points=_listed(pure.points),
            award=_listed(pure.award),
            winner=pure.winner,
            sambas=_listed(pure.sambas),
            hands=_listed(pure.hands),
        )


def _listed(values: Iterable[Any] | None) -> list[Any] | None:
    return None if values is None else list(values)
