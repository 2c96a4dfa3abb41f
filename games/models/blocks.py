"""Players with whom a player wants no contact."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from samba_service.accounts.models import Player


class Block(models.Model):
    """`player` gets no invitations from `blocked` and meets them at no table; only they know."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="blocks", db_index=False)
    blocked = models.ForeignKey(Player, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "blocked"], name="block_once"),
            models.CheckConstraint(condition=~Q(player=F("blocked")), name="block_of_another"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} blocks {self.blocked_id}"
