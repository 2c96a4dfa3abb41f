"""Games that hang: a running game always waits for a person, or has due work for a bot."""

import logging
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction

from games.models import DueWork
from games.services.work import PATIENCE
from games.store.announce import wake_bot
from games.store.append import BOT
from games.store.row import game_lock
from samba_service.kit.sql import run

log = logging.getLogger(__name__)

NOBODY_ACTS: Final = "nobody must act"
NO_WORK: Final = "a bot must act, and no work is due for it"
FAILS: Final = "a bot must act, and every attempt fails"

_HANGING = f"""
    SELECT g.id, CASE
            WHEN g.to_act = 0 THEN '{NOBODY_ACTS}'
            WHEN w.attempts IS NULL THEN '{NO_WORK}'
            ELSE '{FAILS}' END
    FROM games_game g LEFT JOIN games_duework w
        ON w.kind = '{BOT}' AND w.subject = g.id AND w.step = g.version
    WHERE g.status = 'active' AND (g.to_act = 0
        OR (g.to_act & (g.bot_seats | g.stand_ins) <> 0
            AND (w.attempts IS NULL OR w.attempts >= %s)))
    ORDER BY g.id
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
        repaired = hang.why == NO_WORK and _work_restore(hang.game_id)
        log.error("game %s hangs: %s%s", *hang, "; repaired" if repaired else "")
    return found


@transaction.atomic
def _work_restore(game_id: UUID) -> bool:
    """Make the turn of the bot due that must act; False if the game has gone on meanwhile."""
    game = game_lock(game_id).game
    if not game.bots_to_act:
        return False
    _, new = DueWork.objects.get_or_create(kind=BOT, subject=game_id, step=game.version)
    transaction.on_commit(lambda: wake_bot(game), robust=True)
    return new
