"""The score sheet of a hand in words."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

LINES: Final = {
    "melded_cards": gettext_noop("Melded cards"),
    "hand_cards": gettext_noop("Cards in hand"),
    "natural_canastas": gettext_noop("Natural canastas"),
    "mixed_canastas": gettext_noop("Mixed canastas"),
    "sambas": gettext_noop("Sambas"),
    "black_sambas": gettext_noop("Black sambas"),
    "wild_canastas": gettext_noop("Wild canastas"),
    "sevens_canastas": gettext_noop("Canastas of sevens"),
    "threes_canastas": gettext_noop("Canastas of threes"),
    "many_canastas": gettext_noop("Many canastas"),
    "red_threes": gettext_noop("Red threes"),
    "red_threes_in_hand": gettext_noop("Red threes in hand"),
    "black_threes_in_hand": gettext_noop("Black threes in hand"),
    "went_out": gettext_noop("Went out"),
    "penalty": gettext_noop("Penalty"),
    "debt_dismantled": gettext_noop("Canastas dismantled for debt"),
    "adjustment": gettext_noop("Adjustment"),
}
"""The items of a score sheet by their code."""


def sides_scored(
    hand: Mapping[str, Any], game: Mapping[str, Any], names: Sequence[str]
) -> list[dict[str, Any]]:
    """The score of a hand by side, with names and items in words, as `score.html` shows it."""
    return [
        {
            "names": ", ".join(names[seat] for seat in game["sides"][side["side"]]["seats"]),
            "lines": [{**line, "name": _(LINES[line["code"]])} for line in side["lines"]],
            "total": side["total"],
        }
        for side in hand["score"]
    ]
