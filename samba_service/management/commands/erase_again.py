"""`manage.py erase_again`: after an older backup was restored, accounts erased since are again."""

import json
import sys
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand

from samba_service.accounts.services.people import erase_again


class Command(BaseCommand):
    help = "Erases the accounts whose ids are on the input, a JSON list, and which are not yet."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        ids = [UUID(each) for each in json.load(sys.stdin)]
        erased = erase_again(player_ids=ids)
        self.stdout.write(f"{erased} of {len(ids)} erased accounts had to be erased again")
