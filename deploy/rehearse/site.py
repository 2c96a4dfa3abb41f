"""A whole site on loopback, from nothing: servers, processes as in production, a proxy with TLS."""

import asyncio
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from io import BytesIO
from pathlib import Path
from tarfile import TarFile

from deploy.rehearse.parts import Part
from samba_service.backup.config import Config
from samba_service.backup.sealing import key_write
from samba_service.devstack.addresses import Address
from samba_service.devstack.carriers import of_this_machine
from samba_service.devstack.folder import REPOSITORY, DataFolder
from samba_service.devstack.postgres import PostgresServer
from samba_service.devstack.redis import RedisServer
from samba_service.devstack.servers import Server

NAME = "club.example"
SERVERS = ("database", "redis")
KINDS = {
    "sweeper": "sweeper", "sweeper-2": "sweeper",
    "rounds": "rounds", "bots": "bots", "bots-2": "bots",
    "web": "web", "web-2": "web", "live": "live", "live-2": "live",
}  # fmt: skip
"""Processes and their kinds, in the order in which a new version takes over (docs/upgrades.md)."""
READY = {"rounds": " ready.", "bots": " ready.", "sweeper": "sweeping every"}
"""What a process without a port writes when it is there."""
POOL = 8
"""Connections of each process to the database: nine processes and a backup fit into 100."""


class CommandFailed(Exception):
    """A command of manage.py, or the like, had another exit code than 0."""


