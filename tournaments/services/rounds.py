"""Rounds: asked for, drawn again, closed, opened again; and the deals that all tables of one play.

Publication has a module of its own.
"""

from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet

from games.models import DueWork
from games.selectors.deal_sets import deal_set_get
from games.services.deal_sets import deal_set_add_entropy, deal_set_create, deal_set_reveal
from games.services.limits import account_lock, account_of
from samba_service.accounts.models import Player
from samba_service.accounts.selectors import is_account
from samba_service.kit.errors import TooMany
from tournaments.engine.terms import Format
from tournaments.engine.tournament import RoundState, TournamentState
from tournaments.errors import (
    NOTHING_TO_UNDO,
    DealsAtPlay,
    DealsNotShared,
    LaterRound,
    NoRoundsLeft,
    OwnDeals,
    ResultsMissing,
    RoundOpen,
    WinnerMissing,
)
from tournaments.models import Assignment, Round, Table
from tournaments.selectors.rounds import still_plays, tables_at_play
from tournaments.services.changes import (
    Change,
    require_state,
    require_state_in,
    round_change,
    tournament_change,
)
from tournaments.services.draws import DRAW, draw_request
from tournaments.services.results import games_collect
from tournaments.services.round_clock import clock_plan
from tournaments.services.table_games import games_resume, rules_of_games

_LARGE = "basis", "locks", "draft"
"""What a round has of its draw."""


def round_request(*, tournament_id: UUID, by: Player) -> Round:
    """Ask for the next draw; asked again before its publication, it is the same round.

    A round that could not be drawn is drawn again. Deals that all tables are to play are promised
    before the draw, for everybody to read. Raises WrongTournamentState, RoundOpen while one is
    being played, NoRoundsLeft, TooMany.
    """
    with tournament_change(tournament_id, "round_asked", by=by) as change:
        tournament = change.tournament
        require_state_in(tournament.state, TournamentState.RUNNING)
        own = tournament.rounds.defer(*_LARGE)
        found = list(own.union(draws_under_way(by).defer(*_LARGE)).order_by("number"))
        rounds = [each for each in found if each.tournament_id == tournament.pk]
        drawn_elsewhere = len(found) - len(rounds)
        current = next((each for each in rounds if each.state != RoundState.CLOSED), None)
        if current is not None:
            if current.published_version is not None:
                raise RoundOpen(round=current.number)
            change.void = current.error is None
            if not change.void:
                change.facts["round"] = current.number
                draw_allow(drawn_elsewhere)
                draw_request(change, current)
            return current
        number = len(rounds) + 1
        if number > tournament.rounds_planned:
            raise NoRoundsLeft(rounds=tournament.rounds_planned)
        draw_allow(drawn_elsewhere)
        round_ = Round(tournament=tournament, number=number)
        deals_promise(change, round_)
        draw_request(change, round_)
        change.facts["round"] = number
    return round_


def round_redraw(*, round_id: UUID, by: Player) -> Round:
    """Draw a draft again; what is locked is kept. Raises WrongTournamentState, TooMany."""
    with round_change(round_id, "redraw_asked", by=by) as (change, round_):
        require_state(round_, RoundState.DRAFT)
        draw_allow(draws_under_way(by).count())
        draw_request(change, round_)
    return round_


def round_close(*, round_id: UUID, by: Player) -> Round:
    """End a round all of whose tables have a confirmed result.

    Raises WrongTournamentState, ResultsMissing, WinnerMissing for a tie in a knockout, and
    DealsAtPlay while a table plays deals that others share.
    """
    with round_change(round_id, "round_closed", by=by) as (change, round_):
        require_state(round_, RoundState.PUBLISHED)
        games_collect(change, round_)
        _require_results(round_, winners=change.tournament.format == Format.KNOCKOUT)
        if at_play := tables_at_play(round_):
            raise DealsAtPlay(tables=at_play)
        round_.state, round_.closed_version = RoundState.CLOSED, change.version
        round_.paused_at = None
        round_.save(update_fields=["state", "closed_version", "paused_at"])
    return round_


