"""Ratings, public and of clubs, computed by a worker once they are out of date.

Public ratings are replayed from the checkpoints before a day.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from secrets import randbelow
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.engine.rulesets import load
from games.models import DueWork
from games.services.work import work_add, work_done
from samba_service.kit.sql import run
from tournaments.engine.rated_tables import Model, PublicTable, RatedKind, RatedTable
from tournaments.engine.ratings import Strength, strengths_after
from tournaments.models import (
    Club,
    ClubRatingList,
    CountedTable,
    Member,
    RatingLine,
    RatingList,
    Tournament,
)
from tournaments.selectors.rated_tables import (
    RatedSource,
    TablePosition,
    source_find,
    sources_all,
    tables_counted,
)
from tournaments.selectors.ratings import results_of_club

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
    known = {line: Strength(*strength) for line, *strength in run(_LATEST, (sorted(touched),))}
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


def _public(row: CountedTable, lines: dict[str, int]) -> PublicTable:
    sides = tuple(tuple(lines[key] for key in side) for side in row.sides)
    table = RatedTable(row.day, sides, tuple(row.points), row.hands)
    rated = None if row.rated is None else frozenset(lines[key] for key in row.rated)
    return PublicTable(table, rated, frozenset(lines[key] for key in row.without_gain or ()))


def _columns(rows: Sequence[Checkpoint]) -> list[list[float]]:
    """Ids, means, variances, tables, days."""
    columns = [(line, *strength) for line, strength in rows]
    return [list(column) for column in zip(*columns, strict=True)] or [[]] * 5


RATE = "rate"
"""Kind of due work: what tournament or game `subject` counts for may have changed."""


def rating_due(source: UUID) -> None:
    """Let a worker count the tournament or the game again.

    Call it in the transaction of the cause. Every cause adds due work of its own, as the worker may
    be busy with an earlier one and not see this.
    """
    work_add(kind=RATE, subject=source, step=randbelow(2**31))


def ratings_follow(member: Member) -> None:
    """Count the nights of a member who has an account now again: their tables are the account's.

    Running nights too, as one may be finishing at this moment.
    """
    nights = Tournament.objects.filter(rated=True, rounds__seats__member=member)
    for night in nights.distinct().values_list("pk", flat=True):
        rating_due(night)


COLUMNS = ("day", "sides", "points", "hands", "rated", "without_gain")


@transaction.atomic
def ratings_compute(*, source_id: UUID) -> bool:
    """Count a tournament or a game as it is now, if that is due; returns True if it was.

    All of it is one transaction under the lock of the list: a worker that is killed has changed
    nothing, and a second call changes nothing. A difference is replayed from its first day on. A
    cause that arrives in the meantime is other due work.
    """
    source = source_find(source_id)
    work = DueWork.objects.filter(kind=RATE, subject=source_id)
    ratings = None if source is None else _lock(source.ruleset_slug, source.kind)
    causes = list(work.values_list("step", flat=True))  # before the source is read
    if source is not None and ratings is not None and causes:
        since = _count(ratings, source)
        if since is not None:
            rating_list_replay(ratings, since=since)
        _computed(ratings)
    work.filter(step__in=causes).delete()
    return bool(causes)


def ratings_recount() -> int:
    """Recompute all public ratings; returns the number of lists.

    Use it when the method has changed or rows were lost. Readers see the old list until the new one
    is complete.
    """
    known = RatingList.objects.values_list("ruleset_slug", "kind")
    lists = {(slug, RatedKind(kind)) for slug, kind in known}
    lists |= {(source.ruleset_slug, source.kind) for source in sources_all()}
    for slug, kind in sorted(lists):
        _recount(slug, kind)
    return len(lists)


@transaction.atomic
def _recount(slug: str, kind: RatedKind) -> None:
    ratings = _lock(slug, kind)
    sources = [each for each in sources_all() if (each.ruleset_slug, each.kind) == (slug, kind)]
    ratings.tables.exclude(source__in=[source.id for source in sources]).delete()
    for source in sources:
        _count(ratings, source)
    rating_list_replay(ratings, since=0)
    _computed(ratings)


def _lock(slug: str, kind: RatedKind) -> RatingList:
    """The list of this ruleset and kind, locked until the transaction ends."""
    found, _ = RatingList.objects.get_or_create(ruleset_slug=slug, kind=kind.value)
    return RatingList.objects.select_for_update(no_key=True).get(pk=found.pk)


def _computed(ratings: RatingList) -> None:
    ratings.computed_at = timezone.now()
    ratings.save(update_fields=["computed_at"])


def _count(ratings: RatingList, source: RatedSource) -> int | None:
    """Update the kept tables of the source; returns the first day that changed, or None."""
    rows = CountedTable.objects.filter(source=source.id)
    kept = {TablePosition(row.round, row.number): row for row in rows}
    wanted = {place: _counted_columns(public) for place, public in tables_counted(source).items()}
    gone = {place: row for place, row in kept.items() if _values(row) != wanted.get(place)}
    new = {
        place: columns for place, columns in wanted.items() if place not in kept or place in gone
    }
    CountedTable.objects.filter(pk__in=[row.pk for row in gone.values()]).delete()
    CountedTable.objects.bulk_create(
        CountedTable(list=ratings, source=source.id, **place._asdict(), **columns)
        for place, columns in new.items()
    )
    days = [row.day for row in gone.values()] + [columns["day"] for columns in new.values()]
    return min(days, default=None)


def _counted_columns(public: PublicTable) -> Mapping[str, Any]:
    """A table as its row keeps it."""
    table = public.table
    values = (
        table.day,
        [list(side) for side in table.sides],
        list(table.points),
        table.hands,
        None if public.rated is None else sorted(map(str, public.rated)),
        sorted(map(str, public.without_gain)) or None,
    )
    return dict(zip(COLUMNS, values, strict=True))


def _values(row: CountedTable) -> Mapping[str, Any]:
    return {name: getattr(row, name) for name in COLUMNS}


RATE_CLUB = "rate_club"
"""Kind of due work: list `subject` of a club is to be computed."""

STEP = 0
"""Of all such work: a list that is due is not due twice."""


@transaction.atomic
def club_ratings_request(*, club: Club, slug: str, kind: RatedKind) -> None:
    """Let a worker compute the list if other results count now than when it was computed."""
    fingerprint = results_of_club(club, slug, kind).fingerprint
    lists = ClubRatingList.objects.filter(club=club, ruleset_slug=slug, kind=kind.value)
    known = lists.values_list("fingerprint", flat=True).first()
    if fingerprint == (known or ""):
        return
    kept, _ = ClubRatingList.objects.get_or_create(club=club, ruleset_slug=slug, kind=kind.value)
    work_add(kind=RATE_CLUB, subject=kept.pk, step=STEP)


def club_ratings_compute(*, list_id: UUID) -> None:
    """Compute a list from the results that count now; the next reader notices what counts since.

    A worker that is killed has changed nothing. To compute hundreds of nights takes longer than a
    transaction may idle.
    """
    kept = ClubRatingList.objects.select_related("club").get(pk=list_id)
    results = results_of_club(kept.club, kept.ruleset_slug, RatedKind(kept.kind))
    kept.fingerprint, kept.lines = results.fingerprint, list(results.lines())
    kept.computed_at = timezone.now()
    with transaction.atomic():
        kept.save(update_fields=["fingerprint", "lines", "computed_at"])
        work_done(kind=RATE_CLUB, subject=list_id, step=STEP)
