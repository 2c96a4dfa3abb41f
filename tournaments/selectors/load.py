"""A tournament's rows as the one pure value from which draws, standings and the bundle are made.

Entries are named by number there, players by their public id.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple
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
    AttendanceChange,
    DrawConstraint,
    Entry,
    Member,
    Result,
    Round,
    Table,
    TableSeat,
    Tournament,
)
from tournaments.rights import reason_shown, sheet_shown
from tournaments.selectors.tournaments import entries_of, terms_values

Numbers = Mapping[str, int]
"""Entry numbers by id, as the JSON columns have it."""


class Placed(NamedTuple):
    """Who came and who sits where, in one tournament or in many."""

    presence: Mapping[UUID, Sequence[AttendanceData]]
    """By entry, when it came and went."""
    seated: Mapping[UUID, Mapping[int, list[int]]]
    """By table and side, the numbers of its entries."""
    byes: Mapping[UUID, list[Bye]]
    """By round."""


def placed_in(tournaments: Collection[Tournament]) -> Placed:
    """All of it in three statements, for any number of tournaments."""
    presence: dict[UUID, list[AttendanceData]] = defaultdict(list)
    changes = AttendanceChange.objects.filter(entry__tournament__in=tournaments)
    columns = "entry", "version", "present"
    for entry, version, present in changes.order_by("version").values_list(*columns):
        here = bool(presence[entry]) and presence[entry][-1].present
        if present != here:  # what withdrew without being there was in no draw
            presence[entry].append(AttendanceData(version, present))
    seated: dict[UUID, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    byes: dict[UUID, list[Bye]] = defaultdict(list)
    places = Assignment.objects.filter(round__tournament__in=tournaments)
    at_tables = places.exclude(table=None).values_list("table", "side", "entry__number")
    for table, side, number in at_tables:
        assert table is not None
        assert side is not None
        seated[table][side].append(number)
    for bye in places.filter(table=None).select_related("entry"):
        byes[bye.round_id].append(Bye(bye.entry.number, why_of(bye), bye.slot))
    return Placed(presence, seated, byes)


def tournament_state(tournament: Tournament) -> TournamentData:
    """Everything about a tournament, read in a fixed number of queries.

    Read it under the tournament's lock, or in a transaction that sees one moment.
    """
    rounds = list(tournament.rounds.defer("draft"))
    entries = list(entries_of(tournament.pk))
    tables = list(
        Table.objects.filter(round__tournament=tournament)
        .order_by("number")
        .prefetch_related(
            Prefetch("results", Result.objects.select_related("by__player")),
            Prefetch("seats", TableSeat.objects.select_related("member__player")),
        )
    )
    adjustments = list(tournament.adjustments.select_related("entry", "by__player"))
    results = {table.pk: list(map(pure_result, table.results.all())) for table in tables}
    placed = placed_in([tournament])
    state = state_placed(tournament, rounds, entries, tables, results, placed)
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
    pairs = zip(state.entries, entries, strict=True)
    return replace(
        draws_added(tournament, rounds, state),
        entries=tuple(pure._replace(name=row.name, stints=_stints(row)) for pure, row in pairs),
        adjustments=tuple(changes),
        players=players_of(_named(entries, tables, adjustments)),
    )


def draws_added(
    tournament: Tournament, rows: Iterable[Round], state: TournamentData
) -> TournamentData:
    """Add the locks that draws obeyed, and the basis that they were made from."""
    numbers = {entry.id: entry.number for entry in state.entries}
    rounds = (
        round_._replace(basis=basis_of(row, numbers), locks=locks_of(row, numbers))
        for row, round_ in zip(rows, state.rounds, strict=True)
    )
    constraints = constraints_in(tournament.constraints.all(), numbers)
    return replace(state, rounds=tuple(rounds), **constraints)


def state_placed(
    tournament: Tournament,
    rounds: Iterable[Round],
    entries: Iterable[Any],
    tables: Iterable[Any],
    results: Mapping[UUID, Iterable[ResultData]],
    placed: Placed,
) -> TournamentData:
    """A tournament's places and results; `entries` and `tables` are rows, or some columns."""
    pure = [_entry(row, placed.presence.get(row.pk, ())) for row in entries]
    at: dict[UUID, list[SeatedTable]] = defaultdict(list)
    for row in tables:
        sides = tuple(map(tuple, placed.seated.get(row.pk, {}).values()))
        third, known = row.third_place_match, tuple(results.get(row.pk, ()))
        table = SeatedTable(sides, known, third, row.number, row.slot)
        at[row.round_id].append(_finished(table, row) if isinstance(row, Table) else table)
    pure_rounds = tuple(
        RoundData(
            row.number, row.drawn_version, row.published_version, tuple(at[row.pk]),
            tuple(placed.byes.get(row.pk, ())), RoundState(row.state), row.method,
        )
        for row in rounds
    )  # fmt: skip
    return TournamentData(
        **terms_values(tournament),
        id=str(tournament.id),
        version=tournament.version,
        state=TournamentState(tournament.state),
        seed=tournament.seed,
        seed_shown=tournament.seed_shown,
        phrase=tournament.phrase or None,
        algorithm=tournament.algorithm,
        entries=tuple(pure),
        rounds=pure_rounds,
    )


def _entry(row: Any, came: Iterable[AttendanceData]) -> EntryData:
    at, id = tuple(came), str(row.pk)
    return EntryData(row.number, row.late, at, id, seed=row.seed, withdrawn=row.withdrawn)


def _finished(pure: SeatedTable, row: Table) -> SeatedTable:
    """The table with its game, its seats and its reason."""
    seats = [str(each.member.public_id) for each in row.seats.all()]
    sides = len(pure.sides)
    return pure._replace(
        venue=Venue(row.venue),
        game=str(row.game_id or row.former_game) or None,
        dealer=row.dealer,
        start_scores=tuple(row.start_scores or ()),
        players=tuple(tuple(seats[side::sides]) for side in range(sides)) if seats else (),
        why=why_of(row),
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
    entries: Iterable[Entry], tables: Iterable[Table], adjustments: Iterable[Adjustment]
) -> Iterator[Member | None]:
    """Everybody named by anything in the tournament, directors too."""
    for stint in (stint for entry in entries for stint in entry.stints.all()):
        yield from (stint.member, stint.replaces)
    for table in tables:
        yield from (seat.member for seat in table.seats.all())
        yield from (result.by for result in table.results.all())
    yield from (adjustment.by for adjustment in adjustments)


def pure_player(member: Member) -> Player:
    """A member as the engine names them."""
    return Player(str(member.public_id), member.name, PlayerKind(member.kind))


def _stints(entry: Entry) -> tuple[StintData, ...]:
    return tuple(
        StintData(
            str(each.member.public_id),
            str(each.replaces.public_id) if each.replaces else None,
            each.first_round,
            each.last_round,
            each.first_hand,
            each.last_hand,
        )
        for each in entry.stints.all()
    )


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
        by=_author(row),
        by_code=row.by_code,
        reason=reason_shown(row.reason or None),
        hands=sheet_shown(row.hands),
    )


def _author(row: Result) -> Author | None:
    """Who wrote it; with the code of a sheet nobody in particular, for a side."""
    if row.by is None and row.device is None:
        return None
    return Author(str(row.by.public_id) if row.by else None, row.side, row.director)


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
