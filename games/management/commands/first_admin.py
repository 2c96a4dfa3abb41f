"""`manage.py first_admin`: how a club without demo data gets its first admin."""

import os
from typing import Any

from django.contrib.auth import authenticate
from django.core.management.base import BaseCommand, CommandError

from games.management.commands.seed_demo import PASSWORD, PEOPLE
from samba_service.accounts.models import Person
from samba_service.devstack.folder import is_installed


class Command(BaseCommand):
    help = "Prints how to make the first admin; fails where accounts have the demo's password."

    def handle(self, *_args: Any, **_options: Any) -> None:
        known = Person.objects.filter(username__in=PEOPLE).values_list("username", flat=True)
        open_to_all = [name for name in known if authenticate(username=name, password=PASSWORD)]
        if open_to_all:
            raise CommandError(
                f"everybody knows the password of {', '.join(open_to_all)}, who belong to the demo:"
                " `manage.py changepassword NAME` gives them others, another SAMBA_DATA a new club"
            )
        if not Person.objects.filter(is_superuser=True).exists():
            where = f"SAMBA_DATA={data} " if (data := os.environ.get("SAMBA_DATA")) else ""
            command = "samba-service" if is_installed() else ".venv/bin/python manage.py"
            self.stdout.write("no demo data, and no admin yet. In this folder, while this runs:")
            self.stdout.write(f"  {where}{command} createsuperuser")
            self.stdout.write("and with that account you found the club on the page /clubs")
