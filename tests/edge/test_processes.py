"""The processes of production as their units start them, and the units themselves."""

import os
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
MAY_START = "The service may start."
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
    with own_port() as port, started(tmp_path, kind, "--host", "127.0.0.1", "--port", str(port)):
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
    for name in ("environment", "secret_key", "deal_key"):
        (folder / name).touch()
    template = (UNITS / "samba@.service").read_text()
    here = template.replace("/opt/samba-service", str(REPOSITORY))
    here = here.replace("/etc/samba-service", str(folder)).replace("=samba\n", "=daemon\n")
    names = [f"samba@{kind}.service" for kind in KINDS]
    for name in names:
        (folder / name).write_text(here)
    (folder / "samba.target").write_text((UNITS / "samba.target").read_text())
    return [str(folder / name) for name in [*names, "samba.target"]]


def systemd(*arguments: str) -> subprocess.CompletedProcess[str]:
    if shutil.which("systemd-analyze") is None and "SAMBA_CI" not in os.environ:
        pytest.skip("systemd-analyze is not here (Debian: systemd)")
    command = ["systemd-analyze", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_systemd_has_nothing_against_the_units(tmp_path: Path) -> None:
    done = systemd("verify", *units(tmp_path))

    assert (done.returncode, done.stderr) == (0, "")


def test_a_process_reaches_little_of_its_machine(tmp_path: Path) -> None:
    [web, *_] = units(tmp_path)

    done = systemd("security", "--offline=true", f"--threshold={MOST_EXPOSED}", web)

    assert done.returncode == 0, done.stdout


def test_the_target_starts_a_process_of_every_kind() -> None:
    target = (UNITS / "samba.target").read_text()

    assert [kind for kind in KINDS if f"samba@{kind}.service" not in target] == []
