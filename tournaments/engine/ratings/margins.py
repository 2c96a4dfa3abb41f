"""Ratings: a Bayesian model of margins, one number per player or pair.

A strength is what a player adds to the side's margin, in card points a hand. Strengths are jointly
normal; every table is a linear observation of them (a Kalman filter with the full covariance), and
drift widens the estimates from week to week. Players are rated where partners rotate; fixed
partners cannot be distinguished, so the pair is rated as one.

Ratings are always replayed from results, in order. The arithmetic uses sums and products of
elements in a fixed order and no linear-algebra library, so that the same tables give the same bits
on every machine, and `after` in two steps the same as in one.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import floor, fsum, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tournaments.engine.scoring import scale_for

Floats = NDArray[np.float64]

Rated = Hashable
"""The key of a rating: a player, or a pair that plays together."""


class RatedTable(NamedTuple):
    """A confirmed table that was played, in whole or in part."""

    day: int
    """Days since any fixed day."""
    sides: tuple[tuple[Rated, ...], ...]
    points: tuple[int, ...]
    """As played: without the handicaps from which sides started."""
    hands: int
    """Hands planned, as of the scale."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """Beliefs before any table, in card points a hand; from the ruleset's `margin_sd`."""

    margin_sd: int
    """The ruleset's, used as the luck of one hand."""

    @property
    def prior_variance(self) -> float:
        """Strengths differ by a quarter of a hand's luck."""
        return (self.margin_sd / 4) ** 2

    @property
    def drift_variance(self) -> float:
        """A week moves a strength by a hundredth of a hand's luck."""
        return (self.margin_sd / 100) ** 2


class Contrast(NamedTuple):
    """A margin that a table shows: a weighted sum of strengths, and luck."""

    weights: list[tuple[Rated, float]]
    seen: float
    """Card points a hand."""
    noise: float
    """The variance of the luck in it."""


class PlacedTable(NamedTuple):
    """A table and its place among all of them; places are unique."""

    tournament: str
    round: int
    number: int
    table: RatedTable


class RatingChange(NamedTuple):
    """The change of a rating by a tournament."""

    tables: int
    before: int | None
    """None: not rated so far."""
    after: int | None


class Replay(NamedTuple):
    """The result of some tables, and the part of each tournament in it."""

    ratings: "Ratings"
    changes: dict[str, dict[Rated, RatingChange]]
    """By tournament."""


def ratings_replay(model: Model, tables: Iterable[PlacedTable]) -> Replay:
    """All ratings from all results, in order of days, tournaments, rounds and table numbers.

    The order in which the results were entered or are given here makes no difference to the bit.
    """
    in_order = sorted(
        tables, key=lambda each: (each.table.day, each.tournament, each.round, each.number)
    )
    ratings, changes = Ratings(model), dict[str, dict[Rated, RatingChange]]()
    for tournament, placed in groupby(in_order, key=lambda each: each.tournament):
        earlier, ratings = ratings, ratings.after(each.table for each in placed)
        changes[tournament] = _changes(changes.get(tournament, {}), earlier, ratings)
    return Replay(ratings, changes)


