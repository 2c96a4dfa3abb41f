"""`make run`: everything on this machine, from nothing, until Ctrl-C."""

import asyncio
import fcntl
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from samba_service.devstack import postgres
from samba_service.devstack import redis as redis_stack
from samba_service.devstack.addresses import Address, print_qr_code
from samba_service.devstack.errors import SetupError
from samba_service.devstack.folder import REPOSITORY, DataFolder
from samba_service.devstack.processes import raise_file_limit
from samba_service.devstack.servers import Server
from samba_service.devstack.supervisor import Child, Supervisor
from samba_service.edge.connections import BACKLOG

MANAGE = [sys.executable, str(REPOSITORY / "manage.py")]


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
    """Two stacks on one data folder would spoil it."""
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
    """Start everything and wait for a signal; whatever happens, stop what was started."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "samba_service.settings.dev"
    os.environ["SAMBA_DATA"] = str(folder.path)
    os.environ["PYTHONUNBUFFERED"] = "1"
    os.environ.setdefault("ALLOWED_HOSTS", ",".join(address.hosts))
    raise_file_limit()
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
    for seed in ("seed_demo", "seed_night"):
        await supervisor.run(Child(name="demo", command=[*MANAGE, seed]))
    await supervisor.start(Child(name="sweeper", command=[*MANAGE, "sweeper"]))
    await supervisor.start(Child(name="worker", command=worker_command()))
    await supervisor.start(
        Child(name="web", command=web_command(address), is_ready=address.is_ready)
    )


def own_servers(folder: DataFolder) -> list[Server]:
    """The servers that the environment does not name."""
    servers: list[Server] = []
    if not os.environ.get("DATABASE_URL"):
        servers.append(postgres.PostgresServer(folder))
    if not os.environ.get("REDIS_URL"):
        servers.append(redis_stack.RedisServer(folder))
    return servers


def worker_command() -> list[str]:
    return [
        *(sys.executable, "-m", "celery", "--quiet", "--app", "samba_service.celery", "worker"),
        *("--pool", "threads", "--concurrency", "4", "--loglevel", "INFO"),
        *("--without-gossip", "--without-mingle"),
    ]


def web_command(address: Address) -> list[str]:
    return [
        *(sys.executable, "-m", "uvicorn", "samba_service.asgi:application"),
        *("--host", address.host, "--port", str(address.port)),
        *("--http", "samba_service.edge.connections:BoundedProtocol", "--ws", "none"),
        *("--backlog", str(BACKLOG), "--lifespan", "off", "--no-access-log"),
        "--no-proxy-headers",  # whom to believe is for NUM_PROXIES to say
        *("--timeout-graceful-shutdown", "3"),  # open streams would delay the stop for ever
    ]


def announce(folder: DataFolder, address: Address) -> None:
    database = postgres.version(os.environ.get("DATABASE_URL") or folder.database_url)
    redis = redis_stack.version(os.environ.get("REDIS_URL") or folder.redis_url)
    print(f"\nSamba Service runs on {database} and {redis}; data in {folder.path}")
    print(f"  API    {address.local}/api/v1/docs")
    print(f"  health {address.local}/readyz")
    if address.is_open:
        print(f"  members on this network: {address.lan}/")
        print_qr_code(f"{address.lan}/")
        print("  plain HTTP and demo passwords: for a network whose members you trust")
    print("Ctrl-C stops it.\n", flush=True)


if __name__ == "__main__":
    sys.exit(main())
