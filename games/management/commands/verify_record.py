"""`manage.py verify_record`: does a record follow from its deals? Needs no database."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from games.engine.record import verify

MOST_BYTES: Final = 64 * 1024 * 1024
"""More than a thousand hands need; parsed as JSON, such a file may need 25 times its size."""


class Command(BaseCommand):
    """Exit code 0: all of it follows; 1: each fault is printed with its path."""

    help = "Replays a samba-record/1 from its deals and compares."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        try:
            record = json.loads(_read(file))
        except (OSError, ValueError, RecursionError) as error:
            raise CommandError(f"{file} cannot be read: {error}") from None
        faults = verify(record)
        for fault in faults:
            self.stderr.write(f"{fault.path}: {fault.text}")
        if faults:
            raise CommandError("the record does not hold")
        self.stdout.write("The record holds: everything in it follows.")


def _read(file: Path) -> bytes:
    with file.open("rb") as source:
        content = source.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ValueError(f"a record has at most {MOST_BYTES} bytes")
    return content