class Ratings:
    """Strengths estimated after some tables; immutable."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._index: dict[Rated, int] = {}
        self._tables: dict[Rated, int] = {}
        self._mean: Floats = np.zeros(0)
        self._cov: Floats = np.zeros((0, 0))
        self._day: int | None = None

    def after(self, tables: Iterable[RatedTable]) -> "Ratings":
        """Ratings with `tables`, in this order, added; days never go back (ValueError)."""
        given = tuple(tables)
        later = self._enlarged(given)
        known = len(self._index)
        for table in given:
            later._drift(table.day, known)
            for rated in _everybody(table):
                later._tables[rated] = later._tables.get(rated, 0) + 1
                known = max(known, later._index[rated] + 1)
            later._learn(table)
        return later

    @property
    def rated(self) -> tuple[Rated, ...]:
        """Everybody who has a rating, in order of their first table."""
        return tuple(self._index)

    def rating(self, rated: Rated) -> int | None:
        """Card points a hand above the average, rounded; None for the unrated."""
        at = self._index.get(rated)
        return None if at is None else floor(float(self._mean[at]) + 0.5)

    def deviation(self, rated: Rated) -> int | None:
        """The uncertainty of the rating: one standard deviation, rounded; None for the unrated."""
        at = self._index.get(rated)
        return None if at is None else floor(sqrt(float(self._cov[at, at])) + 0.5)

    def tables(self, rated: Rated) -> int:
        return self._tables.get(rated, 0)

    def expected_margin(self, own: Sequence[Rated], other: Sequence[Rated], hands: int) -> float:
        """Of the side `own` against `other`; an unrated one counts as average."""
        return hands * (self._strength(own) - self._strength(other))

    def handicaps(self, sides: Sequence[Sequence[Rated]], hands: int) -> tuple[int, ...]:
        """The scores at the start: three quarters of the margin expected against the strongest
        side, to the nearest 100, halves up; the strongest starts from 0.
        """
        strongest = max(sides, key=self._strength)
        behind = [self.expected_margin(strongest, side, hands) for side in sides]
        return tuple(
            100 * floor(Fraction(margin) * Fraction(3, 400) + Fraction(1, 2)) for margin in behind
        )

    def _strength(self, side: Sequence[Rated]) -> float:
        known = [self._index[rated] for rated in side if rated in self._index]
        return fsum(float(self._mean[at]) for at in known)

    def _enlarged(self, tables: Sequence[RatedTable]) -> "Ratings":
        """A copy with room for everybody, in order of appearance."""
        later = Ratings(self._model)
        later._index, later._tables, later._day = dict(self._index), dict(self._tables), self._day
        for table in tables:
            for rated in _everybody(table):
                later._index.setdefault(rated, len(later._index))
        old, new = len(self._index), len(later._index)
        later._mean = np.zeros(new)
        later._mean[:old] = self._mean
        later._cov = np.zeros((new, new))
        later._cov[:old, :old] = self._cov
        fresh = np.arange(old, new)
        later._cov[fresh, fresh] = self._model.prior_variance
        return later

    def _drift(self, day: int, known: int) -> None:
        """Widen the strengths of the `known` first; the others have not come yet."""
        days = 0 if self._day is None else day - self._day
        if days < 0:
            raise ValueError("tables are rated in order of time")
        self._day = day
        here = np.arange(known)
        self._cov[here, here] += self._model.drift_variance * days / 7

    def _learn(self, table: RatedTable) -> None:
        for each in contrasts(self._model, table):
            weights = [(self._index[rated], weight) for rated, weight in each.weights]
            self._update(weights, each.seen, each.noise)

    def _update(self, weights: Sequence[tuple[int, float]], seen: float, noise: float) -> None:
        """The Kalman step for one number seen, a weighted sum of strengths and noise."""
        shared = np.zeros(len(self._mean))
        for at, weight in weights:
            shared = shared + weight * self._cov[at]
        variance = noise + fsum(weight * float(shared[at]) for at, weight in weights)
        expected = fsum(weight * float(self._mean[at]) for at, weight in weights)
        self._mean = self._mean + shared * ((seen - expected) / variance)
        self._cov = self._cov - np.multiply.outer(shared, shared) / variance


def contrasts(model: Model, table: RatedTable) -> Iterator[Contrast]:
    """The margin of each side against the mean of those before it.

    The luck in one contrast is independent of the others, so that they can be learnt one at a time.
    A table of two sides has one contrast, its margin.
    """
    limit = scale_for(model.margin_sd, table.hands).base
    for at in range(1, len(table.sides)):
        margin = sum(table.points[:at]) / at - table.points[at]
        clipped = max(-limit, min(limit, margin))
        weights = [
            (rated, -1.0 if side == at else 1.0 / at)
            for side in range(at + 1)
            for rated in table.sides[side]
        ]
        noise = model.margin_sd**2 * (1 + 1 / at) / 2 / table.hands
        yield Contrast(weights, clipped / table.hands, noise)


def _everybody(table: RatedTable) -> tuple[Rated, ...]:
    return tuple(rated for side in table.sides for rated in side)


def _changes(
    so_far: dict[Rated, RatingChange], earlier: Ratings, later: Ratings
) -> dict[Rated, RatingChange]:
    """`so_far` of a tournament, with its tables between `earlier` and `later`."""
    changes: dict[Rated, RatingChange] = {}
    for rated in later.rated:
        known = so_far.get(rated, RatingChange(0, earlier.rating(rated), None))
        tables = known.tables + later.tables(rated) - earlier.tables(rated)
        if tables:
            changes[rated] = known._replace(tables=tables, after=later.rating(rated))
    return changes
