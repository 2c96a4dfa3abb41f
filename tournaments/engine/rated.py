"""What ratings learn from a tournament: its tables in the order in which they came to count."""

from collections.abc import Iterator
from datetime import datetime

from tournaments.engine.entries import Entry
from tournaments.engine.ratings import Rated, RatedTable
from tournaments.engine.results import Result
from tournaments.engine.tournament import SeatedTable, Tournament

HANDS = 4
"""Of a round by time, as of the scale (BUNDLE "Scores")."""


def rated_tables(tournament: Tournament) -> tuple[RatedTable, ...]:
    """The confirmed tables that were played, in whole or in part.

    Where partners change a player is rated, by id; else those who sat together, as the sorted
    tuple of their ids, so that a substitute's table is another pair's.
    """
    hands = tournament.scoring.hands or HANDS
    tables: list[RatedTable] = []
    day = 0
    for table, result, points in sorted(_played(tournament), key=lambda each: each[1].version):
        day = max(day, _day(result.at))
        sides = tuple(_rated(tournament, players) for players in table.players)
        tables.append(RatedTable(day, sides, points, hands))
    return tuple(tables)


def rated_of(tournament: Tournament) -> list[tuple[str | None, Entry | None, Rated]]:
    """Who bears a rating, in order of entry: a player, or else an entry, and the rating's key."""
    if tournament.format.individual:
        sitting = (tenure.player for entry in tournament.entries for tenure in entry.tenures)
        return [(player, None, player) for player in dict.fromkeys(sitting)]
    return [(None, entry, _own_pair(entry)) for entry in tournament.entries]


def _played(tournament: Tournament) -> Iterator[tuple[SeatedTable, Result, tuple[int, ...]]]:
    for round_ in tournament.published:
        for table in round_.tables:
            result = table.counted
            if result is not None and result.by_play and result.points is not None:
                yield table, result, result.points


def _rated(tournament: Tournament, players: tuple[str, ...]) -> tuple[Rated, ...]:
    return players if tournament.format.individual else (tuple(sorted(players)),)


def _own_pair(entry: Entry) -> Rated:
    """Those who entered: substitutes are none of them."""
    own = {tenure.player for tenure in entry.tenures if tenure.replaces is None}
    return tuple(sorted(own))


def _day(at: datetime | None) -> int:
    return 0 if at is None else at.date().toordinal()
