"""Looking into running hands: staff may, and everybody at the table sees that they did."""

from uuid import UUID

from django.db import transaction

from games.engine.events import HandPeeked
from games.engine.match import absorb_event
from games.store.announce import announce
from games.store.append import RowOrigin, append
from games.store.row import game_lock
from games.store.state import match_of


@transaction.atomic
def hand_peek(*, game_id: UUID, by: UUID, seat: int) -> bool:
    """Record that the player `by` looks into the running hand of `seat`.

    Returns False and logs nothing if the hand has ended meanwhile.
    """
    loaded = game_lock(game_id)
    match = match_of(loaded)
    if match.hand is None:
        return False
    event = HandPeeked(seat, str(by))
    absorb_event(match, event)
    announce(append(loaded.game, match, [event], RowOrigin(by), hand=match.hand.number), match)
    return True
