"""How evenly a shuffle lays its cards: counts of place by card, and how far they are from even."""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from math import sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from games.engine.shuffle import Context, deal_key, draws, durstenfeld

SEED = bytes(range(32))
CONTEXT = Context(deal_id="d", hand=1, decks=3, jokers=6, scope="game")
CARDS = 162
PROCESSES = 2
PART = 1000
"""Shuffles that are counted together."""

Shuffler = Callable[[bytes], tuple[int, ...]]
Counts = NDArray[np.int64]
"""By place and by card, how often the card came to the place."""


def fair(key: bytes) -> tuple[int, ...]:
    return durstenfeld(range(CARDS), draws(key))


def orders(shuffler: Shuffler, runs: int, first: int = 0) -> Iterator[tuple[int, ...]]:
    """The same orders each time: the keys come from numbered entropy."""
    keys = (
        deal_key(SEED, CONTEXT, [("moves:1", f"{number:08x}")])
        for number in range(first, first + runs)
    )
    return map(shuffler, keys)


def counted(shuffler: Shuffler, runs: int, first: int = 0) -> Counts:
    """The counts of `runs` shuffles, from the one with the number `first` on."""
    counts = np.zeros(CARDS * CARDS, dtype=np.int64)
    cells, shuffled = CARDS * np.arange(CARDS), orders(shuffler, runs, first)
    while part := list(islice(shuffled, PART)):
        counts += np.bincount((cells + np.array(part)).ravel(), minlength=counts.size)
    return counts.reshape(CARDS, CARDS)


def counted_at_once(shuffler: Shuffler, runs: int) -> Counts:
    """The same in several processes; `runs` is a multiple of their number."""
    each = runs // PROCESSES
    with ProcessPoolExecutor(PROCESSES) as pool:
        parts = pool.map(partial(counted, shuffler, each), range(0, runs, each))
        total: Counts = sum(parts, np.zeros((CARDS, CARDS), dtype=np.int64))
    return total


def unevenness(counts: Counts) -> float:
    """Standard deviations between all counts together and those of even shuffles.

    A permutation fills each row and each column once, so the sum of squares is scaled by
    (n - 1) / n to be chi-square with (n - 1)^2 degrees of freedom.
    """
    expected = int(counts[0].sum()) / CARDS
    chi_square = float(((counts - expected) ** 2).sum()) / expected * (CARDS - 1) / CARDS
    freedom = (CARDS - 1) ** 2
    return (chi_square - freedom) / sqrt(2 * freedom)


def farthest_from_even(counts: Counts) -> float:
    """Standard deviations between an even count and the one that is farthest from it."""
    runs, share = int(counts[0].sum()), 1 / CARDS
    return float(np.abs(counts - runs * share).max() / sqrt(runs * share * (1 - share)))


def limit_for(deviations: float, looks: int) -> float:
    """What the farthest of `looks` may reach as rarely as a single one reaches `deviations`."""
    rarely = 2 * NormalDist().cdf(-deviations)
    return -NormalDist().inv_cdf(rarely / looks / 2)
