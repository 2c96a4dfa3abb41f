"""Seasons of clubs."""

import uuid

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from tournaments.models.clubs import Club


class Season(models.Model):
    """Nights that count together."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="seasons", db_index=False)
    name = models.CharField(max_length=80)
    counted_nights = models.PositiveSmallIntegerField(help_text="A player's best nights count")
    required_nights = models.PositiveSmallIntegerField(
        default=0, help_text="Nights needed to qualify"
    )
    guests = models.BooleanField(default=False, help_text="Whether guests are ranked")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    closed_at = models.DateTimeField(
        null=True, blank=True, help_text="Its nights are archived from then on"
    )

    class Meta:
        ordering = ["-created_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(counted_nights__gte=1), name="season_counts_a_night"
            ),
            models.UniqueConstraint(fields=["club", "name"], name="season_name_once"),
        ]

    def __str__(self) -> str:
        return self.name
