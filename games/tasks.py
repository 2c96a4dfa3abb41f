"""Work outside the requests. A task is one more caller of the services, and may run twice."""

import logging
from uuid import UUID

from celery import shared_task

from games.services.bots import BUDGET_S, bot_turns_play
from games.services.consent import CONSENT, consent_lapse
from games.services.log import BOT
from games.services.work import (
    PATIENCE,
    Claim,
    WorkKind,
    work_claim,
    work_fail,
    work_kind,
    work_kind_register,
)
from samba_service.nudge import publish

log = logging.getLogger(__name__)

INLINE_S = 1.0
"""How long a sweeper itself plays on in one game."""
CAREFUL_FROM = 3
"""From this attempt on a bot plays the plainest legal action."""
AT_ONCE = 100
"""How many works a sweep sees to before the sweeper looks whether it is to stop."""


@shared_task
def bot_turn(game_id: str, version: int) -> int:
    """Play for our bots from `version` on; once more does nothing."""
    return bot_turns_play(game_id=UUID(game_id), version=version, budget_s=BUDGET_S)


def bot_turn_inline(claim: Claim) -> None:
    """The same in the sweeper, for a short while."""
    bot_turns_play(
        game_id=claim.subject,
        version=claim.step,
        budget_s=INLINE_S,
        careful=claim.attempts >= CAREFUL_FROM,
    )


@shared_task
def lapse_consent(game_id: str, step: int) -> None:
    """Close a question that nobody has answered in time; once more does nothing."""
    consent_lapse(game_id=UUID(game_id), step=step)


work_kind_register(BOT, WorkKind(bot_turn, bot_turn_inline))
work_kind_register(
    CONSENT,
    WorkKind(lapse_consent, lambda claim: consent_lapse(game_id=claim.subject, step=claim.step)),
)


def sweep() -> int:
    """See to overdue work: wake a worker the first time, do it here from then on; how many.

    Where the broker is away the first time is here too.
    """
    seen = 0
    while seen < AT_ONCE and (claim := work_claim()) is not None:
        _see_to(claim)
        seen += 1
    return seen


def _see_to(claim: Claim) -> None:
    """Have the work done; a failure is noted and harms no other work."""
    try:
        kind = work_kind(claim.kind)
        if claim.attempts > 1 or not publish(kind.task, str(claim.subject), claim.step):
            kind.inline(claim)
    except Exception as error:
        work_fail(claim, error)
        level = logging.ERROR if claim.attempts >= PATIENCE else logging.WARNING
        log.log(level, "%s, attempt %d: %s", claim, claim.attempts, type(error).__name__)
