"""`manage.py rate_tournament`: let a tournament count for public ratings, or stop that."""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from samba_service.kit.errors import NotThere, ServiceError
from tournaments.services.tournaments import tournament_rate


class Command(BaseCommand):
    help = "Let a tournament count for public ratings once it is finished, or stop that (--off)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", type=UUID, help="its id")
        parser.add_argument("--off", action="store_true", help="it no longer counts")

    def handle(self, *_args: Any, **options: Any) -> None:
        rated = not options["off"]
        try:
            found = tournament_rate(tournament_id=options["tournament"], by=None, rated=rated)
        except NotThere:
            raise CommandError("there is no such tournament") from None
        except ServiceError as error:
            raise CommandError(error.detail) from None
        self.stdout.write(f"{found.name}: {'counts' if rated else 'does not count'}")
