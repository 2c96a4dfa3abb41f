"""What the sides of one table score, by the tournament's type of scoring."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from tournaments.engine.scoring.victory_points import Scale


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
        _mean_half_up(
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


def _mean_half_up(values: Sequence[int]) -> int:
    return (2 * sum(values) + len(values)) // (2 * len(values))
