"""Partnerships: two or three players who play as one."""

import uuid

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from games.choices import PartnershipState
from samba_service.accounts.models import Player
from samba_service.kit.fields import one_of


class Partnership(models.Model):
    """Two players, or three for games of two sides of three, who play as one."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=60, blank=True)
    state = models.CharField(
        max_length=7, choices=PartnershipState, default=PartnershipState.INVITED
    )
    member_key = models.CharField(max_length=120, editable=False, help_text="Sorted player ids")
    created_by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            one_of("state", PartnershipState, name="partnership_state"),
            models.UniqueConstraint(
                fields=["member_key"],
                condition=~Q(state=PartnershipState.ENDED),
                name="partnership_once_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(state=PartnershipState.INVITED, started_at=None, ended_at=None)
                | Q(state=PartnershipState.ACTIVE, started_at__isnull=False, ended_at=None)
                | Q(state=PartnershipState.ENDED, ended_at__isnull=False),
                name="partnership_times_fit_state",
            ),
        ]

    def __str__(self) -> str:
        return self.name or str(self.id)


class PartnershipMember(models.Model):
    """One player of a partnership, and when they answered."""

    partnership = models.ForeignKey(
        Partnership, models.CASCADE, related_name="members", db_index=False
    )
    player = models.ForeignKey(Player, models.PROTECT, related_name="memberships")
    accepted_at = models.DateTimeField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True, help_text="Declined or left")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["partnership", "player"], name="partnership_member_once"
            ),
            models.CheckConstraint(
                condition=Q(left_at=None) | Q(accepted_at=None) | Q(left_at__gte=F("accepted_at")),
                name="partnership_left_after_accepting",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.partnership}"
