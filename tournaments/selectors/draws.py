"""What standings are made from, and draws: read as columns, because there are thousands of rows."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from uuid import UUID

from django.db.models import Q

from tournaments.engine.draws import Bye
from tournaments.engine.entries import EntryData, Player, PlayerKind, StintData
from tournaments.engine.results import End, Kind, ResultData
from tournaments.engine.tournament import (
    AdjustmentData,
    RoundData,
    RoundState,
    SeatedTable,
    TournamentData,
)
from tournaments.models import (
    Assignment,
    AttendanceChange,
    Member,
    Result,
    Round,
    Stint,
    Table,
    Tournament,
)
from tournaments.selectors.load import (
    attendance_of,
    basis_of,
    constraints_in,
    locks_of,
    players_of,
    state_without_rounds,
    tuple_of,
    why_of,
)


def scores_state(tournament: Tournament) -> TournamentData:
    """The part of a tournament that its standings are made from: no players, no names."""
    return _scored(tournament, tournament.rounds.defer("basis", "locks", "draft"))


def draw_state(tournament: Tournament) -> TournamentData:
    """The part of a tournament that its next round is drawn from, for the service itself.

    It has no names, and of the players only the bots. Read it as `tournament_state`.
    """
    rows = list(tournament.rounds.defer("draft"))
    state = _scored(tournament, rows)
    numbers = {entry.id: entry.number for entry in state.entries}
    stints = _stints(tournament.pk)
    rounds = (
        round_._replace(basis=basis_of(row, numbers), locks=locks_of(row, numbers))
        for row, round_ in zip(rows, state.rounds, strict=True)
    )
    return replace(
        state,
        entries=tuple(each._replace(stints=tuple(stints[each.id])) for each in state.entries),
        rounds=tuple(rounds),
        players=_bots(tournament),
        **constraints_in(tournament.constraints.all(), numbers),
    )


def _bots(tournament: Tournament) -> tuple[Player, ...]:
    if not tournament.house_bots:
        return ()
    bots = Member.objects.filter(Q(player__kind=PlayerKind.BOT) | ~Q(bot_level=""))
    return players_of(bots.filter(stints__entry__tournament=tournament).select_related("player"))


def _stints(tournament_id: UUID) -> dict[str, list[StintData]]:
    """Who sits when, by the id of the entry; whom substitutes replace does not matter here."""
    found: dict[str, list[StintData]] = defaultdict(list)
    stints = Stint.objects.filter(entry__tournament=tournament_id)
    for entry, member, player, first, last, first_hand, last_hand in stints.values_list(
        "entry", "member", "member__player", "first_round", "last_round", "first_hand", "last_hand"
    ):
        who = str(player or member)
        found[str(entry)].append(StintData(who, None, first, last, first_hand, last_hand))
    return found


def _scored(tournament: Tournament, rows: Iterable[Round]) -> TournamentData:
    presence: dict[UUID, list[tuple[int, bool]]] = defaultdict(list)
    came = AttendanceChange.objects.filter(entry__tournament=tournament).order_by("version")
    for id, version, present in came.values_list("entry", "version", "present"):
        presence[id].append((version, present))
    entries = {
        id: EntryData(
            number, late, attendance_of(presence[id]), str(id), seed=seed, withdrawn=withdrawn
        )
        for id, number, late, seed, withdrawn in tournament.entries.filter(
            invited=False
        ).values_list("pk", "number", "late", "seed", "withdrawn")
    }
    numbers = {id: entry.number for id, entry in entries.items()}
    adjustments = tournament.adjustments.values_list("version", "entry__number", "score")
    return replace(
        state_without_rounds(tournament),
        entries=tuple(entries.values()),
        adjustments=tuple(AdjustmentData(*each) for each in adjustments),
        rounds=tuple(_rounds(tournament.pk, rows, numbers)),
    )


def _rounds(
    tournament_id: UUID, rows: Iterable[Round], numbers: Mapping[UUID, int]
) -> Iterator[RoundData]:
    """The rounds with places and scores, read without rows for objects: there are thousands."""
    of_tables = Result.objects.filter(table__round__tournament=tournament_id).order_by("version")
    results: dict[UUID | None, list[ResultData]] = defaultdict(list)
    for table, version, kind, end, winner, *by_side in of_tables.values_list(
        "table", "version", "kind", "end", "winner", "points", "award", "sambas"
    ):
        points, award, sambas = map(tuple_of, by_side)
        result = ResultData(version, Kind(kind), End(end), points, award, winner, sambas)
        results[table].append(result)
    seated: dict[UUID, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    byes: dict[UUID, list[Bye]] = defaultdict(list)
    places = Assignment.objects.filter(round__tournament=tournament_id)
    for table, side, entry in places.exclude(table=None).values_list("table", "side", "entry"):
        assert table is not None
        assert side is not None
        seated[table][side].append(numbers[entry])
    for bye in places.filter(table=None):
        byes[bye.round_id].append(Bye(numbers[bye.entry_id], why_of(bye), bye.slot))
    tables: dict[UUID, list[SeatedTable]] = defaultdict(list)
    of_rounds = Table.objects.filter(round__tournament=tournament_id).order_by("number")
    for id, round_, number, slot, third in of_rounds.values_list(
        "pk", "round", "number", "slot", "third_place_match"
    ):
        sides = tuple(tuple(each) for each in seated[id].values())
        tables[round_].append(SeatedTable(sides, tuple(results[id]), third, number, slot))
    for row in rows:
        yield RoundData(
            row.number, row.drawn_version, row.published_version,
            tuple(tables[row.pk]), tuple(byes[row.pk]), RoundState(row.state), row.method,
        )  # fmt: skip
