"""Asking the table: the one way in which those who play agree to something.

The first call opens a question; the same call by those who are asked agrees to it. Bots agree, and
so do empty seats. The caller carries out what was agreed, in the same row of the log.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction

from games.engine.consent import Outcome
from games.engine.events import ConsentAnswered, ConsentAsked, Event
from games.engine.match import absorb_event, consent_close
from games.errors import ConsentOpen, NothingAsked, TooManyQuestions
from games.models import DueWork, Move
from games.services.tables import LockedGame, rows_log, table_lock_any
from samba_service.accounts.choices import PlayerKind
from samba_service.kit.times import rfc3339

CONSENT: Final = "consent"
"""Kind of due work: the question in game `subject` from version `step` may expire."""
PATIENCE: Final = timedelta(seconds=120)
ASKED_AT_MOST: Final = 3
"""Questions of one player in a hand."""


class Agreed(NamedTuple):
    """The result of a call: events for the log, and True if all agree now."""

    events: list[Event]
    granted: bool


def consent_give(table: LockedGame, *, about: str, seat: int, asked: Collection[int]) -> Agreed:
    """Agree to `about` from `seat`: answer the open question, or ask the persons at `asked`.

    The events have been absorbed. Raises ConsentOpen while another question is open,
    TooManyQuestions.
    """
    events = _lapsed(table)
    consent = table.match.consent
    if consent is None:
        persons = tuple(other for other in _persons(table, asked) if other != seat)
        if persons:
            events.append(_ask(table, about, seat, persons))
        return Agreed(events, granted=not persons)
    if consent.about != about:
        raise ConsentOpen(about=consent.about)
    if seat not in consent.waits_for:
        return Agreed(events, granted=False)
    events.append(_answer(table, about, seat, agrees=True))
    if table.match.consent is not None and table.match.consent.waits_for:
        return Agreed(events, granted=False)
    events += consent_close(table.match, Outcome.GRANTED)
    return Agreed(events, granted=True)


def consent_refuse(table: LockedGame, *, about: str, seat: int) -> list[Event]:
    """Say no to the open question, or withdraw one's own; the events have been absorbed.

    Raises NothingAsked.
    """
    consent = table.match.consent
    if consent is None or consent.about != about or _is_over(table):
        raise NothingAsked
    if seat == consent.asked_by:
        return consent_close(table.match, Outcome.WITHDRAWN)
    if seat not in consent.seats:
        raise NothingAsked
    refused = _answer(table, about, seat, agrees=False)
    return [refused, *consent_close(table.match, Outcome.REFUSED)]


@transaction.atomic
def consent_lapse(*, game_id: UUID, step: int) -> None:
    """Close a game's question when its time is over. A second call does nothing."""
    table = table_lock_any(game_id)
    events = _lapsed(table)
    if events:
        rows_log(table, events, actor=None, hand=table.hand_number)
    DueWork.objects.filter(kind=CONSENT, subject=game_id, step=step).delete()


def _persons(table: LockedGame, seats: Collection[int]) -> list[int]:
    """Seats of persons, who have to be asked."""
    occupants = ((seat, table.match.occupants[seat]) for seat in seats)
    return [seat for seat, who in occupants if who is not None and who.kind == PlayerKind.HUMAN]


def _ask(table: LockedGame, about: str, seat: int, persons: tuple[int, ...]) -> Event:
    _require_few(table, seat)
    until = table.game.now + PATIENCE
    event = ConsentAsked(about, seat, persons, rfc3339(until))
    absorb_event(table.match, event)
    DueWork.objects.create(
        kind=CONSENT, subject=table.game.id, step=table.game.version + 1, due_at=until
    )
    return event


def _require_few(table: LockedGame, seat: int) -> None:
    occupant = table.match.occupants[seat]
    assert occupant is not None
    rows = Move.objects.filter(game__number=table.game.number, hand=table.hand_number)
    asked = rows.filter(actor=UUID(occupant.player), events__contains='"consent_asked"')
    if asked.count() >= ASKED_AT_MOST:
        raise TooManyQuestions(limit=ASKED_AT_MOST)


def _answer(table: LockedGame, about: str, seat: int, *, agrees: bool) -> Event:
    event = ConsentAnswered(about, seat, agrees)
    absorb_event(table.match, event)
    return event


def _lapsed(table: LockedGame) -> list[Event]:
    """Close a question whose time is over."""
    return consent_close(table.match, Outcome.LAPSED) if _is_over(table) else []


def _is_over(table: LockedGame) -> bool:
    consent = table.match.consent
    return consent is not None and datetime.fromisoformat(consent.until) <= table.game.now
