"""What our bots do: from what their seat sees, and from numbers that nobody else can predict."""

from random import Random
from uuid import UUID

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.bots import registry
from games.engine.actions import Action
from games.engine.table.hand import HandState
from games.engine.view import seat_view
from games.selectors.events import SeatLog


def bot_action(game_id: UUID, version: int, hand: HandState, *, seat: int, level: str) -> Action:
    """What the bot of `level` in the seat does at this version; it follows only from its view.

    Raises KeyError for a level that does not exist, and whatever a faulty bot raises.
    """
    log = SeatLog(game_id, seat, hand.number, until=version)
    return registry.policy(level)(seat_view(hand, seat), log, bot_random(game_id, version))


def bot_random(game_id: UUID, version: int) -> Random:
    """The same numbers for the same turn in every process; nobody else can predict them."""
    turn, secret = f"{game_id}:{version}", settings.SAMBA_DEAL_KEY
    return Random(salted_hmac("games.bots", turn, secret, algorithm="sha256").digest())
