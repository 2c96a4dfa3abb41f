"""`manage.py inventory`: what is there, and whether another database's inventory holds here."""

import sys
from argparse import ArgumentParser
from typing import Any

import orjson
from cryptography.fernet import InvalidToken
from django.core.management.base import BaseCommand, CommandError

from samba_service.inventory import Comparison, inventory
from samba_service.kit.database import unhurried


class Command(BaseCommand):
    """Exit code 0: all is there; 1: each fault is printed."""

    help = "Lists the hash of every game, the standings, and the logs of clubs; or compares them."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--compare", action="store_true", help="with the lines of an inventory on the input"
        )

    def handle(self, *_args: Any, compare: bool, **_options: Any) -> None:
        if compare:
            return self._compare()
        try:
            with unhurried():
                for line in inventory():
                    self.stdout.write(orjson.dumps(line).decode())
        except InvalidToken as error:
            raise CommandError(
                "SAMBA_DEAL_KEY does not open the deals of this database: with these secrets a"
                " backup would lose the running hands"
            ) from error

    def _compare(self) -> None:
        comparison = Comparison()
        with unhurried():
            comparison.run(map(orjson.loads, sys.stdin.buffer))
        for what, count in comparison.counts.items():
            self.stdout.write(f"{count} {what}")
        if comparison.faults:
            raise CommandError("\n".join(comparison.faults))
