"""`manage.py reset_code NAME`: access to an account again that no club may recover."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from samba_service.accounts.models import Person
from samba_service.accounts.services.recovery import LIFETIME, reset_code_issue


class Command(BaseCommand):
    """Prints the code. Give it only to the person whose account it is."""

    help = "Issues a code by which the owner of an account sets a new password."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")

    def handle(self, *_args: Any, username: str, **_options: Any) -> None:
        person = Person.objects.filter(username=username.lower()).first()
        if person is None:
            raise CommandError(f"there is no account {username!r}")
        code = reset_code_issue(person=person, by=None)
        minutes = int(LIFETIME.total_seconds()) // 60
        self.stdout.write(f"{code}\nIt works once, for {minutes} minutes: POST /api/v1/auth/reset")
