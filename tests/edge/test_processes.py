"""The processes of production as their units start them, and the units themselves."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from samba_service.devstack.addresses import Address
from samba_service.devstack.folder import REPOSITORY
from tests.concurrency.fleet import Fleet, fleet, wait_until
from tests.live.process import PATIENCE_S
from tests.ports import own_port

SCRIPT = str(REPOSITORY / "deploy/process.sh")
UNITS = REPOSITORY / "deploy/systemd"
KINDS = ("web", "live", "bots", "rounds", "sweeper", "sweeper-2")
OTHERS = ("samba-redis", "samba-proxy", "samba-certificate")
TIMERS = ("samba-certificate.timer", "samba-backup.timer")
MAY_START = "The service may start."
USER = re.compile(r"^User=(\S+)$", re.MULTILINE)
LIVES_S = 2.0
"""Seconds in which a process that cannot work has ended."""
MOST_EXPOSED = 20
"""Tenths: systemd calls up to 4.0 "OK"; 9.6 is a unit that says nothing of it."""


@contextmanager
def started(folder: Path, *arguments: str) -> Iterator[Fleet]:
    """A process that may start, runs, and ends when it is asked to."""
    with fleet(folder, "redis") as servers:
        process = servers.popen([SCRIPT, *arguments])
        wait_until(lambda: process.poll() is not None or MAY_START in servers.said, PATIENCE_S)
        try:
            yield servers
            assert process.poll() is None
        finally:
            process.terminate()
            process.wait(timeout=PATIENCE_S)


@pytest.mark.full
@pytest.mark.parametrize("kind", ["web", "live"])
@pytest.mark.django_db(transaction=True)
def test_it_answers_once_nothing_is_against_its_start(kind: str, tmp_path: Path) -> None:
    # With several workers one answers while another starts, and does not hear that it is to end.
    with (
        own_port() as port,
        started(tmp_path, kind, "--host", "127.0.0.1", "--port", str(port), "--workers", "1"),
    ):
        wait_until(Address("127.0.0.1", port).is_ready, PATIENCE_S)


@pytest.mark.full
@pytest.mark.parametrize("kind", ["rounds", "sweeper-2"])
@pytest.mark.django_db(transaction=True)
def test_it_works_until_it_is_ended(kind: str, tmp_path: Path) -> None:
    with started(tmp_path, kind):
        time.sleep(LIVES_S)


def test_there_is_no_other_kind_of_process() -> None:
    done = subprocess.run([SCRIPT, "dealer"], capture_output=True, text=True, check=False)

    assert done.returncode == 64
    assert "no such process: dealer" in done.stderr


def units(folder: Path) -> list[str]:
    """The unit of each process, and all of them together, as a machine would have them."""
    for name in ("site", "environment", "secret_key", "deal_key"):
        (folder / name).touch()
    names = {f"samba@{kind}.service": "samba@.service" for kind in KINDS}
    names |= {f"samba-backup@{each}.service": "samba-backup@.service" for each in ("wal", "take")}
    names |= {f"{name}.service": f"{name}.service" for name in OTHERS}
    names |= {each: each for each in ("samba.target", *TIMERS)}
    for name, unit in names.items():
        (folder / name).write_text(here(UNITS / unit, folder))
    for more in UNITS.glob("*.d"):
        shutil.copytree(more, folder / more.name)
    return [str(folder / name) for name in names]


def here(unit: Path, folder: Path) -> str:
    """The text of the unit with the programs and users of this machine."""
    text = unit.read_text().replace("/etc/samba-service", str(folder))
    text = text.replace("/opt/samba-service", str(REPOSITORY)).replace(
        "/usr/sbin/nginx", "/bin/true"
    )
    return re.sub(r"^(User|Group)=samba.*$", r"\1=daemon", text, flags=re.MULTILINE)


def systemd(*arguments: str) -> subprocess.CompletedProcess[str]:
    if shutil.which("systemd-analyze") is None and "SAMBA_CI" not in os.environ:
        pytest.skip("systemd-analyze is not here (Debian: systemd)")
    command = ["systemd-analyze", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_systemd_has_nothing_against_the_units(tmp_path: Path) -> None:
    done = systemd("verify", *units(tmp_path))

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", ["samba@web", "samba-backup@take", "samba-backup@wal", *OTHERS])
def test_a_process_reaches_little_of_its_machine(name: str, tmp_path: Path) -> None:
    units(tmp_path)
    unit = str(tmp_path / f"{name}.service")

    done = systemd("security", "--offline=true", f"--threshold={MOST_EXPOSED}", unit)

    assert done.returncode == 0, done.stdout


def test_the_installation_makes_the_user_of_every_unit() -> None:
    users = {user for unit in UNITS.glob("*.service") for user in USER.findall(unit.read_text())}
    script = (REPOSITORY / "deploy/install.sh").read_text()
    [made] = re.findall(r"^for user in (.+); do$", script, re.MULTILINE)

    assert users == set(made.split())


def test_the_target_starts_a_process_of_every_kind() -> None:
    target = (UNITS / "samba.target").read_text()

    assert [kind for kind in KINDS if f"samba@{kind}.service" not in target] == []
