"""deploy/install.sh where systemd runs: an empty Debian is booted in a container."""

from pathlib import Path

import pytest

from samba_service.backup.repository import Repository
from tests.operations.machine import Machine, boot, bootstrap, until
from tests.operations.site import BACKUPS, INSTALL, KINDS, Site, site

pytestmark = pytest.mark.slow
SERVICES = [f"samba@{kind}" for kind in KINDS] + ["samba-proxy", "samba-redis", "samba-backup@wal"]
TIMERS = ["samba-backup.timer", "samba-certificate.timer"]


def test_systemd_starts_everything_once_it_is_installed_and_after_a_boot(tmp_path: Path) -> None:
    root = tmp_path / "debian"
    bootstrap(root, "systemd-sysv", "dbus", services=True)
    with site(root, tmp_path) as club:
        with boot(root, tmp_path) as here:
            here.run(*club.install())
            assert club.caller.call("GET", "/readyz").status == 200
            assert_runs(here)
            assert "nothing to do" in here.run(INSTALL)
        assert len(Repository(root / BACKUPS.lstrip("/")).backups()) == 1

        with boot(root, tmp_path) as here:
            until(lambda: answers(club))
            assert_runs(here)
            here.run("systemctl", "start", "samba-certificate", "samba-backup@take")
            here.run("systemctl", "stop", "samba.target", "samba-backup@wal")
            assert failed(here) == ""
        assert len(Repository(root / BACKUPS.lstrip("/")).backups()) == 2


def answers(club: Site) -> bool:
    try:
        return club.caller.call("GET", "/readyz").status == 200
    except OSError:
        return False


def assert_runs(here: Machine) -> None:
    """Every unit, each in its sandbox."""
    assert set(here.run("systemctl", "is-active", *SERVICES, *TIMERS).split()) == {"active"}
    assert failed(here) == ""
    for name in SERVICES:
        main = here.run("systemctl", "show", "--property=MainPID", "--value", name).strip()
        writes = ["nsenter", f"--target={main}", "--mount", "touch", "/etc/written"]
        assert "Read-only file system" in here.run(*writes, check=False)
        assert "NoNewPrivs:\t1\n" in here.run("cat", f"/proc/{main}/status")


def failed(here: Machine) -> str:
    return here.run("systemctl", "--failed", "--quiet", "--plain", "--no-legend")
