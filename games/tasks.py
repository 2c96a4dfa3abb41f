"""Work outside the requests. A task is one more caller of the services, and may run twice."""

import logging
from uuid import UUID

from celery import shared_task

from games.services.bots import BUDGET_S, bot_turns_play
from games.services.log import BOT
from games.services.work import PATIENCE, Claim, work_claim, work_fail
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


def sweep() -> int:
    """See to overdue work: wake a worker the first time, do it here from then on; how many.

    Where the broker is away the first time is here too.
    """
    seen = 0
    while seen < AT_ONCE and (claim := work_claim()) is not None:
        if claim.attempts > 1 or not publish(bot_turn, str(claim.subject), claim.step):
            _do(claim)
        seen += 1
    return seen


def _do(claim: Claim) -> None:
    """Do the work, here and now; a failure is noted and harms no other work."""
    try:
        if claim.kind != BOT:
            raise LookupError(claim.kind)
        bot_turns_play(
            game_id=claim.subject,
            version=claim.step,
            budget_s=INLINE_S,
            careful=claim.attempts >= CAREFUL_FROM,
        )
    except Exception as error:
        work_fail(claim, error)
        level = logging.ERROR if claim.attempts >= PATIENCE else logging.WARNING
        log.log(level, "%s, attempt %d: %s", claim, claim.attempts, type(error).__name__)
