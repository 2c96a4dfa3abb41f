"""Events beside the log: they take a seq of the game, and keep its version and state."""

from uuid import UUID

import orjson
from django.db import transaction

from games.engine.codec import event_out
from games.engine.events import Event
from games.models import LiveEvent
from games.signals import live_event_added
from games.store.row import GameRow
from samba_service.kit.sql import run

_ADD = """
    WITH added AS (
        INSERT INTO games_liveevent (game_number, seq, version, hand, actor, event, made_at)
        VALUES (%s, %s, %s, %s, %s, %s, %s)
    )
    UPDATE games_game SET seq = %s, presence = %s WHERE id = %s
"""


def live_event_add(game: GameRow, event: Event, *, hand: int, actor: UUID | None = None) -> GameRow:
    """Add an event beside the log and return the game's new row.

    The caller holds the lock of the game; `hand` is the running one, 0 for none.
    """
    new = game._replace(seq=game.seq + 1, presence=game.presence + 1)
    text = orjson.dumps(event_out(event)).decode()
    run(
        _ADD,
        (game.number, new.seq, game.version, hand, actor, text, game.now,
         new.seq, new.presence, game.id),
    )  # fmt: skip
    transaction.on_commit(
        lambda: live_event_added.send_robust(GameRow, game_id=new.id, seq=new.seq), robust=True
    )
    return new


def live_seqs(game_id: UUID) -> frozenset[int]:
    """The seqs that events beside the log have."""
    found = LiveEvent.objects.filter(game__id=game_id)
    return frozenset(found.values_list("seq", flat=True))
