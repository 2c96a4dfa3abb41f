"""Refusals: the rule that an action breaks, and the numbers that show it."""

from enum import StrEnum
from typing import Any, cast


class Rule(StrEnum):
    """The rules, each a numbered paragraph of RULES.md; a member's name is the API's error code."""

    GAME_NOT_ACTIVE = "TURN-00"
    NOT_YOUR_TURN = "TURN-01"
    WRONG_PHASE = "TURN-02"
    WAITING_FOR_ANSWER = "TURN-03"
    CANNOT_PASS = "TURN-04"
    NOTHING_TO_TAKE_BACK = "TURN-05"
    NEVER_DISCARDED = "TURN-06"
    NO_WAY_ON = "TURN-07"
    TAKEN_BACK_TOO_OFTEN = "TURN-08"

    CARD_NOT_HELD = "HAND-01"

    TOO_FEW_CARDS = "MELD-01"
    NOT_A_MELD = "MELD-02"
    TOO_MANY_WILDS = "MELD-03"
    TOO_FEW_NATURALS = "MELD-04"
    WILD_IN_SEQUENCE = "MELD-05"
    SEQUENCE_TOO_LONG = "MELD-06"
    INITIAL_MINIMUM = "MELD-07"
    UNKNOWN_MELD = "MELD-08"
    NOT_YOUR_MELD = "MELD-09"
    DOES_NOT_FIT = "MELD-10"
    CANNOT_MERGE = "MELD-11"
    ONE_OF_A_KIND = "MELD-12"
    WILD_RANK = "MELD-13"
    NATURAL_CANASTA = "MELD-14"
    TOO_MANY_CARDS = "MELD-15"
    AS_WITHOUT_WILD_IN_SEQUENCE = "MELD-16"

    THREE_IN_MELD = "THREE-01"
    NOT_A_RED_THREE = "THREE-02"
    BLACK_THREES_ONLY_GOING_OUT = "THREE-03"
    RED_THREES_ARE_NO_CHOICE = "THREE-04"
    NO_DISCARD_AFTER_LAST_RED_THREE = "THREE-05"

    PILE_EMPTY = "PILE-01"
    PILE_BLOCKED = "PILE-02"
    NEEDS_NATURAL_PAIR = "PILE-03"
    UPCARD_DOES_NOT_FIT = "PILE-04"
    MELDS_ONLY_TO_OPEN = "PILE-05"
    PILE_FROZEN = "PILE-06"
    PILE_TOO_SMALL = "PILE-07"
    MELD_TOO_LARGE = "PILE-08"
    MUST_TAKE = "PILE-09"

    NOT_QUALIFIED = "OUT-01"
    PERMISSION_REFUSED = "OUT-02"
    PERMISSION_NEEDED = "OUT-03"
    ALREADY_ASKED = "OUT-04"
    NO_PARTNER = "OUT-05"
    MUST_GO_OUT_NOW = "OUT-06"
    NO_QUESTION = "OUT-07"
    SECOND_HAND_LIES = "OUT-08"
    CARDS_LIE_ASIDE = "OUT-09"
    LAST_CARD_IS_DISCARDED = "OUT-10"
    NO_DISCARD_AFTER_THREES = "OUT-11"

    @property
    def code(self) -> str:
        """The stable slug of the API: ``"too_many_wilds"``."""
        return self.name.lower()


class Refusal(Exception):
    """A well-formed action that is not accepted now. The state is unchanged.

    `facts` are numbers and public cards that the asking seat may know anyway. The template has
    their names in braces.
    """

    def __init__(self, rule: Rule, template: str, **facts: Any) -> None:
        super().__init__(rule, template)
        self.rule = rule
        self.template = template
        self.facts: dict[str, Any] = facts

    def __str__(self) -> str:
        return self.detail

    @property
    def detail(self) -> str:
        """What is wrong, in English: no capital letter, no full stop."""
        return self.template.format(**self.words)

    @property
    def words(self) -> dict[str, object]:
        """The facts as they are in a sentence."""
        return {
            name: ", ".join(map(str, cast("list[object]", fact)))
            if isinstance(fact, list)
            else fact
            for name, fact in self.facts.items()
        }

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.rule.value} {self.rule.code})"


class WrongMoment(Refusal):
    """The action may be legal, but not by this seat or not in this phase."""


class IllegalAction(Refusal):
    """An action that the rules forbid in this position."""


class InvalidAction(ValueError):
    """An action that cannot be read at all. `path` names the wrong member: ``"melds.0.cards"``."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.path = path
        self.message = message
