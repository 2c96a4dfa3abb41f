"""Work outside the requests. A task is one more caller of the services, and may run twice."""

import logging
import time
from threading import Lock, Semaphore, Thread
from uuid import UUID

from celery import shared_task
from django.conf import settings
from django.db import Error, close_old_connections

from games.services.bots import bot_turns_play
from games.services.consent import CONSENT, consent_lapse
from games.services.flags import clock_check
from games.services.shares import turn_claim, turns_neglected
from games.services.webhook_deliveries import webhook_claim, webhook_send
from games.services.work import (
    PATIENCE,
    ClaimedWork,
    WorkKind,
    work_claim,
    work_fail,
    work_kind,
)
from games.store.append import CLOCK
from samba_service.kit import metrics
from samba_service.kit.nudge import nudge, publish

log = logging.getLogger(__name__)

BUDGET_S = 5.0
"""How long one run goes from turn to turn, before the worker's thread is free for a moment."""
INLINE_S = 1.0
"""How long a sweeper itself plays."""
SIMPLEST_FROM = 3
"""From this attempt on a bot plays the simplest legal action."""
AT_ONCE = 100
"""The number of works that a sweep does before the sweeper checks if it must stop."""


class Runs:
    """A bounded number of runs at a time in this process: one thread stays free for wake-ups.

    A caller that finds all running leaves a note, and one of the runs looks again before it ends.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._running = 0
        self._called = False
        self.background = Lock()
        """Held by the one run that may play games of only bots; the others are for people."""

    def begin(self, most: int) -> bool:
        """True if the caller may run; then it must come to an end."""
        with self._lock:
            self._called = self._running >= most
            self._running += not self._called
            return not self._called

    def end(self, *, left: bool) -> bool:
        """True if the run is over; False if it has left nothing and there is a note."""
        with self._lock:
            if self._called and not left:
                self._called = False
                return False
            self._running -= 1
            return True


_runs = Runs()


@shared_task
def bot_turn(game_id: str, version: int) -> None:
    """Play for the bots that must act, by fair shares; a wake-up by one game serves all of them.

    A second call does nothing.
    """
    if not _runs.begin(settings.CELERY_WORKER_CONCURRENCY - 1):
        return
    deadline, over = time.monotonic() + BUDGET_S, False
    while not over:
        left = True  # also if the next line fails
        try:
            left = turns_play(deadline)
        finally:
            over = _runs.end(left=left)
    if left:
        nudge(bot_turn, game_id, version)


def turns_play(deadline: float) -> bool:
    """Play slice after slice until then; True if there is more to do."""
    while True:
        background = _runs.background.acquire(blocking=False)
        try:
            claim = turn_claim(bots_only=background)
            if claim is None:
                return False
            _play(claim)
        finally:
            if background:
                _runs.background.release()
        if time.monotonic() > deadline:
            return True


def _play(claim: ClaimedWork) -> None:
    """Play a slice; a failure is recorded and harms no other game."""
    metrics.BOT_LAG_SECONDS.observe(claim.late_s)
    try:
        with claim.log_context("game"):
            bot_turns_play(
                game_id=claim.subject,
                version=claim.step,
                simplest=claim.attempts >= SIMPLEST_FROM,
            )
    except Error:
        raise
    except Exception as error:
        _note(claim, error)


@shared_task
def lapse_consent(game_id: str, step: int) -> None:
    """Close a question that nobody has answered in time; a second call does nothing."""
    consent_lapse(game_id=UUID(game_id), step=step)


@shared_task
def check_clock(game_id: str, step: int) -> None:
    """Flag those whose time in a game is over; a second call does nothing."""
    clock_check(game_id=UUID(game_id))


WORK_KINDS = {
    CLOCK: WorkKind(check_clock, lambda claim: clock_check(game_id=claim.subject), of="game"),
    CONSENT: WorkKind(
        lapse_consent,
        lambda claim: consent_lapse(game_id=claim.subject, step=claim.step),
        of="game",
    ),
}


def sweep() -> int:
    """Do overdue work: wake a worker the first time, do it here from then on; returns the number.

    If the broker is away, the first time is done here too.
    """
    seen = 0
    while seen < AT_ONCE and (claim := work_claim()) is not None:
        _see_to(claim)
        seen += 1
    return seen


class Watch:
    """A sweeper's look at the bots: it wakes the workers, and plays for them if none comes."""

    def __init__(self) -> None:
        self._calls = 0

    def look(self) -> None:
        """Play for bots whose turns nobody plays."""
        if not turns_neglected():
            self._calls = 0
            return
        answered = self._calls % CALL_AGAIN != 0 or publish(bot_turn, "", 0)
        self._calls += 1
        if self._calls > 1 or not answered:
            turns_play(time.monotonic() + INLINE_S)


class Senders:
    """A sweeper's threads that send to webhooks: a slow address holds up one of them, and no bot.

    Nothing nudges them: they look every second, which is soon enough for people who are away, and
    a worker that was woken would have fewer threads for the bots of those who play.

    They end with the process; what they were sending is due again when its lease ends.
    """

    def __init__(self, most: int = 4) -> None:
        self._free = Semaphore(most)

    def look(self) -> None:
        """Begin to send what is due, as far as threads are free."""
        while self._free.acquire(blocking=False):
            webhook_id = None
            try:
                webhook_id = webhook_claim()
            finally:
                if webhook_id is None:
                    self._free.release()
            if webhook_id is None:
                return
            Thread(target=self._send, args=(webhook_id,), name="webhooks", daemon=True).start()

    def _send(self, webhook_id: UUID | None) -> None:
        """Send to this webhook, and to what else is due by then."""
        try:
            while webhook_id is not None:
                webhook_send(webhook_id)
                webhook_id = webhook_claim()
        except Exception as error:  # its lease ends, and it is due again
            log.error("webhook %s: %s", webhook_id, type(error).__name__)
        finally:
            close_old_connections()
            self._free.release()


CALL_AGAIN = 10
"""Polls without an answer after which a worker is called again, as a broker may lose a call."""


def _see_to(claim: ClaimedWork) -> None:
    """Have the work done; a failure is recorded and harms no other work."""
    try:
        kind = work_kind(claim.kind)
        with claim.log_context(kind.of):
            if claim.attempts > 1 or not publish(kind.task, str(claim.subject), claim.step):
                kind.inline(claim)
    except Exception as error:
        _note(claim, error)


def _note(claim: ClaimedWork, error: Exception) -> None:
    work_fail(claim, error)
    level = logging.ERROR if claim.attempts >= PATIENCE else logging.WARNING
    log.log(level, "%s, attempt %d: %s", claim, claim.attempts, type(error).__name__)
