"""Players who stay away: since when their seats are waited for, and who lost a seat to a bot."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from games.choices import PresenceState
from games.engine.match import Match
from games.engine.turns import CLAIM_AFTER, CLAIM_AFTER_LONG
from games.models import Move, Seat
from games.store.attendance import attendance_of
from games.store.derived import to_act_of
from games.store.row import GameRow


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
        return None if left_at is None else Wait(left_at, left_at + CLAIM_AFTER)
    if clock is not None:
        if seat not in clock.late or clock.waits_since is None or clock.claimable_at is None:
            return None
        return Wait(*map(datetime.fromisoformat, (clock.waits_since, clock.claimable_at)))
    shown = attendance_of(game).get(seat)
    if shown is None or shown.presence != PresenceState.GONE or not to_act_of(match) >> seat & 1:
        return None
    heard_at = datetime.fromisoformat(shown.since)
    return Wait(heard_at, heard_at + CLAIM_AFTER_LONG)


def away_for_a_hand(game: GameRow, match: Match, seat: int) -> bool:
    """True if a house bot has played to the end of a hand for a player who has not come back."""
    hands = _stint_ends(game, seat).values_list("hand", flat=True)
    before = hands.first()
    number = 0 if match.hand is None else match.hand.number
    return bool(game.bot_seats >> seat & 1) and before is not None and 0 < before < number


def _stint_ends(game: GameRow, seat: int) -> QuerySet[Move]:
    """The rows with which people and bot accounts lost the seat, the last one first."""
    ended = Seat.objects.filter(game=game.id, number=seat, level="").exclude(to_version=None)
    versions = ended.values("to_version")
    return Move.objects.filter(game__number=game.number, version__in=versions).order_by("-version")
