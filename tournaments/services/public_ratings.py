"""Public ratings, computed by a worker: keep the tables that count, and replay from a change on."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.models import DueWork
from tournaments.engine.public_ratings import PublicTable
from tournaments.engine.rated_tables import RatedKind
from tournaments.models import CountedTable, RatingList
from tournaments.selectors.rating_sources import (
    Place,
    Source,
    source_find,
    sources_all,
    tables_counted,
)
from tournaments.services.rating_replay import rating_list_replay
from tournaments.services.rating_work import RATE

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


def _count(ratings: RatingList, source: Source) -> int | None:
    """Update the kept tables of the source; returns the first day that changed, or None."""
    kept = {Place(row.round, row.number): row for row in _rows(source.id)}
    wanted = {place: _columns(public) for place, public in tables_counted(source).items()}
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


def _rows(source_id: UUID) -> list[CountedTable]:
    return list(CountedTable.objects.filter(source=source_id))


def _columns(public: PublicTable) -> Mapping[str, Any]:
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
