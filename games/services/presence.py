"""Who is at the table: by their calls and their open streams.

A process notes whom it has heard of, and a thread writes it down, so that no call waits for it. The
sweeper finds those who have not been heard of for long. What changes is an event beside the log.
"""

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from time import monotonic
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import Error, close_old_connections, transaction

from games.choices import GameStatus, PresenceState
from games.engine.events import PresenceChanged
from games.errors import GameNotFound
from games.models import Presence
from games.selectors.absences import GONE_AFTER
from games.selectors.live import GAME
from games.services.locked import LockedGame, match_lock_any
from games.store.attendance import Attended, attendance_of, attendance_set
from games.store.live import live_event_add
from samba_service.kit.live import Reader
from samba_service.kit.outbox import Outbox
from samba_service.kit.recent import Recent
from samba_service.kit.sql import run
from samba_service.kit.times import rfc3339

log = logging.getLogger(__name__)

AWAY_AFTER: Final = timedelta(seconds=60)

NOTED_EVERY_S: Final = 15.0
"""How often a process writes down that it has heard of somebody."""

AT_ONCE: Final = 100
"""Games that a sweeper looks at in a row."""

_noted: Recent[tuple[UUID, UUID], float] = Recent(20_000)
"""When this process has last noted a player at a game."""

_HEAR = """
    INSERT INTO games_presence AS known (game_id, player_id, heard_at, shown, due_at)
    SELECT DISTINCT s.game_id, s.player_id, now, '', NULL::timestamptz
    FROM unnest(%s::uuid[], %s::uuid[]) AS heard (game, player)
    JOIN games_seat s ON s.game_id = heard.game AND s.player_id = heard.player
        AND s.to_version IS NULL AND s.level = ''
    JOIN games_game g ON g.id = s.game_id AND g.status IN ('lobby', 'active')
    CROSS JOIN samba_now() AS now
    ORDER BY 1, 2
    ON CONFLICT (game_id, player_id) DO UPDATE SET heard_at = excluded.heard_at,
        due_at = CASE known.shown WHEN 'online' THEN excluded.heard_at + %s ELSE known.due_at END
    RETURNING game_id, shown
"""

_DUE = """
    SELECT DISTINCT game_id FROM games_presence WHERE due_at <= samba_now() LIMIT %s
"""

_LATER = """
    UPDATE games_presence p SET due_at = samba_now() + %s
    FROM (SELECT player_id FROM games_presence WHERE game_id = %s AND due_at <= samba_now()
        ORDER BY player_id FOR UPDATE) late
    WHERE p.game_id = %s AND p.player_id = late.player_id
"""


def heard(game_id: UUID, player_id: UUID) -> None:
    """A player who may sit at the game has called, or is listening. Returns at once."""
    now, whom = monotonic(), (game_id, player_id)
    noted = _noted.get(whom)
    if noted is None or now - noted > NOTED_EVERY_S:
        _noted.keep(whom, now)
        _heard.put(whom)


def readers_heard(readers: Iterable[Reader]) -> None:
    """Those who follow games are listening."""
    for each in readers:
        if each.topic.kind == GAME and each.viewer is not None:
            heard(each.topic.id, each.viewer)


def players_note(whom: Sequence[tuple[UUID, UUID]]) -> None:
    """Write down that these players, each at a game, have been heard of now, and show it."""
    known = players_hear(whom)
    for game_id in {game for game, shown in known if shown != PresenceState.ONLINE}:
        _settle_or_note(game_id)


def players_hear(whom: Sequence[tuple[UUID, UUID]]) -> list[tuple[UUID, str]]:
    """As `players_note`, shown to nobody; returns the games, and what is shown of the players."""
    games, players = zip(*whom, strict=True)
    return run(_HEAR, (list(games), list(players), AWAY_AFTER)).fetchall()


def presence_sweep() -> None:
    """Show those as away or gone who have not been heard of for long."""
    for (game_id,) in run(_DUE, (AT_ONCE,)):
        _settle_or_note(game_id)


def _settle_or_note(game_id: UUID) -> None:
    """Settle the game; if that fails, log it and try again later, so that the others are handled.

    An error of the database concerns them all, and is raised.
    """
    try:
        presence_settle(game_id=game_id)
    except Error:
        raise
    except Exception as error:  # for any error in this game; its message might name cards
        log.error("presence in game %s cannot be shown: %s", game_id, type(error).__name__)
        run(_LATER, (GONE_AFTER, game_id, game_id))


@transaction.atomic
def presence_settle(*, game_id: UUID) -> None:
    """Show the presence of the players of a game as it is now."""
    try:
        locked = match_lock_any(game_id)
    except GameNotFound:
        return
    known = Presence.objects.filter(game=game_id).order_by("player_id")  # locked as by `_HEAR`
    rows = {row.player_id: row for row in known.select_for_update()}
    sitting = _sitting(locked)
    left = [player for player in rows if player not in sitting]
    if left:
        Presence.objects.filter(game=game_id, player__in=left).delete()
    game, shown = locked.game, dict(attendance_of(locked.game))
    for player, seat in sitting.items():
        if player not in rows:
            continue
        row = rows[player]
        state, due_at = presence_at(row.heard_at, game.now)
        if seat not in shown or shown[seat].presence != state:
            since = rfc3339(game.now if state == PresenceState.ONLINE else row.heard_at)
            event = PresenceChanged(seat, state.value, since)
            game = live_event_add(game, event, hand=locked.hand_number)
            shown[seat] = Attended(state.value, since)
        mine = Presence.objects.filter(game=game_id, player=player)
        mine.update(shown=state, due_at=due_at)
    if game.seq != locked.game.seq:
        attendance_set(game, shown)


def _sitting(locked: LockedGame) -> dict[UUID, int]:
    """The seats by player; of a game that is over nobody is looked for any more."""
    if locked.game.status not in (GameStatus.LOBBY, GameStatus.ACTIVE):
        return {}
    seats = enumerate(locked.match.occupants)
    return {UUID(each.player): seat for seat, each in seats if each is not None}


def presence_at(heard_at: datetime, now: datetime) -> tuple[PresenceState, datetime | None]:
    """What is known of a player who was last heard of then, and when that changes by itself."""
    if now - heard_at < AWAY_AFTER:
        return PresenceState.ONLINE, heard_at + AWAY_AFTER
    if now - heard_at < GONE_AFTER:
        return PresenceState.AWAY, heard_at + GONE_AFTER
    return PresenceState.GONE, None


def heard_write(whom: Sequence[tuple[UUID, UUID]]) -> None:
    """Write down whom a process has heard of; shown unless `SAMBA_PRESENCE` is off."""
    (players_note if settings.SAMBA_PRESENCE else players_hear)(whom)


def _write_down(whom: Sequence[tuple[UUID, UUID]]) -> None:
    try:
        heard_write(whom)
    except Error:
        for each in whom:
            _noted.drop(each)  # the next call tries again
    finally:
        close_old_connections()


_heard = Outbox[tuple[UUID, UUID]]("who is there", _write_down, together=100)
