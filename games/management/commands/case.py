"""`manage.py case GAME`: one file with what settles a complaint about a game."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
from django.core.management.base import BaseCommand, CommandError

from games.management.peeks import game_of_command, peek_note
from games.selectors.case_files import case_file


class Command(BaseCommand):
    """For a running hand the file has what the table sees; `--peek` is recorded in the log."""

    help = "Writes the record, the log with times and ways, proofs, clocks and bots' replays."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", type=UUID)
        parser.add_argument("file", type=Path, nargs="?", help="case-GAME.json if left out")
        parser.add_argument(
            "--peek",
            metavar="NAME",
            help="with all cards of a running hand; the log names this member of the staff",
        )

    def handle(
        self, *_args: Any, game: UUID, file: Path | None, peek: str | None, **_options: Any
    ) -> None:
        state = game_of_command(game)
        if state.embargo:
            raise CommandError("other tables still play these deals")
        if peek is not None:
            if state.match.hand is None or state.is_over:
                raise CommandError("no hand is being played")
            peek_note(state, peek)
            state = game_of_command(game)
        document = case_file(state, peeked=peek is not None)
        target = file or Path(f"case-{game}.json")
        target.write_bytes(orjson.dumps(document, option=orjson.OPT_INDENT_2))
        self.stdout.write(str(target))
