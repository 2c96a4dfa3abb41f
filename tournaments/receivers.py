"""What happens when something has happened."""

from typing import Any
from uuid import UUID

from django.dispatch import receiver

from games.signals import game_finished
from tournaments import tasks  # noqa: F401  registers the kinds of due work
from tournaments.services.online import game_result_take


@receiver(game_finished)
def take_result(*, game_id: UUID, **_: Any) -> None:
    """The result of a tournament's game is its table's."""
    game_result_take(game_id=game_id)
