"""Players whose time is over: a bot plays the turn, or the game waits for them."""

from uuid import UUID

from django.db import transaction

from games.choices import Away
from games.engine.consent import Outcome
from games.engine.events import ClockFlagged, Event
from games.engine.match import consent_close
from games.engine.turns import FLAGS_UNTIL_AWAY
from games.models import DueWork
from games.services.clocks import credits_give, flags_raise, late_seats
from games.services.locked import LockedGame, match_lock_any, rows_log
from games.services.outages import outage_running
from games.services.seats import STAND_IN, house_bot, substitute
from games.store.append import CLOCK


@transaction.atomic
def clock_check(*, game_id: UUID) -> None:
    """Flag those whose time in a game is over, and credit outages. A second call does nothing.

    While no sweeper is alive, nothing is decided.
    """
    locked = match_lock_any(game_id)
    game, match = locked
    terms, due_at = game.clock_terms, game.turn_due_at
    if terms is None or due_at is None:
        DueWork.objects.filter(kind=CLOCK, subject=game_id).delete()
        return
    if outage_running(due_at, now=game.now) is not None:
        return
    events = credits_give(game, match, terms)
    late = late_seats(game, match, terms)
    stands_in = game.away == Away.BOT and not terms.by_correspondence
    if late:
        events += flags_raise(match, late)
        if stands_in:
            house_bot(STAND_IN)  # it exists from now on
            events += _replace_absent(locked, events)
    if events:
        rows_log(locked, events, actor=None, hand=locked.hand_number, stands_in=stands_in)
    else:
        DueWork.objects.filter(kind=CLOCK, subject=game_id).update(
            due_at=due_at, attempts=0, locked_until=None
        )


def _replace_absent(locked: LockedGame, flags: list[Event]) -> list[Event]:
    """Bots take over from those who were flagged too often in this hand."""
    events: list[Event] = []
    for flag in flags:
        if isinstance(flag, ClockFlagged) and flag.count >= FLAGS_UNTIL_AWAY:
            events += consent_close(locked.match, Outcome.LAPSED)
            events.append(substitute(locked.match, house_bot(STAND_IN), flag.seat))
    return events
