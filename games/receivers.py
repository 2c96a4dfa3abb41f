"""What happens when something has happened."""

from typing import Any
from uuid import UUID

from django.dispatch import receiver

from games.services import table_invitations  # noqa: F401  registers how they are answered
from games.services.deserted import lobbies_close
from games.services.seats import seats_give_up
from games.signals import bot_turn_due, player_erased
from games.tasks import bot_turn
from samba_service.nudge import nudge


@receiver(bot_turn_due)
def wake_bot(*, game_id: UUID, version: int, **_: Any) -> None:
    """Wake a worker for the bot that must act."""
    nudge(bot_turn, str(game_id), version)


@receiver(player_erased)
def leave_tables(*, player_id: UUID, **_: Any) -> None:
    """Close the lobbies of an erased player, and empty their seats."""
    lobbies_close(player_id=player_id)
    seats_give_up(player_id=player_id)
