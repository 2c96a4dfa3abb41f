"""Standings, made completely from results each time; and what they and draws are made from.

The cache holds entries by number, so that no name outlives its account in it; it can be dropped at
any moment. Rows are read as columns, because there are thousands of them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q

from samba_service.kit.errors import BadFields
from samba_service.kit.http import content_tag
from samba_service.kit.kept import Made, once
from samba_service.kit.sql import run
from samba_service.kit.times import DAY_S
from tournaments.engine.crosstable import crosstable_of
from tournaments.engine.results import End, Kind, ResultData
from tournaments.engine.standings import Standing, standings
from tournaments.engine.tournament import (
    AdjustmentData,
    Player,
    PlayerKind,
    RoundData,
    StintData,
    TournamentData,
    as_of,
)
from tournaments.models import Adjustment, Entry, Member, Result, Round, Stint, Table, Tournament
from tournaments.rights import current_rights
from tournaments.selectors.load import (
    draws_added,
    placed_in,
    players_of,
    state_placed,
    tournament_state,
    tuple_of,
)
from tournaments.selectors.rounds import rounds_at_play
from tournaments.selectors.tournaments import entries_of, version_of


class RankedEntry(NamedTuple):
    """An entry in the standings."""

    rank: int | None
    entry: Entry
    withdrawn: bool
    metrics: tuple[tuple[str, int | None], ...]
    """By name, in the order in which they decide."""


class StandingsAsOf(NamedTuple):
    """The standings of a tournament as of a version of it."""

    version: int
    rows: tuple[RankedEntry, ...]


_NAMES = """
    SELECT sum(hash_record_extended((s.id, e.own_name, g.name, m.id, m.own_name, m.names, p.id,
        p.display_name, p.anonymised_at), 0))
    FROM tournaments_stint s
    JOIN tournaments_entry e ON e.id = s.entry_id
    JOIN tournaments_member m ON m.id = s.member_id
    LEFT JOIN accounts_player p ON p.id = m.player_id
    LEFT JOIN games_partnership g ON g.id = e.partnership_id
    WHERE e.tournament_id = %s
