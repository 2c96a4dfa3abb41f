"""`manage.py position GAME`: a position of a game as one line of text (`games.engine.notation`)."""

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.engine.events import GameCreated
from games.engine.match import Match
from games.engine.notation import position_out, view_out
from games.engine.view import seat_view
from games.management.peeks import game_of_command, peek_note
from games.store.fold import match_at
from games.store.log import events_in, rows_get
from games.store.row import GameRow


class Command(BaseCommand):
    """For a running hand it shows what the table sees; `--peek` is recorded in the log."""

    help = "Prints a position as one line, for reports of faults."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", type=UUID)
        parser.add_argument("--at", type=int, metavar="VERSION", help="as it was then")
        parser.add_argument(
            "--peek",
            metavar="NAME",
            help="show all hands of a running hand; the log names this member of the staff",
        )

    def handle(
        self, *_args: Any, game: UUID, at: int | None, peek: str | None, **_options: Any
    ) -> None:
        state = game_of_command(game)
        now = state.match
        then = now if at is None else _at(state.game, at)
        if then.hand is None:
            raise CommandError("no hand was being played")
        is_running = now.hand is not None and then.hand.number == now.hand.number
        if not is_running and state.embargo:
            raise CommandError("other tables still play these deals")
        is_finished = then.hand.number <= now.hands_played
        if peek is not None and not is_finished:
            if not is_running:
                raise CommandError("the hand was broken off: its cards stay hidden")
            peek_note(state, peek)
        if is_finished or peek is not None:
            self.stdout.write(position_out(then.hand))
        else:
            self.stdout.write(view_out(seat_view(then.hand, None)))
        if overrides := _overrides(game):
            self.stdout.write(f"House rules: {json.dumps(overrides)}")


def _at(game: GameRow, version: int) -> Match:
    if not 1 <= version <= game.version:
        raise CommandError(f"versions go from 1 to {game.version}")
    return match_at(game.id, version)


def _overrides(game: UUID) -> Mapping[str, Any]:
    """The house rules of a game, as its log has them."""
    created = events_in(next(rows_get(game, until=1)).events)[0]
    assert isinstance(created, GameCreated)
    return created.overrides
