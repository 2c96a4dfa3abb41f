"""The project as an app: its templates, and one Celery application for every process."""

from django.apps import AppConfig


class SambaServiceConfig(AppConfig):
    name = "samba_service"

    def ready(self) -> None:
        import samba_service.checks
        import samba_service.privacy.checks  # noqa: F401  both register theirs
        from samba_service.celery import app

        app.set_default()  # shared tasks bind to this application
