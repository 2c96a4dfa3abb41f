"""The Django app of clubs, seasons and tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Its label is `tournaments`."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tournaments import receivers  # noqa: F401  connects them
