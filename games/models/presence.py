"""When the players at a table were last heard of."""

from django.db import models

from games.choices import PresenceState
from games.models.games import Game
from samba_service.accounts.models import Player
from samba_service.kit.fields import one_of


class Presence(models.Model):
    """A player who sits at a game that is not over: when they last called, or had a stream open.

    What readers are shown is in the game's row, and changes by an event.
    """

    pk = models.CompositePrimaryKey("game_id", "player_id")
    game = models.ForeignKey(Game, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="+", db_index=False)
    heard_at = models.DateTimeField()
    shown = models.CharField(max_length=6, choices=PresenceState, blank=True)
    due_at = models.DateTimeField(
        null=True, db_index=True, help_text="When that changes if nothing more is heard"
    )

    class Meta:
        constraints = [one_of("shown", PresenceState, name="presence_shown", blank=True)]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.game_id}"
