"""Public ratings: the rated players who asked to be listed."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from samba_service.sql import run
from tournaments.engine.public_ratings import Strength
from tournaments.engine.rated_tables import RatedKind
from tournaments.models import RatingList
from tournaments.selectors.ratings import Ranking, RatingRow

AT_MOST = 3
"""Players who may be rated as one."""
# Scalar subqueries: a page looks up only the players of its own lines and of those before it.
_ASKED = " AND ".join(
    f"""(cardinality(players) < {at} OR coalesce((
        SELECT rating_public AND kind = 'human'
        FROM games_player WHERE id = players[{at}]
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


class Page(NamedTuple):
    """Some rows of a list, and whether there are more."""

    ranking: Ranking
    more: bool


def ratings_public(slug: str, kind: RatedKind, *, start: int, limit: int) -> Page:
    """The rated players who asked to be listed, and the pairs both of whom did, from `start` on.

    The best come first; equal ratings share a rank among those listed.
    """
    ratings = RatingList.objects.filter(ruleset_slug=slug, kind=kind.value).first()
    if ratings is None:
        return Page(Ranking([], None), more=False)
    found = run(_LISTED, (ratings.pk, start, limit + 1)).fetchall()
    rows = [_row(*line) for line in found[:limit]]
    ranked = _ranked(rows, start, _level_before(ratings, rows) if start else 0)
    return Page(Ranking(ranked, ratings.computed_at), more=len(found) > limit)


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
