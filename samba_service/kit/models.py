"""Answers that are kept for retries."""

from django.db import models
from django.db.models.functions import Now


class IdempotencyKey(models.Model):
    """The first answer to a key. `status` is null while its transaction runs, so never seen so."""

    owner = models.UUIDField(help_text="The player that calls")
    key = models.CharField(max_length=200)
    request_hash = models.BinaryField(max_length=32)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.BinaryField(null=True)
    created_at = models.DateTimeField(db_default=Now(), db_index=True, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "key"], name="idempotency_key_unique"),
            models.CheckConstraint(
                condition=models.Q(status__isnull=True) | models.Q(status__range=(200, 299)),
                name="idempotency_key_success_only",
            ),
        ]

    def __str__(self) -> str:
        return self.key
