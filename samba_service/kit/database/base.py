"""Django's backend for PostgreSQL, with a pool that asks the server no more than necessary."""

from typing import Any

from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool

from samba_service.kit.database import Connection


class DatabaseWrapper(base.DatabaseWrapper):
    """Django makes the pool probe every connection that it hands out: a round trip a request."""

    @property
    def pool(self) -> Any:
        pool = super().pool
        if pool is not None:
            pool._check = _probe
        return pool


def _probe(connection: Connection) -> None:
    """Raise for a connection that is no longer usable."""
    if connection.needs_probe():
        ConnectionPool.check_connection(connection)
