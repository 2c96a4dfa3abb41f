"""Actions that were refused: kept for a while, for those who settle complaints."""

from typing import Final

from django.db import models
from django.db.models import Q

from games.choices import Via
from games.models.games import Game
from samba_service.kit.fields import one_of

MOST_KEPT: Final = 200
"""Refused actions of one seat in one game; further ones are only counted."""


class RefusedAction(models.Model):
    """An action that a seat sent and that was not accepted. It changed nothing in the game.

    A trigger refuses UPDATE, TRUNCATE, and DELETE in the first 30 days. It may name cards that its
    seat held.
    """

    game = models.ForeignKey(Game, models.PROTECT, related_name="refusals", db_index=False)
    seat = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField(help_text="Of the seat's in this game, from 1")
    hand = models.PositiveSmallIntegerField(help_text="Running then; 0 for none")
    version = models.PositiveIntegerField(help_text="Of the game that refused it")
    player = models.UUIDField()
    via = models.CharField(max_length=4, choices=Via.choices)
    action = models.TextField(help_text="What was asked, as JSON")
    code = models.CharField(max_length=40)
    rule = models.CharField(max_length=10, blank=True, help_text="The paragraph; empty for none")
    detail = models.CharField(max_length=300, help_text="The sentence of the answer")
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "seat", "number"], name="refused_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=MOST_KEPT), name="refused_at_most"
            ),
            one_of("via", Via, name="refused_via"),
        ]

    def __str__(self) -> str:
        return f"refused action {self.number} of seat {self.seat} of {self.game_id}"


class RefusedCount(models.Model):
    """How many actions of a seat were refused, kept or not."""

    pk = models.CompositePrimaryKey("game_id", "seat")
    game = models.ForeignKey(Game, models.PROTECT, related_name="refusal_counts", db_index=False)
    seat = models.PositiveSmallIntegerField()
    count = models.PositiveIntegerField()
    last_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.count} of seat {self.seat} of {self.game_id}"
