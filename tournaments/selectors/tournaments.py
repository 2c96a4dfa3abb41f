"""Reading tournaments, entries and rounds as rows."""

from uuid import UUID

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from games.selectors.invitations import invitations_to
from tournaments.engine.tournament import State
from tournaments.errors import TournamentNotFound
from tournaments.models import AuditEntry, Entry, Round, Tenure, Tournament
from tournaments.selectors.clubs import DIRECTING, directs
from tournaments.selectors.invitations import TOURNAMENT


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
    """Entries that all their players have agreed to, in order, with whoever plays for them."""
    return entry_rows(tournament_id).filter(invited=False)


def entries_seen(tournament_id: UUID, viewer: UUID | None, *, directing: bool) -> QuerySet[Entry]:
    """The entries; those that somebody has not agreed to for directors and their own players."""
    rows = entry_rows(tournament_id)
    if directing:
        return rows
    if viewer is None:
        return rows.filter(invited=False)
    own = Tenure.objects.filter(entry=OuterRef("pk"), member__player=viewer)
    asked = invitations_to(viewer).filter(kind=TOURNAMENT, subject=OuterRef("pk"))
    return rows.filter(Q(invited=False) | Exists(own) | Exists(asked))


def entry_rows(tournament_id: UUID) -> QuerySet[Entry]:
    """All entries, also those that somebody has not agreed to."""
    tenures = Tenure.objects.select_related("member__player", "replaces__player")
    return (
        Entry.objects.filter(tournament=tournament_id)
        .select_related("partnership", "tournament__club")
        .prefetch_related(Prefetch("tenures", tenures))
    )


def tournament_log(tournament_id: UUID) -> QuerySet[AuditEntry]:
    """What happened in the tournament, for everybody: the rows that are no director's secrets."""
    return AuditEntry.objects.filter(tournament=tournament_id)


def rounds_seen(tournament_id: UUID, *, directing: bool) -> QuerySet[Round]:
    """Rounds with all that is shown of them; drafts for directors alone."""
    rows = Round.objects.filter(tournament=tournament_id).select_related("tournament")
    rows = rows.prefetch_related(
        "assignments__entry__partnership", "assignments__entry__tenures__member__player"
    )
    return rows if directing else rows.exclude(published=None)


def version_of(tournament_id: UUID) -> int:
    """The tournament's version as it is now."""
    return Tournament.objects.values_list("version", flat=True).get(pk=tournament_id)
