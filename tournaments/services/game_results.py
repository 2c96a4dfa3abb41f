"""Results of online tables, from the games that were played there."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils import timezone

from games.choices import GameStatus
from games.selectors.hands import hand_out, hands_list
from tournaments.engine.results import End, Kind
from tournaments.engine.scoring import winner_of
from tournaments.engine.tournament import TournamentState
from tournaments.models import Result, Round, Table
from tournaments.services.changes import Change, automatic_change
from tournaments.services.table_games import COLLECT, _come_back, _games


def game_result_record(*, game_id: UUID) -> bool:
    """Take the result of a finished game for its table, once; returns True if this call did.

    A tournament that has ended, was cancelled or is archived takes none.
    """
    table = Table.objects.select_related("round").filter(game=game_id).first()
    if table is None:
        return False
    with automatic_change(table.round.tournament_id, "game_finished") as change:
        if change is None:
            return False
        running = change.tournament.state == TournamentState.RUNNING
        change.void = not (running and _take(change, table))
        change.facts["table"] = str(table.id)
    return not change.void


def round_collect(*, round_id: UUID) -> None:
    """Take the results of games that ended without a signal; repeat while any is being played."""
    for game in _games(round_id, GameStatus.FINISHED):
        game_result_record(game_id=game.id)
    waiting = Table.objects.filter(round=round_id, game__isnull=False, results=None)
    _come_back(COLLECT, round_id, while_any=waiting)


def games_collect(change: Change, round_: Round) -> None:
    """Take the results of a round's finished games, within a change of the tournament."""
    for table in round_.tables.filter(game__status=GameStatus.FINISHED):
        _take(change, table)


def _take(change: Change, table: Table) -> bool:
    """Store the result of the table's game, unless the table has one."""
    if table.results.exists() or table.game is None or table.game.status != GameStatus.FINISHED:
        return False
    hands = [hand_out(hand) for hand in hands_list(game_id=table.game.id)]
    start = table.start_scores or [0] * len(hands[0]["score"])
    points = [sum(totals) for totals in zip(start, *map(_totals, hands), strict=True)]
    Result.objects.create(
        table=table,
        version=change.version,
        at=timezone.now(),
        kind=Kind.GAME,
        end=End.PLAYED,
        points=points,
        winner=winner_of(points),
        sambas=[sum(counts) for counts in zip(*map(_sambas, hands), strict=True)],
        hands=[_sheet(hand, len(points)) for hand in hands],
    )
    return True


def _totals(hand: Mapping[str, Any]) -> list[int]:
    return [side["total"] for side in hand["score"]]


def _sambas(hand: Mapping[str, Any]) -> list[int]:
    return [
        sum(line["count"] for line in side["lines"] if line["code"] == "sambas")
        for side in hand["score"]
    ]


def _sheet(hand: Mapping[str, Any], sides: int) -> dict[str, Any]:
    """A played hand in the form of score sheets, by its totals."""
    out = hand["out"]
    return {
        "went_out": None if out is None else out % sides,
        "sides": [{"side": side["side"], "total": side["total"]} for side in hand["score"]],
    }
