"""`manage.py bot_replay GAME`: do our bots do the same again from the view that they had?"""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.engine.codec import action_out
from games.errors import DealsNotYet, HandNotFound
from games.management.peeks import game_of_command
from games.selectors.bot_replays import BotTurn, bot_replays, bot_turns


class Command(BaseCommand):
    """Exit code 0: each did the same; 1: each difference is printed. Running hands are left out."""

    help = "Replays the turns of our bots in finished hands, each from the view that it had."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", type=UUID)
        parser.add_argument("--hand", type=int, help="only of this hand")

    def handle(self, *_args: Any, game: UUID, hand: int | None, **_options: Any) -> None:
        try:
            replays = bot_replays(bot_turns(game_of_command(game), hand))
        except HandNotFound:
            raise CommandError(f"hand {hand} is not over, or there is none") from None
        except DealsNotYet:
            raise CommandError("other tables still play these deals") from None
        if not replays:
            self.stdout.write("no bot of ours has played in a finished hand")
        for seat, levels, turns, differences in replays:
            same = f"the same action from the same view: {turns - len(differences)} of {turns}"
            self.stdout.write(f"seat {seat} ({', '.join(levels)}): {same}")
            for turn in differences:
                self.stdout.write(f"  {_difference(turn)}")
        if any(each.differences for each in replays):
            raise CommandError("not every bot does the same again")


def _difference(turn: BotTurn) -> str:
    again = "no action" if turn.again is None else action_out(turn.again)
    return f"hand {turn.hand}, version {turn.version}: {action_out(turn.played)}, now {again}"
