"""What sides owe each other at a stake, for fun. No money is handled anywhere."""

from collections.abc import Sequence


def settlement(totals: Sequence[int], cents_per_100: int) -> tuple[int, ...]:
    """By side, in cents: what it gets, negative for what it pays. The sum is zero.

    Each side settles with every other: their difference, times the stake for every hundred points.
    Each of these payments is rounded to whole cents, half a cent up. What one side pays is what the
    other gets, so the rounding loses nothing.
    """
    return tuple(
        [sum([_payment(own - other, cents_per_100) for other in totals]) for own in totals]
    )


def _payment(ahead: int, cents_per_100: int) -> int:
    """Cents for being `ahead` points ahead of the other side; negative for being behind."""
    cents = (abs(ahead) * cents_per_100 + 50) // 100
    return cents if ahead > 0 else -cents