"""


def names_digest(tournament_id: UUID) -> str:
    """Changes with the names in a tournament, which change without a version of it."""
    row = run(_NAMES, (tournament_id,)).fetchone()
    return "" if row is None else str(row[0])


def steady_state(tournament: Tournament) -> TournamentData:
    """A tournament as it was at one moment: read again if it changed meanwhile."""
    while True:
        state = tournament_state(tournament)
        if version_of(tournament.pk) == state.version:
            return state
        tournament = Tournament.objects.get(pk=tournament.pk)


def scores_of(tournament: Tournament) -> TournamentData:
    """The part of a tournament that its standings are made from, as it was at one moment."""
    return scores_of_many([tournament])[tournament.pk]


def scores_of_many(tournaments: Collection[Tournament]) -> Mapping[UUID, TournamentData]:
    """The same of many, in as many statements as of one: no players, no names.

    What changed meanwhile is read again.
    """
    steady: dict[UUID, TournamentData] = {}
    while tournaments:
        rounds = Round.objects.filter(tournament__in=tournaments).defer("basis", "locks", "draft")
        states = _scored(tournaments, rounds)
        rows = Tournament.objects.filter(pk__in=states)
        now = dict(rows.values_list("pk", "version"))
        steady |= {id: state for id, state in states.items() if now[id] == state.version}
        tournaments = rows.exclude(pk__in=steady) if len(steady) < len(now) else ()
    return steady


def standings_tag(tournament: Tournament, request: str) -> str:
    """The entity tag of what a request gets of the standings, which need not be made for it.

    It changes with the tournament's version, with names and who may see them, and when results of
    the same deals are shown.
    """
    shown = request, current_rights().key, sorted(rounds_at_play(tournament))
    return content_tag(tournament.version, repr((*shown, names_digest(tournament.pk))).encode())


def places_of(tournament: Tournament, version: int | None = None) -> StandingsAsOf:
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
    return StandingsAsOf(shown, places)


def require_past(tournament: Tournament, version: int | None) -> None:
    """Raises BadFields for a future version."""
    if version is not None and version > tournament.version:
        words = f"The tournament is at version {tournament.version}."
        raise BadFields(("as_of", words))


def ranked(tournament: Tournament, version: int | None = None) -> tuple[int, Sequence[Standing]]:
    """The version that the tournament is at, and its standings then or as of an earlier one."""

    def make() -> Made:
        state = scores_of(tournament)
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
    state = redacted(as_of(scores_of(tournament), version), rounds_at_play(tournament))
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


def draw_state(tournament: Tournament) -> TournamentData:
    """The part of a tournament that its next round is drawn from, for the service itself.

    It has no names, and of the players only the bots. Read it as `tournament_state`.
    """
    rounds = list(tournament.rounds.defer("draft"))
    state = draws_added(tournament, rounds, _scored([tournament], rounds)[tournament.pk])
    stints: dict[str, list[StintData]] = defaultdict(list)
    rows = Stint.objects.filter(entry__tournament=tournament)
    for entry, member, player, first, last, first_hand, last_hand in rows.values_list(
        "entry", "member", "member__player", "first_round", "last_round", "first_hand", "last_hand"
    ):  # whom substitutes replace does not matter here
        who = str(player or member)
        stints[str(entry)].append(StintData(who, None, first, last, first_hand, last_hand))
    return replace(
        state,
        entries=tuple(each._replace(stints=tuple(stints[each.id])) for each in state.entries),
        players=_bots(tournament),
    )


def _bots(tournament: Tournament) -> tuple[Player, ...]:
    if not tournament.house_bots:
        return ()
    bots = Member.objects.filter(Q(player__kind=PlayerKind.BOT) | ~Q(bot_level=""))
    return players_of(bots.filter(stints__entry__tournament=tournament).select_related("player"))


def _scored(
    tournaments: Collection[Tournament], rounds: Iterable[Round]
) -> Mapping[UUID, TournamentData]:
    """By tournament. Read without rows for objects: there are thousands."""
    of_tables = Result.objects.filter(table__round__tournament__in=tournaments).order_by("version")
    results: dict[UUID, list[ResultData]] = defaultdict(list)
    for table, version, kind, end, winner, *by_side in of_tables.values_list(
        "table", "version", "kind", "end", "winner", "points", "award", "sambas"
    ):
        assert table is not None
        points, award, sambas = map(tuple_of, by_side)
        result = ResultData(version, Kind(kind), End(end), points, award, winner, sambas)
        results[table].append(result)
    entries = Entry.objects.filter(tournament__in=tournaments, invited=False).values_list(
        "tournament_id", "pk", "number", "late", "seed", "withdrawn", named=True
    )
    tables = Table.objects.filter(round__tournament__in=tournaments).order_by("number")
    seats = tables.values_list(
        "round__tournament_id", "pk", "round_id", "number", "slot", "third_place_match", named=True
    )
    adjustments = Adjustment.objects.filter(tournament__in=tournaments)
    changes: dict[UUID, list[AdjustmentData]] = defaultdict(list)
    columns = "tournament_id", "version", "entry__number", "score"
    for tournament_id, *change in adjustments.values_list(*columns):
        changes[tournament_id].append(AdjustmentData(*change))
    rounds_by = _grouped(rounds, "tournament_id")
    entries_by = _grouped(entries, "tournament_id")
    tables_by = _grouped(seats, "round__tournament_id")
    placed = placed_in(tournaments)
    states = {
        each.pk: state_placed(
            each, rounds_by[each.pk], entries_by[each.pk], tables_by[each.pk], results, placed
        )
        for each in tournaments
    }
    return {id: replace(state, adjustments=tuple(changes[id])) for id, state in states.items()}


def _grouped(rows: Iterable[Any], column: str) -> Mapping[UUID, list[Any]]:
    """Rows by what they have in a column, in their order."""
    found: dict[UUID, list[Any]] = defaultdict(list)
    for row in rows:
        found[getattr(row, column)].append(row)
    return found
