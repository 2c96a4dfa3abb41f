"""Synthetic seasons: players of known strength whose partners rotate."""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import erf, log, sqrt
from random import Random
from typing import NamedTuple, Protocol

from tournaments.engine.rated_tables import Model, RatedTable

MODEL = Model(margin_sd=2000)
PLAYERS = tuple(chr(ord("a") + at) for at in range(24))
TABLES = 744
HANDS = 4
LAST = 0.3
"""The part of a season that is predicted, table by table."""
SKILL_TO_LUCK = 1 / 2.2
"""Of a strength's deviation to the luck of a table's margin, in the same unit."""


class Season(NamedTuple):
    """Who is how strong, in card points a hand, and what they played, in order."""

    strength: dict[str, float]
    tables: list[RatedTable]


class Loss(NamedTuple):
    """How badly margins were predicted: smaller is better."""

    log: float
    """Mean log-loss of who wins, in nats."""
    squared: float
    """Mean squared error of the margin a hand, over the variance of its luck."""


class Predictor(Protocol):
    def margin(self, table: RatedTable) -> float:
        """What is expected of side 0 more than of side 1, a hand."""
        ...

    def variance(self, table: RatedTable) -> float:
        """How uncertain that is, the luck not included."""
        ...

    def learn(self, table: RatedTable) -> None:
        """See what came of it."""
        ...


def season(seed: int) -> Season:
    """Six tables an evening, every week; partners and opponents by lot."""
    random = Random(seed)
    luck = MODEL.margin_sd / sqrt(HANDS)
    strength = {player: random.gauss(0, luck * SKILL_TO_LUCK) for player in PLAYERS}
    return Season(strength, list(islice(_tables(random, strength), TABLES)))


def _tables(random: Random, strength: dict[str, float]) -> Iterator[RatedTable]:
    week = 0
    while True:
        order = random.sample(PLAYERS, len(PLAYERS))
        for at in range(0, len(order), 4):
            sides = tuple(order[at : at + 2]), tuple(order[at + 2 : at + 4])
            expected = sum(strength[one] for one in sides[0]) - sum(
                strength[one] for one in sides[1]
            )
            margin = HANDS * expected + random.gauss(0, MODEL.margin_sd * sqrt(HANDS))
            yield RatedTable(7 * week, sides, (5 * round(margin / 5), 0), HANDS)
        week += 1


def loss_of(predictor: Predictor, tables: Sequence[RatedTable]) -> Loss:
    """Over the last of the tables, each predicted from those before it."""
    luck = MODEL.margin_sd**2 / HANDS
    judged = round(LAST * len(tables))
    logs, squares = [], []
    for at, table in enumerate(tables):
        if at >= len(tables) - judged:
            expected = predictor.margin(table)
            margin = table.points[0] - table.points[1]
            wins = _normal(expected / sqrt(luck + predictor.variance(table)))
            logs.append(-log(wins if margin > 0 else 1 - wins))
            squares.append((margin / HANDS - expected) ** 2 / luck)
        predictor.learn(table)
    return Loss(sum(logs) / judged, sum(squares) / judged)


def _normal(x: float) -> float:
    """The standard normal distribution function."""
    return (1 + erf(x / sqrt(2))) / 2


def mean_loss(losses: Sequence[Loss]) -> Loss:
    """Of several seasons."""
    count = len(losses)
    return Loss(
        sum(each.log for each in losses) / count, sum(each.squared for each in losses) / count
    )
