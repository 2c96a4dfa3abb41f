"""`manage.py person_report NAME`: what is stored about a person, by kind and table."""

from argparse import ArgumentParser
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from samba_service.accounts.models import Player
from samba_service.privacy.stored import STORED, erased, rows_about, rows_archived, until


class Command(BaseCommand):
    """Prints numbers of rows, no contents: those are in the person's own export."""

    help = "Says which tables have rows about a person, how many, and for how long."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="a username, or the id of a player")

    def handle(self, *_args: Any, name: str, **_options: Any) -> None:
        player = _player(name)
        for kind in STORED:
            self.stdout.write(
                f"\n{kind.what}\n  for how long: {until(kind)}\n  erased: {erased(kind)}"
            )
            for table, lookups in kind.tables.items():
                rows = str(rows_about(player, table, lookups)) if lookups else "not counted"
                self.stdout.write(f"  {table}: {rows}")
        self.stdout.write(f"\nRows of logs in archives: {rows_archived(player)}")


def _player(name: str) -> Player:
    """Raises CommandError."""
    found = Player.objects.filter(person__username=name.lower()).first()
    with suppress(ValueError):  # no id either
        found = found or Player.objects.filter(pk=UUID(name)).first()
    if found is None:
        raise CommandError(f"there is no account and no player {name!r}")
    return found
