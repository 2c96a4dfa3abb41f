"""`manage.py transcript GAME [HAND]`: a hand in the sentences of its page."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.api.answers import game_answer
from games.engine.event_answers import Event
from games.engine.view import Following
from games.management.peeks import game_of_command, peek_note
from games.selectors.events import hand_events, open_events
from games.selectors.games import GameState
from games.web.names import seat_names
from games.web.transcript import lines


class Command(BaseCommand):
    """For a running hand it prints what the table sees; `--peek` is recorded in the log."""

    help = "Prints a hand in sentences: the running one, else the last, unless HAND is given."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", type=UUID)
        parser.add_argument("hand", type=int, nargs="?", help="its number, from 1")
        parser.add_argument(
            "--peek",
            metavar="NAME",
            help="show all cards of a running hand; the log names this member of the staff",
        )

    def handle(
        self, *_args: Any, game: UUID, hand: int | None, peek: str | None, **_options: Any
    ) -> None:
        state = game_of_command(game)
        running = state.match.hand.number if state.match.hand is not None else 0
        number = hand or max(running, state.match.hands_played)
        events = _events(state, number, peek)
        names = seat_names(game_answer(state))
        for line in lines(events, state.match, names):
            self.stdout.write(line.text)


def _events(state: GameState, number: int, peek: str | None) -> list[Event]:
    """The events of the hand, open if it is over or peeked into. Raises CommandError."""
    match = state.match
    if not 0 < number <= match.hands_played + (match.hand is not None):
        raise CommandError(f"there is no hand {number}")
    if number <= match.hands_played:
        if state.embargo:
            raise CommandError("other tables still play these deals")
        return open_events(state, number, number)
    if peek is None:
        table = state.game._replace(spectators=Following.LIVE.value)
        return hand_events(state._replace(game=table, embargo=False), number)
    if state.is_over:
        raise CommandError("the hand was broken off: its cards stay hidden")
    peek_note(state, peek)
    return open_events(state, number, number)
