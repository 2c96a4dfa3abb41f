"""What happens in clubs and tournaments when something has happened elsewhere."""

from typing import Any
from uuid import UUID

from django.dispatch import receiver

from games.signals import game_finished, player_erased
from tournaments import tasks  # noqa: F401  registers the kinds of due work
from tournaments.services.members import offices_give_up
from tournaments.services.online import game_result_take


@receiver(player_erased)
def leave_offices(*, player_id: UUID, **_: Any) -> None:
    """Who is gone runs no club; the membership stays, under the name that tells nothing."""
    offices_give_up(player_id=player_id)


@receiver(game_finished)
def take_result(*, game_id: UUID, **_: Any) -> None:
    """The result of a tournament's game is its table's."""
    game_result_take(game_id=game_id)
