"""`manage.py recount_ratings`: recompute all public ratings."""

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.services.ratings import ratings_recount


class Command(BaseCommand):
    help = "Recompute all public ratings, from all rated games and marked tournaments."

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(f"{ratings_recount()} lists of ratings computed")
