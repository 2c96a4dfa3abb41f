"""Standings, made completely from results each time; the cache can be dropped at any moment.

The cache holds entries by number, so that no name outlives its account in it.
"""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import NamedTuple

from samba_service.kit.errors import BadFields
from samba_service.kit.http import content_tag
from samba_service.kit.kept import Made, once
from tournaments.engine import Standing, as_of, standings
from tournaments.engine.standings.field import field_of
from tournaments.engine.tournament import RoundData, TournamentData
from tournaments.models import AuditEntry, Entry, Tournament
from tournaments.readers import current_reader
from tournaments.selectors.entries import entries_of, names_digest
from tournaments.selectors.load import scores_state, tournament_state
from tournaments.selectors.rounds import rounds_at_play
from tournaments.selectors.tournaments import version_of

DAY_S = 24 * 60 * 60


class Place(NamedTuple):
    """An entry in the standings."""

    rank: int | None
    entry: Entry
    withdrawn: bool
    metrics: tuple[tuple[str, int | None], ...]
    """By name, in the order in which they decide."""


class Places(NamedTuple):
    """The standings of a tournament as of a version of it."""

    version: int
    rows: tuple[Place, ...]


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
    withdrawn = _withdrawn(tournament, entries, shown, now)
    found = {entry.number: entry for entry in entries}
    places = tuple(
        Place(each.rank, found[each.entry], each.entry in withdrawn, each.metrics) for each in rows
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
        rows = [tuple(each) for each in standings(told(then, sealed))]
        steady = state.version == tournament.version and not sealed
        return Made((state.version, rows), keep=steady)

    key = f"standings:{tournament.pk}:{tournament.version}:{version or tournament.version}"
    now, rows = once(key, make, for_s=DAY_S)
    return now, [Standing(rank, entry, tuple(map(tuple, metrics))) for rank, entry, metrics in rows]


def rounds_played(tournament: Tournament, version: int) -> Mapping[int, int]:
    """Of each entry at a version, by its number; sitting out by the draw counts as a round."""
    state = told(as_of(steady_state(tournament, scores_state), version), rounds_at_play(tournament))
    return {number: line.rounds for number, line in field_of(state).lines.items()}


def told(state: TournamentData, sealed: AbstractSet[int]) -> TournamentData:
    """What everybody may see: nothing of rounds whose tables still play the same deals.

    `sealed` are their numbers, see `rounds_at_play`.
    """
    rounds = (_silent(round_) if round_.number in sealed else round_ for round_ in state.rounds)
    return replace(state, rounds=tuple(rounds))


def _silent(round_: RoundData) -> RoundData:
    return round_._replace(tables=tuple(each._replace(results=()) for each in round_.tables))


def _withdrawn(
    tournament: Tournament, entries: Sequence[Entry], version: int, now: int
) -> set[int]:
    """The numbers of those who had withdrawn at a version.

    The log shows it; for house bots, and for imported entries, only the changes of attendance do.
    """
    if version >= now:
        return {entry.number for entry in entries if entry.withdrawn}
    log = AuditEntry.objects.filter(
        tournament=tournament, version__lte=version, act="entry_changed",
        facts__has_key="withdrawn",
    ).order_by("version")  # fmt: skip
    told = dict(log.values_list("facts__entry", "facts__withdrawn"))
    unlogged = bool(tournament.imported_from)
    return {
        entry.number
        for entry in entries
        if told.get(str(entry.id), (entry.house or unlogged) and _left(entry, version))
    }


def _left(entry: Entry, version: int) -> bool:
    """True if an entry was there, and no more at the version."""
    known = [change.present for change in entry.presence.all() if change.version <= version]
    return bool(known) and not known[-1]
