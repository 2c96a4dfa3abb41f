"""The scale of victory points: a margin in card points into hundredths.

The curve is the World Bridge Federation's. Everything here is exact: B is a square root and is only
compared and rounded as an integer square root. The curve is computed with `decimal`. It depends
only on base / step, which is at most 200, so there are 200 tables in all, and a test shows for
every entry that the digits kept decide its rounding. No float is used.
"""

from decimal import Decimal, localcontext
from functools import cache
from itertools import accumulate, pairwise
from math import isqrt
from typing import NamedTuple

FULL = 2000
"""Hundredths that the sides of a table share."""
LEVEL = FULL // 2
FINEST_STEP = 50
STEP_PER = 10_000
DIGITS = 50


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
