"""`manage.py preflight`: may a process of the service start here?"""

from argparse import ArgumentParser
from time import monotonic, sleep
from typing import Any

from django.core.checks import ERROR, run_checks
from django.core.management.base import BaseCommand, CommandError

EVERY_S = 1.0


class Command(BaseCommand):
    """Exit code 0: it may, warnings are printed; 1: errors are, too."""

    help = "Checks settings, secrets, servers, migrations and the disk before a start."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--wait", type=float, default=0, help="seconds in which errors may still go away"
        )

    def handle(self, *_args: Any, wait: float, **_options: Any) -> None:
        until = monotonic() + wait
        while True:
            found = run_checks(include_deployment_checks=True, databases=["default"])
            errors = [each for each in found if each.level >= ERROR and not each.is_silenced()]
            if not errors or monotonic() >= until:
                break
            sleep(EVERY_S)
        for message in found:
            if not message.is_silenced():
                self.stderr.write(str(message))
        if errors:
            raise CommandError(f"{len(errors)} reasons not to start")
        self.stdout.write("The service may start.")
