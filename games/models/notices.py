"""The log of one player: what has begun or ceased to wait for them."""

from django.db import models

from games.choices import NoticeType
from games.models.work import GameNow
from samba_service.kit.fields import one_of


class ThisTransaction(models.Func):
    """The number of the transaction."""

    template = "pg_current_xact_id()::text::bigint"
    output_field = models.BigIntegerField()


class Notice(models.Model):
    """One notice. Its id is its `seq`: it grows, but not by one, as all players share the numbers.

    Kept for a few days. It refers to nothing by a key: what it is about may be gone.
    """

    id = models.BigAutoField(primary_key=True)
    player_id = models.UUIDField()
    type = models.CharField(max_length=15, choices=NoticeType)
    game_id = models.UUIDField(null=True)
    seat = models.PositiveSmallIntegerField(null=True)
    invitation_id = models.UUIDField(null=True)
    made_at = models.DateTimeField(db_default=GameNow(), db_index=True)
    transaction = models.BigIntegerField(
        db_default=ThisTransaction(), help_text="That wrote it: see `selectors.notices`"
    )

    class Meta:
        constraints = [one_of("type", NoticeType, name="notice_type")]
        indexes = [models.Index(fields=["player_id", "id"], name="notice_by_player")]

    def __str__(self) -> str:
        return f"{self.type} for {self.player_id}"
