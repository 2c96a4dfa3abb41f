"""What counts for public ratings: rated games, and tournaments that the site's operator marked.

Both count once they are over. Players and pairs have keys; see `models.public_ratings`.
"""

from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

from games.selectors.rated_games import rated_game_get, rated_games_ended, ruleset_of_rated
from tournaments.engine.public_ratings import PublicTable
from tournaments.engine.rated_games import public_table
from tournaments.engine.rated_tables import RatedKind
from tournaments.engine.ratings import Rated
from tournaments.models import Tournament
from tournaments.selectors.rated_tables import kind_of, placed_tables


class Place(NamedTuple):
    """The place of a table in its source; a game is the first table of the first round."""

    round: int
    number: int


class Source(NamedTuple):
    """Something whose tables may count, in the list of one ruleset and kind."""

    id: UUID
    ruleset_slug: str
    kind: RatedKind


def source_find(source_id: UUID) -> Source | None:
    """The tournament or the rated game of this id, if any."""
    tournament = Tournament.objects.filter(pk=source_id).first()
    if tournament is not None:
        return Source(source_id, tournament.ruleset_slug, kind_of(tournament))
    slug = ruleset_of_rated(source_id)
    return None if slug is None else Source(source_id, slug, RatedKind.PLAYER)


def sources_all() -> list[Source]:
    """Everything that may count: tournaments that are marked, rated games."""
    tournaments = Tournament.objects.filter(rated=True)
    games = [Source(game, slug, RatedKind.PLAYER) for game, slug in rated_games_ended()]
    return [Source(each.pk, each.ruleset_slug, kind_of(each)) for each in tournaments] + games


def tables_counted(source: Source) -> dict[Place, PublicTable]:
    """The tables of the source that count now; players and pairs are keys."""
    tournament = Tournament.objects.filter(pk=source.id).first()
    return dict(_of_game(source.id) if tournament is None else _of_tournament(tournament))


def _of_tournament(tournament: Tournament) -> Iterator[tuple[Place, PublicTable]]:
    if not tournament.counts_in_public:
        return
    for placed in placed_tables({str(tournament.pk): tournament}):
        sides = tuple(tuple(map(key_of, side)) for side in placed.table.sides)
        table = placed.table._replace(sides=sides)
        yield Place(int(placed.round), placed.number), PublicTable(table)


def _of_game(game_id: UUID) -> Iterator[tuple[Place, PublicTable]]:
    """A game rates players: partners play together in that game only."""
    game = rated_game_get(game_id)
    table = None if game is None else public_table(game)
    if table is not None:
        yield Place(1, 1), table


def key_of(rated: Rated) -> str:
    """The key of a player, or of a pair that stays together."""
    return "+".join(sorted(rated)) if isinstance(rated, frozenset) else str(rated)
