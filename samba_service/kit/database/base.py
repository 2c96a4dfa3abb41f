"""Django's backend for PostgreSQL, with a pool that asks the server no more than necessary."""

from time import monotonic
from typing import Any

from django.db.backends.postgresql import base
from django.utils.asyncio import async_unsafe
from psycopg_pool import ConnectionPool

from samba_service.kit.database import Connection
from samba_service.kit.metrics import POOL


class DatabaseWrapper(base.DatabaseWrapper):
    """Django makes the pool probe every connection that it hands out: a round trip a request."""

    _set_up_by: Any = None
    """The pool whose first connection Django has set up."""

    @property
    def pool(self) -> Any:
        known = self._connection_pools.get(self.alias)  # type: ignore[attr-defined]  # no stub
        if known is not None:
            return known
        pool = super().pool
        if pool is not None:
            pool._check = _probe
        return pool

    @async_unsafe
    def connect(self) -> None:
        """Take a connection from the pool; every request does.

        Django reads the settings again and sets up a connection that is set up already: this
        happens only for the first connection of a thread.
        """
        pool = self.pool
        if pool is None or pool is not self._set_up_by:
            super().connect()
            self._set_up_by = pool
            return
        self.in_atomic_block = self.needs_rollback = False
        self.closed_in_transaction = self.errors_occurred = False
        self.savepoint_ids, self.atomic_blocks, self.run_on_commit = [], [], []
        self.close_at = monotonic()  # it goes back at the end of the request
        self.health_check_done = True  # by the pool
        self.connection = pool.getconn()
        POOL.take(pool)
        self.connection.autocommit = self.autocommit = True


def _probe(connection: Connection) -> None:
    """Raise for a connection that is no longer usable."""
    if connection.needs_probe():
        ConnectionPool.check_connection(connection)
