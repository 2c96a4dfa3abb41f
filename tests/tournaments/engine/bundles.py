"""Tournaments that are fit for a bundle: with ids, players, line-ups and table numbers."""

from dataclasses import replace
from datetime import UTC, datetime

from tournaments.engine.draws import Ban, Basis, Lock, Reason, Stationary
from tournaments.engine.results import Author, Kind, ResultData
from tournaments.engine.standings import default_tiebreaks
from tournaments.engine.terms import RulesetRef
from tournaments.engine.tournament import Player, PlayerKind, RoundData, StintData, TournamentData

AT = datetime(2026, 2, 3, 19, 30, tzinfo=UTC)


def complete(tournament: TournamentData) -> TournamentData:
    """The same with everything that a bundle names."""
    size = 1 if tournament.format.individual else 2
    players = {e.number: [f"p{e.number}{at}" for at in range(size)] for e in tournament.entries}
    return replace(
        tournament,
        version=999,
        id="t1",
        name="Monday 12",
        ruleset=RulesetRef("classic", 1, "ab" * 32),
        tiebreaks=default_tiebreaks(tournament.format),
        minimum_rounds=tournament.rounds_to_rank,
        scoring=replace(tournament.scoring, margin_sd=2000, hands=4, bracket=200),
        players=tuple(
            Player(id, id.upper(), PlayerKind.BOT if id == "p10" else PlayerKind.HUMAN)
            for ids in players.values()
            for id in ids
        ),
        entries=tuple(
            entry._replace(
                id=f"e{entry.number}",
                name=f"Entry {entry.number}",
                seed=entry.number if entry.number < 3 else None,
                stints=tuple(StintData(id) for id in players[entry.number]),
            )
            for entry in tournament.entries
        ),
        rounds=tuple(_round(round_, players) for round_ in tournament.rounds),
        adjustments=tuple(
            each._replace(reason="late", by="director") for each in tournament.adjustments
        ),
        forbidden=(Ban((1, 2)),),
        stationary=(Stationary(2, 1),),
    )


def _round(round_: RoundData, players: dict[int, list[str]]) -> RoundData:
    return round_._replace(
        method="matching",
        basis=(Basis(1, 1, 1200, 0, ("down", None)),),
        locks=(Lock(((1,), (2,)), 3, override=True, version=20, reason="cousins"),),
        tables=tuple(
            table._replace(
                number=at,
                players=tuple(
                    tuple(id for entry in side for id in players[entry]) for side in table.sides
                ),
                why=Reason("", {}, (0, 0, 1, 0, 0, 981), "Closest not yet met"),
                results=tuple(map(_result, table.results)),
            )
            for at, table in enumerate(round_.tables, start=1)
        ),
    )


def _result(result: ResultData) -> ResultData:
    return result._replace(
        at=AT,
        by=None if result.kind is Kind.GAME else Author("p10", 0),
        reason="counted again",
        hands=[{"went_out": 0, "sides": []}],
    )
