"""Public ratings: the model of `ratings` with a variance for each player and no covariances.

The strength of each player has a normal distribution. A table moves each player by their share of
the uncertainty in its margin, w * variance / total, as the Kalman filter does; the covariances that
this creates are then dropped (assumed-density filtering: Herbrich, Minka and Graepel, "TrueSkill",
NIPS 2006; with margins: Guo, Sanner, Graepel and Buntine, "Score-based Bayesian Skill Learning",
ECML 2012). A variance grows with the time since the player's own last table (Glickman, "Parameter
estimation in large dynamic paired comparison experiments", 1999). So the cost of a table does not
depend on the number of players, and a replay can begin on any day, from the strengths before it.

The loss in accuracy against `ratings`, which keeps all covariances, on the synthetic seasons of the
tests (24 players with rotating partners, 8 seasons of 744 tables, the last 30 % predicted): the
mean log-loss of the winner is 0.5116 against 0.5110, and 0.4979 with the true strengths. The mean
squared error of the margin, divided by the variance of its luck, is 1.0235 against 1.0210, and
0.9654 with the true strengths.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import floor, fsum, sqrt
from typing import NamedTuple

from tournaments.engine.ratings.margins import Contrast, Model, Rated, RatedTable, contrasts


class Strength(NamedTuple):
    """The estimate of a player, or of a pair that plays together, after their last table."""

    mean: float
    """Card points a hand above the average."""
    variance: float
    tables: int
    day: int
    """The day of the last table, counted from any fixed day."""

    @property
    def rating(self) -> int:
        """The mean, rounded."""
        return floor(self.mean + 0.5)

    @property
    def deviation(self) -> int:
        """One standard deviation of the rating, rounded."""
        return floor(sqrt(self.variance) + 0.5)


Strengths = dict[Rated, Strength]


class PublicTable(NamedTuple):
    """A table that counts for public ratings."""

    table: RatedTable
    rated: frozenset[Rated] | None = None
    """The players whom it rates; None: all who sat there. The strengths of the others are used."""
    without_gain: frozenset[Rated] = frozenset()
    """Those of them who cannot gain by it."""


def strengths_after(
    model: Model, known: Mapping[Rated, Strength], tables: Iterable[PublicTable]
) -> Strengths:
    """The strengths of all players whom `tables` rate, from those `known` before.

    The tables are in order of time (else ValueError). The result is the same to the bit, whether
    they are given at once or day by day.
    """
    changed: Strengths = {}
    for each in tables:
        _learn(model, known, changed, each)
    return changed


def _learn(
    model: Model, known: Mapping[Rated, Strength], changed: Strengths, public: PublicTable
) -> None:
    """Update `changed` by one table."""
    table = public.table
    before = {
        rated: _drifted(model, changed.get(rated) or known.get(rated), table.day)
        for side in table.sides
        for rated in side
    }
    for rated, later in _observed(model, before, table).items():
        if public.rated is None or rated in public.rated:
            gains = rated not in public.without_gain
            mean = later.mean if gains else min(later.mean, before[rated].mean)
            changed[rated] = later._replace(mean=mean, tables=before[rated].tables + 1)


def _drifted(model: Model, strength: Strength | None, day: int) -> Strength:
    """The estimate on `day`: the longer the player has not played, the greater its variance."""
    if strength is None:
        return Strength(0.0, model.prior_variance, 0, day)
    days = day - strength.day
    if days < 0:
        raise ValueError("tables are rated in order of time")
    widened = strength.variance + model.drift_variance * days / 7
    return strength._replace(variance=widened, day=day)


def _observed(model: Model, before: Strengths, table: RatedTable) -> Strengths:
    """The strengths of those who sat at the table, after its result.

    A table of more than two sides has several margins; covariances are kept until all are used.
    """
    index = {rated: at for at, rated in enumerate(before)}
    means = [each.mean for each in before.values()]
    cov = [[0.0] * len(means) for _ in means]
    for at, each in enumerate(before.values()):
        cov[at][at] = each.variance
    for contrast in contrasts(model, table):
        _update(means, cov, contrast, [index[rated] for rated, _ in contrast.weights])
    return {
        rated: before[rated]._replace(mean=means[at], variance=cov[at][at])
        for rated, at in index.items()
    }


def _update(
    means: list[float], cov: list[list[float]], contrast: Contrast, places: Sequence[int]
) -> None:
    """The Kalman step for one margin, between the players at these indices."""
    weights = [(at, weight) for at, (_, weight) in zip(places, contrast.weights, strict=True)]
    expected = fsum(weight * means[at] for at, weight in weights)
    shared = [fsum(weight * row[at] for at, weight in weights) for row in cov]
    total = contrast.noise + fsum(weight * shared[at] for at, weight in weights)
    surprise = contrast.seen - expected
    for at, gain in enumerate(shared):
        means[at] += gain * surprise / total
        cov[at] = [each - gain * other / total for each, other in zip(cov[at], shared, strict=True)]
