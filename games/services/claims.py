"""Claims because of players who stay away: a bot for a seat that is waited for, and the game.

A bot hurts nobody: the table waits no longer, and its owner may come back. The game is given up
only if the partners of the absent player agree, or by a director.
"""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from games.engine import match as engine
from games.engine.consent import Claim, Outcome
from games.engine.events import Event, SeatClaimed
from games.engine.match import absorb_event, consent_close
from games.errors import NoHandRunning, NotAbsent, NothingAsked
from games.selectors.absences import Wait, away_for_a_hand, seat_wait
from games.services.authority import Authority, director_note, is_creator, is_director
from games.services.consent import consent_give, consent_refuse, playing_seat
from games.services.locked import LockedGame, match_lock, rows_log
from games.services.outages import outages_since
from games.services.seats import STAND_IN, house_bot, require_seat, sit_down, substitute
from games.store.row import GameRow
from samba_service.kit.times import rfc3339

CLAIM: Final = "claim"
"""The name of the question."""


@transaction.atomic
def claim_make(
    *, game_id: UUID, by: Authority, seat: int, claim: Claim, reason: str = ""
) -> GameRow:
    """Put a bot in `seat`, or end the game as if its side gave up; or ask the partners to that.

    By somebody else at the table; a bot also by the creator. A director decides at once. Raises
    GameNotFound, NoHandRunning, NotSeated, NoSuchSeat, NotAbsent, ConsentOpen, TooManyQuestions.
    """
    director_note("claim_decided", game_id, by=by, reason=reason, seat=seat, claim=claim.value)
    locked = match_lock(game_id, caller=by.player.id)
    if locked.match.hand is None:
        raise NoHandRunning
    require_seat(locked.match, seat)
    if claim == Claim.BOT:
        return _bot_seat(locked, by, seat, reason)
    return _game_end(locked, by, seat, reason)


@transaction.atomic
def claim_refuse(*, game_id: UUID, by: Authority) -> GameRow:
    """Play on: say no to the question, or withdraw one's own; a director refuses for all.

    Raises GameNotFound, NotSeated, NothingAsked.
    """
    director_note("claim_refused", game_id, by=by)
    locked = match_lock(game_id, caller=by.player.id)
    consent = locked.match.consent
    if is_director(locked.game, by):
        if consent is None or consent.about != CLAIM:
            raise NothingAsked
        events = consent_close(locked.match, Outcome.REFUSED)
    else:
        events = consent_refuse(locked, about=CLAIM, seat=playing_seat(locked, by))
    return rows_log(locked, events, actor=by.player.id, hand=locked.hand_number)


def _bot_seat(locked: LockedGame, by: Authority, seat: int, reason: str) -> GameRow:
    directs = is_director(locked.game, by)
    if not directs and not is_creator(locked.game, by):
        playing_seat(locked, by)
    wait = seat_wait(locked.game, locked.match, seat)
    if wait is None:
        raise NotAbsent
    claimable_at = _later_by_outages(wait, locked.game.now)
    if not directs and locked.game.now < claimable_at:
        raise NotAbsent(claimable_at=rfc3339(claimable_at))
    events = [
        *consent_close(locked.match, Outcome.LAPSED),
        _claimed(locked, by, seat, Claim.BOT, reason),
    ]
    bot = house_bot(STAND_IN)
    empty = locked.match.occupants[seat] is None
    events.append((sit_down if empty else substitute)(locked.match, bot, seat))
    return rows_log(locked, events, actor=by.player.id, hand=locked.hand_number)


def _game_end(locked: LockedGame, by: Authority, seat: int, reason: str) -> GameRow:
    match, hand = locked.match, locked.hand_number
    side, sides = seat % match.sides, match.sides
    if seat not in away_for_a_hand(locked.game, match):
        raise NotAbsent
    events: list[Event] = []
    granted = is_director(locked.game, by)
    if not granted:
        partners = range(side, match.seats, sides)
        own = playing_seat(locked, by)
        events, granted = consent_give(locked, about=CLAIM, seat=own, asked=partners, claimed=seat)
    if granted:
        events = [*events, *consent_close(match, Outcome.LAPSED)]
        events = [
            *events,
            _claimed(locked, by, seat, Claim.GAME, reason),
            *engine.concede(match, side),
        ]
    return rows_log(locked, events, actor=by.player.id, hand=hand) if events else locked.game


def _claimed(
    locked: LockedGame, by: Authority, seat: int, claim: Claim, reason: str
) -> SeatClaimed:
    event = SeatClaimed(
        seat, claim, str(by.player.id), reason if is_director(locked.game, by) else ""
    )
    absorb_event(locked.match, event)
    return event


def _later_by_outages(wait: Wait, now: datetime) -> datetime:
    """When a bot may be claimed: a player cannot come back while the service is down."""
    outages = outages_since(wait.since, now=now)
    down = (outage.until - max(outage.since, wait.since) for outage in outages)
    return wait.claimable_at + sum(down, start=timedelta())
