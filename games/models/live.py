"""Events beside the log: what happens at a table and changes nothing in the game."""

from django.db import models
from django.db.models import Q

from games.models.games import Game


class LiveEvent(models.Model):
    """One event that readers get in its place between those of the log.

    It has a seq, but no version of its own: no move becomes stale because of it. It holds no card.
    """

    pk = models.CompositePrimaryKey("game_id", "seq")
    game = models.ForeignKey(
        Game,
        models.PROTECT,
        to_field="number",
        db_column="game_number",
        related_name="live_events",
        db_index=False,
    )
    seq = models.PositiveIntegerField()
    version = models.PositiveIntegerField(help_text="Of the game when it happened")
    hand = models.PositiveSmallIntegerField(help_text="Running then; 0 for none")
    actor = models.UUIDField(null=True, help_text="A player; null for the system itself")
    event = models.TextField(help_text="JSON, as in the log")
    made_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(
                fields=["actor", "-made_at"],
                condition=Q(actor__isnull=False),
                name="live_event_by_actor",
            )
        ]

    def __str__(self) -> str:
        return f"seq {self.seq} of {self.game_id}"
