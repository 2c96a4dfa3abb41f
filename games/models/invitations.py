"""Invitations: requests that wait for a player's consent."""

import uuid

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from games.choices import InvitationState
from samba_service.accounts.models import Player
from samba_service.kit.fields import one_of


class Invitation(models.Model):
    """A player is asked to a table or a tournament. Nothing happens until they accept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=20, help_text="Of the subject: game, ...")
    subject = models.UUIDField(help_text="The game's id, ...")
    terms = models.JSONField(default=dict, help_text="What is offered: ids and numbers, no names")
    player = models.ForeignKey(Player, models.PROTECT, related_name="invitations", db_index=False)
    invited_by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    state = models.CharField(max_length=9, choices=InvitationState, default=InvitationState.OPEN)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            one_of("state", InvitationState, name="invitation_state"),
            models.UniqueConstraint(
                fields=["kind", "subject", "player", "invited_by"],
                condition=Q(state=InvitationState.OPEN),
                name="invitation_open_once",
            ),
            models.CheckConstraint(
                condition=Q(state=InvitationState.OPEN) ^ Q(answered_at__isnull=False),
                name="invitation_answered_once",
            ),
        ]
        indexes = [
            models.Index(fields=["player", "-created_at"], name="invitation_by_player"),
            models.Index(
                fields=["invited_by"],
                condition=Q(state=InvitationState.OPEN),
                name="invitation_open_by_inviter",
            ),
            models.Index(fields=["subject", "player"], name="invitation_by_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} to {self.kind} {self.subject}"
