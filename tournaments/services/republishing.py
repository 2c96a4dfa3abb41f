"""A published round becomes a draft again, and a closed one is open again."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from games.models import DueWork, Player
from tournaments.engine.tournament import RoundState, State
from tournaments.errors import NOTHING_TO_UNDO, LaterRound, ResultsEntered, WrongTournamentState
from tournaments.models import Assignment, Round, Table, TableSeat
from tournaments.services.deals import deals_promise
from tournaments.services.draw import DRAW
from tournaments.services.found import there
from tournaments.services.log import Change, tournament_change
from tournaments.services.online import games_drop, games_resume, require_no_hand_played
from tournaments.services.placing import draft_restore
from tournaments.services.tenures import cuts_forget


def round_unpublish(*, round_id: UUID, by: Player, reason: str = "") -> Round:
    """Make a draft of a published round, as it was drafted, with new deals to come.

    A substitute who came between two hands then plays the round from its start. Only while no
    result is entered and no hand of it played online. Its games end. Raises WrongTournamentState,
    ResultsEntered, HandsPlayed.
    """
    with _of_running(round_id, "round_unpublished", by, reason, RoundState.PUBLISHED) as (
        change, round_,
    ):  # fmt: skip
        tables = list(round_.tables.all())
        entered = [table.number for table in tables if table.results.exists()]
        if entered:
            raise ResultsEntered(tables=entered)
        require_no_hand_played(tables)
        change.facts |= {"round": round_.number, "games": games_drop(round_, by=by)}
        cuts_forget(change.tournament.entries.values_list("pk", flat=True), round_.number)
        TableSeat.objects.filter(round=round_).delete()
        round_.tables.update(start_scores=None)
        _restore(change, round_)
        round_.state, round_.published = RoundState.DRAFT, None
        round_.starts_at = round_.ends_at = None
        if round_.deal_set is not None:
            deals_promise(change, round_)
        round_.save()
    return round_


def round_reopen(*, round_id: UUID, by: Player, reason: str = "") -> Round:
    """Open a closed round again. A draft of the next is dropped: it is drawn when it is asked for.

    Raises WrongTournamentState, and LaterRound once the next is published.
    """
    with _of_running(round_id, "round_reopened", by, reason, RoundState.CLOSED) as (
        change, round_,
    ):  # fmt: skip
        for later in change.tournament.rounds.filter(number__gt=round_.number):
            if later.published is not None:
                raise LaterRound(round=later.number)
            change.facts["draft_dropped"] = later.number
            _drop(later)
        round_.state, round_.closed = RoundState.PUBLISHED, None
        round_.save()
        games_resume(round_)
        change.facts["round"] = round_.number
    return round_


def _restore(change: Change, round_: Round) -> None:
    """Undo the effects of the publication and of later changes of the round.

    The number of rounds is restored unless a director has changed it since.
    """
    kept = round_.draft or {}
    before, written = kept.get("planned", (None, None))
    if before != written == change.tournament.rounds_planned:
        change.tournament.rounds_planned = before
    change.tournament.entries.filter(pk__in=kept.get("late", ())).update(late=False)
    draft_restore(round_)


@contextmanager
def _of_running(
    round_id: UUID, act: str, by: Player, reason: str, state: RoundState
) -> Iterator[tuple[Change, Round]]:
    """Change a round in `state` of a tournament that is running. Raises WrongTournamentState."""
    tournament_id = there(Round.objects.values_list("tournament", flat=True), round_id)
    with tournament_change(tournament_id, act, by=by, reason=reason) as change:
        round_ = there(Round.objects.select_related("tournament", "deal_set"), round_id)
        if change.tournament.state != State.RUNNING:
            raise WrongTournamentState(state=change.tournament.state, allowed=[State.RUNNING])
        if round_.state != state:
            way = "" if round_.state == RoundState.CLOSED else NOTHING_TO_UNDO
            raise WrongTournamentState(state=round_.state, allowed=[state], way=way)
        yield change, round_


def _drop(draft: Round) -> None:
    """Forget a round that nobody was shown."""
    DueWork.objects.filter(kind=DRAW, subject=draft.id).delete()
    Assignment.objects.filter(round=draft).delete()
    Table.objects.filter(round=draft).delete()
    draft.delete()
