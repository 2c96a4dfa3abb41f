"""Seats at online tables: a substitute takes one over in the running game."""

from games.errors import HasSeenCards
from games.models import GameStatus, Player
from games.services.running_seats import require_unseen, seat_hand_over
from samba_service.errors import BadFields
from tournaments.errors import ResultConfirmed
from tournaments.models import TableSeat


def has_game(seat: TableSeat) -> bool:
    """True if the table has a game that was not abandoned: then its seats must change too."""
    game = seat.table.game
    return game is not None and game.status != GameStatus.ABANDONED


def seat_take_over(seat: TableSeat, to: Player, *, hand: int | None, by: Player) -> int | None:
    """Give a player the seat in the game; returns their first hand, None for the whole round.

    It is the running hand; `hand`, if given, must be the same. Raises ResultConfirmed if the game
    is over, HasSeenCards, BadFields.
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
    """Check what can be checked before the player accepts. Raises HasSeenCards, BadFields."""
    if hand is not None:
        raise BadFields(("from_hand", "They come when they accept: leave it out."))
    if player is not None and seat.table.game_id is not None:
        require_unseen(game_id=seat.table.game_id, seat=seat.seat, player=player)
