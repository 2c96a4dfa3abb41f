"""What the deals come from: secret until each hand is over."""

from django.db import models

from games.models.table import Game


class DealSecret(models.Model):
    """A hand's seed, or the pack given for it, encrypted with a key that the database lacks.

    It has no admin page and no serializer, and nothing of it shows in a repr.
    """

    pk = models.CompositePrimaryKey("game_id", "hand")
    game = models.ForeignKey(Game, models.PROTECT, related_name="deal_secrets")
    hand = models.PositiveSmallIntegerField()
    sealed = models.BinaryField(help_text="Encrypted: a seed, or a pack in order")
    given = models.BooleanField(default=False, help_text="A pack of a practice game, no shuffle")
    context = models.TextField(blank=True, help_text="JSON, public: what the commitment is for")
    commitment = models.CharField(
        max_length=64, blank=True, help_text="Hex; empty for a given pack"
    )

    def __str__(self) -> str:
        return f"deal of hand {self.hand} of {self.game_id}"
