"""`manage.py migrate`: Django's own, without a time limit for statements.

Waiting for a lock is still limited: while a migration waits for a table, nobody else can use it.
"""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from samba_service.kit.database import patience

TIMEOUTS = ("statement_timeout", "idle_in_transaction_session_timeout", "transaction_timeout")


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with connections[options["database"]].cursor() as cursor, patience():
            known = "SELECT name FROM pg_settings WHERE name = ANY(%s)"
            cursor.execute(known, [list(TIMEOUTS)])
            names = [name for (name,) in cursor.fetchall()]
            for name in names:
                cursor.execute(f"SET {name} = 0")
            try:
                super().handle(*args, **options)
            finally:
                for name in names:
                    cursor.execute(f"RESET {name}")
