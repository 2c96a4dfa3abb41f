"""Results for tests: tables brought to an end by a director."""

from typing import Any

from tests.tournaments.nights import Night
from tournaments.engine.results import End
from tournaments.models import Result, Table
from tournaments.services.score_sheets import sheet_enter


def total(*points: int) -> list[dict[str, Any]]:
    """A sheet of two hands by totals: everything in the first."""
    return [
        {"sides": [{"side": side, "total": each} for side, each in enumerate(hand)]}
        for hand in (points, [0] * len(points))
    ]


def score(night: Night, table: Table, *points: int) -> Result:
    """The director enters the table's points and says so twice, which confirms them."""
    for _ in range(2):
        result = sheet_enter(
            table_id=table.id, by=night.director, directing=True, hands=total(*points),
            end=End.PLAYED,
        )  # fmt: skip
    return result
