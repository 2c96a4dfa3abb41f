"""What counts for public ratings: tournaments that the site's operator marked, once they are over.

Somebody is known there by a key; see `models.public_ratings`.
"""

from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

from tournaments.engine.public_ratings import PublicTable
from tournaments.engine.rated_tables import RatedKind
from tournaments.engine.ratings import Rated
from tournaments.models import Tournament
from tournaments.selectors.rated_tables import kind_of, placed_tables


class Place(NamedTuple):
    """Where a table was in its source; a game is the first table of the first round."""

    round: int
    number: int


class Source(NamedTuple):
    """Something whose tables may count, in the list of one ruleset and kind."""

    id: UUID
    ruleset_slug: str
    kind: RatedKind


def source_find(source_id: UUID) -> Source | None:
    """The tournament of this id, if any."""
    tournament = Tournament.objects.filter(pk=source_id).first()
    if tournament is None:
        return None
    return Source(source_id, tournament.ruleset_slug, kind_of(tournament))


def tables_counted(source: Source) -> dict[Place, PublicTable]:
    """The tables of the source that count as it is now; whoever is rated by their keys."""
    return dict(_of_tournament(Tournament.objects.get(pk=source.id)))


def _of_tournament(tournament: Tournament) -> Iterator[tuple[Place, PublicTable]]:
    if not tournament.counts_in_public:
        return
    for placed in placed_tables({str(tournament.pk): tournament}):
        sides = tuple(tuple(map(key_of, side)) for side in placed.table.sides)
        table = placed.table._replace(sides=sides)
        yield Place(int(placed.round), placed.number), PublicTable(table)


def key_of(rated: Rated) -> str:
    """The key of a player, or of a pair that stays together."""
    return "+".join(sorted(rated)) if isinstance(rated, frozenset) else str(rated)
