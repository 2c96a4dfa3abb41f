"""deploy/install.sh when it is called again: its paths are in a folder, its commands are stubs."""

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree

import pytest

from samba_service.devstack.folder import REPOSITORY

INSTALLED_AT = 1_000_000_000
PATHS = re.compile(r"(?<![\w$}])/(?=(etc|opt|run|var)/)")
SILENT = ("apt-cache", "apt-get", "getent", "setpriv", "useradd", "valkey-server")
COMMANDS = {
    "id": "echo 0",
    "dpkg-query": "echo installed",
    "runuser": "echo 1",  # what the database answers
    "nginx": "echo nginx/1.22.1",
    "systemctl": 'echo "systemctl $*"',
    # [-d] -m MODE -o OWNER -g GROUP FOLDER, or [-D] … FILE TARGET
    "install": """
        folder=
        while :; do
            case $1 in -d) folder=yes; shift ;; -D) shift ;; -[mog]) shift 2 ;; *) break ;; esac
        done
        if [ "$folder" ]; then mkdir -p "$1"; else mkdir -p "${2%/*}" && cp "$1" "$2"; fi
        """,
}
FAILS_IF_NAMED = '[ "$1" != "$FAILING" ]'
SCRIPTS = {
    "deploy/manage.sh": FAILS_IF_NAMED,
    ".venv/bin/python": FAILS_IF_NAMED,
    "deploy/venv.sh": "",
    "deploy/certificate.sh": """
        cd ../../etc/samba-service
        [ -e tls ] || { mkdir tls && touch tls/fullchain.pem; }
        """,
}
PROGRAM = (
    "deploy/answering.py",
    "deploy/live.sh",
    "deploy/requirements/runtime.lock",
    "deploy/web.sh",
    "docs/clients.md",
    "games/cards.py",
    "manage.py",
    "samba_service/urls.py",
    "tournaments/apps.py",
)
RESTARTS = "systemctl restart samba.target samba-proxy.service"


@dataclass(frozen=True)
class Server:
    """A folder which install.sh takes for the machine."""

    root: Path

    @property
    def program(self) -> Path:
        return self.root / "opt/samba-service"

    def install(self, *options: str, failing: str = "") -> tuple[int, str]:
        """Its exit code and what it says; `failing` is a command of manage.py, or a script."""
        environment = {
            **os.environ,
            "PATH": f"{self.root / 'commands'}:{os.environ['PATH']}",
            "FAILING": failing,
        }
        command = [str(self.program / "deploy/install.sh"), *options]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def bring(self, name: str) -> None:
        """Let this file of the program be newer than what is installed, and no other one."""
        for path in self.program.rglob("*"):
            os.utime(path, (INSTALLED_AT, INSTALLED_AT))
        os.utime(self.program / name, (INSTALLED_AT + 1, INSTALLED_AT + 1))

    def files(self) -> dict[Path, int]:
        """Every file, and when it was changed."""
        return {each: each.stat().st_mtime_ns for each in self.root.rglob("*") if each.is_file()}


@pytest.fixture
def server(tmp_path: Path) -> Server:
    """Without systemd, and before the first call."""
    made = Server(tmp_path)
    for folder in ("proxy", "systemd"):
        copytree(REPOSITORY / "deploy" / folder, made.program / "deploy" / folder)
    for name in PROGRAM:
        write(made.program / name, "")
    for name in SILENT:
        script(tmp_path / "commands" / name, "")
    for name, text in COMMANDS.items():
        script(tmp_path / "commands" / name, text)
    for name, text in SCRIPTS.items():
        script(made.program / name, text)
    write(tmp_path / "etc/debian_version", "12.0\n")
    (tmp_path / "etc/systemd").mkdir()
    text = (REPOSITORY / "deploy/install.sh").read_text()
    script(made.program / "deploy/install.sh", PATHS.sub(f"{tmp_path}/", text))
    return made


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def script(path: Path, text: str) -> None:
    write(path, text if text.startswith("#!") else f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def start_systemd(server: Server) -> None:
    (server.root / "run/systemd/system").mkdir(parents=True)


@pytest.fixture
def running(server: Server) -> Server:
    """With systemd, and after a first call that has started everything."""
    start_systemd(server)
    code, said = server.install("--name", "club.example")
    assert (code, RESTARTS in said) == (0, True), said
    return server


@pytest.mark.parametrize("failing", ["migrate", "preflight", "deploy/answering.py"])
def test_what_an_interrupted_upgrade_has_not_started_the_next_run_starts(
    running: Server, failing: str
) -> None:
    running.bring("games/cards.py")
    code, said = running.install(failing=failing)
    assert code != 0, said

    code, said = running.install()

    assert (code, RESTARTS in said) == (0, True), said
    assert RESTARTS not in running.install()[1]


@pytest.mark.parametrize("name", PROGRAM)
def test_a_change_of_any_part_of_the_program_restarts_the_service(
    running: Server, name: str
) -> None:
    running.bring(name)

    code, said = running.install()

    assert (code, RESTARTS in said) == (0, True), said


def test_without_systemd_a_second_run_changes_nothing_and_the_one_after_a_boot_starts(
    server: Server,
) -> None:
    server.install("--name", "club.example")
    before = server.files()

    _, said = server.install()
    assert "nothing to do" in said
    assert server.files() == before

    start_systemd(server)
    assert RESTARTS in server.install()[1]
    assert RESTARTS not in server.install()[1]


def test_a_dry_run_says_that_a_restart_is_due_and_notes_nothing(running: Server) -> None:
    running.bring("games/cards.py")
    before = running.files()

    _, said = running.install("--dry-run")

    assert "would ask manage.py preflight, and start samba.target" in said
    assert running.files() == before