def _require_results(round_: Round, *, winners: bool) -> None:
    """Raises ResultsMissing for tables that do not count yet, WinnerMissing for ties."""
    tables = list(round_.tables.prefetch_related("results"))
    if missing := [table.number for table in tables if not table.is_decided]:
        raise ResultsMissing(tables=missing)
    tied = [each.number for each in tables if each.last_result and each.last_result.winner is None]
    if winners and tied:
        raise WinnerMissing(tables=tied)


def round_reopen(*, round_id: UUID, by: Player, reason: str = "") -> Round:
    """Open a closed round again. A draft of the next is dropped: it is drawn when it is asked for.

    Raises WrongTournamentState, and LaterRound once the next is published.
    """
    with round_change(round_id, "round_reopened", by=by, reason=reason) as (change, round_):
        require_state(round_, RoundState.CLOSED, way=NOTHING_TO_UNDO)
        for later in change.tournament.rounds.filter(number__gt=round_.number):
            if later.published_version is not None:
                raise LaterRound(round=later.number)
            change.facts["draft_dropped"] = later.number
            _drop(later)
        round_.state, round_.closed_version = RoundState.PUBLISHED, None
        round_.save(update_fields=["state", "closed_version"])
        games_resume(round_)
        clock_plan(round_)
    return round_


def _drop(draft: Round) -> None:
    """Delete a round that was not shown to anybody."""
    DueWork.objects.filter(kind=DRAW, subject=draft.id).delete()
    Assignment.objects.filter(round=draft).delete()
    Table.objects.filter(round=draft).delete()
    draft.delete()


def deals_promise(change: Change, round_: Round) -> None:
    """Promise the deals of a new round, where all tables play the same; everybody sees the log."""
    tournament = change.tournament
    if not tournament.duplicate:
        return
    assert tournament.hands_per_round is not None
    round_.deal_set = deal_set_create(
        rules=rules_of_games(tournament),
        seats=tournament.table_seats[0],
        hands=tournament.hands_per_round,
    )
    change.facts["commitments"] = deal_set_get(round_.deal_set.id).commitments


def round_add_entropy(*, round_id: UUID, by: Player, value: bytes) -> Round:
    """Stir the director's phrase or dice into all deals of a round that is not published.

    Raises DealsNotShared, WrongTournamentState, TooMuchEntropy, and ValueError as
    `deal_set_add_entropy` does.
    """
    with round_change(round_id, "deals_stirred", by=by) as (change, round_):
        deal_set_id = _deal_set(round_)
        require_state_in(change.tournament.state, TournamentState.RUNNING)
        if round_.published_version is not None:
            require_state(round_, RoundState.DRAFT)
        deal_set_add_entropy(deal_set_id=deal_set_id, value=value)
        change.facts["value"] = value.hex()
    return round_


def round_deals_reveal(*, round_id: UUID, by: Player, reason: str) -> Round:
    """Show the deals of a round though a table may still play them; the reason is on record.

    Changes nothing once all have ended. Raises DealsNotShared, WrongTournamentState before the
    publication, and OwnDeals for a director whose own table is at play.
    """
    with round_change(round_id, "deals_opened", by=by, reason=reason) as (change, round_):
        deal_set_id = _deal_set(round_)
        require_state_in(round_.state, RoundState.PUBLISHED, RoundState.CLOSED)
        if still_plays(round_id, by.id):
            raise OwnDeals
        change.facts["tables"] = tables_at_play(round_)
        change.void = not change.facts["tables"]
        if not change.void:
            deal_set_reveal(deal_set_id=deal_set_id, by=by, reason=reason)
    return round_


def _deal_set(round_: Round) -> UUID:
    if round_.deal_set is None:
        raise DealsNotShared
    return round_.deal_set.id


def draws_under_way(by: Player) -> QuerySet[Round]:
    """Those that the account waits for. It asks for no other one until the transaction ends."""
    account = account_of(by)
    account_lock(account)
    return Round.objects.filter(
        is_account("requested_by", account),
        state=RoundState.DRAWING,
        tournament__state=TournamentState.RUNNING,
    )


def draw_allow(under_way: int) -> None:
    """Raise TooMany unless an account may have one more draw under way."""
    if under_way >= settings.SAMBA_DRAWS_AT_ONCE:
        raise TooMany(what="draws under way", limit=settings.SAMBA_DRAWS_AT_ONCE)
