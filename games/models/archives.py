"""Where the logs of games are that are no longer in the database."""

from django.db import models
from django.db.models.functions import Now


class ArchivedRange(models.Model):
    """The logs of the games with numbers from `low` to below `high` are in a folder.

    Those games have a `lobby_version`.
    """

    low = models.BigIntegerField(unique=True)
    high = models.BigIntegerField(unique=True)
    folder = models.TextField(help_text="As every process that reads it sees it")
    games = models.PositiveIntegerField()
    rows = models.PositiveBigIntegerField()
    manifest_sha256 = models.CharField(max_length=64)
    archived_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(high__gt=models.F("low")), name="archived_range_is_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.low} to {self.high}"
