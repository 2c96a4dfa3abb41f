"""deploy/install.sh in an empty Debian: from nothing to a club that plays, behind TLS."""

import re
import socket
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from samba_service.backup.repository import Repository
from samba_service.devstack.folder import REPOSITORY
from tests.operations.caller import NAME, Caller
from tests.operations.machine import (
    PROGRAM,
    STARTS_WITHIN_S,
    Machine,
    Unit,
    bootstrap,
    machine,
    until,
)
from tests.operations.site import BACKUPS, INSTALL, KINDS, PASSWORD, Site, site

pytestmark = pytest.mark.slow
UNITS = REPOSITORY / "deploy/systemd"
NOT_OURS = re.compile(r"^/(proc|run|dev|tmp|var/log|var/lib/postgresql)/|/__pycache__/")
"""What changes while a server runs."""


@dataclass
class Club:
    site: Site
    machine: Machine
    said: list[str]
    """What install.sh said: in its dry run, its first and its second run."""
    files: list[dict[str, tuple[int, ...]]]
    """The files before these runs, and after each of them."""


def listed(root: Path) -> dict[str, tuple[int, ...]]:
    """Every file by its path: rights, owner, size and time of change."""
    found: dict[str, tuple[int, ...]] = {}
    for path in root.rglob("*"):
        name = f"/{path.relative_to(root)}"
        if not NOT_OURS.search(name) and not path.is_dir():
            it = path.lstat()
            found[name] = (it.st_mode, it.st_uid, it.st_gid, it.st_size, it.st_mtime_ns)
    return found


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    root = tmp_path_factory.mktemp("debian")
    bootstrap(root)
    with (
        site(root, tmp_path_factory.mktemp("stick")) as made,
        machine(root, tmp_path_factory.mktemp("logs")) as here,
    ):
        files, said = [listed(root)], []
        for command in (made.install("--dry-run"), made.install(), [INSTALL]):
            said.append(here.run(*command))
            files.append(listed(root))
        start(here)
        answers(made.caller, here)
        yield Club(made, here, said, files)


def start(here: Machine) -> None:
    here.start(Unit("samba-redis.service", UNITS / "samba-redis.service"))
    for kind in KINDS:
        here.start(Unit(f"samba@{kind}.service", UNITS / "samba@.service", kind))
    here.start(Unit("samba-proxy.service", UNITS / "samba-proxy.service"))


def answers(caller: Caller, here: Machine) -> None:
    """Wait until web, and live too, answer through the proxy."""
    deadline = time.monotonic() + STARTS_WITHIN_S
    paths = {"/readyz": 200, "/api/v1/players/me/stream": 401}
    while any(_status(caller, path) != status for path, status in paths.items()):
        assert not here.stopped(), here.said()
        assert time.monotonic() < deadline, here.said()
        time.sleep(0.5)


def _status(caller: Caller, path: str) -> int:
    try:
        return caller.call("GET", path).status
    except OSError:
        return 0


def test_a_dry_run_says_what_would_be_done_and_changes_nothing(club: Club) -> None:
    assert "would make the secret /etc/samba-service/deal_key" in club.said[0]
    assert "would make the role samba-backup of the database" in club.said[0]
    assert "would keep the log of the database, make a backup each night" in club.said[0]
    assert f"copy {BACKUPS} to another house" in club.said[0]
    assert club.files[1] == club.files[0]


def test_a_second_run_finds_nothing_to_do(club: Club) -> None:
    assert "make the secret /etc/samba-service/deal_key" in club.said[1]
    assert "make the admin olga" in club.said[1]
    assert "nothing to do" in club.said[2]
    changed = {name for name in club.files[3] if club.files[2].get(name) != club.files[3][name]}
    assert changed == set()


def test_secrets_are_for_root_and_were_never_shown(club: Club) -> None:
    for name in ("secret_key", "deal_key", "tls/ca.key"):
        path = club.machine.root / "etc/samba-service" / name
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert path.stat().st_uid == 0
        assert path.read_text().strip() not in "".join(club.said) + club.machine.said()


def player(club: Club, name: str) -> Caller:
    """A new account, by a token of its own."""
    caller = club.site.caller
    account = {"username": name, "password": PASSWORD}
    named = {**account, "display_name": name.title()}
    assert caller.call("POST", "/api/v1/auth/register", named).status == 201
    scopes = {"name": "test", "scopes": ["games:read", "games:play"]}
    caller.token = caller.call("POST", "/api/v1/auth/tokens", account | scopes).json["token"]
    return caller


def started(caller: Caller) -> str:
    """The id of a game with three bots, in which `caller` begins."""
    table = {"ruleset": "classic", "dealer": 3, "bots": {str(seat): "novice" for seat in (1, 2, 3)}}
    game: str = caller.call("POST", "/api/v1/games", table).json["id"]
    assert caller.call("POST", f"/api/v1/games/{game}/start", {}).status == 200
    return game


def turn(caller: Caller, game: str) -> None:
    """Draw and discard."""
    for action in ({"type": "draw"}, None):
        if action is None:
            options = caller.call("GET", f"/api/v1/games/{game}/legal-actions").json["options"]
            action = next(each["example"] for each in options if each["type"] == "discard")
        moved = caller.call("POST", f"/api/v1/games/{game}/moves", {"action": action})
        assert moved.status == 201, moved.body


