"""Links to the wall of a night."""

import uuid

from django.db import models

from tournaments.models.tournaments import Tournament


class WallLink(models.Model):
    """It opens the wall of one night on a screen where nobody signs in.

    Only the hash of its token is stored.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="wall_links")
    digest = models.BinaryField(unique=True, help_text="SHA-256 of the token")
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["made_at", "id"]

    def __str__(self) -> str:
        return f"link to the wall of {self.tournament_id}"
