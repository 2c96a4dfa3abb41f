"""Rounds as answers: their tables, with what came of them, and their byes."""

from uuid import UUID

from games.selectors.deal_sets import DealSetState, deal_set_get
from tournaments.api.answers import Json, entry_ref
from tournaments.api.table_answers import round_tables_view
from tournaments.models import Assignment, Round
from tournaments.models.readers import reason_shown


def round_summary(round_: Round) -> Json:
    """A round where a list of them is shown."""
    return {
        "id": round_.id,
        "number": round_.number,
        "state": round_.state,
        "method": round_.method or None,
        "starts_at": round_.starts_at,
        "ends_at": round_.ends_at,
        "error": round_.error,
    }


def round_view(round_: Round, viewer: UUID | None, *, directing: bool, version: int) -> Json:
    """A round of `rounds_seen` as the viewer may see it; in a draft, who would sit there now."""
    byes = [each for each in round_.assignments.all() if each.table_id is None]
    return {
        **round_summary(round_),
        "tournament": round_.tournament_id,
        "version": version,
        "tables": round_tables_view(round_, viewer, directing=directing),
        "byes": [_bye(each) for each in byes],
        "locks": [{**lock, "reason": reason_shown(lock["reason"])} for lock in round_.locks],
        "deals": round_.deal_set_id and _deals(deal_set_get(round_.deal_set_id)),
    }


def _bye(bye: Assignment) -> Json:
    return {
        "entry": entry_ref(bye.entry),
        "slot": bye.slot,
        "locked": bye.locked,
        "why": {"text": bye.why_text, "cost": bye.why_cost},
    }


def _deals(shared: DealSetState) -> Json:
    """What everybody may know of the deals that all tables play."""
    return {
        "commitments": shared.commitments,
        "entropy": shared.entropy,
        "open": shared.open,
    }
