"""`manage.py measure_margins`: how wide the margins of a round are in a field, by ruleset."""

from argparse import ArgumentParser
from math import sqrt
from statistics import mean, stdev
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.arena import margins
from games.engine.rulesets import Rules, load, slugs


class Command(BaseCommand):
    """The measurement behind `tournament.margin_sd` of the shipped rulesets.

    They have it to the nearest 50, by the default seed and number of rounds.
    """

    help = "Measures the standard deviation of a hand's margin in a field of unequal bots."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("rulesets", nargs="*", metavar="ruleset", help="slugs (default: all)")
        parser.add_argument("--rounds", type=int, default=400, help="default: %(default)s")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--seats", type=int, help="default: 4, or the fewest of the ruleset")

    def handle(
        self,
        *_args: Any,
        rulesets: list[str],
        rounds: int,
        seed: int,
        seats: int | None,
        **_options: Any,
    ) -> None:
        if unknown := sorted(set(rulesets) - set(slugs())):
            raise CommandError(f"there is no ruleset {', '.join(unknown)}")
        if rounds < 2:
            raise CommandError("a deviation needs two rounds")
        for slug in rulesets or slugs():
            rules = load(slug)
            table = main_table(rules) if seats is None else seats
            if table in rules.seating.players:
                leads = margins(rules, seats=table, rounds=rounds, seed=seed)
                self.stdout.write(summary(rules, table, leads))


def main_table(rules: Rules) -> int:
    """The table size at which the value is measured: four seats, or else the fewest."""
    players = rules.seating.players
    return 4 if 4 in players else min(players)


def summary(rules: Rules, seats: int, leads: list[float]) -> str:
    """One line: what was measured, with its 95 % interval, and how far the ruleset is from it."""
    deviation, stated = stdev(leads), rules.tournament.margin_sd
    half_width = 1.96 * deviation / sqrt(2 * len(leads))
    return (
        f"{rules.slug}, {seats} seats, {len(leads)} rounds: mean {mean(leads):+.0f}, "
        f"deviation {deviation:.0f} ± {half_width:.0f}; "
        f"the ruleset says {stated}, {stated / deviation - 1:+.0%}"
    )
