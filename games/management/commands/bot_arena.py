"""`manage.py bot_arena`: two levels of bots against each other, over duplicate deals."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.arena import duplicate_match
from games.bots.registry import LEVELS
from games.engine.rulesets import load, slugs


class Command(BaseCommand):
    """Fix --pairs and --seed before you look; make the last claim on a new seed."""

    help = "Lets two levels play each deal twice, sides changed, and prints the lead per hand."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("one", choices=LEVELS)
        parser.add_argument("other", choices=LEVELS)
        parser.add_argument("--pairs", type=int, default=1000, help="deals (default: %(default)s)")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--ruleset", choices=slugs(), default="classic")

    def handle(
        self,
        *_args: Any,
        one: str,
        other: str,
        pairs: int,
        seed: int,
        ruleset: str,
        **_options: Any,
    ) -> None:
        first, second = LEVELS[one].policy, LEVELS[other].policy
        duel = duplicate_match(load(ruleset), first, second, pairs=pairs, seed=seed)
        self.stdout.write(
            f"{one} leads {other} by {duel.lead:.0f} ± {duel.half_width:.0f} points a hand (95 %)\n"
            f"hands won: {duel.hands_won:.1%} of {2 * pairs}, {duel.turns:.1f} turns each\n"
            f"CPU a turn: {one} {duel.cpu_us[0]:.0f} µs, {other} {duel.cpu_us[1]:.0f} µs"
        )
