"""Games that hang: a running game always waits for a person, or has due work for a bot."""

import logging
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction

from games.models import DueWork
from games.services.work import PATIENCE
from games.store.announce import wake_bot
from games.store.append import BOT, CLOCK
from games.store.row import game_lock
from samba_service.kit.sql import run

log = logging.getLogger(__name__)

NOBODY_ACTS: Final = "nobody must act"
NO_TURN: Final = "a bot must act, and no work is due for it"
NO_CLOCK: Final = "time runs for a player, and no work is due when it is over"
FAILS: Final = "a bot must act, and every attempt fails"

_HANGING = f"""
    SELECT id, why FROM (
        SELECT g.id, CASE
            WHEN g.to_act = 0 THEN '{NOBODY_ACTS}'
            WHEN g.to_act & (g.bot_seats | g.stand_ins) <> 0 AND w.attempts IS NULL
                THEN '{NO_TURN}'
            WHEN g.to_act & (g.bot_seats | g.stand_ins) <> 0 AND w.attempts >= %s
                THEN '{FAILS}'
            WHEN g.turn_due_at IS NOT NULL AND NOT EXISTS (
                    SELECT FROM games_duework c WHERE c.kind = '{CLOCK}' AND c.subject = g.id)
                THEN '{NO_CLOCK}'
            END AS why
        FROM games_game g LEFT JOIN games_duework w
            ON w.kind = '{BOT}' AND w.subject = g.id AND w.step = g.version
        WHERE g.status = 'active'
    ) running WHERE why IS NOT NULL ORDER BY id
"""


class Hang(NamedTuple):
    """A running game in which nothing can happen, and what is wrong with it."""

    game_id: UUID
    why: str


def games_hanging() -> list[Hang]:
    """The running games in which nobody can act and no work is due; there should be none.

    An empty seat that must act is no hang: the table waits for its owner.
    """
    return [Hang._make(row) for row in run(_HANGING, (PATIENCE,)).fetchall()]


def hangs_repair() -> list[Hang]:
    """Make lost work due again, and log every game that hangs as an error; returns them."""
    found = games_hanging()
    for hang in found:
        repaired = hang.why in (NO_TURN, NO_CLOCK) and _work_restore(hang.game_id)
        log.error("game %s hangs: %s%s", *hang, "; repaired" if repaired else "")
    return found


@transaction.atomic
def _work_restore(game_id: UUID) -> bool:
    """Make due again what the game waits for; False if nothing was missing any more."""
    game = game_lock(game_id).game
    missing = []
    if game.bots_to_act and not _is_due(BOT, game_id, step=game.version):
        missing.append(DueWork(kind=BOT, subject=game_id, step=game.version))
        transaction.on_commit(lambda: wake_bot(game), robust=True)
    if game.turn_due_at is not None and not _is_due(CLOCK, game_id):
        due_at = game.turn_due_at
        missing.append(DueWork(kind=CLOCK, subject=game_id, step=game.version, due_at=due_at))
    DueWork.objects.bulk_create(missing)
    return bool(missing)


def _is_due(kind: str, game_id: UUID, **which: int) -> bool:
    return DueWork.objects.filter(kind=kind, subject=game_id, **which).exists()
