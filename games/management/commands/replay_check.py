"""`manage.py replay_check`: every log against everything derived from it."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.errors import ArchiveAway
from games.models import Game
from games.services.rebuild import game_check, game_rebuild


class Command(BaseCommand):
    """Exit code 0: all is correct; 1: each fault is printed, in a log its first bad row.

    A game whose archive is not here is counted, and is no fault.
    """

    help = "Replays logs and compares: hash chains, snapshots, scores, seats."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", type=UUID, help="ids; all games if left out")
        parser.add_argument(
            "--rebuild", action="store_true", help="write what differs again, if the log is sound"
        )

    def handle(self, *_args: Any, games: list[UUID], rebuild: bool, **_options: Any) -> None:
        ids = games or list(Game.objects.order_by("created_at").values_list("id", flat=True))
        bad = away = 0
        for game_id in ids:
            try:
                faults = game_check(game_id)
            except ArchiveAway:
                away += 1
                continue
            if faults and rebuild and not faults[0].where.startswith("version"):
                game_rebuild(game_id)
                faults = game_check(game_id)
            bad += bool(faults)
            for fault in faults:
                self.stderr.write(str(fault))
        if bad:
            raise CommandError(f"{bad} of {len(ids)} games do not hold")
        self.stdout.write(f"{len(ids) - away} games hold")
        if away:
            self.stdout.write(f"{away} games were not looked at: their archives are not here")
