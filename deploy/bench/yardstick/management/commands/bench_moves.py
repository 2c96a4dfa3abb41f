"""`bench_moves`: the moves on real servers, in a database of their own; prints one JSON object."""

import json
import os
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connection

from deploy.bench import moves
from samba_service.devstack.postgres import PostgresServer
from samba_service.devstack.redis import RedisServer
from samba_service.devstack.servers import Server, running


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--blocks", type=int, default=14, help="of 25 requests")

    def handle(self, *, blocks: int, **options: object) -> None:
        with own_servers(), own_database():
            self.stdout.write(json.dumps(moves.run(blocks)))


def own_servers() -> AbstractContextManager[None]:
    """Those that the environment names no others for, for the length of the block."""
    folder = settings.BENCH_DATA
    wanted: dict[str, Server] = {
        "DATABASE_URL": PostgresServer(folder),
        "REDIS_URL": RedisServer(folder),
    }
    servers = [server for name, server in wanted.items() if not os.environ.get(name)]
    return running(*servers, logs=folder.logs)


@contextmanager
def own_database() -> Iterator[None]:
    former = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(former, verbosity=0)
