"""What every app of the service is built with, as an app: it keeps the answers of retried calls."""

from django.apps import AppConfig


class KitConfig(AppConfig):
    """Its label is `kit`."""

    name = "samba_service.kit"
    default_auto_field = "django.db.models.BigAutoField"
