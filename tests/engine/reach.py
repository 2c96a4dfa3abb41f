"""Which rules can come up under which rulesets, by the values of these alone.

RULES.md tells it in its table; random play shows that no refusal lies outside.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from games.engine.errors import Rule
from games.engine.rulesets import Declaring, Permission, Ruleset
from games.engine.rulesets.choices import Threes

Applies = Callable[[Ruleset], bool]


def partners(rules: Ruleset) -> bool:
    """Whether some table has sides of several players."""
    return any(rules.sides(seats) < seats for seats in rules.seating.players)


def singles(rules: Ruleset) -> bool:
    """Whether some table has players without partners."""
    return any(rules.sides(seats) == seats for seats in rules.seating.players)


def asks(rules: Ruleset) -> bool:
    """Whether partners may be asked."""
    return rules.going_out.permission is not Permission.NONE and partners(rules)


def sequences(rules: Ruleset) -> bool:
    """Whether there are sequences."""
    return rules.sequence.max_size > 0


def black_threes_out(rules: Ruleset) -> bool:
    """Whether black threes are melded in going out."""
    return rules.threes.melding is Threes.GOING_OUT


def chosen_red_threes(rules: Ruleset) -> bool:
    """Whether players lay red threes as they like."""
    return rules.red_threes.declaring is Declaring.CHOICE


REACH: Final[Mapping[str, Applies]] = MappingProxyType(
    {
        Rule.WAITING_FOR_ANSWER: asks,
        Rule.NEVER_DISCARDED: lambda rules: bool(rules.discard.forbidden),
        Rule.NO_WAY_ON: lambda rules: rules.sure_of_an_end > 1,
        Rule.TAKEN_BACK_TOO_OFTEN: lambda rules: rules.turn.take_back,
        Rule.SEQUENCE_TOO_LONG: sequences,
        Rule.NOT_A_RED_THREE: chosen_red_threes,
        Rule.BLACK_THREES_ONLY_GOING_OUT: black_threes_out,
        Rule.PERMISSION_REFUSED: asks,
        Rule.PERMISSION_NEEDED: lambda rules: (
            asks(rules) and rules.going_out.permission is Permission.REQUIRED
        ),
        Rule.ALREADY_ASKED: asks,
        Rule.NO_PARTNER: lambda rules: (
            singles(rules) and rules.going_out.permission is not Permission.NONE
        ),
        Rule.MUST_GO_OUT_NOW: lambda rules: asks(rules) and black_threes_out(rules),
        Rule.NO_QUESTION: lambda rules: rules.going_out.permission is Permission.NONE,
        Rule.SECOND_HAND_LIES: lambda rules: any(rules.seating.foot_size.values()),
        Rule.CARDS_LIE_ASIDE: lambda rules: rules.pile.aside,
        Rule.NO_DISCARD_AFTER_THREES: lambda rules: (
            black_threes_out(rules) and not rules.threes.last_discard
        ),
    }
)
"""By rule; what is not named here can come up under every ruleset."""


def reached(rule: str, rules: Ruleset) -> bool:
    """Whether the paragraph `rule`, a refusal's or a score line's, can come up."""
    return rule not in REACH or bool(REACH[rule](rules))
