"""Ratings of a club, computed by a worker once somebody looks at a list that is out of date."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.services.work import work_add, work_done
from tournaments.engine.rated_tables import RatedKind
from tournaments.models import Club, ClubRatingList
from tournaments.selectors.ratings import results_of_club

RATE_CLUB = "rate_club"
"""Kind of due work: list `subject` of a club is to be computed."""
STEP = 0
"""Of all such work: a list that is due is not due twice."""


@transaction.atomic
def club_ratings_ask(*, club: Club, slug: str, kind: RatedKind) -> None:
    """Let a worker compute the list if other results count now than when it was computed."""
    fingerprint = results_of_club(club, slug, kind).fingerprint
    lists = ClubRatingList.objects.filter(club=club, ruleset_slug=slug, kind=kind.value)
    known = lists.values_list("fingerprint", flat=True).first()
    if fingerprint == (known or ""):
        return
    kept, _ = ClubRatingList.objects.get_or_create(club=club, ruleset_slug=slug, kind=kind.value)
    work_add(kind=RATE_CLUB, subject=kept.pk, step=STEP)


@transaction.atomic
def club_ratings_compute(*, list_id: UUID) -> None:
    """Compute a list from the results that count now; the next reader notices what counts since.

    A worker that is killed has changed nothing.
    """
    kept = ClubRatingList.objects.select_related("club").get(pk=list_id)
    results = results_of_club(kept.club, kept.ruleset_slug, RatedKind(kept.kind))
    kept.fingerprint, kept.lines = results.fingerprint, results.lines()
    kept.computed_at = timezone.now()
    kept.save()
    work_done(kind=RATE_CLUB, subject=list_id, step=STEP)
