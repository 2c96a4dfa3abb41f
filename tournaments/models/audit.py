"""Who did what in a club, when and why."""

from django.db import models
from django.db.models import Q

from samba_service.accounts.models import Player
from tournaments.models.clubs import Club
from tournaments.models.tournaments import Tournament


class AuditEntry(models.Model):
    """One accepted call or system step. Rows of a tournament are its log, one a version.

    It is for people: nothing decides by it. A trigger refuses UPDATE, DELETE and TRUNCATE. `facts`
    hold ids and numbers, never names: an erased person leaves none here.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    tournament = models.ForeignKey(
        Tournament, models.PROTECT, null=True, related_name="+", db_index=False
    )
    version = models.PositiveIntegerField(null=True, help_text="Of the tournament")
    at = models.DateTimeField()
    actor = models.ForeignKey(
        Player, models.PROTECT, null=True, related_name="+", help_text="Null: the service itself"
    )
    act = models.CharField(max_length=40, help_text="Past tense: round_published")
    facts = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "version"], name="audit_version_once"),
            models.CheckConstraint(
                condition=Q(tournament=None, version=None)
                | Q(tournament__isnull=False, version__isnull=False),
                name="audit_version_of_a_tournament",
            ),
        ]
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.act} in {self.club_id}"
