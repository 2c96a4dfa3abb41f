"""An own Redis-protocol server: one of this machine, or the program of a wheel."""

import signal
from dataclasses import dataclass, field

import redis

from samba_service.devstack.carriers import find_redis
from samba_service.devstack.folder import DataFolder


def version(url: str) -> str:
    """`Valkey 9.1.2` or `Redis 7.4.1`, as reported by the server at `url`."""
    with redis.Redis.from_url(url, socket_timeout=3, decode_responses=True) as client:
        info = client.info("server")
    if "valkey_version" in info:
        return f"Valkey {info['valkey_version']}"
    return f"Redis {info['redis_version']}"


@dataclass
class RedisServer:
    folder: DataFolder
    name: str = "redis"
    stop_signal: signal.Signals = signal.SIGTERM
    popen_options: dict[str, object] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return self.folder.redis_url

    def prepare(self) -> None:
        self.folder.sockets.mkdir(mode=0o700, exist_ok=True)

    def command(self) -> list[str]:
        """Without persistence: nothing in Redis is worth keeping over a restart."""
        return [
            find_redis(),
            *("--port", "0", "--unixsocket", str(self.folder.sockets / "redis.sock")),
            *("--unixsocketperm", "700", "--databases", "64", "--dir", str(self.folder.sockets)),
            *("--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction"),
            *("--loglevel", "warning"),
        ]

    def is_ready(self) -> bool:
        try:
            with redis.Redis.from_url(self.url, socket_timeout=1) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False
