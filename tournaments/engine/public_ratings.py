"""Public ratings: the model of `ratings` with a variance for each player and no covariances.

What is believed of a player is a normal distribution of their own. A table moves each player by
their share of the uncertainty in its margin, w * variance / total, as the Kalman filter does; what
the players come to share by that is then forgotten (assumed-density filtering: Herbrich, Minka and
Graepel, "TrueSkill", NIPS 2006; of margins: Guo, Sanner, Graepel and Buntine, "Score-based Bayesian
Skill Learning", ECML 2012). A variance grows with the time since the player's own last table
(Glickman, "Parameter estimation in large dynamic paired comparison experiments", 1999). So a table
costs what it costs, however many players there are, and a replay can begin at any day at which the
players of the tables after it are known.

What that loses, against `ratings` with all covariances, on the synthetic seasons of the tests (24
players with rotating partners, 8 seasons of 744 tables, the last 30 % predicted): a mean log-loss
of who wins of 0.5116 against 0.5110, where one who knows the strengths has 0.4979; a mean squared
error of the margin, in units of its luck, of 1.0235 against 1.0210, and 0.9654.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import floor, fsum, sqrt
from typing import NamedTuple

from tournaments.engine.ratings import Contrast, Model, Rated, RatedTable, contrasts


class Strength(NamedTuple):
    """What is believed of a player, or of a pair that plays together, after their last table."""

    mean: float
    """Card points a hand above the average."""
    variance: float
    tables: int
    day: int
    """Of the last table, since any fixed day."""

    @property
    def rating(self) -> int:
        """To the nearest whole."""
        return floor(self.mean + 0.5)

    @property
    def deviation(self) -> int:
        """How far off the rating may well be: one standard deviation, likewise."""
        return floor(sqrt(self.variance) + 0.5)


Strengths = dict[Rated, Strength]


class PublicTable(NamedTuple):
    """A table that counts in public."""

    table: RatedTable
    rated: frozenset[Rated] | None = None
    """Whom it rates; None: all who sat there. The strengths of the others are reckoned with."""
    broken_off: bool = False
    """It did not come to its end: nobody gains by it."""


def strengths_after(
    model: Model, known: Mapping[Rated, Strength], tables: Iterable[PublicTable]
) -> Strengths:
    """The strengths of all whom `tables` rate, in this order, from what was `known` before them.

    The same to the bit, whether the tables are given at once or day by day. Days never go back
    (ValueError).
    """
    changed: Strengths = {}
    for each in tables:
        _learn(model, known, changed, each)
    return changed


def _learn(
    model: Model, known: Mapping[Rated, Strength], changed: Strengths, public: PublicTable
) -> None:
    """Add one table to what has `changed`."""
    table = public.table
    before = {
        rated: _drifted(model, changed.get(rated) or known.get(rated), table.day)
        for side in table.sides
        for rated in side
    }
    for rated, later in _told(model, before, table).items():
        if public.rated is None or rated in public.rated:
            mean = min(later.mean, before[rated].mean) if public.broken_off else later.mean
            changed[rated] = later._replace(mean=mean, tables=before[rated].tables + 1)


def _drifted(model: Model, strength: Strength | None, day: int) -> Strength:
    """What is believed on `day`: less surely, the longer the player has not played."""
    if strength is None:
        return Strength(0.0, model.prior_variance, 0, day)
    days = day - strength.day
    if days < 0:
        raise ValueError("tables are rated in order of time")
    widened = strength.variance + model.drift_variance * days / 7
    return strength._replace(variance=widened, day=day)


def _told(model: Model, before: Strengths, table: RatedTable) -> Strengths:
    """What the table makes of those who sat there.

    Of more than two sides it tells more than one number; until all are told, what the players come
    to share is kept.
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
    """The Kalman step for one number seen, about the players in these places."""
    weights = [(at, weight) for at, (_, weight) in zip(places, contrast.weights, strict=True)]
    expected = fsum(weight * means[at] for at, weight in weights)
    shared = [fsum(weight * row[at] for at, weight in weights) for row in cov]
    total = contrast.noise + fsum(weight * shared[at] for at, weight in weights)
    surprise = contrast.seen - expected
    for at, gain in enumerate(shared):
        means[at] += gain * surprise / total
        cov[at] = [each - gain * other / total for each, other in zip(cov[at], shared, strict=True)]
