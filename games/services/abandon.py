"""Ending a game before its time: a lobby that is closed, a running game that is broken off."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.db import transaction

from games.engine import match as engine
from games.engine.events import Event
from games.errors import NoHandRunning, NotSeated
from games.selectors.games import seat_of
from games.services.authority import (
    Authority,
    director_note,
    is_creator,
    is_director,
    require_host,
)
from games.services.consent import consent_give, consent_refuse
from games.services.tables import Table, require_lobby, rows_log, table_lock, table_open
from games.store.row import GameRow
from samba_service.accounts.models import Player, PlayerKind

ABANDON: Final = "abandon"
"""What the table is asked."""
ALL_AGREED: Final = "All players agreed."


@transaction.atomic
def game_abandon(*, game_id: UUID, reason: str, by: Player | None = None) -> GameRow:
    """End the game at once, before the first deal too; `by` None is the service itself.

    The running hand counts for nothing. Those at the table read `reason` in the event. A game that
    is over stays as it is. Asks nobody's leave: that is the caller's duty. Raises GameNotFound.
    """
    table = table_open(game_id)
    if table.match.result is not None:
        return table.game
    return _end(table, reason, by)


@transaction.atomic
def abandon_ask(*, game_id: UUID, by: Authority, reason: str) -> GameRow:
    """End a running game, or ask those who play it; the row's status says which.

    A director ends it at once, and so does the creator while no other person sits there, with
    `reason`. Any other player needs the consent of all persons at the table, and agrees by the same
    call. Raises GameNotFound, NoHandRunning, NotSeated, ConsentOpen, TooManyQuestions.
    """
    director_note("game_abandoned", game_id, by=by, reason=reason)
    table = table_lock(game_id, caller=by.player.id)
    if table.match.hand is None:
        raise NoHandRunning
    if is_director(table.game, by) or (is_creator(table.game, by) and _is_alone(table, by.player)):
        return _end(table, reason, by.player)
    seat = _seat(table, by)
    events, granted = consent_give(table, about=ABANDON, seat=seat, asked=range(table.match.seats))
    if granted:
        return _end(table, ALL_AGREED, by.player, before=events)
    if not events:
        return table.game
    return rows_log(table, events, actor=by.player.id, hand=table.hand_number)


@transaction.atomic
def abandon_refuse(*, game_id: UUID, by: Authority) -> GameRow:
    """Say no to the question, or take back one's own. Raises GameNotFound, NotSeated, NothingAsked.

    Nobody is asked a second time by the same question.
    """
    table = table_lock(game_id, caller=by.player.id)
    events = consent_refuse(table, about=ABANDON, seat=_seat(table, by))
    return rows_log(table, events, actor=by.player.id, hand=table.hand_number)


@transaction.atomic
def lobby_close(*, game_id: UUID, by: Authority) -> GameRow:
    """Call off a game that has not begun.

    Raises GameNotFound, NotCreator, NotDirector for a tournament's game, NotInLobby.
    """
    director_note("lobby_closed", game_id, by=by)
    table = table_lock(game_id, caller=by.player.id)
    require_host(table.game, by)
    require_lobby(table.game)
    return _end(table, "", by.player)


def _seat(table: Table, by: Authority) -> int:
    seat = seat_of(table.match, by.player.id)
    if seat is None or not by.plays:
        raise NotSeated
    return seat


def _is_alone(table: Table, player: Player) -> bool:
    """True if no other person sits at the table."""
    others = (who for who in table.match.occupants if who and who.player != str(player.id))
    return all(who.kind != PlayerKind.HUMAN for who in others)


def _end(table: Table, reason: str, by: Player | None, *, before: Sequence[Event] = ()) -> GameRow:
    hand = table.hand_number
    events = [*before, *engine.abandon(table.match, reason)]
    return rows_log(table, events, actor=None if by is None else by.id, hand=hand)
