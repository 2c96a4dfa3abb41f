"""Lots: all chance of a draw, from the published seed alone (BUNDLE "cost", "lot")."""

from collections.abc import Mapping
from hashlib import sha256

BYE = 0
"""The number that stands for the bye where entries have theirs."""


def tie(seed: str, number: int, one: int, other: int) -> int:
    """20 bits for the meeting of two entries in round `number`; `BYE` may be one of them."""
    low, high = sorted((one, other))
    return _bits(f"{seed}:{number}:{low}:{high}")


def lot(seed: str, entry: int) -> int:
    """20 bits for an entry, the same in every round; the lower is the better."""
    return _bits(f"{seed}:lot:{entry}")


def seeding(seeds: Mapping[int, int | None], seed: str) -> tuple[int, ...]:
    """Entries, best first: by the director's seeds, then by lot (API "Knockout")."""

    def place(entry: int) -> tuple[bool, int, int, int]:
        given = seeds[entry]
        return given is None, given or 0, lot(seed, entry), entry

    return tuple(sorted(seeds, key=place))


def _bits(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:3]) >> 4
