"""`manage.py sweeper`: does overdue work, and deletes what was kept long enough.

Two or more of them may run at the same time.
"""

import logging
import signal
from collections.abc import Callable
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand
from django.db import Error, close_old_connections

from games.services.deserted import deserted_abandon
from games.services.notices import notices_forget
from games.services.outages import BEAT_S, heart_beat, outages_forget
from games.services.partitions import partitions_keep_ahead
from games.services.presence import presence_sweep
from games.services.refusals import refusals_forget
from games.services.shares import shares_forget
from games.services.watchdog import hangs_repair
from games.services.webhook_deliveries import webhooks_end_with_access
from games.store.row import clock_read
from games.tasks import Senders, Watch, sweep
from samba_service.accounts.services.access import idempotency_keys_expire, sessions_expire
from samba_service.accounts.services.guests import guests_end
from samba_service.accounts.services.oauth import grants_expire
from samba_service.accounts.services.people import erasures_finish

log = logging.getLogger(__name__)

STOP = {signal.SIGTERM, signal.SIGINT}
EVERY_S = 1.0
DESERTED_EVERY_S = 10.0
"""How often to look for games that nobody plays any more."""
WATCH_EVERY_S = 60.0
"""How often to look for games that hang, and whether the log has room for more."""
EXPIRE_EVERY_S = 600.0
"""How often to delete what was kept long enough, and to end guest accounts that nobody uses."""


class Command(BaseCommand):
    help = "Looks for overdue work every second: wakes a worker, or does it where none answers."

    def handle(self, *_args: Any, **_options: Any) -> None:
        # Waited for, not handled: a second one that comes in a handler could wait for its lock.
        signal.pthread_sigmask(signal.SIG_BLOCK, STOP)
        log.info("sweeping every %.0f s", EVERY_S)
        watch, senders = Watch(), Senders()
        beat_at = look_at = watch_at = expire_at = monotonic()
        while signal.sigtimedwait(STOP, EVERY_S) is None:
            try:
                if monotonic() >= beat_at:
                    do(heart_beat)
                    beat_at = monotonic() + BEAT_S
                do(sweep, presence_sweep, watch.look, senders.look)
                if monotonic() >= look_at:
                    do(_deserted_abandon)
                    look_at = monotonic() + DESERTED_EVERY_S
                if monotonic() >= watch_at:
                    do(hangs_repair, partitions_keep_ahead)
                    watch_at = monotonic() + WATCH_EVERY_S
                if monotonic() >= expire_at:
                    do(idempotency_keys_expire, shares_forget, outages_forget, notices_forget)
                    do(guests_end, erasures_finish, webhooks_end_with_access, grants_expire)
                    do(refusals_forget, sessions_expire)
                    expire_at = monotonic() + EXPIRE_EVERY_S
            except Error as error:
                log.warning("database away: %s", type(error).__name__)
            finally:
                close_old_connections()


def do(*works: Callable[[], object]) -> None:
    """Do all works: one that fails is logged, and keeps no other from being done.

    An error of the database concerns them all, and is raised.
    """
    for work in works:
        try:
            work()
        except Error:
            raise
        except Exception as error:  # its message might name cards
            log.error("%s failed: %s", work.__name__, type(error).__name__)


def _deserted_abandon() -> None:
    deserted_abandon(now=clock_read())
