"""`samba-service run`: the whole service on this machine, as `make run` starts it."""

import os
import sys
from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Starts the servers and the service on this machine, until Ctrl-C. PORT=8001: elsewhere."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        os.execv(sys.executable, [sys.executable, "-m", "samba_service.devstack"])
