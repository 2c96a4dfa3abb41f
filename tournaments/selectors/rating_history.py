"""The public ratings of one player, and what each of them was after every day of play.

A rating is shown if all its players asked to be listed, and to its own players in any case.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import date
from typing import NamedTuple
from uuid import UUID

from samba_service.kit.sql import run
from tournaments.engine.rated_tables import RatedKind
from tournaments.engine.ratings import Strength
from tournaments.selectors.ratings import each_player


class DayRating(NamedTuple):
    """A rating after a day on which its players played."""

    day: date
    rating: int
    """Card points a hand above the average."""
    deviation: int
    tables: int
    """So far."""


class PlayerRating(NamedTuple):
    """A rating of a player, or of a partnership of theirs, as it is now."""

    ruleset: str
    kind: str
    players: tuple[UUID, ...]
    latest: DayRating
    line: int
    """Which has its history."""


_SHOWN = each_player("rating_public OR %(viewer)s::uuid = ANY(players)")

_RATINGS = f"""
    SELECT list.ruleset_slug, list.kind, players, line.id, mean, variance, tables, day
    FROM tournaments_ratingline AS line
    JOIN tournaments_ratinglist AS list ON list.id = line.list_id
    WHERE players @> ARRAY[%(player)s::uuid] AND {_SHOWN}
    ORDER BY day DESC, line.id OFFSET %(start)s LIMIT %(at_most)s
"""


def ratings_of_player(
    player: UUID, *, viewer: UUID | None, start: int = 0, at_most: int
) -> list[PlayerRating]:
    """Those that the viewer may see, in every ruleset; what was played last comes first."""
    values = {"player": player, "viewer": viewer, "start": start, "at_most": at_most}
    return [
        PlayerRating(slug, kind, tuple(players), _of_day(*latest), line)
        for slug, kind, players, line, *latest in run(_RATINGS, values)
    ]


_LATEST = """
    SELECT line, mean, variance, tables, day
    FROM unnest(%(lines)s::bigint[]) AS line CROSS JOIN LATERAL (
        SELECT mean, variance, tables, day FROM tournaments_ratingcheckpoint
        WHERE line_id = line ORDER BY day DESC LIMIT %(at_most)s
    ) AS latest
    ORDER BY day DESC
"""


def histories_of(ratings: Collection[PlayerRating], at_most: int) -> Mapping[int, list[DayRating]]:
    """By line, the latest days of ratings that the viewer may see; the last one comes first."""
    values = {"lines": [each.line for each in ratings], "at_most": at_most}
    found: dict[int, list[DayRating]] = defaultdict(list)
    for line, *of_day in run(_LATEST, values):
        found[line].append(_of_day(*of_day))
    return found


_DAYS = f"""
    SELECT checkpoint.mean, checkpoint.variance, checkpoint.tables, checkpoint.day
    FROM tournaments_ratingline AS line
    JOIN tournaments_ratinglist AS list ON list.id = line.list_id
    JOIN tournaments_ratingcheckpoint AS checkpoint ON checkpoint.line_id = line.id
    WHERE list.ruleset_slug = %(slug)s AND list.kind = %(kind)s AND key = %(key)s AND {_SHOWN}
    ORDER BY checkpoint.day DESC OFFSET %(start)s LIMIT %(at_most)s
"""


def rating_history(
    slug: str,
    kind: RatedKind,
    players: Collection[UUID],
    *,
    viewer: UUID | None,
    start: int = 0,
    at_most: int,
) -> list[DayRating]:
    """Every day on which the player, or these partners together, played; the latest comes first.

    No day without such a rating, or if the viewer may not see it.
    """
    key = "+".join(sorted(map(str, players)))
    values = {"slug": slug, "kind": kind.value, "key": key, "viewer": viewer}
    found = run(_DAYS, values | {"start": start, "at_most": at_most})
    return [_of_day(*each) for each in found]


def _of_day(mean: float, variance: float, tables: int, day: int) -> DayRating:
    strength = Strength(mean, variance, tables, day)
    return DayRating(
        date.fromordinal(day or 1), strength.rating, strength.deviation, strength.tables
    )
