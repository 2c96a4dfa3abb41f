"""Standings, made completely from results each time; and what they and draws are made from.

The cache holds entries by number, so that no name outlives its account in it; it can be dropped at
any moment. Rows are read as columns, because there are thousands of them.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q

from samba_service.kit.errors import BadFields
from samba_service.kit.http import content_tag
from samba_service.kit.kept import Made, once
from tournaments.engine.crosstable import crosstable_of
from tournaments.engine.draws import Bye, SeatedTable
from tournaments.engine.results import End, Kind, ResultData
from tournaments.engine.standings import Standing, standings
from tournaments.engine.tournament import (
    AdjustmentData,
    EntryData,
    Player,
    PlayerKind,
    RoundData,
    RoundState,
    StintData,
    TournamentData,
    as_of,
)
from tournaments.models import (
    Assignment,
    AttendanceChange,
    Entry,
    Member,
    Result,
    Round,
    Stint,
    Table,
    Tournament,
)
from tournaments.readers import current_reader
from tournaments.selectors.load import (
    attendance_of,
    basis_of,
    constraints_in,
    locks_of,
    players_of,
    state_without_rounds,
    tournament_state,
    tuple_of,
    why_of,
)
from tournaments.selectors.rounds import rounds_at_play
from tournaments.selectors.tournaments import entries_of, names_digest, version_of

DAY_S = 24 * 60 * 60


class RankedEntry(NamedTuple):
    """An entry in the standings."""

    rank: int | None
    entry: Entry
    withdrawn: bool
    metrics: tuple[tuple[str, int | None], ...]
    """By name, in the order in which they decide."""


class Places(NamedTuple):
    """The standings of a tournament as of a version of it."""

    version: int
    rows: tuple[RankedEntry, ...]


def steady_state(
    tournament: Tournament, load: Callable[[Tournament], TournamentData] | None = None
) -> TournamentData:
    """A tournament as it was at one moment: read again if it changed meanwhile.

    All of it, or what `load` reads.
    """
    while True:
        state = (load or tournament_state)(tournament)
        if version_of(tournament.pk) == state.version:
            return state
        tournament = Tournament.objects.get(pk=tournament.pk)


def standings_tag(tournament: Tournament, request: str) -> str:
    """The entity tag of what a request gets of the standings, which need not be made for it.

    It changes with the tournament's version, with names and who may see them, and when results of
    the same deals are shown.
    """
    shown = request, current_reader().key, sorted(rounds_at_play(tournament))
    return content_tag(tournament.version, repr((*shown, names_digest(tournament.pk))).encode())


def places_of(tournament: Tournament, version: int | None = None) -> Places:
    """The standings now, or as of an earlier version, by the current tie-breaks.

    Raises BadFields for a future version.
    """
    require_past(tournament, version)
    now, rows = ranked(tournament, version)
    shown = now if version is None else version
    entries = list(entries_of(tournament.pk).prefetch_related("presence"))
    found = {entry.number: entry for entry in entries}
    places = tuple(
        RankedEntry(each.rank, entry, _withdrawn(entry, shown), each.metrics)
        for each in rows
        for entry in [found[each.entry]]
    )
    return Places(shown, places)


def require_past(tournament: Tournament, version: int | None) -> None:
    """Raises BadFields for a future version."""
    if version is not None and version > tournament.version:
        words = f"The tournament is at version {tournament.version}."
        raise BadFields(("as_of", words))


def ranked(tournament: Tournament, version: int | None = None) -> tuple[int, Sequence[Standing]]:
    """The version that the tournament is at, and its standings then or as of an earlier one."""

    def make() -> Made:
        state = steady_state(tournament, scores_state)
        then = state if version is None else as_of(state, version)
        sealed = rounds_at_play(tournament)  # after the state, so that a round ended since is shown
        rows = [tuple(each) for each in standings(redacted(then, sealed))]
        steady = state.version == tournament.version and not sealed
        return Made((state.version, rows), keep=steady)

    key = f"standings:{tournament.pk}:{tournament.version}:{version or tournament.version}"
    now, rows = once(key, make, for_s=DAY_S)
    return now, [Standing(rank, entry, tuple(map(tuple, metrics))) for rank, entry, metrics in rows]


def rounds_played(tournament: Tournament, version: int) -> Mapping[int, int]:
    """Of each entry at a version, by its number; sitting out by the draw counts as a round."""
    state = redacted(
        as_of(steady_state(tournament, scores_state), version), rounds_at_play(tournament)
    )
    return {number: line.rounds for number, line in crosstable_of(state).lines.items()}


def redacted(state: TournamentData, sealed: AbstractSet[int]) -> TournamentData:
    """What everybody may see: nothing of rounds whose tables still play the same deals.

    `sealed` are their numbers, see `rounds_at_play`.
    """
    rounds = (_silent(round_) if round_.number in sealed else round_ for round_ in state.rounds)
    return replace(state, rounds=tuple(rounds))


def _silent(round_: RoundData) -> RoundData:
    return round_._replace(tables=tuple(each._replace(results=()) for each in round_.tables))


def _withdrawn(entry: Entry, version: int) -> bool:
    """True if the entry had withdrawn at a version."""
    known = [change.withdrawn for change in entry.presence.all() if change.version <= version]
    return bool(known) and known[-1]


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
