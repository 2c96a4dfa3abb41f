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
from tournaments.engine.crosstable import crosstable_of
from tournaments.engine.tournament import RoundData, TournamentData
from tournaments.models import Entry, Tournament
from tournaments.readers import current_reader
from tournaments.selectors.draws import scores_state
from tournaments.selectors.entries import entries_of, names_digest
from tournaments.selectors.load import tournament_state
from tournaments.selectors.rounds import rounds_at_play
from tournaments.selectors.tournaments import version_of

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
