"""The backup of the middle of the night, restored beside while the night goes on."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import psycopg

from deploy.rehearse.judge import hashes, heads, heads_faults, kept_faults, moves_logged
from deploy.rehearse.players import Ledger, Played
from deploy.rehearse.site import Site
from samba_service.backup.drill import check
from samba_service.backup.errors import BackupError
from samba_service.backup.repository import Repository
from samba_service.backup.restore import Order, restore
from samba_service.backup.sealing import key_read
from samba_service.devstack.folder import DataFolder

WRONG_HASH = """
    UPDATE games_game SET head = sha256(head)
    WHERE id = (SELECT id FROM games_game WHERE version > 0 ORDER BY number LIMIT 1)
"""


@dataclass
class Restoration:
    site: Site
    ledger: Ledger
    say: Callable[[str], None]
    wrong_hash: bool = False
    """Changes the hash of a restored game first, to see that this is found."""
    early: list[Played] = field(default_factory=list)
    """What was acknowledged before the backup began."""
    holds: list[str] = field(default_factory=list)
    took_s: float = 0.0

    def run(self) -> list[str]:
        """Every fault of what was restored."""
        began = time.monotonic()
        order = Order(
            repository=Repository(self.site.backups.folder),
            key=key_read(self.site.folder / "backup.key"),
            into=DataFolder(self.site.folder / "restored"),
        )
        try:
            restored = restore(order, self.say)
            self.took_s = time.monotonic() - began
            with restored.running(self.say) as url:
                if self.wrong_hash:
                    _execute(url, WRONG_HASH)
                lines, faults = check(restored, url, order.key, self.say)
                copy, kept = heads(url), moves_logged(url, self.ledger.acknowledged)
        except BackupError as error:
            return [f"the backup cannot be restored: {error}"]
        finally:
            order.into.remove()
        own = heads_faults(copy, hashes(self.site.backups.database_url))
        own += kept_faults(self.early, kept)
        self.holds += lines
        if not own:
            self.holds += [
                f"{len(copy)} games have the hash of the log that went on",
                f"{len(self.early)} moves acknowledged before the backup are in it",
            ]
        return [f"restored: {fault}" for fault in (*faults, *own)]


def _execute(url: str, statement: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute("SET session_replication_role = replica")
        connection.execute(statement)
