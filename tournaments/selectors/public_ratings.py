"""Public ratings: what counts for them, and the rated players who asked to be listed."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple
from uuid import UUID

from games.selectors.rated_games import rated_game_get, rated_games_ended, ruleset_of_rated
from samba_service.kit.sql import run
from tournaments.engine.ratings.margins import Rated
from tournaments.engine.ratings.public import PublicTable, Strength
from tournaments.engine.ratings.tables import RatedKind, public_table
from tournaments.models import RatingList, Tournament
from tournaments.selectors.rated_tables import kind_of, placed_tables
from tournaments.selectors.ratings import Ranking, RatingRow

AT_MOST = 3
"""Players who may be rated as one."""

# Scalar subqueries: a page looks up only the players of its own lines and of those before it.
_ASKED = " AND ".join(
    f"""(cardinality(players) < {at} OR coalesce((
        SELECT rating_public AND kind = 'human'
        FROM accounts_player WHERE id = players[{at}]
    ), FALSE))"""
    for at in range(1, AT_MOST + 1)
)

_LISTED = f"""
    SELECT players, mean, variance, tables, day FROM tournaments_ratingline
    WHERE list_id = %s AND {_ASKED} ORDER BY rating DESC, players OFFSET %s LIMIT %s
"""

_LEVEL_BEFORE = f"""
    SELECT count(*) FROM tournaments_ratingline
    WHERE list_id = %s AND rating = %s AND players < %s::uuid[] AND {_ASKED}
"""


class RankingPage(NamedTuple):
    """Some rows of a list, and whether there are more."""

    ranking: Ranking
    more: bool


def ratings_public(slug: str, kind: RatedKind, *, start: int, limit: int) -> RankingPage:
    """The rated players who asked to be listed, and the pairs both of whom did, from `start` on.

    The best come first; equal ratings share a rank among those listed.
    """
    ratings = RatingList.objects.filter(ruleset_slug=slug, kind=kind.value).first()
    if ratings is None:
        return RankingPage(Ranking([], None), more=False)
    found = run(_LISTED, (ratings.pk, start, limit + 1)).fetchall()
    rows = [_row(*line) for line in found[:limit]]
    ranked = _ranked(rows, start, _level_before(ratings, rows) if start else 0)
    return RankingPage(Ranking(ranked, ratings.computed_at), more=len(found) > limit)


def _row(players: list[object], mean: float, variance: float, tables: int, day: int) -> RatingRow:
    """A line of the list, without its rank."""
    strength = Strength(mean, variance, tables, day)
    return RatingRow(
        0,
        tuple(map(str, players)),
        strength.rating,
        strength.deviation,
        tables,
        date.fromordinal(day or 1),
    )


def _level_before(ratings: RatingList, rows: Sequence[RatingRow]) -> int:
    """The number of lines before these rows that share the rank of the first one."""
    if not rows:
        return 0
    first = rows[0]
    query = (ratings.pk, first.rating, list(first.players))
    return int(run(_LEVEL_BEFORE, query).fetchall()[0][0])


def _ranked(rows: Iterable[RatingRow], start: int, level_before: int) -> list[RatingRow]:
    """The rows from `start` on with their ranks; `level_before` others share that of the first."""
    ranked: list[RatingRow] = []
    for at, row in enumerate(rows, start):
        if not ranked:
            rank = at - level_before + 1
        elif row.rating != ranked[-1].rating:
            rank = at + 1
        ranked.append(row._replace(rank=rank))
    return ranked


class TablePosition(NamedTuple):
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


def tables_counted(source: Source) -> dict[TablePosition, PublicTable]:
    """The tables of the source that count now; players and pairs are keys."""
    tournament = Tournament.objects.filter(pk=source.id).first()
    return dict(_of_game(source.id) if tournament is None else _of_tournament(tournament))


def _of_tournament(tournament: Tournament) -> Iterator[tuple[TablePosition, PublicTable]]:
    if not tournament.counts_in_public:
        return
    for placed in placed_tables({str(tournament.pk): tournament}):
        sides = tuple(tuple(map(key_of, side)) for side in placed.table.sides)
        table = placed.table._replace(sides=sides)
        yield TablePosition(int(placed.round), placed.number), PublicTable(table)


def _of_game(game_id: UUID) -> Iterator[tuple[TablePosition, PublicTable]]:
    """A game rates players: partners play together in that game only."""
    game = rated_game_get(game_id)
    table = None if game is None else public_table(game)
    if table is not None:
        yield TablePosition(1, 1), table


def key_of(rated: Rated) -> str:
    """The key of a player, or of a pair that stays together."""
    return "+".join(sorted(rated)) if isinstance(rated, frozenset) else str(rated)
