"""Who sits at a game, and from when to when."""

from django.db import models
from django.db.models import Q

from games.models.games import Game
from samba_service.accounts.choices import PlayerKind
from samba_service.accounts.models import Player
from samba_service.kit.fields import one_of


class Seat(models.Model):
    """One stint in a seat: a player sat there from one version of the game to another."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="stints")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="stints")
    deal_set = models.ForeignKey(
        "games.DealSet", models.PROTECT, null=True, related_name="+", help_text="The game's"
    )
    kind = models.CharField(max_length=5, choices=PlayerKind)
    level = models.CharField(max_length=30, blank=True, help_text="Only of our own bots")
    from_version = models.PositiveIntegerField()
    to_version = models.PositiveIntegerField(null=True, help_text="Null: sits there now")

    class Meta:
        ordering = ["number", "from_version"]
        constraints = [
            one_of("kind", PlayerKind, name="seat_kind"),
            models.UniqueConstraint(
                fields=["game", "number"],
                condition=Q(to_version=None),
                name="seat_one_occupant",
            ),
            models.UniqueConstraint(
                fields=["game", "player"],
                condition=Q(to_version=None, level=""),
                name="seat_one_per_player",
            ),
            models.UniqueConstraint(
                fields=["deal_set", "player"],
                condition=Q(to_version=None, level=""),
                name="seat_one_per_deal_set",
            ),
        ]
        indexes = [
            models.Index(
                fields=["player", "game"], condition=Q(to_version=None), name="seat_by_player"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.game_id}"
