"""The codes on the strips of score sheets."""

import uuid

from django.db import models
from django.db.models import Q

from tournaments.models.rounds import Table


class SheetCode(models.Model):
    """The code on a strip of a score sheet: it enters and confirms for one side of one table.

    Only its hash is stored. `tournaments.services.sheet_codes` makes the code of the id and the
    service's secret, so that a sheet that is printed again has the same strips.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="codes")
    side = models.PositiveSmallIntegerField()
    digest = models.BinaryField(unique=True, help_text="SHA-256 of the code")
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["side", "made_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "side"],
                condition=Q(revoked_at=None),
                name="sheet_code_one_a_side",
            ),
        ]

    def __str__(self) -> str:
        return f"code of side {self.side} at {self.table_id}"
