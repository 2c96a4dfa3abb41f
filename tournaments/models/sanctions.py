"""What a club's admins hold against a member: warnings and exclusions, until they are lifted."""

import uuid

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from samba_service.accounts.models import Player
from samba_service.kit.fields import one_of
from tournaments.choices import SanctionKind
from tournaments.models.clubs import Club, Member


class Sanction(models.Model):
    """A warning, which the member reads, or an exclusion, which keeps their account out."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="sanctions")
    member = models.ForeignKey(Member, models.PROTECT, related_name="sanctions")
    kind = models.CharField(max_length=9, choices=SanctionKind)
    reason = models.CharField(max_length=200, help_text="For admins and the member only")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    made_by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    removed = models.BooleanField(default=False, help_text="It ended the membership")
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "id"]
        constraints = [
            one_of("kind", SanctionKind, name="sanction_kind"),
            models.UniqueConstraint(
                fields=["member"],
                condition=Q(kind=SanctionKind.EXCLUSION, lifted_at=None),
                name="sanction_excluded_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.member_id}"
