"""The log of one player: what has begun or ceased to wait for them."""

from django.db import models

from games.choices import NoticeType
from games.models.work import GameNow
from samba_service.kit.fields import one_of


class Notice(models.Model):
    """One notice, kept for a few days.

    It refers to nothing by a key: what it is about may be gone.
    """

    pk = models.CompositePrimaryKey("player_id", "seq")
    player_id = models.UUIDField()
    seq = models.PositiveIntegerField()
    type = models.CharField(max_length=15, choices=NoticeType)
    game_id = models.UUIDField(null=True)
    seat = models.PositiveSmallIntegerField(null=True)
    invitation_id = models.UUIDField(null=True)
    made_at = models.DateTimeField(db_default=GameNow(), db_index=True)

    class Meta:
        constraints = [one_of("type", NoticeType, name="notice_type")]

    def __str__(self) -> str:
        return f"{self.type} for {self.player_id}"


class NoticeCount(models.Model):
    """How many notices a player has had. Its row is the lock under which they get their numbers."""

    player_id = models.UUIDField(primary_key=True)
    seq = models.PositiveIntegerField(help_text="Of the last one")

    def __str__(self) -> str:
        return f"{self.seq} notices for {self.player_id}"
