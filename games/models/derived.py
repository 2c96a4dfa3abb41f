"""Folds of the log, kept for speed. Any row here may be deleted and is rebuilt."""

from django.db import models

from games.engine.phase import HandEnd
from games.models.games import Game
from samba_service.kit.fields import one_of


class Snapshot(models.Model):
    """The state of a game at its current version, so that a move needs no replay."""

    game = models.OneToOneField(Game, models.PROTECT, primary_key=True, related_name="snapshot")
    version = models.PositiveIntegerField()
    state = models.TextField(help_text="JSON of games.engine.snapshot, hidden cards included")

    def __str__(self) -> str:
        return f"version {self.version} of {self.game_id}"


class HandResult(models.Model):
    """How a hand ended, and its score sheet."""

    pk = models.CompositePrimaryKey("game_id", "number")
    game = models.ForeignKey(Game, models.PROTECT, related_name="hand_results", db_index=False)
    number = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField(help_text="Of the log's row that ended the hand")
    dealer = models.PositiveSmallIntegerField()
    end = models.CharField(max_length=20)
    out = models.PositiveSmallIntegerField(null=True, help_text="The seat that went out")
    score = models.TextField(help_text="JSON, as the record shows it")
    head = models.BinaryField(
        max_length=32, null=True, help_text="Hash of that row; null: it is older than this column"
    )

    class Meta:
        constraints = [one_of("end", HandEnd, name="hand_result_end")]

    def __str__(self) -> str:
        return f"hand {self.number} of {self.game_id}"
