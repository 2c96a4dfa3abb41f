"""How long the log of one player is kept."""

from datetime import timedelta
from uuid import UUID

from django.conf import settings

from games.models import GameNow, Notice, NoticeCount


def notices_erase(*, player_id: UUID) -> None:
    """Delete the log of a player who is erased."""
    for rows in (Notice, NoticeCount):
        rows.objects.filter(player_id=player_id).delete()


def notices_forget() -> None:
    """Delete old notices: who has not read them by then reads what waits now."""
    kept = timedelta(days=settings.SAMBA_NOTICE_DAYS)
    Notice.objects.filter(made_at__lt=GameNow() - kept).delete()
