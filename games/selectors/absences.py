"""Players who stay away: since when their seats are waited for, and who lost a seat to a bot."""

from collections.abc import Set
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from games.engine.match import Match
from games.engine.turns import claimable
from games.models import Move, Presence, Seat
from games.store.derived import to_act_of
from games.store.row import GameRow

GONE_AFTER: Final = timedelta(minutes=10)
"""After this long without a call or an open stream a player is gone."""


class Wait(NamedTuple):
    """A seat that the table waits for."""

    since: datetime
    claimable_at: datetime
    """When the others may claim a bot for it, unless the service was down in the meantime."""


def seat_wait(game: GameRow, match: Match, seat: int) -> Wait | None:
    """Since when the seat is waited for; None if it is not.

    It is empty, or its time is over and nobody plays. Without a clock: its player must act and is
    gone.
    """
    occupant, clock = match.occupants[seat], match.clock
    if occupant is None:
        left_at = _stint_ends(game, seat).values_list("made_at", flat=True).first()
        return None if left_at is None else Wait(left_at, claimable(None, left_at, left=True))
    if clock is not None:
        if seat not in clock.late or clock.waits_since is None or clock.claimable_at is None:
            return None
        return Wait(*map(datetime.fromisoformat, (clock.waits_since, clock.claimable_at)))
    known = Presence.objects.filter(game=game.id, player=UUID(occupant.player))
    heard_at = known.values_list("heard_at", flat=True).first()
    if heard_at is None or game.now - heard_at < GONE_AFTER or not to_act_of(match) >> seat & 1:
        return None
    return Wait(heard_at, claimable(None, heard_at, left=False))


def away_for_a_hand(game: GameRow, match: Match) -> Set[int]:
    """Seats where a house bot has played to the end of a hand for a player who is not back."""
    number = 0 if match.hand is None else match.hand.number
    bots = [seat for seat in range(match.seats) if game.bot_seats >> seat & 1]
    if not bots:
        return set()
    moves = Move.objects.filter(game__number=game.number, version=OuterRef("to_version"))
    ended = _stints_ended(game).filter(number__in=bots).order_by("to_version")
    left = ended.annotate(hand=Subquery(moves.values("hand")))
    hands: dict[int, int] = dict(left.values_list("number", "hand"))
    return {seat for seat, hand in hands.items() if 0 < hand < number}


def _stint_ends(game: GameRow, seat: int) -> QuerySet[Move]:
    """The rows with which people and bot accounts lost the seat, the last one first."""
    versions = _stints_ended(game).filter(number=seat).values("to_version")
    return Move.objects.filter(game__number=game.number, version__in=versions).order_by("-version")


def _stints_ended(game: GameRow) -> QuerySet[Seat]:
    """Of people and bot accounts, in any seat."""
    return Seat.objects.filter(game=game.id, level="").exclude(to_version=None)
