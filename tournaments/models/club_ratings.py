"""Ratings of clubs, as a worker keeps them. All rows can be recomputed."""

import uuid

from django.db import models

from tournaments.models.clubs import Club


class ClubRatingList(models.Model):
    """The ratings in a club, in a ruleset, of players or of partnerships."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="rating_lists")
    ruleset_slug = models.CharField(max_length=40)
    kind = models.CharField(max_length=11)
    fingerprint = models.CharField(max_length=64, help_text="Of the results that made the lines")
    lines = models.JSONField(
        default=list, help_text="Players, rating, deviation, tables, last day; the best first"
    )
    computed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "ruleset_slug", "kind"], name="club_rating_list_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ratings in {self.ruleset_slug} of {self.club_id}"
