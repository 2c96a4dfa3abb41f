"""A seat at a table that is played online: handed over to who sits for another."""

from games.errors import HasSeenCards
from games.models import GameStatus, Player
from games.services.running_seats import require_unseen, seat_hand_over
from samba_service.errors import BadFields
from tournaments.errors import ResultConfirmed
from tournaments.models import TableSeat


def is_at_play(seat: TableSeat) -> bool:
    """True where the table's game decides who sits there: unless it was abandoned."""
    game = seat.table.game
    return game is not None and game.status != GameStatus.ABANDONED


def seat_take_over(seat: TableSeat, to: Player, *, hand: int | None, by: Player) -> int | None:
    """Give a player the seat in the game; their first hand, None for the start of the round.

    It is the hand that is being played, so that `hand`, if it is given, can be no other. Raises
    ResultConfirmed for a game that has ended, HasSeenCards, BadFields.
    """
    table = seat.table
    assert table.game_id is not None
    try:
        stint = seat_hand_over(game_id=table.game_id, seat=seat.seat, to=to, by=by)
    except HasSeenCards:
        raise HasSeenCards(table=table.number) from None
    if stint is None:
        raise ResultConfirmed
    playing = stint.hand or 1
    if hand not in (None, playing):
        raise BadFields(("from_hand", f"Hand {playing} is being played online: leave it out."))
    return playing if playing > 1 or stint.begun else None


def seat_require_fit(seat: TableSeat, player: Player | None, *, hand: int | None) -> None:
    """What can be said before the player has agreed to come. Raises HasSeenCards, BadFields."""
    if hand is not None:
        raise BadFields(("from_hand", "They come when they accept: leave it out."))
    if player is not None and seat.table.game_id is not None:
        require_unseen(game_id=seat.table.game_id, seat=seat.seat, player=player)
