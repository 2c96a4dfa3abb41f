"""What happens at the tables of a simulated event: sheets, disputes, games, awards, corrections."""

from collections.abc import Callable
from datetime import datetime
from random import Random

from tournaments.engine.draws import SeatedTable
from tournaments.engine.results import Author, End, Kind, ResultData, winner_of
from tournaments.engine.terms import Format
from tournaments.engine.tournament import AdjustmentData, TournamentData

Tick = Callable[[], int]


class Tables:
    def __init__(self, random: Random) -> None:
        self.random = random

    def played(
        self, tournament: TournamentData, table: SeatedTable, tick: Tick, at: datetime
    ) -> SeatedTable:
        """With a confirmed result, in one way or another."""
        knockout = tournament.format is Format.KNOCKOUT
        results = [*self._entered(tournament, table, tick)]
        ways = ["award", "forfeit", "void"] if not knockout else ["award", "forfeit"]
        last = results[-1]
        if self.random.random() < 0.1 or (knockout and last.winner is None):
            results.append(self._decided(tournament, table, tick(), self.random.choice(ways)))
        return table._replace(results=tuple(each._replace(at=at) for each in results))

    def revised(self, tournament: TournamentData, table: SeatedTable, version: int) -> SeatedTable:
        """With one version more: a correction, an award, or a sheet that nobody confirmed."""
        way = self.random.choice(["correction", "correction", "sheet", "void", "award"])
        if way == "correction":
            later = self._counted(table, version, Kind.CORRECTION, End.PLAYED)
        elif way == "sheet":
            later = self._counted(table, version, Kind.SHEET, End.PLAYED)
        else:
            later = self._decided(tournament, table, version, way)
        return table._replace(results=(*table.results, later))

    def adjustment(self, version: int, entry: int) -> AdjustmentData:
        score = self.random.choice([-200, -100, -3, 50])
        return AdjustmentData(version, entry, score, "came late to the table", "director")

    def _entered(
        self, tournament: TournamentData, table: SeatedTable, tick: Tick
    ) -> list[ResultData]:
        end = End.UNFINISHED if self.random.random() < 0.1 else End.PLAYED
        way = self.random.random()
        if way < 0.3:
            return [self._counted(table, tick(), Kind.GAME, end)]
        sheet = self._counted(table, tick(), Kind.SHEET, end)
        if way < 0.85:
            confirmed = sheet._replace(version=tick(), kind=Kind.CONFIRMATION, by=_by(table, 1))
            return [sheet, confirmed]
        dispute = self._counted(table, tick(), Kind.DISPUTE, end)
        return [sheet, dispute, self._counted(table, tick(), Kind.CORRECTION, end)]

    def _counted(self, table: SeatedTable, version: int, kind: Kind, end: End) -> ResultData:
        """Counted again; one table in ten is tied."""
        points = [5 * self.random.randint(-200, 2400) for _ in table.sides]
        if self.random.random() < 0.1:
            points[1] = points[0]
        director = kind is Kind.CORRECTION
        return ResultData(
            version,
            kind,
            end,
            points=tuple(points),
            winner=winner_of(points),
            sambas=tuple(self.random.randint(0, 2) for _ in table.sides),
            by=None if kind is Kind.GAME else _by(table, 0)._replace(director=director),
            reason="counted again" if kind in (Kind.CORRECTION, Kind.DISPUTE) else None,
        )

    def _decided(
        self, tournament: TournamentData, table: SeatedTable, version: int, way: str
    ) -> ResultData:
        """By the director, whatever was played."""
        sides = len(table.sides)
        winner = self.random.randrange(sides)
        end = {"award": End.AWARDED, "forfeit": End.FORFEIT, "void": End.VOID}[way]
        bye = tournament.scoring.bye
        award = tuple(bye if side == winner else 0 for side in range(sides))
        void = end is End.VOID
        before = table.results[-1].points if table.results else None
        return ResultData(
            version,
            Kind.AWARD,
            end,
            points=before,
            award=None if void else award,
            winner=None if void else winner,
            by=Author("director", None, director=True),
            reason="they had to go",
        )


def _by(table: SeatedTable, side: int) -> Author:
    return Author(table.players[side][0], side)
