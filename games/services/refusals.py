"""Refused actions: written down by a thread, so that no move waits for it or fails by it.

At most 200 of a seat in a game are kept, for `SAMBA_REFUSAL_DAYS`; further ones are counted.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

import orjson
from django.conf import settings
from django.db import Error, close_old_connections
from django.db.models import Exists, OuterRef

from games.choices import Via
from games.engine.actions import Action
from games.engine.codec import action_out
from games.engine.errors import Refusal
from games.models import GameNow, RefusedAction, RefusedCount
from games.models.refusals import MOST_KEPT
from games.store.row import GameRow
from samba_service.kit.errors import ServiceError
from samba_service.kit.outbox import Outbox
from samba_service.kit.sql import run

log = logging.getLogger(__name__)

ACTION_LENGTH: Final = 2000
"""Characters of an action; of a longer one only the type is kept."""
DETAIL_LENGTH: Final = 300


class Refused(NamedTuple):
    """A refused action, as the table has it."""

    game_id: UUID
    seat: int
    hand: int
    version: int
    player: UUID
    via: str
    action: str
    code: str
    rule: str
    detail: str
    at: datetime

    def __repr__(self) -> str:
        return f"<{self.code} for seat {self.seat} of {self.game_id}>"


@contextmanager
def refusals_noted(
    game: GameRow, action: Action, *, seat: int, hand: int, player_id: UUID, via: Via
) -> Iterator[None]:
    """Have what the block refuses the seat written down, once and outside its transaction."""
    try:
        yield
    except (Refusal, ServiceError) as no:
        code, rule = (no.rule.code, no.rule.value) if isinstance(no, Refusal) else (no.code, "")
        asked = _text(action)
        made_by = (game.id, seat, hand, game.version, player_id, via.value)
        _refused.put(Refused(*made_by, asked, code, rule, no.detail[:DETAIL_LENGTH], game.now))
        raise


def _text(action: Action) -> str:
    asked = action_out(action)
    text = orjson.dumps(asked).decode()
    return text if len(text) <= ACTION_LENGTH else orjson.dumps({"type": asked["type"]}).decode()


# The row of the count is the lock under which the number is given.
_KEEP = f"""
    WITH counted AS (
        INSERT INTO games_refusedcount AS known (game_id, seat, count, last_at)
        VALUES (%(game_id)s, %(seat)s, 1, %(at)s)
        ON CONFLICT (game_id, seat) DO UPDATE
        SET count = known.count + 1, last_at = GREATEST(known.last_at, excluded.last_at)
        RETURNING count
    )
    INSERT INTO games_refusedaction
        (game_id, seat, number, hand, version, player, via, action, code, rule, detail, at)
    SELECT %(game_id)s, %(seat)s, count, %(hand)s, %(version)s, %(player)s, %(via)s, %(action)s,
        %(code)s, %(rule)s, %(detail)s, %(at)s
    FROM counted WHERE count <= {MOST_KEPT}
"""


def refusal_keep(refused: Refused) -> None:
    """Count the refused action, and keep it if the seat has not had too many in this game."""
    run(_KEEP, refused._asdict())


def refusals_forget() -> None:
    """Delete refused actions that were kept long enough, and the counts of seats without any."""
    until = GameNow() - timedelta(days=settings.SAMBA_REFUSAL_DAYS)
    RefusedAction.objects.filter(at__lt=until).delete()
    kept = RefusedAction.objects.filter(game=OuterRef("game"), seat=OuterRef("seat"))
    RefusedCount.objects.filter(~Exists(kept), last_at__lt=until).delete()


def _write_down(refused: Sequence[Refused]) -> None:
    """Keep each; one that the database refuses costs no other."""
    try:
        for each in refused:
            try:
                refusal_keep(each)
            except Error as error:
                log.warning("%r is not kept: %s", each, type(error).__name__)
    finally:
        close_old_connections()


_refused = Outbox[Refused]("refused actions", _write_down, together=50)
