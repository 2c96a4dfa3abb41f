"""Lots: everything random in a draw, from the seed and the director's phrase.

The server draws the seed when the tournament starts and shows its SHA-256. A director may then add
a phrase. The seed is shown at the end, so that anybody can recompute every lot:

    seed_hash   SHA-256 of the seed, the text of 64 hexadecimal digits, in hexadecimal
    lots        `seed`, or `seed:phrase` where there is a phrase
    tie         the first 20 bits of SHA-256 of `lots:round:low:high`, two entry numbers, 0 a bye
    lot         the first 20 bits of SHA-256 of `lots:lot:number`
"""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256

BYE = 0
"""The number that represents the bye where entries have theirs."""


def lots(seed: str, phrase: str | None) -> str:
    """The text from which every lot of a tournament is drawn; "" while there is no seed."""
    return f"{seed}:{phrase}" if seed and phrase else seed


def seed_hash(seed: str) -> str:
    """The commitment to a seed that is not shown yet."""
    return sha256(seed.encode()).hexdigest()


def tie(lots: str, number: int, one: int, other: int) -> int:
    """20 bits for the meeting of two entries in round `number`; `BYE` may be one of them."""
    return ties(lots, number)(*sorted((one, other)))


def ties(lots: str, number: int) -> Callable[[int, int], int]:
    """The `tie` of every two entries in round `number`, for which it takes the lower one first."""
    begun = sha256(f"{lots}:{number}:".encode())

    def drawn(low: int, high: int) -> int:
        meeting = begun.copy()
        meeting.update(b"%d:%d" % (low, high))
        return _first_bits(meeting.digest())

    return drawn


def tie_in_order(lots: str, number: int, entries: Iterable[int]) -> int:
    """20 bits for entries as they sit in round `number`."""
    return _bits(":".join(map(str, (lots, number, *entries))))


def lot(lots: str, entry: int) -> int:
    """20 bits for an entry, the same in every round; the lower is the better."""
    return _bits(f"{lots}:lot:{entry}")


def seeding(seeds: Mapping[int, int | None], lots: str) -> tuple[int, ...]:
    """Entries, best first: by the director's seeds, then by lot."""

    def place(entry: int) -> tuple[bool, int, int, int]:
        given = seeds[entry]
        return given is None, given or 0, lot(lots, entry), entry

    return tuple(sorted(seeds, key=place))


def _bits(text: str) -> int:
    return _first_bits(sha256(text.encode()).digest())


def _first_bits(digest: bytes) -> int:
    return int.from_bytes(digest[:3]) >> 4
