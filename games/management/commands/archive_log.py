"""`manage.py archive_log FROM TO FOLDER`: the logs of a range of finished games into a folder."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.errors import LogDamaged
from games.services.archives import SETTLED_S, NotArchived, log_archive


class Command(BaseCommand):
    help = (
        "Takes the logs of games out of the database; they are read from the folder from then on."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("low", type=int, help="the first number: where a partition begins")
        parser.add_argument("high", type=int, help="the number after the last: where one ends")
        parser.add_argument("folder", type=Path, help="is made; every process must see it so")
        parser.add_argument(
            "--settled",
            type=float,
            default=SETTLED_S,
            help="seconds for requests that began before",
        )

    def handle(self, *_: Any, low: int, high: int, folder: Path, **options: Any) -> None:
        try:
            made = log_archive(low, high, folder.resolve(), settled_s=options["settled"])
        except (NotArchived, LogDamaged, OSError) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{made.games} games with {made.rows} rows are in {made.folder}")
