"""The results of a table: every version that was entered, and the scores of the one that counts.

Everything that happens has the `version` of the tournament's log that added it, so that the
tournament can be seen as of any version.

The scale of victory points turns a margin in card points into hundredths. Its curve is the World
Bridge Federation's. Everything here is exact: B is a square root and is only compared and rounded
as an integer square root. The curve is computed with `decimal`. It depends only on base / step,
which is at most 200, so there are 200 tables in all, and a test shows for every entry that the
digits kept decide its rounding. No float is used.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, localcontext
from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import accumulate, pairwise
from math import floor, isqrt
from typing import NamedTuple

FULL = 2000
"""Hundredths that the sides of a table share."""
LEVEL = FULL // 2
FINEST_STEP = 50
STEP_PER = 10_000
DIGITS = 50

HANDS_BY_TIME = 4
"""The hands that scales and ratings assume for a round by time."""


class Scale(NamedTuple):
    """A scale frozen in a tournament; card points, and hundredths of a victory point."""

    base: int
    """The margin from which the winner gets everything; a multiple of `step`."""
    step: int
    table: tuple[int, ...]
    """The winner's hundredths at 0, 1, 2, … steps of margin."""

    def score(self, margin: int) -> int:
        """The hundredths of the side that is ahead by `margin` (behind, if negative)."""
        if margin < 0:
            return FULL - self.score(-margin)
        steps = (2 * margin + self.step) // (2 * self.step)
        return self.table[min(steps, len(self.table) - 1)]

    def cap(self, margin: int) -> int:
        return max(-self.base, min(self.base, margin))


