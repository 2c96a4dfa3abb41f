"""Plans for rounds with rotating partners: by a local search, or from a whist design.

The search. The cost of a night is 1000 for each repeat of a partnership and 10 * (times opposed -
1)^2 for each pair. Two seats of a round change places if the cost falls; if it rises, the less
often the more and the later (simulated annealing). Costs are whole numbers, random numbers come
from `Random.random` and plain arithmetic: the same seed gives the same seats on every machine.

The designs. Everybody is everybody's partner once and opponent twice. A starter round is developed
by adding 1, 2, ... to its numbers. For 4n+1 players the numbers are residues (one player sits out
each round); for 4n the last player keeps still. `whist_starters.json` has the starters; for a prime
4n+1 there is a formula, for 9 players the same in GF(9).
"""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import count, islice
from pathlib import Path
from random import Random

from tournaments.engine.formats.night import Shape, Sides, everybody, opponents, partners

PARTNERS, OPPONENTS, NEVER = 1000, 10, 10**6


class Tally:
    """The cost of one more meeting of each pair of players 0 .. n-1."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.cost = OPPONENTS * players * (players - 1) // 2
        self.together = [[0] * players for _ in range(players)]
        self.against = [[-OPPONENTS] * players for _ in range(players)]
        self.large = [OPPONENTS] * players
        """The same for one more seat at a table of more than four."""
        self.meetings = [0, 0, 0]

    def seat(self, sides: Sides, way: int = 1) -> None:
        """Count a table, or with `way` -1 remove it."""
        self._meet(self.together, PARTNERS, partners(sides), way)
        self._meet(self.against, 2 * OPPONENTS, opponents(sides), way)
        self.meetings[0] += way * len(partners(sides))
        self.meetings[1] += way * len(opponents(sides))
        if sum(map(len, sides)) > 4:
            for player in everybody(sides):
                self._mark_large(player, way)

    def _meet(
        self, table: list[list[int]], step: int, pairs: Iterable[tuple[int, int]], way: int
    ) -> None:
        for a, b in pairs:
            self.cost += table[a][b] if way > 0 else step - table[a][b]
            table[a][b] += way * step
            table[b][a] += way * step

    def _mark_large(self, player: int, way: int) -> None:
        step = 2 * OPPONENTS
        self.cost += self.large[player] if way > 0 else step - self.large[player]
        self.large[player] += way * step
        self.meetings[2] += way

    def forbid(
        self, together: Iterable[tuple[int, int]], against: Iterable[tuple[int, int]]
    ) -> None:
        for table, pairs in ((self.together, together), (self.against, against)):
            for a, b in pairs:
                table[a][b] += NEVER
                table[b][a] += NEVER

    def least(self) -> int:
        """No night with as many meetings costs less: they are spread as evenly as can be."""
        pairs = self.players * (self.players - 1) // 2
        times, more = divmod(self.meetings[0], pairs)
        repeats = times * (times - 1) // 2 * pairs + times * more
        times, more = divmod(self.meetings[1], pairs)
        unevenness = (pairs - more) * (times - 1) ** 2 + more * times**2
        times, more = divmod(self.meetings[2], self.players)
        unevenness += (self.players - more) * times**2 + more * (times + 1) ** 2
        return PARTNERS * repeats + OPPONENTS * unevenness


class RoundSeats:
    """The seats of one round: who sits where, and each seat's partners and opponents."""

    def __init__(self, players: Sequence[int], shapes: Sequence[Shape]) -> None:
        self.players = list(players)
        self.tables: list[Sides] = []
        self.partners: list[tuple[int, ...]] = []
        self.opponents: list[tuple[int, ...]] = []
        self.table: list[int] = []
        self.large: list[bool] = []
        seats = count()
        for shape in shapes:
            sides = tuple(tuple(islice(seats, size)) for size in shape)
            for side in sides:
                others = tuple(seat for other in sides if other is not side for seat in other)
                self.partners += (tuple(mate for mate in side if mate != seat) for seat in side)
                self.opponents += [others] * len(side)
                self.table += [len(self.tables)] * len(side)
                self.large += [sum(shape) > 4] * len(side)
            self.tables.append(sides)

    def sides(self, table: int) -> Sides:
        return tuple(tuple(self.players[seat] for seat in side) for side in self.tables[table])


def search(
    tally: Tally, rounds: Sequence[RoundSeats], rng: Random, *, effort: int, heat: float
) -> None:
    """Change places in `rounds` until the night costs little; counts them all in `tally`.

    `effort` is how often each seat is tried, in the mean; `heat` how often, at first, a rise by one
    more opponent met again is accepted. Ends at once if no night could cost less.
    """
    for seats in rounds:
        for table in range(len(seats.tables)):
            tally.seat(seats.sides(table))
    rounds = [seats for seats in rounds if seats.players]  # locks may leave nobody to seat
    least, steps = tally.least(), effort * sum(len(seats.players) for seats in rounds)
    for step in range(steps):
        if tally.cost <= least:
            return
        seats = rounds[int(rng.random() * len(rounds))]
        size = len(seats.players)
        likely, rise = heat * (steps - step) / steps, 0
        while rng.random() < likely:
            rise += 2 * OPPONENTS
        _try(tally, seats, int(rng.random() * size), int(rng.random() * size), rise)


def _try(tally: Tally, seats: RoundSeats, i: int, j: int, rise: int) -> None:
    """Let the players of two seats change places if that costs at most `rise` more."""
    if seats.table[i] != seats.table[j]:
        if _difference(tally, seats, i, j) <= rise:
            _swap(tally, seats, i, j)
    elif j in seats.opponents[i]:
        before = tally.cost
        _swap(tally, seats, i, j)
        if tally.cost - before > rise:
            _swap(tally, seats, i, j)


def _swap(tally: Tally, seats: RoundSeats, i: int, j: int) -> None:
    tables = {seats.table[i], seats.table[j]}
    for table in tables:
        tally.seat(seats.sides(table), -1)
    seats.players[i], seats.players[j] = seats.players[j], seats.players[i]
    for table in tables:
        tally.seat(seats.sides(table))


def _difference(tally: Tally, seats: RoundSeats, i: int, j: int) -> int:
    """The difference in cost if the players of two seats at different tables change places."""
    players, cost = seats.players, 0
    a, b = players[i], players[j]
    for costs, near, step in (
        (tally.together, seats.partners, PARTNERS),
        (tally.against, seats.opponents, 2 * OPPONENTS),
    ):
        of_a, of_b = costs[a], costs[b]
        for seat in near[i]:
            other = players[seat]
            cost += of_b[other] - of_a[other] + step
        for seat in near[j]:
            other = players[seat]
            cost += of_a[other] - of_b[other] + step
    if seats.large[i] != seats.large[j]:
        gets, gives = (b, a) if seats.large[i] else (a, b)
        cost += tally.large[gets] - tally.large[gives] + 2 * OPPONENTS
    return cost


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