@dataclass
class Site:
    """`folder` gets everything: two versions of the program, data, secrets, logs, backups."""

    folder: Path
    before: str = ""
    """The commit that is the older version; empty: the same program under another number."""

    def __post_init__(self) -> None:
        self.data = DataFolder(self.folder / "data")
        self.old, self.new = self.folder / "old", self.folder / "new"
        self._holders = [_held_port() for _ in range(6)]
        ports = [holder.getsockname()[1] for holder in self._holders]
        self.http, self.https, *others = ports
        self.ports = dict(zip(("web", "web-2", "live", "live-2"), others, strict=True))
        self.down: str = ""
        """The process that the proxy leaves out."""

    async def build(self) -> None:
        """Write both versions, the secrets, the certificate and the key of the backups."""
        for folder in (self.data.logs, self.folder / "tls", self.folder / "metrics"):
            folder.mkdir(parents=True)
        if self.before:
            await asyncio.to_thread(_commit_copy, self.before, self.old)
        else:
            await asyncio.to_thread(_tree_copy, self.old, "0.0.1")
        await asyncio.to_thread(_tree_copy, self.new, "")
        self.public_key = key_write(self.folder / "backup.key")
        self._certify()
        self._write_proxy()

    @cached_property
    def environment(self) -> Mapping[str, str]:
        """What /etc/samba-service has on a small server."""
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        return {
            **kept,
            "PYTHON": sys.executable,
            "PYTHONUNBUFFERED": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            "DJANGO_SETTINGS_MODULE": "samba_service.settings.prod",
            "SECRET_KEY": self.data.secret("secret_key"),
            "SAMBA_DEAL_KEY": self.data.secret("deal_key"),
            "ALLOWED_HOSTS": f"{NAME},127.0.0.1",
            "SAMBA_PUBLIC_URL": f"https://{NAME}",
            "DATABASE_URL": self.data.database_url,
            "REDIS_URL": self.data.redis_url,
            "DATABASE_POOL_MAX": str(POOL),
            "SAMBA_PROCESSES": str(len(KINDS)),
            "NUM_PROXIES": "1",
            "WEB_WORKERS": "1",
            "SAMBA_METRICS_DIR": str(self.folder / "metrics"),
            "SAMBA_DATA": str(self.data.path),
            "SAMBA_BACKUPS": str(self.folder / "backups"),
            "SAMBA_BACKUP_RECIPIENTS": self.public_key,
        }

    @cached_property
    def backups(self) -> Config:
        return Config(
            folder=self.folder / "backups",
            recipients=(self.public_key,),
            keep=7,
            data=self.data,
            database_url=self.data.database_url,
            files=(),
        )

    @cached_property
    def parts(self) -> dict[str, Part]:
        """By name, in the order in which they are started."""
        servers: tuple[Server, ...] = (self._postgres(), RedisServer(self.data))
        found = {
            server.name: Part(
                name=server.name,
                command=server.command(),
                log=self.data.logs / f"{server.name}.log",
                is_ready=partial(_answers, server),
                stop_signal=server.stop_signal,
                options=server.popen_options,
                prepare=server.prepare,
            )
            for server in servers
        }
        for name, kind in KINDS.items():
            found[name] = self._process(name, kind)
        found["proxy"] = self._proxy()
        keep = [sys.executable, "-m", "samba_service.backup", "wal"]
        found["backup"] = Part(
            name="backup",
            command=keep,
            log=self.data.logs / "backup.log",
            is_ready=lambda said: "keeping the log" in said,
            cwd=REPOSITORY,
            environment=self.environment,
        )
        return found

    def _postgres(self) -> PostgresServer:
        """Debian's, where it is installed."""
        debian = [folder for folder in of_this_machine() if (folder / "initdb").is_file()]
        if debian:
            os.environ["SAMBA_POSTGRES_BIN"] = str(debian[0])
        return PostgresServer(self.data)

    def _process(self, name: str, kind: str) -> Part:
        port = self.ports.get(name, 0)
        address = Address("127.0.0.1", port)
        ports = {"WEB_PORT": str(port), "LIVE_PORT": str(port)}
        return Part(
            name=name,
            command=["deploy/process.sh", name],
            log=self.data.logs / f"{name}.log",
            is_ready=(
                (lambda _: address.is_ready()) if port else (lambda said: READY[kind] in said)
            ),
            cwd=self.old,
            environment={**self.environment, **ports},
        )

    def _proxy(self) -> Part:
        program = shutil.which("nginx", path="/usr/sbin:/usr/bin") or "nginx"
        as_root = [] if os.geteuid() else ["-g", "user root root;"]
        return Part(
            name="proxy",
            command=[program, "-e", "stderr", "-c", self.folder / "nginx.conf", *as_root],
            log=self.data.logs / "proxy.log",
            is_ready=lambda _: _accepts(self.https),
            stop_signal=signal.SIGQUIT,
        )

    def leave_out(self, name: str) -> None:
        """The proxy sends nothing more to this process; to all of them if the name is empty."""
        self.down = name
        self._write_proxy()
        self.parts["proxy"].hang_up()

    async def manage(self, tree: Path, *command: str) -> str:
        """What a command of manage.py of that version prints. Raises CommandFailed."""
        return await self.run(tree, "manage.py", *command)

    async def run(self, tree: Path, *arguments: str) -> str:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *arguments,
            cwd=tree,
            env=self.environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await process.communicate()
        if process.returncode:
            raise CommandFailed(f"{' '.join(arguments)}: {(err or out).decode()[-2000:]}")
        return out.decode()

    async def end(self) -> None:
        """Stop whatever runs, the servers last."""
        for part in reversed(self.parts.values()):
            await part.kill() if part.name not in SERVERS else await part.stop()
        for holder in self._holders:
            holder.close()

    def trusted(self) -> ssl.SSLContext:
        """Believes the authority of this site, and no other."""
        return ssl.create_default_context(cafile=str(self.folder / "tls/ca.crt"))

    def _certify(self) -> None:
        (self.folder / "site").write_text(f'SAMBA_NAMES="{NAME}"\nSAMBA_TLS="own"\n')
        group = subprocess.run(["id", "-gn"], capture_output=True, text=True, check=True)
        environment = {
            **os.environ,
            "SAMBA_ETC": str(self.folder),
            "SAMBA_PROXY_GROUP": group.stdout.strip(),
        }
        script = REPOSITORY / "deploy/certificate.sh"
        subprocess.run([script], env=environment, check=True, capture_output=True)

    def _write_proxy(self) -> None:
        text = (REPOSITORY / "deploy/proxy/nginx.conf.template").read_text()
        values = {
            "TEMP": self.folder, "TLS": self.folder / "tls", "ACME": self.folder,
            "NAMES": NAME, "AT": f"{NAME}:{self.https}",
            "HTTP": f"127.0.0.1:{self.http}", "HTTPS": f"127.0.0.1:{self.https}",
            "WEB": self._upstreams("web"), "LIVE": self._upstreams("live"),
        }  # fmt: skip
        for name, value in values.items():
            text = text.replace(f"${{SAMBA_{name}}}", str(value))
        (self.folder / "nginx.conf").write_text(text)

    def _upstreams(self, kind: str) -> str:
        """Both processes of a kind, for the place of the one in the template."""
        names = [name for name in (kind, f"{kind}-2") if name != self.down]
        return " max_fails=0; server ".join(f"127.0.0.1:{self.ports[name]}" for name in names)


def _held_port() -> socket.socket:
    """Holds a port of loopback for servers that share it: it is bound, and not listened to."""
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    return holder


def _answers(server: Server, _said: str) -> bool:
    return server.is_ready()


def _accepts(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=2).close()
    except OSError:
        return False
    return True


def _tree_copy(target: Path, number: str) -> None:
    """This program as a clone would have it; with a number, as another version."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(listed, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    for name in filter(None, names.stdout.split("\0")):
        if (source := REPOSITORY / name).is_file() and not name.startswith("tests/"):
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target / name)
    if number:
        project = target / "pyproject.toml"
        lines = project.read_text().splitlines(keepends=True)
        own = (
            f'version = "{number}"\n' if line.startswith("version =") else line for line in lines
        )
        project.write_text("".join(own))


def _commit_copy(commit: str, target: Path) -> None:
    archive = ["git", "-C", str(REPOSITORY), "archive", commit]
    packed = subprocess.run(archive, capture_output=True, check=True)
    with TarFile(fileobj=BytesIO(packed.stdout)) as tree:
        tree.extractall(target, filter="data")
