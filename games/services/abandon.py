"""Ending a game before its time: a lobby that is closed, a running game that is broken off."""

from uuid import UUID

from django.db import transaction

from games.engine import match as engine
from games.models import Player
from games.selectors.rows import GameRow
from games.services.authority import Authority, require_host
from games.services.seats import Table, require_lobby, rows_log, table_lock, table_open


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
def lobby_close(*, game_id: UUID, by: Authority) -> GameRow:
    """Call off a game that has not begun.

    Raises GameNotFound, NotCreator, NotDirector for a tournament's game, NotInLobby.
    """
    table = table_lock(game_id, caller=by.player.id)
    require_host(table.game, by)
    require_lobby(table.game)
    return _end(table, "", by.player)


def _end(table: Table, reason: str, by: Player | None) -> GameRow:
    hand = 0 if table.match.hand is None else table.match.hand.number
    events = engine.abandon(table.match, reason)
    return rows_log(table, events, actor=None if by is None else by.id, hand=hand)
