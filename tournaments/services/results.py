"""Results that a director decides, corrects or withdraws, or an online game gives; adjustments."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.choices import GameStatus
from games.selectors.hands import adjustments_of, hand_out, hands_counted, was_conceded
from samba_service.accounts.models import Player
from samba_service.kit.errors import BadFields
from tournaments.engine.results import End, Kind, winner_of
from tournaments.engine.terms import Format
from tournaments.engine.tournament import RoundState, TournamentState
from tournaments.errors import (
    NoResult,
    PlayedOnline,
    ResultChanged,
    ScoreChanged,
    WinnerMissing,
    WrongTournamentState,
)
from tournaments.models import Adjustment, Result, Round, Table
from tournaments.selectors.clubs import membership
from tournaments.selectors.rounds import later_is_published, tables_at_play
from tournaments.services.changes import (
    Change,
    automatic_change,
    require_state_in,
    tournament_change,
)
from tournaments.services.score_sheets import Sheet, sheet_count
from tournaments.services.table_games import (
    COLLECT,
    game_cancel,
    game_runs,
    games_in,
    games_resume,
    work_come_back,
)
from tournaments.services.tables import (
    ResultChange,
    require_running,
    result_add,
    result_change,
    side_count,
)

PLAYED = (TournamentState.RUNNING, TournamentState.FINISHED)


class Seen(NamedTuple):
    """The version of a table's result that its director has read; None: there was none."""

    result: UUID | None


def _require_seen(to: ResultChange, seen: Seen | None) -> None:
    """Raises ResultChanged if there is another version by now."""
    last = to.table.last_result
    if seen is not None and seen.result != (last.pk if last else None):
        raise ResultChanged


def _require_not_cancelled(to: ResultChange) -> None:
    """Raises WrongTournamentState: an import may have results in every other state."""
    if to.change.tournament.state == TournamentState.CANCELLED:
        raise WrongTournamentState(state=TournamentState.CANCELLED, allowed=PLAYED)


def result_correct(
    *,
    table_id: UUID,
    by: Player,
    reason: str,
    hands: Sheet,
    end: End = End.PLAYED,
    seen: Seen | None = None,
) -> Result:
    """Record what was played, whatever was recorded before; a game that waits there ends.

    Raises WrongTournamentState, ResultChanged, UnsoundSheet, WinnerMissing for a tie in a closed
    knockout round, and PlayedOnline while the table's game runs: a mistaken table would end it
    forever.
    """
    with result_change(Q(pk=table_id), "result_corrected", by=by, reason=reason) as to:
        _require_not_cancelled(to)
        _require_seen(to, seen)
        if game_runs(to.table):
            raise PlayedOnline
        columns = sheet_count(to.table, hands, end).columns
        return _decide(to, by, Kind.CORRECTION, end, reason=reason, **columns)


def result_award(
    *,
    table_id: UUID,
    by: Player,
    reason: str,
    end: End,
    award: Sequence[int] | None = None,
    winner: int | None = None,
    seen: Seen | None = None,
) -> Result:
    """Decide a table without points: `awarded`, a `forfeit`, or `void`; its running game ends.

    A forfeit without an award gives the winner what a bye scores, and the others nothing. Without
    a winner it is the side with the highest award. Raises WrongTournamentState, ResultChanged,
    BadFields, WinnerMissing for a knockout's table that is void, or closed and level.
    """
    with result_change(Q(pk=table_id), "result_awarded", by=by, reason=reason) as to:
        _require_not_cancelled(to)
        _require_seen(to, seen)
        given, winner = _award(to.table, end, award, winner)
        return _decide(to, by, Kind.AWARD, end, reason=reason, award=given, winner=winner)


def result_withdraw(*, table_id: UUID, by: Player, reason: str) -> None:
    """Withdraw every version of a table's result, as if nothing had been entered.

    A game that a decision had ended stays ended; a finished one gives its own result. Raises
    WrongTournamentState unless the round is open, NoResult, and PlayedOnline if the result came
    from the table's game.
    """
    with result_change(Q(pk=table_id), "result_taken_back", by=by, reason=reason) as to:
        require_running(to.table)
        kinds = {each.kind for each in to.table.results.all()}
        if not kinds:
            raise NoResult
        if Kind.GAME in kinds:
            raise PlayedOnline
        to.table.results.update(table=None, taken_back_from=to.table.pk)
        if to.table.game is not None and to.table.game.status == GameStatus.FINISHED:
            games_resume(to.table.round)


def _decide(
    to: ResultChange,
    by: Player,
    kind: Kind,
    end: End,
    *,
    reason: str,
    winner: int | None,
    **values: Any,
) -> Result:
    """Add a director's result and end the table's game.

    Raises WinnerMissing if a winner is needed and there is none.
    """
    table, round_ = to.table, to.table.round
    decisive = round_.state == RoundState.CLOSED or end is End.VOID
    if round_.tournament.format == Format.KNOCKOUT and winner is None and decisive:
        raise WinnerMissing(tables=[table.number])
    _note_winner(to, winner)
    game_cancel(table, by=by, reason=reason)
    return result_add(to, kind, end, reason=reason, winner=winner, **values)


