"""Free seats, and seats that a player who left may take again."""

from uuid import UUID

from django.db.models import Q

from games.engine.match import Match
from games.models import Move, Seat
from games.selectors.directors import directors_get
from games.store.row import GameRow


def is_free(game: GameRow, match: Match, seat: int) -> bool:
    """True for a seat that is empty or a house bot's."""
    return match.occupants[seat] is None or bool(game.bot_seats >> seat & 1)


def seat_left(game: GameRow, match: Match, player_id: UUID) -> int | None:
    """The seat that the player left, or lost while away, if nobody else has sat there since.

    A tournament reserves seats from the lobby on, other games from the first deal on.
    """
    stints = Seat.objects.filter(game_id=game.id)
    own = stints.filter(player=player_id).exclude(to_version=None).order_by("-to_version").first()
    if own is None or own.to_version is None or not is_free(game, match, own.number):
        return None
    by_the_clock = Q(actor=None, events__contains='"type":"clock_flagged"')
    claimed = Q(events__contains='"type":"seat_claimed"')
    row = Move.objects.filter(
        Q(actor=player_id) | by_the_clock | claimed,
        game__number=game.number,
        version=own.to_version,
    )
    if directors_get(game.id) is None:
        row = row.exclude(hand=0)
    others = stints.filter(number=own.number, from_version__gte=own.to_version, level="")
    return own.number if row.exists() and not others.exists() else None
