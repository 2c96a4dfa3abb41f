"""Work that is due, written in the same transaction as its cause. The broker only wakes workers."""

from django.db import models
from django.db.models import Func


class GameNow(Func):
    """The time by which games are judged, from the one function that tests replace."""

    function = "samba_now"
    arity = 0
    output_field = models.DateTimeField()


class DueWork(models.Model):
    """One thing to do: `kind` names it, `subject` its row, `step` the version of that row.

    It is deleted in the transaction that does the work, or that makes it unnecessary.
    """

    pk = models.CompositePrimaryKey("kind", "subject", "step")
    kind = models.CharField(max_length=20)
    subject = models.UUIDField()
    step = models.PositiveIntegerField()
    due_at = models.DateTimeField(db_default=GameNow(), db_index=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    locked_until = models.DateTimeField(null=True, help_text="A sweeper's lease")
    last_error = models.CharField(max_length=200, blank=True, help_text="A class name, no values")

    def __str__(self) -> str:
        return f"{self.kind} {self.subject} at {self.step}"


class BotShare(models.Model):
    """When our bots last played for an account: the account that has waited longest is next.

    `id` is an account's, or that of a tournament's game.
    """

    id = models.UUIDField(primary_key=True)
    served_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.id} at {self.served_at}"
