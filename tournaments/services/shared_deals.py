"""Deals that all tables of a round play: promised before its draw, stirred, opened by force."""

from uuid import UUID

from games.selectors.deal_sets import deal_set_get
from games.services.deal_sets import deal_set_add_entropy, deal_set_create, deal_set_reveal
from samba_service.accounts.models import Player
from tournaments.engine.tournament import RoundState, TournamentState
from tournaments.errors import DealsNotShared, OwnDeals
from tournaments.models import Round
from tournaments.selectors.rounds import still_plays, tables_at_play
from tournaments.services.changes import Change, require_state, require_state_in, round_change
from tournaments.services.table_games import rules_of_games


def deals_commit(change: Change, round_: Round) -> None:
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
