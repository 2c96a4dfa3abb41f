"""Both methods of rating, and one who knows the truth, as predictors of synthetic seasons."""

from collections.abc import Mapping

from tests.tournaments.engine.synthetic import MODEL
from tournaments.engine.rated_tables import PublicTable, RatedTable
from tournaments.engine.ratings import Ratings, Strengths, strengths_after


class WithCovariances:
    """The method of clubs."""

    def __init__(self) -> None:
        self.ratings = Ratings(MODEL)

    def margin(self, table: RatedTable) -> float:
        return self.ratings.expected_margin(table.sides[0], table.sides[1], 1)

    def variance(self, table: RatedTable) -> float:
        weights = {
            self.ratings._index[rated]: 1 - 2 * side
            for side, players in enumerate(table.sides)
            for rated in players
        }
        cov = self.ratings._cov
        return float(
            sum(
                a * b * cov[one, other]
                for one, a in weights.items()
                for other, b in weights.items()
            )
        )

    def learn(self, table: RatedTable) -> None:
        self.ratings = self.ratings.after([table])


class VarianceAlone:
    """The public method."""

    def __init__(self) -> None:
        self.known: Strengths = {}

    def margin(self, table: RatedTable) -> float:
        own, other = (sum(self.known[rated].mean for rated in side) for side in table.sides)
        return own - other

    def variance(self, table: RatedTable) -> float:
        return sum(self.known[rated].variance for side in table.sides for rated in side)

    def learn(self, table: RatedTable) -> None:
        self.known |= strengths_after(MODEL, self.known, [PublicTable(table)])


class Oracle:
    """Who knows the strengths."""

    def __init__(self, strength: Mapping[str, float]) -> None:
        self.strength = strength

    def margin(self, table: RatedTable) -> float:
        own, other = (sum(self.strength[str(rated)] for rated in side) for side in table.sides)
        return own - other

    def variance(self, table: RatedTable) -> float:
        return 0.0

    def learn(self, table: RatedTable) -> None:
        pass
