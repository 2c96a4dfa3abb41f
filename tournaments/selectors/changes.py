"""Reading the logs of tournaments and clubs."""

from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from tournaments.models import AuditEntry, Member


def tournament_log(tournament_id: UUID) -> QuerySet[AuditEntry]:
    """The log of the tournament; the view decides what a reader sees of each row."""
    return AuditEntry.objects.filter(tournament=tournament_id)


def audit_of(club_id: UUID) -> QuerySet[AuditEntry]:
    """What was done in the club and its tournaments, the latest first.

    `actor_name` is the actor's own name in the club, if they have one there.
    """
    member = Member.objects.filter(club=OuterRef("club"), player=OuterRef("actor"))
    rows = AuditEntry.objects.filter(club=club_id).select_related("actor")
    return rows.annotate(actor_name=Subquery(member.values("own_name"))).order_by("-id")
