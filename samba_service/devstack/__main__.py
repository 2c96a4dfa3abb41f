"""`make run`: everything on this machine, from nothing, until Ctrl-C."""

import asyncio
import fcntl
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from samba_service.devstack import postgres
from samba_service.devstack import redis as redis_stack
from samba_service.devstack.addresses import Address, print_qr_code
from samba_service.devstack.errors import SetupError
from samba_service.devstack.folder import DataFolder
from samba_service.devstack.processes import raise_file_limit
from samba_service.devstack.servers import Server
from samba_service.devstack.supervisor import Child, Supervisor
from samba_service.kit.environment import Environment
from samba_service.kit.limits import BACKLOG
from samba_service.worker import worker_command

env = Environment()
QUEUES = ("bots", "rounds")
"""Each has a worker: bots never keep a draw waiting."""
MANAGE = [sys.executable, "-m", "samba_service"]


def main() -> int:
    try:
        folder, address = DataFolder.from_environment(), Address.from_environment()
        address.require_free()
        with only_one(folder):
            asyncio.run(serve(folder, address))
    except SetupError as error:
        print(f"samba-service: {error}", file=sys.stderr)
        return 1
    return 0


@contextmanager
def only_one(folder: DataFolder) -> Iterator[None]:
    """Two stacks on one data folder would damage it."""
    folder.path.mkdir(parents=True, exist_ok=True)
    with (folder.path / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise SetupError(
                f"already running on {folder.path}: SAMBA_DATA=/another/folder keeps them apart"
            ) from error
        yield


async def serve(folder: DataFolder, address: Address) -> None:
    """Start everything and wait for a signal; in any case, stop what was started."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "samba_service.settings.dev"
    os.environ["SAMBA_DATA"] = str(folder.path)
    os.environ["PYTHONUNBUFFERED"] = "1"
    os.environ.setdefault("ALLOWED_HOSTS", ",".join(address.hosts))
    raise_file_limit()
    shutil.rmtree(folder.metrics, ignore_errors=True)
    supervisor = Supervisor(folder.logs)
    task = asyncio.current_task()
    assert task is not None
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    try:
        await start(supervisor, folder, address)
        announce(folder, address)
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        supervisor.say("stack", "stopping")
    finally:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, lambda: None)
        await supervisor.stop()


async def start(supervisor: Supervisor, folder: DataFolder, address: Address) -> None:
    for server in own_servers(folder):
        server.prepare()
        await supervisor.start(
            Child(
                name=server.name,
                command=server.command(),
                is_ready=server.is_ready,
                stop_signal=server.stop_signal,
                popen_options=server.popen_options,
            )
        )
    await supervisor.run(Child(name="migrate", command=[*MANAGE, "migrate", "--no-input", "-v0"]))
    for command in ("seed_demo", "seed_night") if demo() else ("first_admin",):
        await supervisor.run(Child(name="setup", command=[*MANAGE, command]))
    await supervisor.start(process("sweeper", [*MANAGE, "sweeper"]))
    for queue in QUEUES:
        await supervisor.start(process(queue, worker_command(queue)))
    if env.texts("SAMBA_BACKUP_RECIPIENTS", default=""):
        keep = [sys.executable, "-m", "samba_service.backup", "wal"]
        await supervisor.start(process("backup", keep))
    await supervisor.start(process("web", web_command(address), is_ready=address.is_ready))


def process(name: str, command: list[str], **options: Any) -> Child:
    """A process of the service, which knows its own name: logs and metrics have it."""
    env = {**os.environ, "SAMBA_PROCESS": name}
    return Child(name=name, command=command, popen_options={"env": env}, **options)


def database_url() -> str:
    """The database that the environment names; empty for the embedded one."""
    return env.database_url("DATABASE_URL", default="")


def redis_url() -> str:
    """The same of Redis."""
    return env.redis_url("REDIS_URL", default="")


def demo() -> bool:
    """True if the demo club is wanted: never in a database that we do not run ourselves."""
    return not database_url() and env.switch("DEMO", default=True)


def own_servers(folder: DataFolder) -> list[Server]:
    """The servers that the environment does not name."""
    servers: list[Server] = []
    if not database_url():
        servers.append(postgres.PostgresServer(folder))
    if not redis_url():
        servers.append(redis_stack.RedisServer(folder))
    return servers


def web_command(address: Address) -> list[str]:
    return [
        *(sys.executable, "-m", "uvicorn", "samba_service.asgi:application"),
        *("--host", address.host, "--port", str(address.port)),
        *("--http", "samba_service.edge.connections:BoundedProtocol", "--ws", "none"),
        *("--backlog", str(BACKLOG), "--lifespan", "off", "--no-access-log"),
        "--no-proxy-headers",  # NUM_PROXIES decides whom to believe
        *("--timeout-graceful-shutdown", "3"),  # open streams would delay the stop forever
    ]


def announce(folder: DataFolder, address: Address) -> None:
    database = postgres.version(database_url() or folder.database_url)
    redis = redis_stack.version(redis_url() or folder.redis_url)
    print(f"\nSamba Service runs on {database} and {redis}; data in {folder.path}")
    print(f"  pages  {address.local}/")
    print(f"  API    {address.local}/api/v1/docs")
    print(f"  health {address.local}/readyz")
    if address.is_open:
        public = os.environ.get("SAMBA_PUBLIC_URL") or address.lan
        print(f"  members on this network: {public}/")
        print_qr_code(f"{public}/")
        risks = "plain HTTP and demo passwords" if demo() else "plain HTTP"
        print(f"  {risks}: for a network whose members you trust")
    print("Ctrl-C stops it.\n", flush=True)


if __name__ == "__main__":
    sys.exit(main())
