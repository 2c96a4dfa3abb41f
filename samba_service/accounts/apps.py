"""The Django app of people, players and their credentials."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Its label is `accounts`."""

    name = "samba_service.accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from samba_service.accounts import authentication

        authentication.connect()
