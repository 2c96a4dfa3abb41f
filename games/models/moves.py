"""The log: the truth about every game."""

from django.db import models

from games.choices import Via
from games.models.games import Game
from samba_service.kit.fields import one_of


class Move(models.Model):
    """One accepted action, lobby change or system step, and what it caused. Never changed.

    A trigger refuses UPDATE, DELETE and TRUNCATE. `hash` covers every other column and the hash of
    the row before, over the exact bytes stored here.
    """

    pk = models.CompositePrimaryKey("game_id", "version")
    # `game_id` is therefore the number: it grows, so that ranges of it can be partitions.
    game = models.ForeignKey(
        Game,
        models.PROTECT,
        to_field="number",
        db_column="game_number",
        related_name="moves",
        db_index=False,
    )
    version = models.PositiveIntegerField()
    first_seq = models.PositiveIntegerField()
    last_seq = models.PositiveIntegerField()
    hand = models.PositiveSmallIntegerField(help_text="Running before this row; 0 in the lobby")
    seat = models.PositiveSmallIntegerField(null=True)
    actor = models.UUIDField(null=True, help_text="A player; null for the system itself")
    via = models.CharField(
        max_length=4,
        choices=Via.choices,
        blank=True,
        default="",
        help_text="How the action was sent; empty for no action, and in older rows",
    )
    action = models.TextField(blank=True, help_text="What was asked, as JSON; empty for no action")
    events = models.TextField(help_text="What happened, as a JSON list, hidden cards included")
    made_at = models.DateTimeField()
    previous_hash = models.BinaryField(max_length=32)
    hash = models.BinaryField(max_length=32)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(last_seq__gte=models.F("first_seq")), name="move_has_events"
            ),
            one_of("via", Via, name="move_via", blank=True),
        ]

    def __str__(self) -> str:
        return f"version {self.version} of {self.game_id}"