def _award(
    table: Table, end: End, award: Sequence[int] | None, winner: int | None
) -> tuple[list[int] | None, int | None]:
    """The award of each side, and the winner. Raises BadFields if the two do not fit."""
    sides = side_count(table)
    if winner is not None and winner >= sides:
        raise BadFields(("winner", f"Sides are 0 to {sides - 1}."))
    if end is End.VOID:
        given = {"award": award, "winner": winner}
        known = [name for name, value in given.items() if value is not None]
        if known:
            raise BadFields(*((name, "Nobody scores at a void table.") for name in known))
        return None, None
    if award is None:
        if end is not End.FORFEIT:
            raise BadFields(("award", "What does each side get?"))
        if winner is None:
            raise BadFields(("winner", "Who was there? Or say what each side gets: award."))
        bye = table.round.tournament.scoring["bye"]
        return [bye if side == winner else 0 for side in range(sides)], winner
    if len(award) != sides:
        raise BadFields(("award", f"One for each of the {sides} sides."))
    if winner is not None and award[winner] < max(award):
        raise BadFields(("winner", "Another side is awarded more."))
    return list(award), winner_of(award) if winner is None else winner


def _note_winner(to: ResultChange, winner: int | None) -> None:
    """Record a change of the winner, and if a later round was published with the other one.

    Nothing while another table still plays the same deals: the log is public.
    """
    last = to.table.last_result
    if last is None or not last.confirmed or last.winner == winner:
        return
    if tables_at_play(to.table.round):
        return
    to.change.facts |= {
        "winner_before": last.winner,
        "winner": winner,
        "later_round_stands": later_is_published(to.table.round),
    }


def adjustment_add(
    *,
    tournament_id: UUID,
    by: Player,
    entry: UUID,
    score: int,
    reason: str,
    seen: int | None = None,
) -> Adjustment:
    """Add to an entry's score, or subtract from it, in the unit of the scoring.

    `seen` is what its adjustments add up to as the director has read them: of two who take one
    back, one does. Raises WrongTournamentState before the start and in a cancelled tournament,
    BadFields, ScoreChanged.
    """
    with tournament_change(tournament_id, "score_adjusted", by=by, reason=reason) as change:
        tournament = change.tournament
        require_state_in(tournament.state, *PLAYED)
        adjusted = tournament.entries.filter(pk=entry).first()
        if adjusted is None:
            raise BadFields(("entry", "There is no such entry in this tournament."))
        now = adjusted.adjustments.aggregate(total=Coalesce(Sum("score"), 0))["total"]
        if seen not in (None, now):
            raise ScoreChanged
        change.facts |= {"entry": str(entry), "score": score}
        return Adjustment.objects.create(
            tournament=tournament,
            version=change.version,
            entry=adjusted,
            score=score,
            reason=reason,
            by=membership(tournament.club_id, by.id),
        )


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
    for game in games_in(round_id, GameStatus.FINISHED):
        game_result_record(game_id=game.id)
    waiting = Table.objects.filter(round=round_id, game__isnull=False, results=None)
    work_come_back(COLLECT, round_id, while_any=waiting)


def games_collect(change: Change, round_: Round) -> None:
    """Take the results of a round's finished games, within a change of the tournament."""
    for table in round_.tables.filter(game__status=GameStatus.FINISHED):
        _take(change, table)


def _take(change: Change, table: Table) -> bool:
    """Store the result of the table's game, unless the table has one.

    Of a game that a side gave up, as of one that was abandoned, a director decides what it scores.
    """
    if table.results.exists() or table.game is None or table.game.status != GameStatus.FINISHED:
        return False
    if was_conceded(table.game.id):
        return False
    hands = [hand_out(hand) for hand in hands_counted(table.game.id)]
    start = table.start_scores or [0] * len(hands[0]["score"])
    sheets = [_sheet(hand, len(start)) for hand in hands]
    for number, adjusted in adjustments_of(table.game.id):
        at = next(at for at, hand in enumerate(hands) if hand["number"] >= number)
        sheets[at]["sides"][adjusted.side]["total"] += adjusted.points
    totals = ([side["total"] for side in sheet["sides"]] for sheet in sheets)
    points = [sum(each) for each in zip(start, *totals, strict=True)]
    Result.objects.create(
        table=table,
        version=change.version,
        at=timezone.now(),
        kind=Kind.GAME,
        end=End.PLAYED,
        points=points,
        winner=winner_of(points),
        sambas=[sum(counts) for counts in zip(*map(_sambas, hands), strict=True)],
        hands=sheets,
    )
    return True


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
