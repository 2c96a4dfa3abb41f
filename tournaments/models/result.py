"""What came of a table: every version of it, never changed."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from tournaments.engine.results import End, Kind, Status
from tournaments.models.choices import choices
from tournaments.models.clubs import Member
from tournaments.models.round import Table


class Result(models.Model):
    """One version of a table's result; the last stands, and counts when it is confirmed.

    A trigger refuses UPDATE and DELETE. Arrays are by side.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, models.PROTECT, related_name="results")
    version = models.PositiveIntegerField()
    at = models.DateTimeField()
    kind = models.CharField(max_length=12, choices=choices(Kind))
    end = models.CharField(max_length=10, choices=choices(End))
    by = models.ForeignKey(Member, models.PROTECT, null=True, related_name="+")
    side = models.PositiveSmallIntegerField(null=True, help_text="Whose sheet it is")
    director = models.BooleanField(default=False, help_text="Entered as a director")
    reason = models.CharField(max_length=200, blank=True)
    points = ArrayField(models.IntegerField(), null=True)
    award = ArrayField(models.IntegerField(), null=True)
    winner = models.PositiveSmallIntegerField(null=True)
    sambas = ArrayField(models.PositiveSmallIntegerField(), null=True)
    hands = models.JSONField(null=True, help_text="The sheet, hand by hand")

    class Meta:
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(fields=["table", "version"], name="result_version_once"),
            models.CheckConstraint(
                condition=~Q(kind__in=[Kind.CORRECTION, Kind.AWARD])
                | Q(director=True) & ~Q(reason=""),
                name="result_changed_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.version} of {self.table_id}"

    @property
    def confirmed(self) -> bool:
        return Kind(self.kind).status is Status.CONFIRMED
