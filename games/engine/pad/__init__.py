"""The score pad: turns what was counted at any table, in any ruleset, into score sheets."""

from games.engine.pad.errors import NOT_FIVES, NOT_SOUND, SheetFault, UnsoundSheet
from games.engine.pad.fields import SheetField, Unit, sheet_fields
from games.engine.pad.running import Pad, PadHand, keep_score, seats_for
from games.engine.pad.settlement import settlement
from games.engine.pad.sheets import Correction, HandSheet, SideSheet, hands_in

__all__ = [
    "NOT_FIVES",
    "NOT_SOUND",
    "Correction",
    "HandSheet",
    "Pad",
    "PadHand",
    "SheetFault",
    "SheetField",
    "SideSheet",
    "Unit",
    "UnsoundSheet",
    "hands_in",
    "keep_score",
    "seats_for",
    "settlement",
    "sheet_fields",
]
