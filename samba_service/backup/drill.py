"""The drill: the newest backup is restored beside, and everything in it is looked at."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from pyrage.x25519 import Identity as Key

from samba_service.backup.base import Say
from samba_service.backup.errors import BackupError
from samba_service.backup.repository import INVENTORY, Backup, now
from samba_service.backup.restore import Order, Restored, restore
from samba_service.backup.sealing import opened


@dataclass(frozen=True)
class Report:
    backup: Backup
    lines: tuple[str, ...]
    """What was looked at, and holds."""
    faults: tuple[str, ...]
    last: datetime
    """The last change that is in the backup."""
    loss_s: float
    """The age of that change: what a fire now would cost. Recovery point."""
    restore_s: float
    """Until the restored server answered. Recovery time, without the time to find a machine."""
    checks_s: float


def drill(order: Order, say: Say) -> Report:
    """Raises BackupError where nothing could be restored."""
    began = time.monotonic()
    restored = restore(order, say)
    with restored.running(say) as url:
        restore_s = time.monotonic() - began
        lines, faults = check(restored, url, order.key, say)
        return Report(
            backup=restored.backup,
            lines=lines,
            faults=faults,
            loss_s=max(0.0, (now() - restored.last).total_seconds()),
            last=restored.last,
            restore_s=restore_s,
            checks_s=time.monotonic() - began - restore_s,
        )


def check(
    restored: Restored, url: str, key: Key, say: Say
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What holds, and what does not."""
    with opened(restored.backup.folder / INVENTORY, key) as stream:
        inventory = stream.read()
    checks: tuple[tuple[str, Callable[[], str]], ...] = (
        ("every log by itself", lambda: restored.manage(url, "replay_check")),
        (
            "what was there when the backup was made",
            lambda: restored.manage(url, "inventory", "--compare", given=inventory),
        ),
    )
    lines, faults = list[str](), list[str]()
    for what, run in checks:
        say(f"checking {what}")
        try:
            lines.extend(run().splitlines())
        except BackupError as error:
            faults.extend(str(error).splitlines())
    return tuple(lines), tuple(faults)
