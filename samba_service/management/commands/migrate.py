"""`manage.py migrate`: Django's own, beside a service that runs.

A statement may take as long as it takes. Waiting for a lock is limited, since everybody else waits
behind a migration that waits; so a migration gives way, and tries again a little later. One call
migrates at a time.
"""

import time
from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import OperationalError, connections
from psycopg.errors import DeadlockDetected, LockNotAvailable

from samba_service.kit.database import patience

TIMEOUTS = ("statement_timeout", "idle_in_transaction_session_timeout", "transaction_timeout")
ATTEMPTS = 20
PAUSE_S = 3.0
"""With `lock_timeout`: two minutes until a call gives up."""
ONLY_ONE = 0x53616D6261
"""The number of the advisory lock of migrations."""


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with connections[options["database"]].cursor() as cursor, patience():
            known = "SELECT name FROM pg_settings WHERE name = ANY(%s)"
            cursor.execute(known, [list(TIMEOUTS)])
            names = [name for (name,) in cursor.fetchall()]
            for name in names:
                cursor.execute(f"SET {name} = 0")
            try:
                self._retry(cursor, *args, **options)
            finally:
                for name in names:
                    cursor.execute(f"RESET {name}")

    def _retry(self, cursor: Any, *args: Any, **options: Any) -> None:
        """What is done stays done: a further attempt begins at the migration that gave way."""
        for left in reversed(range(ATTEMPTS)):
            try:
                cursor.execute("SELECT pg_advisory_lock(%s)", [ONLY_ONE])
                try:
                    super().handle(*args, **options)
                finally:
                    cursor.execute("SELECT pg_advisory_unlock(%s)", [ONLY_ONE])
                return
            except OperationalError as error:
                if not isinstance(error.__cause__, LockNotAvailable | DeadlockDetected):
                    raise
                if not left:
                    raise CommandError(
                        "a lock was not to be had: call this again when the service is quieter"
                    ) from error
                self.stderr.write(f"a lock is taken: trying again in {PAUSE_S:g} s")
                time.sleep(PAUSE_S)
