"""The one form of score sheets, hand by hand, as people write them at a table."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from games.engine.scoring.counting import Cards, Counted
from games.engine.scoring.sheet import CANASTA_CODES

KIND_OF: Final = {code: kind for kind, code in CANASTA_CODES.items()}
"""The kind of canasta that a field counts."""


class Correction(NamedTuple):
    """Points (negative for a penalty), and why."""

    points: int
    reason: str


class SideSheet(NamedTuple):
    """What one side counted in a hand. Points are as written: for cards in hand they are positive.

    It may have its `total` in addition to its lines, or only that.
    """

    side: int
    canastas: Mapping[str, int]
    """By kind, as `meld.canasta` names them."""
    red_threes: int = 0
    """On the table."""
    melded_cards: int = 0
    hand_cards: int = 0
    """Without the threes that are counted separately."""
    red_threes_in_hand: int = 0
    """Players or cards, depending on the ruleset's penalty."""
    black_threes_in_hand: int = 0
    penalties: tuple[Correction, ...] = ()
    adjustments: tuple[Correction, ...] = ()
    dismantled: Mapping[str, int] = {}
    """By kind, the canastas dismantled for debt."""
    total: int | None = None

    @property
    def bare(self) -> bool:
        """True if only the total was entered."""
        return self.total is not None and not any(self[1:-1])

    def counted(self, *, went_out: bool) -> Counted:
        """The numbers from which its score is computed."""
        return Counted(
            canastas=self.canastas,
            melded=Cards(self.melded_cards),
            hand=Cards(self.hand_cards),
            red_threes=self.red_threes,
            red_threes_in_hand=self.red_threes_in_hand,
            black_threes_in_hand=self.black_threes_in_hand,
            went_out=went_out,
            penalties=tuple([(each.reason, each.points) for each in self.penalties]),
        )


class HandSheet(NamedTuple):
    """One hand; its sides are in the order in which they were written."""

    sides: tuple[SideSheet, ...]
    went_out: int | None = None
    """The side whose player went out."""


def hands_in(data: Iterable[Mapping[str, Any]]) -> tuple[HandSheet, ...]:
    """Read hands whose members are known to have the right types; an absent member is zero."""
    return tuple(
        [
            HandSheet(tuple([_side(each) for each in hand["sides"]]), hand.get("went_out"))
            for hand in data
        ]
    )


def _side(data: Mapping[str, Any]) -> SideSheet:
    counts = data.get("counts", {})
    return SideSheet(
        side=data["side"],
        canastas=_by_kind(counts),
        red_threes=counts.get("red_threes", 0),
        melded_cards=data.get("melded_cards", 0),
        hand_cards=data.get("hand_cards", 0),
        red_threes_in_hand=data.get("red_threes_in_hand", 0),
        black_threes_in_hand=data.get("black_threes_in_hand", 0),
        penalties=_corrections(data.get("penalties", ())),
        adjustments=_corrections(data.get("adjustments", ())),
        dismantled=_by_kind(data.get("debt_dismantled", {})),
        total=data.get("total"),
    )


def _by_kind(counts: Mapping[str, int]) -> dict[str, int]:
    return {kind: counts[code] for code, kind in KIND_OF.items() if counts.get(code)}


def _corrections(data: Iterable[Mapping[str, Any]]) -> tuple[Correction, ...]:
    """Corrections imported without their reasons have null instead."""
    return tuple([Correction(each["points"], each["reason"] or "") for each in data])
