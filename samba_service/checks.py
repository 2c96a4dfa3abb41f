"""What must hold before a process starts: the servers, the secrets, the disk."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from stat import S_IROTH, S_IWOTH
from typing import Final

import redis
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning
from django.db import DatabaseError, connection
from psycopg_pool import PoolTimeout

from samba_service.health import migrations
from samba_service.kit.preflight import before_start

OLDEST_POSTGRESQL: Final = 15
OLDEST_REDIS: Final = (6, 2)
CLOCKS_APART_S: Final = 2.0
"""Between this machine and the database, whose clock decides; tokens have a minute."""
LEAST_FREE: Final = 1 << 30
"""Bytes that a disk should have left."""


@before_start
def database() -> Iterator[CheckMessage]:
    """The database answers, is new enough, has our migrations and room for our connections."""
    try:
        yield from _database()
    except (DatabaseError, PoolTimeout) as error:
        said = str(error).strip().splitlines()
        yield Error(f"The database does not answer: {said[0]}", id="samba.E001")


def _database() -> Iterator[CheckMessage]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('server_version_num')::int / 10000,"
            " current_setting('server_encoding'), clock_timestamp(),"
            " current_setting('max_connections')::int"
            " - current_setting('superuser_reserved_connections')::int"
            " - coalesce(current_setting('reserved_connections', true), '0')::int"
        )
        asked = datetime.now(UTC)
        major, encoding, now, room = cursor.fetchone()
    if major < OLDEST_POSTGRESQL:
        yield Error(f"PostgreSQL {major} is older than {OLDEST_POSTGRESQL}.", id="samba.E002")
    if encoding != "UTF8":
        yield Error(f"The database is in {encoding}, not in UTF8.", id="samba.E003")
    missing, unknown = migrations()
    if missing:
        hint = "Run manage.py migrate."
        yield Error(f"Migrations that were not run: {', '.join(missing)}.", hint, id="samba.E004")
    if unknown:
        hint = "A newer version has migrated this database: go back by one minor version at most."
        yield Warning(f"Unknown migrations: {', '.join(unknown)}.", hint, id="samba.W005")
    needed = settings.SAMBA_PROCESSES * settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"]
    if needed > room:
        hint = "Raise max_connections, or lower DATABASE_POOL_MAX or SAMBA_PROCESSES."
        yield Warning(
            f"{settings.SAMBA_PROCESSES} processes may take {needed} connections; the database has"
            f" {room}.",
            hint,
            id="samba.W006",
        )
    apart = abs((asked - now).total_seconds())
    if apart > CLOCKS_APART_S:
        yield Warning(
            f"This machine's clock and the database's are {apart:.0f} s apart.", id="samba.W007"
        )


@before_start
def redis_server() -> Iterator[CheckMessage]:
    """Redis answers, is new enough, and forgets no message of the broker. Games go on without."""
    client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)
    try:
        yield from _redis(client)
    except redis.RedisError as error:
        yield Warning(f"Redis does not answer: {error}", id="samba.W011")
    finally:
        client.close()


def _redis(client: "redis.Redis") -> Iterator[CheckMessage]:
    version = client.info("server")["redis_version"]
    if tuple(map(int, version.split(".")[:2])) < OLDEST_REDIS:
        yield Error(f"Redis {version} is older than 6.2.", id="samba.E012")
    try:
        policy = client.config_get("maxmemory-policy").get("maxmemory-policy", "noeviction")
    except redis.ResponseError:
        return  # a managed server does not say
    if policy != "noeviction":
        hint = "Set maxmemory-policy noeviction; CACHE_REDIS_URL may name another server."
        yield Warning(f"Redis may forget wake-up calls ({policy}).", hint, id="samba.W013")


@before_start
def disk() -> Iterator[CheckMessage]:
    """The disks of the program and of temporary files have room."""
    for folder in sorted({Path(settings.BASE_DIR), Path(tempfile.gettempdir())}):
        left = shutil.disk_usage(folder).free
        if left < LEAST_FREE:
            yield Warning(f"{folder} has {left >> 20} MiB left.", id="samba.W021")


@before_start
def secrets() -> Iterator[CheckMessage]:
    """Two secrets are two, and no file of a secret is open to everybody."""
    if settings.SECRET_KEY == settings.SAMBA_DEAL_KEY:
        yield Error("SECRET_KEY and SAMBA_DEAL_KEY are the same.", id="samba.E031")
    for name in ("SECRET_KEY", "SAMBA_DEAL_KEY", "DATABASE_URL", "REDIS_URL"):
        path = os.environ.get(f"{name}_FILE")
        if path and Path(path).stat().st_mode & (S_IROTH | S_IWOTH):
            yield Warning(f"Everybody can open {name}_FILE.", f"chmod o= {path}", id="samba.W032")
