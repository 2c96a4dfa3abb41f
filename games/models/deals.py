"""The source of the deals: secret until each hand is over, shared ones until the last table is."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from games.models.games import Game
from samba_service.accounts.models import Player


class DealSecret(models.Model):
    """A hand's seed, or the pack given for it, encrypted with a key that the database lacks.

    It has no admin page and no serializer, and nothing of it shows in a repr.
    """

    pk = models.CompositePrimaryKey("game_id", "hand")
    game = models.ForeignKey(Game, models.PROTECT, related_name="deal_secrets", db_index=False)
    hand = models.PositiveSmallIntegerField()
    sealed = models.BinaryField(help_text="Encrypted: a seed, or a pack in order")
    given = models.BooleanField(default=False, help_text="A pack of a practice game, no shuffle")
    context = models.TextField(blank=True, help_text="JSON, public: what the commitment is for")
    commitment = models.CharField(
        max_length=64, blank=True, help_text="Hex; empty for a given pack"
    )

    def __str__(self) -> str:
        return f"deal of hand {self.hand} of {self.game_id}"


class DealSet(models.Model):
    """Deals that several tables play. They are hidden until the last table has ended."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    ruleset_sha256 = models.CharField(max_length=64, help_text="Of the rules, limited to `hands`")
    seats = models.PositiveSmallIntegerField()
    hands = models.PositiveSmallIntegerField()
    entropy = ArrayField(
        models.CharField(max_length=128), default=list, help_text="The director's, hex, public"
    )
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    begun_at = models.DateTimeField(null=True, help_text="First deal: no table or entropy after it")
    opened_at = models.DateTimeField(null=True, help_text="Opened by force, before all had ended")
    opened_by = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    opened_reason = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(opened_at=None) | ~Q(opened_reason=""), name="deal_set_opened_why"
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class Board(models.Model):
    """One deal of a set, committed once: hand `number` of every table. As secret as DealSecret."""

    pk = models.CompositePrimaryKey("deal_set_id", "number")
    deal_set = models.ForeignKey(DealSet, models.PROTECT, related_name="boards", db_index=False)
    number = models.PositiveSmallIntegerField()
    sealed = models.BinaryField(help_text="Encrypted: a seed")
    context = models.TextField(help_text="JSON, public: what the commitment is for")
    commitment = models.CharField(max_length=64, help_text="Hex")

    def __str__(self) -> str:
        return f"board {self.number} of {self.deal_set_id}"
