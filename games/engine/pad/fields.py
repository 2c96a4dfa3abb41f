"""What the sheet of a side has room for: the fields of an entry form, in a ruleset."""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from games.engine.pad.pack import black_threes, known_kinds, red_threes
from games.engine.rulesets import Holding, Rules
from games.engine.scoring.debt import bonus
from games.engine.scoring.sheet import CANASTA_CODES


class Unit(StrEnum):
    """What the number in a field counts."""

    PIECES = "pieces"
    PLAYERS = "players"
    POINTS = "points"


class SheetField(NamedTuple):
    """A number that a side writes down for a hand."""

    path: str
    """Within the sheet of a side: ``counts.sambas``."""
    unit: Unit
    each: int | None = None
    """Points for one; None for points of cards, and where other fields decide."""


def sheet_fields(rules: Rules, seats: int) -> Iterator[SheetField]:
    """The numbers that a side may have, in the order of a score sheet.

    Penalties, adjustments and the total are possible in every ruleset.
    """
    kinds = [kind for kind in CANASTA_CODES if kind in known_kinds(rules)]
    for kind in kinds:
        yield SheetField(f"counts.{CANASTA_CODES[kind]}", Unit.PIECES, bonus(kind, rules))
    if rules.game.debt:
        for kind in kinds:
            yield SheetField(f"debt_dismantled.{CANASTA_CODES[kind]}", Unit.PIECES)
    reds = red_threes(rules, seats)
    if reds:
        yield SheetField("counts.red_threes", Unit.PIECES)
    yield SheetField("melded_cards", Unit.POINTS)
    if reds:
        per_player = rules.red_threes.in_hand_per is Holding.PLAYER
        unit = Unit.PLAYERS if per_player else Unit.PIECES
        yield SheetField("red_threes_in_hand", unit, rules.red_threes.in_hand)
    if black_threes(rules, seats):
        yield SheetField("black_threes_in_hand", Unit.PIECES, rules.threes.black_in_hand)
    yield SheetField("hand_cards", Unit.POINTS)
