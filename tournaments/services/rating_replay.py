"""Replay public ratings from the checkpoints before a day."""

from collections.abc import Collection, Sequence
from itertools import groupby

from games.engine.rulesets import load
from samba_service.kit.sql import run
from tournaments.engine.ratings.margins import Model, RatedTable
from tournaments.engine.ratings.public import PublicTable, Strength, Strengths, strengths_after
from tournaments.models import CountedTable, RatingLine, RatingList

Checkpoint = tuple[int, Strength]
"""The id of a line, and its strength after the day `Strength.day`."""

_LINES = """
    WITH made AS (
        INSERT INTO tournaments_ratingline
            (list_id, key, players, mean, variance, tables, day, rating)
        SELECT %s, key, string_to_array(key, '+')::uuid[], 0, 0, 0, 0, 0
        FROM unnest(%s::text[]) AS key
        ON CONFLICT (list_id, key) DO NOTHING RETURNING key, id
    )
    SELECT key, id FROM made
    UNION ALL
    SELECT key, id FROM tournaments_ratingline WHERE list_id = %s AND key = ANY(%s::text[])
"""
_DROP = """
    WITH late AS (SELECT id FROM tournaments_ratingline WHERE list_id = %s AND day >= %s), gone AS (
        DELETE FROM tournaments_ratingcheckpoint
        WHERE line_id IN (SELECT id FROM late) AND day >= %s
    )
    SELECT id FROM late
"""
_LATEST = """
    SELECT line.id, last.mean, last.variance, last.tables, last.day
    FROM unnest(%s::bigint[]) AS line(id) CROSS JOIN LATERAL (
        SELECT mean, variance, tables, day FROM tournaments_ratingcheckpoint
        WHERE line_id = line.id ORDER BY day DESC LIMIT 1
    ) AS last
"""
_KEEP = """
    INSERT INTO tournaments_ratingcheckpoint (line_id, mean, variance, tables, day)
    SELECT * FROM unnest(%s::bigint[], %s::float8[], %s::float8[], %s::int[], %s::int[])
"""
_SHOW = """
    UPDATE tournaments_ratingline AS line
    SET mean = now.mean, variance = now.variance, tables = now.tables, day = now.day,
        rating = now.rating
    FROM unnest(%s::bigint[], %s::float8[], %s::float8[], %s::int[], %s::int[], %s::int[])
        AS now(id, mean, variance, tables, day, rating)
    WHERE line.id = now.id
"""


def rating_list_replay(ratings: RatingList, *, since: int) -> None:
    """Recompute everything in a locked list that depends on tables of day `since` or later.

    It starts from the checkpoints before that day. The result is the same to the bit as that of a
    replay from the first day. The tables of one day are in the order of their sources' ids.
    """
    model = Model(margin_sd=load(ratings.ruleset_slug).tournament.margin_sd)
    rows = ratings.tables.filter(day__gte=since).order_by("day", "source", "round", "number")
    tables = list(rows)
    # Drops the checkpoints from that day on: those that are left are the ones to start from.
    touched = {line for (line,) in run(_DROP, (ratings.pk, since, since))}
    lines = _lines(ratings, {key for table in tables for side in table.sides for key in side})
    touched |= set(lines.values())
    known = _latest(touched)
    checkpoints: list[Checkpoint] = []
    for _, of_day in groupby(tables, key=lambda table: table.day):
        changed = strengths_after(model, known, (_public(table, lines) for table in of_day))
        known |= changed
        checkpoints += [(line, changed[line]) for line in touched & changed.keys()]
    run(_KEEP, _columns(checkpoints))
    now = [(line, known[line]) for line in sorted(touched) if line in known]
    run(_SHOW, [*_columns(now), [strength.rating for _, strength in now]])
    RatingLine.objects.filter(pk__in=touched - known.keys()).delete()


def _lines(ratings: RatingList, keys: Collection[str]) -> dict[str, int]:
    """The ids of the lines with these keys; missing lines are created."""
    wanted = sorted(keys)
    return dict(run(_LINES, (ratings.pk, wanted, ratings.pk, wanted)))


def _latest(lines: Collection[int]) -> Strengths:
    """The strengths at the latest checkpoints; lines without a checkpoint are missing."""
    return {line: Strength(*strength) for line, *strength in run(_LATEST, (sorted(lines),))}


def _public(row: CountedTable, lines: dict[str, int]) -> PublicTable:
    sides = tuple(tuple(lines[key] for key in side) for side in row.sides)
    table = RatedTable(row.day, sides, tuple(row.points), row.hands)
    rated = None if row.rated is None else frozenset(lines[key] for key in row.rated)
    return PublicTable(table, rated, frozenset(lines[key] for key in row.without_gain or ()))


def _columns(rows: Sequence[Checkpoint]) -> list[list[float]]:
    """Ids, means, variances, tables, days."""
    columns = [(line, *strength) for line, strength in rows]
    return [list(column) for column in zip(*columns, strict=True)] or [[]] * 5
