"""An empty Debian in a folder: booted, or entered by chroot, its units started without systemd."""

import os
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from samba_service.devstack.folder import REPOSITORY
from samba_service.devstack.processes import dies_with_us

PROGRAM = "/opt/samba-service"
TRUSTED = Path("/etc/ssl/certs/ca-certificates.crt")
TRUSTED_INSIDE = "/etc/trusted-outside.pem"
NO_AUTOSTART = "#!/bin/sh\nexit 101\n"
STOPS_WITHIN_S = 30
DONE_WITHIN_S = STARTS_WITHIN_S = 300
FOLDERS = {
    "RuntimeDirectory": "/run",
    "CacheDirectory": "/var/cache",
    "StateDirectory": "/var/lib",
}


def bootstrap(root: Path, *packages: str, services: bool = False) -> None:
    """Unpack Debian 12 without more than apt and `packages`, whose services start or not."""
    if os.geteuid() or shutil.which("mmdebstrap") is None:
        pytest.skip("this needs root and mmdebstrap")
    sources = [str(path) for path in Path("/etc/apt/sources.list.d").glob("debian.sources")]
    included = [f"--include={','.join(packages)}"] if packages else []
    options = ["--quiet", "--variant=minbase", *included]
    command = ["mmdebstrap", *options, "bookworm", str(root), *sources]
    subprocess.run(command, check=True)
    # Of the machine around it: how it finds and trusts packages.
    for path in (Path("/etc/resolv.conf"), Path("/etc/hosts"), Path("/etc/pip.conf")):
        if path.exists():
            shutil.copy(path, root / path.relative_to("/"))
    if TRUSTED.exists():
        shutil.copy(TRUSTED, root / TRUSTED_INSIDE.lstrip("/"))
    if not services:
        policy = root / "usr/sbin/policy-rc.d"
        policy.write_text(NO_AUTOSTART)
        policy.chmod(0o755)


