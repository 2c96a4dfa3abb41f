"""Score sheets of two hands of `classic` for tests."""

from typing import Any

Hands = list[dict[str, Any]]


def hand(one: int, other: int) -> dict[str, Any]:
    """A hand by its totals alone."""
    return {"sides": [{"side": 0, "total": one}, {"side": 1, "total": other}]}


COUNTED: Hands = [
    {
        "went_out": 0,
        "sides": [
            {
                "side": 0,
                "counts": {"mixed_canastas": 1, "sambas": 1, "red_threes": 2},
                "melded_cards": 225,
                "hand_cards": 65,
            },
            {"side": 1, "total": 340},
        ],
    },
    hand(620, 1285),
]
"""Line by line where it matters."""
