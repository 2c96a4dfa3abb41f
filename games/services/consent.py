"""Asking the table: the one way in which those who play agree to something.

The first call opens a question; the same call by those who are asked agrees to it. Bots agree, and
so do empty seats. The caller carries out what was agreed, in the same row of the log.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from games.engine.clock import later
from games.engine.consent import Outcome
from games.engine.events import ConsentAnswered, ConsentAsked, Event
from games.engine.match import absorb_event, consent_close
from games.errors import ConsentOpen, NothingAsked, NotSeated, TooManyQuestions
from games.models import DueWork, Move
from games.selectors.games import seat_of
from games.services.authority import Authority
from games.services.locked import LockedGame, match_lock_any, rows_log
from games.store.row import GameRow
from samba_service.accounts.choices import PlayerKind
from samba_service.kit.times import rfc3339

CONSENT: Final = "consent"
"""Kind of due work: the question in game `subject` from version `step` may expire."""
PATIENCE: Final = timedelta(seconds=120)
"""How long a question is open, unless the game is played by correspondence."""
ASKED_AT_MOST: Final = 3
"""Questions of one player in a hand, and pauses for which nobody had to be asked."""


class Agreed(NamedTuple):
    """The result of a call: events for the log, and True if all agree now."""

    events: list[Event]
    granted: bool


def consent_give(
    locked: LockedGame,
    *,
    about: str,
    seat: int,
    asked: Collection[int],
    claimed: int | None = None,
) -> Agreed:
    """Agree to `about` from `seat`: answer the open question, or ask the persons at `asked`.

    `claimed` is the seat that a claim is about. The events have been absorbed. Raises ConsentOpen
    while another question is open, or one that is put to others, TooManyQuestions.
    """
    events = _lapsed(locked)
    consent = locked.match.consent
    if consent is None:
        persons = tuple(other for other in _persons(locked, asked) if other != seat)
        if persons:
            require_few(locked, seat)
            events.append(_ask(locked, about, seat, persons, claimed))
        return Agreed(events, granted=not persons)
    same = (consent.about, consent.claimed) == (about, claimed)
    if not same or seat not in (consent.asked_by, *consent.seats):
        raise ConsentOpen(about=consent.about)
    if seat not in consent.waits_for:
        return Agreed(events, granted=False)
    events.append(_answer(locked, about, seat, agrees=True))
    if locked.match.consent is not None and locked.match.consent.waits_for:
        return Agreed(events, granted=False)
    events += consent_close(locked.match, Outcome.GRANTED)
    return Agreed(events, granted=True)


def consent_refuse(locked: LockedGame, *, about: str, seat: int) -> list[Event]:
    """Say no to the open question, or withdraw one's own; the events have been absorbed.

    Raises NothingAsked.
    """
    consent = locked.match.consent
    if consent is None or consent.about != about or _is_over(locked):
        raise NothingAsked
    if seat == consent.asked_by:
        return consent_close(locked.match, Outcome.WITHDRAWN)
    if seat not in consent.seats:
        raise NothingAsked
    refused = _answer(locked, about, seat, agrees=False)
    return [refused, *consent_close(locked.match, Outcome.REFUSED)]


@transaction.atomic
def consent_lapse(*, game_id: UUID, step: int) -> None:
    """Close a game's question when its time is over. A second call does nothing."""
    locked = match_lock_any(game_id)
    events = _lapsed(locked)
    if events:
        rows_log(locked, events, actor=None, hand=locked.hand_number)
    DueWork.objects.filter(kind=CONSENT, subject=game_id, step=step).delete()


def playing_seat(locked: LockedGame, by: Authority) -> int:
    """The seat from which the caller may ask and answer. Raises NotSeated."""
    seat = seat_of(locked.match, by.player.id)
    if seat is None or not by.plays:
        raise NotSeated
    return seat


def require_few(locked: LockedGame, seat: int) -> None:
    """Raises TooManyQuestions for a player who has asked or paused often enough."""
    occupant = locked.match.occupants[seat]
    assert occupant is not None
    rows = Move.objects.filter(game__number=locked.game.number, hand=locked.hand_number)
    own = rows.filter(actor=UUID(occupant.player))
    asked = Q(events__contains='"consent_asked"')
    unasked = Q(events__contains='"paused_since":"') & ~Q(events__contains='"consent_answered"')
    unasked &= ~Q(events__contains='"held":true') & ~Q(events__contains='"type":"seat_')
    if own.filter(asked | unasked).count() >= ASKED_AT_MOST:
        raise TooManyQuestions(limit=ASKED_AT_MOST)


def _persons(locked: LockedGame, seats: Collection[int]) -> list[int]:
    """Seats of persons, who have to be asked."""
    occupants = ((seat, locked.match.occupants[seat]) for seat in seats)
    return [seat for seat, who in occupants if who is not None and who.kind == PlayerKind.HUMAN]


def _ask(
    locked: LockedGame, about: str, seat: int, persons: tuple[int, ...], claimed: int | None
) -> Event:
    until = _until(locked.game)
    event = ConsentAsked(about, seat, persons, rfc3339(until), claimed)
    absorb_event(locked.match, event)
    DueWork.objects.create(
        kind=CONSENT, subject=locked.game.id, step=locked.game.version + 1, due_at=until
    )
    return event


def _until(game: GameRow) -> datetime:
    """How long a question is open: by correspondence for the time of a turn."""
    terms = game.clock_terms
    if terms is not None and terms.by_correspondence:
        return later(game.now, terms.turn_s, terms)
    return game.now + PATIENCE


def _answer(locked: LockedGame, about: str, seat: int, *, agrees: bool) -> Event:
    event = ConsentAnswered(about, seat, agrees)
    absorb_event(locked.match, event)
    return event


def _lapsed(locked: LockedGame) -> list[Event]:
    """Close a question whose time is over."""
    return consent_close(locked.match, Outcome.LAPSED) if _is_over(locked) else []


def _is_over(locked: LockedGame) -> bool:
    consent = locked.match.consent
    return consent is not None and datetime.fromisoformat(consent.until) <= locked.game.now