def scale_for(margin_sd: int, hands: int) -> Scale:
    """The scale for `hands` planned hands, each with a margin of standard deviation `margin_sd`.

    Raises ValueError if B is less than half a step: no margins could then be distinguished.
    """
    if margin_sd < 1 or hands < 1:
        raise ValueError("margin_sd and hands are at least 1")
    variance = margin_sd * margin_sd * hands
    # 2.5 · √variance ≤ 10,000 · k  <=>  variance ≤ 16,000,000 · k²
    step = FINEST_STEP * _root_up(variance, (STEP_PER * 2 // 5) ** 2)
    # (2B + step) / 2·step rounded down, and 2B = √(25 · variance)
    steps = (isqrt(25 * variance) + step) // (2 * step)
    if not steps:
        raise ValueError("margin_sd is too small for a scale")
    return Scale(base=steps * step, step=step, table=table_of(steps))


@cache
def table_of(steps: int) -> tuple[int, ...]:
    """Hundredths for 0 … `steps`: rounded half up, the increments then sorted, largest first.

    Rounding by itself would give a larger margin a larger increment in some places.
    """
    rounded = [round_half_up(value) for value in curve(steps)]
    increments = sorted((after - before for before, after in pairwise(rounded)), reverse=True)
    return tuple(accumulate(increments, initial=rounded[0]))


def curve(steps: int) -> list[Decimal]:
    """V(M) = 1000 + 1000 · (1 - t^(3M/B)) / (1 - t³), t = (√5 - 1) / 2, at M/B = 0 … 1."""
    with localcontext(prec=DIGITS):
        t = (Decimal(5).sqrt() - 1) / 2
        whole = 1 - t**3
        return [
            LEVEL + LEVEL * (1 - t ** (Decimal(3 * at) / steps)) / whole for at in range(steps + 1)
        ]


def round_half_up(value: Decimal) -> int:
    with localcontext(prec=DIGITS):
        return int((value + Decimal("0.5")) // 1)


def _root_up(numerator: int, denominator: int) -> int:
    """The least k with k² ≥ numerator / denominator; both positive."""
    return isqrt(-(-numerator // denominator) - 1) + 1


class ScoringType(StrEnum):
    VICTORY_POINTS = "vp"
    """Hundredths of a victory point."""
    POINTS = "points"
    """Card points, unchanged."""
    WIN_DRAW_LOSS = "wdl"
    """Two, one, none."""

    @property
    def in_hundredths(self) -> bool:
        """True if scores are hundredths of a unit that people read."""
        return self is ScoringType.VICTORY_POINTS


class Credits(NamedTuple):
    """What a night scores apart from its tables, in the unit of the scoring."""

    bye: int
    missed: int
    """For a round missed by coming late."""
    bracket: int
    """How much score makes one bracket of a Swiss draw."""


DEFAULTS = {
    ScoringType.VICTORY_POINTS: Credits(bye=1200, missed=800, bracket=200),
    ScoringType.WIN_DRAW_LOSS: Credits(bye=2, missed=1, bracket=2),
}
"""Card points have none: the director decides what a bye is worth in them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """How a tournament scores, frozen at its start. Raises ValueError for `vp` without a scale."""

    type: ScoringType
    bye: int
    missed: int
    scale: Scale | None
    """In the other types it only caps the metric `margin`; None: nothing is capped."""
    bracket: int = 1
    """How much score makes one bracket of a Swiss draw."""
    margin_sd: int | None = None
    """Standard deviation of one hand's margin, from which the scale and the ratings are made."""
    hands: int | None = None
    """Hands a round for which the scale is made; 4 for rounds by time."""

    def __post_init__(self) -> None:
        if self.type is ScoringType.VICTORY_POINTS and self.scale is None:
            raise ValueError("victory points need a scale")

    @property
    def hundredths(self) -> int:
        """How many hundredths one unit of score is: one, where scores are hundredths already."""
        return 1 if self.type.in_hundredths else 100

    def cap(self, margin: int) -> int:
        return margin if self.scale is None else self.scale.cap(margin)


def table_scores(scoring: Scoring, points: Sequence[int]) -> tuple[int, ...]:
    """The score of each side of a table played to `points`.

    A side with several opponents scores the mean of its comparisons, halves up.
    """
    if scoring.type is ScoringType.POINTS:
        return tuple(points)
    return tuple(
        mean_half_up(
            [_compared(scoring, own - other) for at, other in enumerate(points) if at != side]
        )
        for side, own in enumerate(points)
    )


def winner_of(points: Sequence[int]) -> int | None:
    """The side with the most points; None if several have them."""
    best = max(points)
    return points.index(best) if points.count(best) == 1 else None


def _compared(scoring: Scoring, margin: int) -> int:
    if scoring.type is ScoringType.WIN_DRAW_LOSS:
        return 1 + (margin > 0) - (margin < 0)
    assert scoring.scale is not None
    return scoring.scale.score(margin)


def half_up(value: Fraction) -> int:
    return floor(value + Fraction(1, 2))


def mean_half_up(values: Sequence[int]) -> int:
    return (2 * sum(values) + len(values)) // (2 * len(values))


Sheet = Sequence[Mapping[str, object]]
"""A score sheet, hand by hand, in the form of the API; nothing here reads it."""


class Status(StrEnum):
    ENTERED = "entered"
    DISPUTED = "disputed"
    CONFIRMED = "confirmed"


class Kind(StrEnum):
    """The origin of a version of a result."""

    SHEET = "sheet"
    """Entered by one side."""
    DISPUTE = "dispute"
    CONFIRMATION = "confirmation"
    """By another side or a director."""
    GAME = "game"
    """Automatically from the online game."""
    CORRECTION = "correction"
    """By a director, with a reason."""
    AWARD = "award"
    """By a director, with a reason."""

    @property
    def status(self) -> Status:
        return _STATUS.get(self, Status.CONFIRMED)


_STATUS = {Kind.SHEET: Status.ENTERED, Kind.DISPUTE: Status.DISPUTED}


class End(StrEnum):
    PLAYED = "played"
    UNFINISHED = "unfinished"
    """The points at the time when play stopped."""
    FORFEIT = "forfeit"
    AWARDED = "awarded"
    VOID = "void"
    """Nobody scores, nobody has met."""


class Author(NamedTuple):
    """Who entered, confirmed or disputed a result."""

    player: str | None
    """None for who wrote with the code of a score sheet."""
    side: int | None = None
    """None for a person at another table, or at none."""
    director: bool = False


class ResultData(NamedTuple):
    """One version of a table's result; tuples by side."""

    version: int
    kind: Kind
    end: End
    points: tuple[int, ...] | None = None
    award: tuple[int, ...] | None = None
    """The scores of a forfeit or an award, in the unit of the scoring."""
    winner: int | None = None
    """A side; None for a tie or for none."""
    sambas: tuple[int, ...] | None = None
    at: datetime | None = None
    """With its time zone."""
    by: Author | None = None
    """None for an automatic version."""
    reason: str | None = None
    hands: Sheet | None = None
    by_code: bool = False
    """True if only codes of score sheets have entered and confirmed it."""

    @property
    def status(self) -> Status:
        return self.kind.status

    @property
    def by_play(self) -> bool:
        return self.end in (End.PLAYED, End.UNFINISHED)


def scores(scoring: Scoring, result: ResultData) -> tuple[int, ...]:
    """The score of each side. Raises ValueError if the points or the award are missing."""
    given = result.points if result.by_play else result.award
    if given is None:
        raise ValueError(f"a result that is {result.end} without what it scores by")
    return table_scores(scoring, given) if result.by_play else given
