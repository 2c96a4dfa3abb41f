"""PostgreSQL's programs of one version: the server's, or those of the wheel of `make run`."""

import sys
from contextlib import suppress
from pathlib import Path

import psycopg

from samba_service.backup.errors import BackupError
from samba_service.devstack.carriers import PostgresInstallation, of_this_machine
from samba_service.devstack.errors import SetupError
from samba_service.devstack.folder import DataFolder
from samba_service.devstack.postgres import PostgresServer, installed_version

MANAGE = [sys.executable, "-m", "samba_service"]
"""Django's command line, which asks the games themselves."""


def programs(major: str, data: DataFolder) -> Path:
    """The folder with `pg_basebackup`, `pg_receivewal` and `postgres`. Raises BackupError."""
    candidates = [PostgresInstallation(folder.parent) for folder in of_this_machine()]
    with suppress(SetupError):  # this installation has no embedded server
        candidates.insert(0, PostgresServer(data).installation)
    for found in candidates:
        there = all((found.binaries / name).exists() for name in ("postgres", "pg_basebackup"))
        if there and installed_version(found).partition(".")[0] == major:
            return found.binaries
    raise BackupError(
        f"the programs of PostgreSQL {major} are missing: on Debian, postgresql-{major}"
    )


class Source:
    """The database server that is to be copied."""

    def __init__(self, url: str) -> None:
        """Raises BackupError."""
        asked = (
            "SELECT current_setting('server_version_num')::int / 10000,"
            " (SELECT system_identifier FROM pg_control_system()),"
            " pg_walfile_name(pg_current_wal_lsn()), sum(pg_database_size(oid))::bigint,"
            " current_database(), current_setting('wal_segment_size') = '16MB',"
            " (SELECT tableowner FROM pg_tables WHERE tablename = 'accounts_player')"
            " FROM pg_database"
        )
        try:
            with psycopg.connect(url, connect_timeout=5) as connection:
                row = connection.execute(asked).fetchone()
        except psycopg.Error as error:
            raise BackupError(f"the database does not answer: {error}") from error
        assert row is not None
        major, system, self.segment, self.bytes, self.database, usual, self.owner = row
        self.major, self.system = str(major), str(system)
        if not usual:
            raise BackupError("the segments of this server's log are not of 16 MB, the usual size")


def erased_ids(url: str) -> list[str]:
    """Whom a restored older backup must forget again. Raises BackupError."""
    asked = "SELECT id FROM accounts_player WHERE anonymised_at IS NOT NULL ORDER BY anonymised_at"
    try:
        with psycopg.connect(url, connect_timeout=5) as connection:
            return [str(id_) for (id_,) in connection.execute(asked)]
    except psycopg.Error as error:
        raise BackupError(f"the database does not answer: {error}") from error
