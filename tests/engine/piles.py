"""Positions before a draw, under any ruleset, and what a refusal shows."""

from typing import Any

import pytest

from games.engine.actions import Draw, TakePile, TakeTop
from games.engine.errors import IllegalAction
from games.engine.phase import Phase
from games.engine.rules.decide import decide
from games.engine.table.hand import HandState
from tests.engine.positions import table
from tests.engine.sheets import PRESETS

FOURS = "4C 4D 4H"
EIGHTS = "8C 8D 8H"


def to_draw(slug: str, hand: str, pile: str, *melds: str, **more: Any) -> HandState:
    """Seat 0 before its draw, at a table of four where there is one."""
    rules = PRESETS[slug]
    seats = 4 if 4 in rules.seating.players else rules.seating.players[-1]
    return table(hand, pile=pile, melds=melds, rules=rules, phase=Phase.DRAW, seats=seats, **more)


def facts(state: HandState, action: TakePile | TakeTop | Draw) -> dict[str, Any]:
    """The facts of the refusal of `action`."""
    with pytest.raises(IllegalAction) as refused:
        decide(state, 0, action)
    return refused.value.facts
