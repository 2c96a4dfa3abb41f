"""Reading public ratings: who is rated and has asked to be listed."""

from datetime import date
from typing import NamedTuple

from samba_service.sql import run
from tournaments.engine.public_ratings import Strength
from tournaments.engine.rated_tables import RatedKind
from tournaments.models import RatingList
from tournaments.selectors.ratings import Ranking, RatingRow

_LISTED = """
    WITH public AS MATERIALIZED (
        SELECT id FROM games_player
        WHERE rating_public AND kind = 'human' AND anonymised_at IS NULL
    )
    SELECT rank() OVER (ORDER BY rating DESC), players, mean, variance, tables, day
    FROM tournaments_ratingline
    WHERE list_id = %s AND NOT EXISTS (
        SELECT FROM unnest(players) AS one(id)
        WHERE one.id NOT IN (SELECT id FROM public)
    )
    ORDER BY rating DESC, players OFFSET %s LIMIT %s
"""


class Page(NamedTuple):
    """Some rows of a list, and whether there are more."""

    ranking: Ranking
    more: bool


def ratings_public(slug: str, kind: RatedKind, *, start: int, limit: int) -> Page:
    """Who asked to be listed, the best first, from row `start` on; a pair if all of it asked.

    Level ones share a rank, among those listed. As of when a worker computed it.
    """
    ratings = RatingList.objects.filter(ruleset_slug=slug, kind=kind.value).first()
    if ratings is None:
        return Page(Ranking([], None), more=False)
    found = run(_LISTED, (ratings.pk, start, limit + 1)).fetchall()
    rows = [_row(*line) for line in found[:limit]]
    return Page(Ranking(rows, ratings.computed_at), more=len(found) > limit)


def _row(
    rank: int, players: list[object], mean: float, variance: float, tables: int, day: int
) -> RatingRow:
    strength = Strength(mean, variance, tables, day)
    return RatingRow(
        rank,
        tuple(map(str, players)),
        strength.rating,
        strength.deviation,
        tables,
        date.fromordinal(day or 1),
    )
