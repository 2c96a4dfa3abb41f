"""Results of tables. Their versions are never changed; they can be taken back."""

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

    A trigger refuses DELETE, and every UPDATE except the one that takes a version back. A version
    that was taken back belongs to no table; only the log shows it. Arrays are by side.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(
        Table, models.PROTECT, null=True, related_name="results", help_text="Null: taken back"
    )
    taken_back_from = models.UUIDField(
        null=True, db_index=True, help_text="The table, which may be gone"
    )
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
            models.CheckConstraint(
                condition=Q(table=None, taken_back_from__isnull=False)
                | Q(table__isnull=False, taken_back_from=None),
                name="result_of_a_table_or_taken_back",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.version} of {self.table_id or self.taken_back_from}"

    @property
    def confirmed(self) -> bool:
        return Kind(self.kind).status is Status.CONFIRMED
