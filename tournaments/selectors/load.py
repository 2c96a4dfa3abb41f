"""A tournament's rows as the one pure value from which draws, standings and the bundle are made.

Entries are named by number there, players by their public id.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db.models import Prefetch

from tournaments.engine.draws import (
    Apart,
    Ban,
    Basis,
    Bye,
    Lock,
    Reason,
    SeatedTable,
    Stationary,
    pair,
)
from tournaments.engine.reason_texts import EntryNames
from tournaments.engine.results import Author, End, Kind, ResultData
from tournaments.engine.terms import Venue
from tournaments.engine.tournament import (
    AdjustmentData,
    AttendanceData,
    EntryData,
    Player,
    PlayerKind,
    RoundData,
    RoundState,
    StintData,
    TournamentData,
    TournamentState,
)
from tournaments.models import (
    Adjustment,
    Assignment,
    DrawConstraint,
    Entry,
    Member,
    Result,
    Round,
    Table,
    TableSeat,
    Tournament,
)
from tournaments.readers import reason_shown, sheet_shown
from tournaments.selectors.tournaments import entries_of, terms_values

Numbers = Mapping[str, int]
"""Entry numbers by id, as the JSON columns have it."""


def tournament_state(tournament: Tournament) -> TournamentData:
    """Everything about a tournament, read in a fixed number of queries.

    Read it under the tournament's lock, or in a transaction that sees one moment.
    """
    rounds = _round_rows(tournament.pk)
    entries = list(entries_of(tournament.pk).prefetch_related("presence"))
    adjustments = list(tournament.adjustments.select_related("entry", "by__player"))
    numbers = {str(entry.id): entry.number for entry in entries}
    changes = (
        AdjustmentData(
            each.version,
            each.entry.number,
            each.score,
            reason_shown(each.reason),
            str(each.by.public_id) if each.by else None,
        )
        for each in adjustments
    )
    return replace(
        state_without_rounds(tournament),
        entries=tuple(map(_entry, entries)),
        adjustments=tuple(changes),
        players=players_of(_named(entries, rounds, adjustments)),
        rounds=tuple(_round(row, numbers) for row in rounds),
        **constraints_in(tournament.constraints.all(), numbers),
    )


def state_without_rounds(tournament: Tournament) -> TournamentData:
    """A tournament by its own row, without entries and rounds."""
    return TournamentData(
        **terms_values(tournament),
        id=str(tournament.id),
        version=tournament.version,
        state=TournamentState(tournament.state),
        seed=tournament.seed,
        seed_shown=tournament.seed_shown,
        phrase=tournament.phrase or None,
        algorithm=tournament.algorithm,
        entries=(),
    )


def constraints_in(rows: Iterable[DrawConstraint], numbers: Numbers) -> dict[str, Any]:
    """What draws keep to, by the names of a tournament's values."""
    bans: list[Ban] = []
    stationary: list[Stationary] = []
    for row in rows:
        entry = numbers[str(row.entry_id)]
        if row.table is not None:
            stationary.append(Stationary(entry, row.table))
        else:
            bans.append(Ban(pair(entry, numbers[str(row.other_id)]), Apart(row.apart)))
    return {"forbidden": tuple(bans), "stationary": tuple(stationary)}


def players_of(members: Iterable[Member | None]) -> tuple[Player, ...]:
    players = {pure_player(member) for member in members if member is not None}
    return tuple(sorted(players, key=lambda player: (player.name, player.id)))


def _named(
    entries: Iterable[Entry], rounds: Iterable[Round], adjustments: Iterable[Adjustment]
) -> Iterator[Member | None]:
    """Everybody named by anything in the tournament, directors too."""
    for stint in (stint for entry in entries for stint in entry.stints.all()):
        yield from (stint.member, stint.replaces)
    for table in (table for round_ in rounds for table in round_.tables.all()):
        yield from (seat.member for seat in table.seats.all())
        yield from (result.by for result in table.results.all())
    yield from (adjustment.by for adjustment in adjustments)


def pure_player(member: Member) -> Player:
    """A member as the engine names them."""
    return Player(str(member.public_id), member.name, PlayerKind(member.kind))


def _entry(entry: Entry) -> EntryData:
    return EntryData(
        number=entry.number,
        late=entry.late,
        presence=attendance_of((each.version, each.present) for each in entry.presence.all()),
        id=str(entry.id),
        name=entry.name,
        seed=entry.seed,
        stints=tuple(
            StintData(
                str(each.member.public_id),
                str(each.replaces.public_id) if each.replaces else None,
                each.first_round,
                each.last_round,
                each.first_hand,
                each.last_hand,
            )
            for each in entry.stints.all()
        ),
        withdrawn=entry.withdrawn,
    )


