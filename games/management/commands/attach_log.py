"""`manage.py attach_log FOLDER`: undoes `archive_log`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.errors import LogDamaged
from games.services.archives import NotArchived, log_attach


class Command(BaseCommand):
    help = "Puts archived logs back into the database; the folder stays as it is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *_: Any, folder: Path, **_options: Any) -> None:
        try:
            made = log_attach(folder.resolve())
        except (NotArchived, LogDamaged, OSError) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{made.games} games with {made.rows} rows are in the database again")
