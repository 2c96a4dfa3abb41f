"""Standings, made whole from results each time; what is cached could be made anew at any moment.

The cache holds entries by number, so that no name outlives its account in it.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import NamedTuple
from uuid import UUID

from django.core.cache import cache

from samba_service.errors import BadFields
from tournaments.engine import Standing, as_of, standings
from tournaments.engine.tournament import Round
from tournaments.engine.tournament import Tournament as PureTournament
from tournaments.models import AuditEntry, Entry, Tournament
from tournaments.selectors.shared_deals import rounds_at_play
from tournaments.selectors.state import tournament_state
from tournaments.selectors.tournaments import entries_of

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


def steady_state(tournament_id: UUID) -> PureTournament:
    """A tournament as it was at one moment: read again where it changed meanwhile."""
    while True:
        tournament = Tournament.objects.get(pk=tournament_id)
        state = tournament_state(tournament)
        tournament.refresh_from_db(fields=["version"])
        if tournament.version == state.version:
            return state


def places_of(tournament: Tournament, version: int | None = None) -> Places:
    """The standings now, or as of an earlier version, by the tie-breaks that there are now.

    Raises BadFields for a version that has not come yet.
    """
    if version is not None and version > tournament.version:
        words = f"The tournament is at version {tournament.version}."
        raise BadFields(("as_of", words))
    now, rows = ranked(tournament, version)
    shown = now if version is None else version
    entries = list(entries_of(tournament.pk).prefetch_related("presence"))
    withdrawn = _withdrawn(tournament, entries, shown, now)
    found = {entry.number: entry for entry in entries}
    places = tuple(
        Place(each.rank, found[each.entry], each.entry in withdrawn, each.metrics) for each in rows
    )
    return Places(shown, places)


def ranked(tournament: Tournament, version: int | None = None) -> tuple[int, Sequence[Standing]]:
    """The version that the tournament is at, and its standings then or as of an earlier one."""
    key = f"standings:{tournament.pk}:{tournament.version}:{version or tournament.version}"
    kept = cache.get(key)
    if kept is not None:
        return tournament.version, [
            Standing(rank, entry, tuple(map(tuple, metrics))) for rank, entry, metrics in kept
        ]
    state = steady_state(tournament.pk)
    then = state if version is None else as_of(state, version)
    sealed = rounds_at_play(tournament)  # after the state: a round that has ended since is told
    made = standings(told(then, sealed))
    if state.version == tournament.version and not sealed:
        cache.set(key, [tuple(each) for each in made], DAY_S)
    return state.version, made


def told(state: PureTournament, sealed: AbstractSet[int]) -> PureTournament:
    """What everybody may know: nothing of rounds whose tables still play the same deals.

    `sealed` are their numbers, see `rounds_at_play`.
    """
    rounds = (_silent(round_) if round_.number in sealed else round_ for round_ in state.rounds)
    return replace(state, rounds=tuple(rounds))


def _silent(round_: Round) -> Round:
    return round_._replace(tables=tuple(each._replace(results=()) for each in round_.tables))


def _withdrawn(
    tournament: Tournament, entries: Sequence[Entry], version: int, now: int
) -> set[int]:
    """The numbers of those who had withdrawn at a version.

    The log tells; of house bots, and of entries that were imported, only who was there when.
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
    """Whether an entry was there, and no more at the version."""
    known = [change.present for change in entry.presence.all() if change.version <= version]
    return bool(known) and not known[-1]