def own_turn(club: Club, caller: Caller, game: str) -> int:
    """The version of the game once the bots have played: the workers and sweepers do their work."""
    deadline = time.monotonic() + 60
    while True:
        view = caller.call("GET", f"/api/v1/games/{game}").json
        if view["hand"]["turn"] == 0:
            return int(view["version"])
        assert time.monotonic() < deadline, club.machine.said()
        time.sleep(0.2)


def test_a_hand_is_played_through_the_proxy(club: Club) -> None:
    caller = player(club, "dora")
    game = started(caller)

    turn(caller, game)

    own_turn(club, caller, game)
    waited = caller.call("GET", f"/api/v1/games/{game}/events?after=0")
    assert waited.status == 200


def test_what_comes_without_tls_is_sent_there(club: Club) -> None:
    site = (club.machine.root / "etc/samba-service/site").read_text()
    port = int(re.findall(r'SAMBA_HTTP="(\d+)"', site)[0])
    with socket.create_connection(("127.0.0.1", port), timeout=10) as plain:
        plain.sendall(b"GET /clubs HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n")
        assert f"Location: https://{NAME}:{club.site.https}/clubs".encode() in plain.recv(4096)


def test_nothing_is_open_beyond_this_machine(club: Club) -> None:
    command = "for each in /proc/[0-9]*/fd/*; do readlink $each; done 2>/dev/null || true"
    ours = set(re.findall(r"socket:\[(\d+)\]", club.machine.run("sh", "-c", command)))
    open_to = {}
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in Path(table).read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and fields[9] in ours:
                address, _, port = fields[1].partition(":")
                open_to[int(port, 16)] = address

    assert club.site.ports <= set(open_to)
    assert set(open_to.values()) <= {"0100007F", "00000000000000000000000001000000"}


def test_the_backup_of_a_night_is_restored_in_the_place_of_the_server(club: Club) -> None:
    """As docs/backup.md says, on a machine without secrets, and with a turn after the backup."""
    here, caller = club.machine, player(club, "erik")
    game = started(caller)
    here.start(Unit("samba-backup@wal.service", UNITS / "samba-backup@.service", "wal"))
    until(lambda: "keeping the log" in here.said())
    here.once(Unit("samba-backup@take.service", UNITS / "samba-backup@.service", "take"))
    turn(caller, game)
    version = own_turn(club, caller, game)
    segment = sql(here, "SELECT pg_walfile_name(pg_switch_wal())")
    folder = here.root / BACKUPS.lstrip("/")
    until(lambda: any(folder.glob(f"wal/*/{segment}.gz.age")))
    here.stop("samba-backup@wal.service")
    for name in ("secret_key", "deal_key"):
        (here.root / "etc/samba-service" / name).unlink()

    [name] = [each.name for each in Repository(folder).backups()]
    assert f"{name}  finished" in backup(here, "root", "list", "--from", BACKUPS)
    restore(here, club.site.key)

    answers(club.site.caller, here)
    assert own_turn(club, caller, game) == version
    turn(caller, game)
    own_turn(club, caller, game)
    here.run(f"{PROGRAM}/deploy/manage.sh", "preflight")
    here.run(f"{PROGRAM}/deploy/manage.sh", "replay_check", game)
    here.once(Unit("samba-backup@take.service", UNITS / "samba-backup@.service", "take"))


def test_who_makes_backups_changes_nothing_in_the_database(club: Club) -> None:
    refused = sql(club.machine, "DELETE FROM games_move", user="samba-backup", check=False)

    assert "permission denied" in refused


def restore(here: Machine, key: Path) -> None:
    """The commands of docs/backup.md, without systemd."""
    cluster = "/var/lib/postgresql/15/main"
    here.run("pg_ctlcluster", "15", "main", "stop")
    here.run("mv", cluster, f"{cluster}.old")
    here.run("install", "-d", "-opostgres", "-m700", "/var/lib/samba-restored")
    here.run("cp", "-r", BACKUPS, "/srv/backups")
    here.run("chown", "-R", "postgres:", "/srv/backups")
    stick = here.root / "media/samba-backup.key"
    stick.write_bytes(key.read_bytes())
    own = "/dev/shm/samba-backup.key"
    here.run("install", "-m400", "-opostgres", "/media/samba-backup.key", own)
    place = ["--into", "/var/lib/samba-restored", "--cluster", cluster]
    backup(here, "postgres", "restore", "--key", own, "--from", "/srv/backups", *place)
    for folder in ("secrets", "files"):
        kept = f"install -m 600 /var/lib/samba-restored/{folder}/* /etc/samba-service/"
        here.run("sh", "-c", kept)
    here.run("pg_ctlcluster", "15", "main", "start")


def backup(here: Machine, user: str, *arguments: str) -> str:
    """What `python -m samba_service.backup` says to that user."""
    command = [".venv/bin/python", "-m", "samba_service.backup", *arguments]
    return here.run("runuser", "-u", user, "--", "env", f"--chdir={PROGRAM}", *command)


def sql(here: Machine, statement: str, *, user: str = "postgres", check: bool = True) -> str:
    command = ["runuser", "-u", user, "--", "psql", "-tAqc", statement, "samba"]
    return here.run(*command, check=check).strip()
