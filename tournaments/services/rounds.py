"""Rounds: asked for, drawn, published, closed, and each of these undone."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from uuid import UUID

from django.utils import timezone

from games.models import DueWork
from samba_service.accounts.models import Player
from tournaments.engine import moved_since_draw, rounds_with
from tournaments.engine.terms import Format
from tournaments.engine.tournament import RoundState, TournamentData, TournamentState
from tournaments.errors import (
    NOTHING_TO_UNDO,
    DealsAtPlay,
    DraftOutdated,
    DraftStale,
    LaterRound,
    NoDraft,
    NoRoundsLeft,
    ResultsEntered,
    ResultsMissing,
    RoundOpen,
    WinnerMissing,
    WrongTournamentState,
)
from tournaments.models import Assignment, Round, Table, TableSeat, Tournament
from tournaments.selectors.load import draw_state
from tournaments.selectors.rounds import tables_at_play
from tournaments.services.changes import Change, round_change, tournament_change
from tournaments.services.draws import DRAW, draw_request
from tournaments.services.game_results import games_collect
from tournaments.services.limits import draw_allow
from tournaments.services.placing import draft_keep, draft_restore
from tournaments.services.seating import accounts_require, handicaps_assign, seats_assign
from tournaments.services.shared_deals import deals_commit
from tournaments.services.stints import cuts_forget
from tournaments.services.table_games import (
    games_drop,
    games_resume,
    require_no_hand_played,
    table_games_create,
)


def round_request(*, tournament_id: UUID, by: Player) -> Round:
    """Ask for the next draw; asked again before its publication, it is the same round.

    A round that could not be drawn is drawn again. Deals that all tables are to play are promised
    before the draw, for everybody to read. Raises WrongTournamentState, RoundOpen while one is
    being played, NoRoundsLeft, TooMany.
    """
    with tournament_change(tournament_id, "round_asked", by=by) as change:
        tournament = change.tournament
        if tournament.state != TournamentState.RUNNING:
            raise WrongTournamentState(state=tournament.state, allowed=[TournamentState.RUNNING])
        rounds = list(tournament.rounds.defer("basis", "locks", "draft"))
        current = next((each for each in rounds if each.state != RoundState.CLOSED), None)
        if current is not None:
            if current.published_version is not None:
                raise RoundOpen(round=current.number)
            if current.error is None:
                change.void = True
            else:
                _draw_again(change, current, by)
            return current
        number = len(rounds) + 1
        if number > tournament.rounds_planned:
            raise NoRoundsLeft(rounds=tournament.rounds_planned)
        draw_allow(by)
        round_ = Round(tournament=tournament, number=number)
        deals_commit(change, round_)
        draw_request(change, round_)
        change.facts["round"] = number
    return round_


def round_redraw(*, round_id: UUID, by: Player) -> Round:
    """Draw a draft again; what is locked is kept. Raises WrongTournamentState, TooMany."""
    with round_change(round_id, "redraw_asked", by=by) as (change, round_):
        _require(change, round_, RoundState.DRAFT)
        _draw_again(change, round_, by)
    return round_


def _draw_again(change: Change, round_: Round, by: Player) -> None:
    draw_allow(by)
    draw_request(change, round_)
    change.facts["round"] = round_.number


_PUBLICATION = ("state", "published_version", "starts_at", "ends_at")


def round_publish(
    *,
    round_id: UUID,
    by: Player,
    starts_at: datetime | None = None,
    without_late: bool = False,
) -> Round:
    """Publish a draft: assign seats, create the games of online tables, and have them dealt.

    A worker deals them, now or at `starts_at`.

    `without_late`: entries that came since the draw wait for the next round; if none is left for
    them, they came too late to play. A knockout has from now on as many rounds as its bracket
    needs. Raises WrongTournamentState, NoDraft, AccountsMissing, HasSeenCards, and DraftStale if an
    entry came or left since, or has another place in the bracket.
    """
    with round_change(round_id, "round_published", by=by) as (change, round_):
        _require(change, round_, RoundState.DRAFT)
        if round_.error is not None:
            raise NoDraft(**round_.error)
        state = draw_state(change.tournament)
        _require_uncorrected(state, round_)
        before = change.tournament.rounds_planned
        late = _settle_attendance(change, round_, state, without_late=without_late)
        method = "manual" if _has_released_locks(round_) else round_.method
        planned = [before, change.tournament.rounds_planned]
        draft_keep(round_, planned=planned, late=late, published_as=method)
        round_.method = method
        seats_assign(round_)
        accounts_require(round_)
        handicaps_assign(round_)
        now = timezone.now()
        round_.state, round_.published_version = RoundState.PUBLISHED, change.version
        round_.starts_at = max(starts_at, now) if starts_at is not None else now
        round_.ends_at = _end(change.tournament, round_.starts_at)
        round_.save(update_fields=[*_PUBLICATION, "method", "draft"])
        table_games_create(round_, by=by)
        change.facts["round"] = round_.number
    return round_


def _has_released_locks(round_: Round) -> bool:
    """True if a table or bye is as the director set it, but its lock was released afterwards."""
    tables = round_.tables.filter(why_code="set_by_director", locked=False)
    byes = ("bye_by_director", "sit_out_by_director")
    return tables.exists() or round_.assignments.filter(why_code__in=byes, locked=False).exists()


def _require(change: Change, round_: Round, state: RoundState) -> None:
    """Raises WrongTournamentState unless the tournament runs and the round is in `state`."""
    if change.tournament.state != TournamentState.RUNNING:
        raise WrongTournamentState(state=change.tournament.state, allowed=[TournamentState.RUNNING])
    if round_.state != state:
        raise WrongTournamentState(state=round_.state, allowed=[state])


def _end(tournament: Tournament, start: datetime) -> datetime | None:
    minutes = tournament.minutes_per_round
    return None if minutes is None else start + timedelta(minutes=minutes)


def _require_uncorrected(state: TournamentData, round_: Round) -> None:
    """Raises DraftOutdated if the seats of an earlier round were corrected after the draw."""
    earlier = [each for each in state.rounds if each.number < round_.number]
    locks = (lock for each in earlier for lock in each.locks)
    after = [lock.version for lock in locks if lock.after_publication]
    if max(after, default=0) > (round_.drawn_version or 0):
        raise DraftOutdated


def _settle_attendance(
    change: Change, round_: Round, state: TournamentData, *, without_late: bool
) -> list[str]:
    """Make sure that those drawn are those here, except those who came since and may wait.

    Returns the entries that are late by it. Raises DraftStale.
    """
    tournament = change.tournament
    draft = state.round(round_.number)
    assert draft is not None
    moved = moved_since_draw(state, draft)
    came = moved.came - moved.late if without_late else moved.came
    if came or moved.left or moved.elsewhere:
        names = {entry.number: entry.name for entry in state.entries}
        raise DraftStale(
            came=[names[each] for each in sorted(moved.came)],
            left=[names[each] for each in sorted(moved.left)],
            elsewhere=[names[each] for each in sorted(moved.elsewhere)],
        )
    tournament.rounds_planned = rounds_with(state, draft)
    if moved.late:
        change.facts["late"] = sorted(moved.late)
        if _is_last_for_latecomers(tournament, round_):
            change.facts["last"] = True
    if round_.number != 1:
        return []
    late = tournament.entries.filter(number__in=moved.late, late=False)
    ids = [str(pk) for pk in late.values_list("pk", flat=True)]
    late.update(late=True)
    return ids


def _is_last_for_latecomers(tournament: Tournament, round_: Round) -> bool:
    """True if nobody who is left out of the round plays a later one."""
    return tournament.format == Format.KNOCKOUT or round_.number == tournament.rounds_planned


def round_close(*, round_id: UUID, by: Player) -> Round:
    """End a round all of whose tables have a confirmed result.

    Raises WrongTournamentState, ResultsMissing, WinnerMissing for a tie in a knockout, and
    DealsAtPlay while a table plays deals that others share.
    """
    with round_change(round_id, "round_closed", by=by) as (change, round_):
        _require(change, round_, RoundState.PUBLISHED)
        games_collect(change, round_)
        _require_results(round_, winners=change.tournament.format == Format.KNOCKOUT)
        if at_play := tables_at_play(round_):
            raise DealsAtPlay(tables=at_play)
        round_.state, round_.closed_version = RoundState.CLOSED, change.version
        round_.save(update_fields=["state", "closed_version"])
        change.facts["round"] = round_.number
    return round_


def _require_results(round_: Round, *, winners: bool) -> None:
    """Raises ResultsMissing for tables that do not count yet, WinnerMissing for ties."""
    tables = list(round_.tables.prefetch_related("results"))
    last = {table.number: table.last_result for table in tables}
    missing = [n for n, result in last.items() if result is None or not result.confirmed]
    if missing:
        raise ResultsMissing(tables=missing)
    tied = [n for n, result in last.items() if result is not None and result.winner is None]
    if winners and tied:
        raise WinnerMissing(tables=tied)


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
        round_.state, round_.published_version = RoundState.DRAFT, None
        round_.starts_at = round_.ends_at = None
        if round_.deal_set is not None:
            deals_commit(change, round_)
        round_.save(update_fields=[*_PUBLICATION, "method", "draft", "locks", "deal_set"])
    return round_


def round_reopen(*, round_id: UUID, by: Player, reason: str = "") -> Round:
    """Open a closed round again. A draft of the next is dropped: it is drawn when it is asked for.

    Raises WrongTournamentState, and LaterRound once the next is published.
    """
    with _of_running(round_id, "round_reopened", by, reason, RoundState.CLOSED) as (
        change, round_,
    ):  # fmt: skip
        for later in change.tournament.rounds.filter(number__gt=round_.number):
            if later.published_version is not None:
                raise LaterRound(round=later.number)
            change.facts["draft_dropped"] = later.number
            _drop(later)
        round_.state, round_.closed_version = RoundState.PUBLISHED, None
        round_.save(update_fields=["state", "closed_version"])
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
    with round_change(round_id, act, by=by, reason=reason) as (change, round_):
        if change.tournament.state != TournamentState.RUNNING:
            raise WrongTournamentState(
                state=change.tournament.state, allowed=[TournamentState.RUNNING]
            )
        if round_.state != state:
            way = "" if round_.state == RoundState.CLOSED else NOTHING_TO_UNDO
            raise WrongTournamentState(state=round_.state, allowed=[state], way=way)
        yield change, round_


def _drop(draft: Round) -> None:
    """Delete a round that was not shown to anybody."""
    DueWork.objects.filter(kind=DRAW, subject=draft.id).delete()
    Assignment.objects.filter(round=draft).delete()
    Table.objects.filter(round=draft).delete()
    draft.delete()
