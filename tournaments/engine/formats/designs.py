"""Whist designs: everybody is everybody's partner once and opponent twice.

A starter round is developed by adding 1, 2, ... to its numbers. For 4n+1 players the numbers are
residues (one player sits out each round); for 4n the last player keeps still. `whist_starters.json`
has the starters; for a prime 4n+1 there is a formula, for 9 players the same in GF(9).
"""

import json
from functools import cache
from pathlib import Path

Design = tuple[tuple[tuple[tuple[int, int], tuple[int, int]], ...], ...]
"""Rounds of tables of two sides of two players 0 .. n-1."""

STARTERS: dict[int, list[list[int]]] = {
    int(players): tables
    for players, tables in json.loads(
        Path(__file__).with_name("whist_starters.json").read_text("utf-8")
    ).items()
}


@cache
def design(players: int) -> Design | None:
    """The whole design for `n` players, or None if none is known here."""
    if players == 9:
        return _developed(_powers(9), [[_plus9(x, y) for x in range(9)] for y in range(9)])
    starter = STARTERS.get(players)
    if starter is None and players % 4 == 1 and _is_prime(players):
        starter = _powers(players)
    if starter is None:
        return None
    turning = players if players % 4 else players - 1
    shifts = [
        [(x + by) % turning if x < turning else x for x in range(players)] for by in range(turning)
    ]
    return _developed(starter, shifts)


def _developed(starter: list[list[int]], shifts: list[list[int]]) -> Design:
    """One round for each shift of the players; partners are 1st and 3rd, 2nd and 4th."""
    return tuple(tuple(((to[a], to[c]), (to[b], to[d])) for a, b, c, d in starter) for to in shifts)


def _powers(order: int) -> list[list[int]]:
    """The tables (t^i, t^(i+n), t^(i+2n), t^(i+3n)), i < n, of a field with 4n+1 elements."""
    n = order // 4
    power = _powers_of_nine() if order == 9 else _powers_of_prime(order)
    return [[power[i], power[i + n], power[i + 2 * n], power[i + 3 * n]] for i in range(n)]


def _powers_of_prime(prime: int) -> list[int]:
    """The powers of the least primitive element, from the power 0."""
    for t in range(2, prime):
        powers = [pow(t, i, prime) for i in range(prime - 1)]
        if len(set(powers)) == prime - 1:
            return powers
    raise ValueError(f"not a prime: {prime}")


def _powers_of_nine() -> list[int]:
    """The powers of t in GF(9) = GF(3)[t], t^2 = t + 1; a + bt is written a + 3b."""
    powers: list[int] = []
    a, b = 1, 0
    for _ in range(8):
        powers.append(a + 3 * b)
        a, b = b, (a + b) % 3
    return powers


def _plus9(x: int, y: int) -> int:
    return (x + y) % 3 + (x // 3 + y // 3) % 3 * 3


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % by for by in range(2, int(number**0.5) + 1))
