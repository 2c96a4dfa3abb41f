"""`manage.py position GAME`: a position of a game as one line of text (`games.engine.notation`)."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.engine.match import Match
from games.engine.notation import position_out, view_out
from games.engine.view import seat_view
from games.errors import GameNotFound
from games.models import Person
from games.selectors.deal_sets import deals_embargoed
from games.services.peek import hand_peek
from games.store.fold import match_at
from games.store.row import GameRow, game_load
from games.store.state import match_of


class Command(BaseCommand):
    """Of a hand that is being played it shows what the table sees; `--peek` goes on record."""

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
        try:
            loaded = game_load(game)
        except GameNotFound:
            raise CommandError(f"there is no game {game}") from None
        now = match_of(loaded)
        then = now if at is None else _at(loaded.game, at)
        if then.hand is None:
            raise CommandError("no hand was being played")
        over = then.hand.number <= now.hands_played and not deals_embargoed(loaded.game)
        if over or peek is not None:
            if not over:
                _note_peek(game, peek, then)
            self.stdout.write(position_out(then.hand))
        else:
            self.stdout.write(view_out(seat_view(then.hand, None)))


def _at(game: GameRow, version: int) -> Match:
    if not 1 <= version <= game.version:
        raise CommandError(f"versions go from 1 to {game.version}")
    return match_at(game.id, version)


def _note_peek(game: UUID, name: str | None, match: Match) -> None:
    """Put on record that this member of the staff looks into every hand."""
    person = Person.objects.filter(username=str(name).lower(), is_staff=True).first()
    if person is None:
        raise CommandError(f"{name!r} is nobody of the staff")
    for seat in range(match.seats):
        hand_peek(game_id=game, by=person.player_id, seat=seat)
