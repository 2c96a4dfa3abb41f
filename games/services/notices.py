"""How long the log of one player is kept."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from games.models import GameNow, Notice, NoticeCount

KEPT: Final = timedelta(days=7)


def notices_erase(*, player_id: UUID) -> None:
    """Delete the log of a player who is erased."""
    for rows in (Notice, NoticeCount):
        rows.objects.filter(player_id=player_id).delete()


def notices_forget() -> None:
    """Delete old notices: who has not read them for a week reads what waits now."""
    Notice.objects.filter(made_at__lt=GameNow() - KEPT).delete()