def bring_program(root: Path) -> None:
    """What is committed or about to be, as a clone would have it."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(listed, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    for name in filter(None, names.stdout.split("\0")):
        if (source := REPOSITORY / name).exists():
            target = root / PROGRAM.lstrip("/") / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)


@dataclass
class Unit:
    """A service of systemd, as far as it can be had without systemd."""

    name: str
    path: Path
    instance: str = ""
    values: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        section = ""
        for line in self.path.read_text().splitlines():
            if line.startswith("["):
                section = line
            elif section == "[Service]" and "=" in line and not line.startswith("#"):
                key, _, value = line.partition("=")
                value = value.replace("%i", self.instance).replace("%d", self.credentials)
                self.values.setdefault(key, []).append(value)

    @property
    def credentials(self) -> str:
        return f"/run/credentials/{self.name}"

    def one(self, key: str, default: str = "") -> str:
        return self.values.get(key, [default])[-1]


class Machine:
    """Commands and units in `root`, in namespaces of their own for mounts and processes."""

    def __init__(self, root: Path, first: int, logs: Path) -> None:
        self.root, self._first, self._logs = root, first, logs
        self._units: dict[str, subprocess.Popen[bytes]] = {}

    def command(self, *arguments: str) -> list[str]:
        enter = ["nsenter", f"--target={self._first}", "--mount", "--pid", "--root", "--wd"]
        return [*enter, "env", "-i", *_environment(), *arguments]

    def run(self, *arguments: str, check: bool = True, **options: Any) -> str:
        """What the command prints; its exit code is 0."""
        done = subprocess.run(
            self.command(*arguments), capture_output=True, text=True, check=False, **options
        )
        assert not check or done.returncode == 0, f"{arguments}\n{done.stdout}\n{done.stderr}"
        return str(done.stdout + done.stderr)

    def start(self, unit: Unit) -> None:
        """Run ExecStart of the unit as its user, with its environment, limits and capabilities."""
        user, group = unit.one("User", "root"), unit.one("Group", "root")
        for key, parent in FOLDERS.items():
            if name := unit.one(key):
                mode = unit.one(f"{key}Mode", "0755")
                self.run(
                    "install", "-d", f"-m{mode}", f"-o{user}", f"-g{group}", f"{parent}/{name}"
                )
        self.run("install", "-d", "-m0700", f"-o{user}", f"-g{group}", unit.credentials)
        for credential in unit.values.get("LoadCredential", []):
            name, _, source = credential.partition(":")
            target = f"{unit.credentials}/{name}"
            self.run("install", "-m0400", f"-o{user}", f"-g{group}", source, target)
        for before in unit.values.get("ExecStartPre", []):
            self.run(*self._as_unit(unit, before))
        with (self._logs / f"{unit.name}.log").open("ab") as log:
            self._units[unit.name] = subprocess.Popen(
                self.command(*self._as_unit(unit, unit.one("ExecStart"))),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=dies_with_us(signal.SIGKILL),
            )

    def once(self, unit: Unit) -> None:
        """Start a unit that ends by itself; its exit code is 0."""
        self.start(unit)
        assert self._units.pop(unit.name).wait(DONE_WITHIN_S) == 0, self.said()

    def stop(self, name: str) -> None:
        """Ask the process of a unit to end, and wait for it."""
        entered = self._units.pop(name)
        os.kill(_child(entered.pid), signal.SIGTERM)
        entered.wait(STOPS_WITHIN_S)

    def _as_unit(self, unit: Unit, command: str) -> list[str]:
        environment = unit.values.get("Environment", []).copy()
        for name in unit.values.get("EnvironmentFile", []):
            lines = (self.root / name.lstrip("/")).read_text().splitlines()
            pairs = (line.partition("=") for line in lines if "=" in line and line[0] != "#")
            environment += [f"{key}={value.strip(chr(34))}" for key, _, value in pairs]
        capabilities = unit.one("AmbientCapabilities").lower().replace("cap_", "+").split()
        kept = ",".join(["-all", *capabilities])
        privileges = [f"--bounding-set={kept}", f"--inh-caps={kept}", "--no-new-privs"]
        if capabilities:
            privileges.append(f"--ambient-caps={kept}")
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)  # which not every root may raise
        files = min(int(unit.one("LimitNOFILE", "1024")), most)
        limits = [f"--nofile={files}", f"--core={unit.one('LimitCORE')}"]
        return [
            *("prlimit", *limits),
            *("setpriv", f"--reuid={unit.one('User')}", f"--regid={unit.one('Group')}"),
            *("--init-groups", *privileges),
            *("env", f"--chdir={unit.one('WorkingDirectory', '/')}", *environment),
            *("sh", "-c", f'umask {unit.one("UMask", "0022")}; exec "$@"', "sh", *command.split()),
        ]

    def said(self) -> str:
        """What the units have written."""
        logs = sorted(self._logs.glob("*.log"))
        return "\n".join(f"--- {log.name}\n{log.read_text()}" for log in logs)

    def wait(self) -> None:
        """Until every unit has ended, once its namespaces are gone."""
        for unit in self._units.values():
            unit.wait(STOPS_WITHIN_S)

    def stopped(self) -> list[str]:
        """The names of units that should run and do not."""
        return [name for name, unit in self._units.items() if unit.poll() is not None]


def _environment() -> list[str]:
    path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    trusted = [f"PIP_CERT={TRUSTED_INSIDE}"] if TRUSTED.exists() else []
    return [f"PATH={path}", "HOME=/root", "PIP_DISABLE_PIP_VERSION_CHECK=1", *trusted]


@contextmanager
def machine(root: Path, logs: Path) -> Iterator[Machine]:
    """`root` for the length of the block; whatever was started in it ends then."""
    mounts = (
        f"mount -t proc proc {root}/proc && mount -t tmpfs tmpfs {root}/dev/shm"
        f" && mount -t tmpfs tmpfs {root}/run && exec chroot {root} sleep infinity"
    )
    options = ["--mount", "--pid", "--fork", "--kill-child", "--propagation=private"]
    outer = subprocess.Popen(
        ["unshare", *options, "sh", "-c", mounts], preexec_fn=dies_with_us(signal.SIGKILL)
    )
    try:
        here = Machine(root, _first_process(outer.pid, "sleep"), logs)
        yield here
    finally:
        outer.kill()
        outer.wait(STOPS_WITHIN_S)
    here.wait()


@contextmanager
def boot(root: Path, logs: Path) -> Iterator[Machine]:
    """`root` with its systemd, on the network of this machine, for the length of the block."""
    if shutil.which("systemd-nspawn") is None:
        pytest.skip("this needs systemd-nspawn (Debian: systemd-container)")
    options = ["--quiet", "--boot", "--register=no", "--keep-unit", "--console=read-only"]
    kept = ["--resolv-conf=off", "--timezone=off", "--link-journal=no"]
    with (logs / "console.log").open("ab") as log:
        outer = subprocess.Popen(
            ["systemd-nspawn", f"--directory={root}", *options, *kept],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            preexec_fn=dies_with_us(signal.SIGKILL),
        )
    try:
        here = Machine(root, _first_process(outer.pid, "systemd"), logs)
        until(lambda: "running" in here.run("systemctl", "is-system-running", check=False))
        yield here
    finally:
        outer.terminate()  # which is an orderly shutdown
        outer.wait(DONE_WITHIN_S)


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + STARTS_WITHIN_S
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.2)  # each look starts a process in the machine


def _child(pid: int) -> int:
    return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])


def _first_process(outer: int, name: str) -> int:
    """The process of that name, which is the first inside once everything is mounted."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        with suppress(OSError, IndexError):
            child = _child(outer)
            if Path(f"/proc/{child}/comm").read_text() == f"{name}\n":
                return child
        time.sleep(0.05)
    raise AssertionError("the namespaces were not made")
