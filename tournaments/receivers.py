"""What happens in clubs and tournaments when something has happened elsewhere."""

from typing import Any
from uuid import UUID

from django.dispatch import receiver

from games.signals import player_erased
from tournaments.services.members import offices_give_up


@receiver(player_erased)
def leave_offices(*, player_id: UUID, **_: Any) -> None:
    """Who is gone runs no club; the membership stays, under the name that tells nothing."""
    offices_give_up(player_id=player_id)
