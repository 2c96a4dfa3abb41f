"""Reading tournaments, entries and rounds as rows."""

from uuid import UUID

from django.db.models import Prefetch, QuerySet

from tournaments.engine.tournament import State
from tournaments.errors import TournamentNotFound
from tournaments.models import Entry, Round, Tenure, Tournament
from tournaments.selectors.clubs import DIRECTING, directs


def tournament_get(tournament_id: UUID, viewer: UUID | None) -> Tournament:
    """The tournament; a draft is for directors alone. Raises TournamentNotFound."""
    rows = Tournament.objects.select_related("club", "season")
    found = rows.filter(pk=tournament_id).first()
    if found is None:
        raise TournamentNotFound
    if found.state == State.DRAFT and not directs(found.club_id, viewer):
        raise TournamentNotFound
    return found


def tournaments_seen(viewer: UUID | None) -> QuerySet[Tournament]:
    """All tournaments but others' drafts."""
    rows = Tournament.objects.select_related("club", "season")
    shown = rows.exclude(state=State.DRAFT)
    if viewer is None:
        return shown
    own = rows.filter(
        club__members__player=viewer,
        club__members__role__in=DIRECTING,
        club__members__left_at=None,
    )
    return rows.filter(pk__in=shown.values("pk").union(own.values("pk")))


def entries_of(tournament_id: UUID) -> QuerySet[Entry]:
    """Entries in order of registration, with whoever plays for them."""
    tenures = Tenure.objects.select_related("member__player", "replaces__player")
    return (
        Entry.objects.filter(tournament=tournament_id)
        .select_related("partnership", "tournament__club")
        .prefetch_related(Prefetch("tenures", tenures))
    )


def round_seen(tournament_id: UUID, number: int | None, *, directing: bool) -> Round | None:
    """The round with this number, else the latest; drafts are for directors alone."""
    rows = Round.objects.filter(tournament=tournament_id)
    if not directing:
        rows = rows.exclude(published=None)
    if number is not None:
        rows = rows.filter(number=number)
    return rows.order_by("-number").first()