def attendance_of(changes: Iterable[tuple[int, bool]]) -> tuple[AttendanceData, ...]:
    """An entry's comings and goings: what withdrew without being there was in no draw."""
    found, here = [], False
    for version, present in changes:
        if present != here:
            here = present
            found.append(AttendanceData(version, present))
    return tuple(found)


def _round_rows(tournament_id: UUID) -> list[Round]:
    rows = Round.objects.filter(tournament=tournament_id).prefetch_related(
        "assignments",
        Prefetch("tables__results", Result.objects.select_related("by__player")),
        Prefetch("tables__seats", TableSeat.objects.select_related("member__player")),
    )
    return list(rows)


def _round(row: Round, numbers: Numbers) -> RoundData:
    placed: dict[UUID | None, list[Assignment]] = defaultdict(list)
    for assignment in row.assignments.all():
        placed[assignment.table_id].append(assignment)
    return RoundData(
        number=row.number,
        state=RoundState(row.state),
        method=row.method,
        drawn_version=row.drawn_version,
        published_version=row.published_version,
        basis=basis_of(row, numbers),
        locks=locks_of(row, numbers),
        tables=tuple(_table(table, placed[table.id], numbers) for table in row.tables.all()),
        byes=tuple(
            Bye(numbers[str(each.entry_id)], why_of(each), each.slot)
            for each in placed[None]
        ),
    )  # fmt: skip


def basis_of(row: Round, numbers: Numbers) -> tuple[Basis, ...]:
    return tuple(
        Basis(numbers[each["entry"]], each["rank"], each["score"], each["byes"], (*each["floats"],))
        for each in row.basis
    )


def locks_of(row: Round, numbers: Numbers) -> tuple[Lock, ...]:
    return tuple(lock_of(lock, numbers) for lock in row.locks)


def lock_of(stored: Mapping[str, Any], numbers: Numbers) -> Lock:
    """A lock as the column has it, in the shape of the bundle."""
    sides = tuple(tuple(numbers[entry] for entry in side) for side in stored["sides"])
    return Lock(
        sides,
        stored["table"],
        bye=stored["bye"],
        override=stored["override"],
        version=stored["version"],
        reason=reason_shown(stored["reason"]),
        after_publication=stored.get("after_publication", False),
    )


def sides_of(assigned: Iterable[Assignment]) -> list[list[Assignment]]:
    """The assignments to one table, side by side."""
    sides: dict[int, list[Assignment]] = defaultdict(list)
    for assignment in sorted(assigned, key=lambda each: (each.side, each.position)):
        assert assignment.side is not None
        sides[assignment.side].append(assignment)
    return [sides[side] for side in sorted(sides)]


def _table(table: Table, assigned: Iterable[Assignment], numbers: Numbers) -> SeatedTable:
    sides = sides_of(assigned)
    seated = sorted(table.seats.all(), key=lambda each: each.seat)
    return SeatedTable(
        number=table.number,
        sides=tuple(tuple(numbers[str(each.entry_id)] for each in side) for side in sides),
        results=tuple(map(pure_result, table.results.all())),
        third_place_match=table.third_place_match,
        slot=table.slot,
        venue=Venue(table.venue),
        game=str(table.game_id or table.former_game) or None,
        dealer=table.dealer,
        start_scores=tuple(table.start_scores or ()),
        players=tuple(
            tuple(str(each.member.public_id) for each in seated[side :: len(sides)])
            for side in range(len(sides))
        )
        if seated
        else (),
        why=why_of(table),
    )


def pure_result(row: Result) -> ResultData:
    """One version of a result."""
    return ResultData(
        version=row.version,
        kind=Kind(row.kind),
        end=End(row.end),
        points=tuple_of(row.points),
        award=tuple_of(row.award),
        winner=row.winner,
        sambas=tuple_of(row.sambas),
        at=row.at,
        by=Author(str(row.by.public_id), row.side, row.director) if row.by else None,
        reason=reason_shown(row.reason or None),
        hands=sheet_shown(row.hands),
    )


def tuple_of(values: list[int] | None) -> tuple[int, ...] | None:
    return None if values is None else tuple(values)


def why_of(row: Table | Assignment) -> Reason:
    """The stored reason for a table or a bye."""
    return Reason(row.why_code, row.why_facts, tuple(row.why_cost), row.why_text)


def why_columns(why: Reason) -> Mapping[str, Any]:
    """The columns of a reason."""
    return {
        "why_code": why.code,
        "why_facts": dict(why.facts),
        "why_text": why.text,
        "why_cost": list(why.cost),
    }


def names_of(tournament_id: UUID) -> EntryNames:
    """The names of a tournament's entries, by number."""
    return {entry.number: entry.name for entry in entries_of(tournament_id)}
