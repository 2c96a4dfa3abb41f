"""Which rules can come up under which rulesets, only by the values of these.

RULES.md has it in its table; random play shows that no refusal is outside.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from games.engine.errors import Rule
from games.engine.rulesets import Declaring, LastDiscard, Permission, Rules
from games.engine.rulesets.choices import Threes
from games.engine.scoring.sheet import RULE_OF

Applies = Callable[[Rules], bool]


def partners(rules: Rules) -> bool:
    """True if some table has sides of several players."""
    return any(rules.sides(seats) < seats for seats in rules.seating.players)


def singles(rules: Rules) -> bool:
    """True if some table has players without partners."""
    return any(rules.sides(seats) == seats for seats in rules.seating.players)


def asks(rules: Rules) -> bool:
    """True if partners may be asked."""
    return rules.going_out.permission is not Permission.NONE and partners(rules)


def sequences(rules: Rules) -> bool:
    """True if there are sequences."""
    return rules.sequence is not None


def closing_melds(rules: Rules) -> bool:
    """True if some melds but sequences close."""
    wild = rules.wild_meld is not None and rules.wild_meld.max_size is not None
    return wild or rules.group.max_size is not None or rules.threes.max_size is not None


def black_threes_out(rules: Rules) -> bool:
    """True if black threes are melded in going out."""
    return rules.threes.melding is Threes.GOING_OUT


def chosen_red_threes(rules: Rules) -> bool:
    """True if players lay red threes as they like."""
    return rules.red_threes.declaring is Declaring.CHOICE


REACH: Final[Mapping[str, Applies]] = MappingProxyType(
    {
        Rule.WAITING_FOR_ANSWER: asks,
        Rule.NEVER_DISCARDED: lambda rules: bool(rules.discard.forbidden),
        Rule.NO_WAY_ON: lambda rules: not rules.keeps_last_card,
        Rule.TAKEN_BACK_TOO_OFTEN: lambda rules: rules.turn.take_back,
        Rule.SEQUENCE_TOO_LONG: sequences,
        Rule.ONE_OF_A_KIND: lambda rules: rules.one_of_a_kind,
        Rule.WILD_RANK: lambda rules: rules.sequence_limits.max_wilds > 0,
        Rule.NATURAL_CANASTA: lambda rules: not rules.group.wild_on_natural_canasta,
        Rule.TOO_MANY_CARDS: closing_melds,
        Rule.NOT_A_RED_THREE: chosen_red_threes,
        Rule.RED_THREES_ARE_NO_CHOICE: lambda rules: not chosen_red_threes(rules),
        Rule.NO_DISCARD_AFTER_LAST_RED_THREE: lambda rules: rules.draw.last_red_three_ends,
        Rule.BLACK_THREES_ONLY_GOING_OUT: black_threes_out,
        Rule.PILE_FROZEN: lambda rules: bool(rules.freezing),
        Rule.PILE_TOO_SMALL: lambda rules: rules.pile.min_pile_size > 1,
        Rule.MELD_TOO_LARGE: lambda rules: rules.pile.max_meld_size is not None,
        Rule.MUST_TAKE: lambda rules: rules.draw.must_take,
        Rule.PERMISSION_REFUSED: asks,
        Rule.PERMISSION_NEEDED: lambda rules: (
            asks(rules) and rules.going_out.permission is Permission.REQUIRED
        ),
        Rule.ALREADY_ASKED: asks,
        Rule.NO_PARTNER: lambda rules: (
            singles(rules) and rules.going_out.permission is not Permission.NONE
        ),
        Rule.MUST_GO_OUT_NOW: lambda rules: (
            asks(rules) and black_threes_out(rules) and rules.threes.last_discard
        ),
        Rule.NO_QUESTION: lambda rules: rules.going_out.permission is Permission.NONE,
        Rule.SECOND_HAND_LIES: lambda rules: any(rules.seating.foot_size.values()),
        Rule.CARDS_LIE_ASIDE: lambda rules: rules.pile.rest_face_down,
        Rule.LAST_CARD_IS_DISCARDED: lambda rules: (
            rules.going_out.last_discard is LastDiscard.REQUIRED
        ),
        Rule.NO_DISCARD_AFTER_THREES: lambda rules: (
            black_threes_out(rules) and not rules.threes.last_discard
        ),
        RULE_OF["sambas"]: sequences,
        RULE_OF["black_sambas"]: lambda rules: rules.sequence_limits.max_wilds > 0,
        RULE_OF["wild_canastas"]: lambda rules: rules.wild_meld is not None,
        RULE_OF["sevens_canastas"]: lambda rules: rules.canasta.sevens is not None,
        RULE_OF["threes_canastas"]: lambda rules: rules.threes.melding is Threes.ALWAYS,
        RULE_OF["many_canastas"]: lambda rules: rules.canasta.many is not None,
        RULE_OF["red_threes"]: lambda rules: rules.red_threes.each > 0,
        RULE_OF["red_threes_in_hand"]: lambda rules: rules.red_threes.in_hand < 0,
        RULE_OF["black_threes_in_hand"]: lambda rules: rules.threes.black_in_hand is not None,
        RULE_OF["penalty"]: lambda rules: rules.going_out.broken_promise_penalty < 0,
        RULE_OF["debt_dismantled"]: lambda rules: rules.game.debt,
    }
)
"""By rule; what is not named here can come up under every ruleset."""


def rulesets_of(rule: str, presets: Mapping[str, Rules]) -> str:
    """The rulesets under which it can come up, as in RULES.md."""
    there = [slug for slug, rules in presets.items() if reached(rule, rules)]
    missing = [slug for slug in presets if slug not in there]
    if not missing:
        return "all"
    return "all but " + ", ".join(missing) if len(missing) < len(there) else ", ".join(there)


def reached(rule: str, rules: Rules) -> bool:
    """True if the paragraph `rule`, a refusal's or a score line's, can come up."""
    return rule not in REACH or bool(REACH[rule](rules))
