"""The Django app of games, players and partnerships."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Its label is `games`."""

    name = "games"

    def ready(self) -> None:
        from games import receivers  # noqa: F401  connects them
