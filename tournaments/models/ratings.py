"""Ratings, public and of clubs, as a worker keeps them. All rows can be recomputed."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from tournaments.models.clubs import Club


class RatingList(models.Model):
    """The ratings in a ruleset, of players or of partnerships. Its row is their lock."""

    ruleset_slug = models.CharField(max_length=40)
    kind = models.CharField(max_length=11)
    computed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ruleset_slug", "kind"], name="rating_list_once"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ratings in {self.ruleset_slug}"


class CountedTable(models.Model):
    """A table that counts: of a tournament, or a game by itself."""

    list = models.ForeignKey(RatingList, models.CASCADE, related_name="tables", db_index=False)
    source = models.UUIDField(help_text="The tournament's id, or the game's")
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    day = models.IntegerField(help_text="The proleptic ordinal of its date, in UTC")
    sides = models.JSONField(help_text="Keys, side by side")
    points = ArrayField(models.IntegerField(), help_text="By side, without handicaps")
    hands = models.PositiveSmallIntegerField()
    rated = models.JSONField(null=True, help_text="Keys of those it rates; null: everybody there")
    without_gain = models.JSONField(
        null=True, help_text="Keys of those who cannot gain by it; null: nobody"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["source", "round", "number"], name="counted_table_once"
            ),
        ]
        indexes = [models.Index(fields=["list", "day"], name="counted_table_by_day")]

    def __str__(self) -> str:
        return f"table {self.number} of round {self.round} of {self.source}"


class RatingLine(models.Model):
    """A rated player or pair, as of their last table."""

    list = models.ForeignKey(RatingList, models.CASCADE, related_name="lines", db_index=False)
    key = models.CharField(max_length=120)
    players = ArrayField(models.UUIDField())
    mean = models.FloatField(default=0)
    variance = models.FloatField(default=0)
    tables = models.PositiveIntegerField(default=0)
    day = models.IntegerField(default=0)
    rating = models.IntegerField(default=0, help_text="The mean, as it is shown")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["list", "key"], name="rating_line_once"),
        ]
        indexes = [
            models.Index(fields=["list", "-rating", "players"], name="rating_line_by_rating"),
            models.Index(fields=["list", "day"], name="rating_line_by_day"),
            GinIndex(fields=["players"], name="rating_line_by_player"),
        ]

    def __str__(self) -> str:
        return f"rating of {self.key}"


class RatingCheckpoint(models.Model):
    """The estimate of a player or pair after a day on which they played: their history."""

    pk = models.CompositePrimaryKey("line_id", "day")
    line = models.ForeignKey(RatingLine, models.CASCADE, related_name="checkpoints", db_index=False)
    day = models.IntegerField()
    mean = models.FloatField()
    variance = models.FloatField()
    tables = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"rating {self.line_id} after day {self.day}"


class ClubRatingList(models.Model):
    """The ratings in a club, in a ruleset, of players or of partnerships."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="rating_lists", db_index=False)
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
