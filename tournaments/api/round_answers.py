"""Rounds as answers: their tables, with what came of them, and their byes."""

from collections.abc import Sequence
from uuid import UUID

from games.selectors.deal_sets import DealSetState, deal_set_get
from tournaments.api.answers import Json, entry_ref, why_view
from tournaments.api.table_answers import round_tables_view
from tournaments.engine.draws import Reason
from tournaments.engine.reasons import Names, reason_text
from tournaments.models import Assignment, Round
from tournaments.models.readers import reason_shown
from tournaments.selectors.reasons import names_of
from tournaments.selectors.tournaments import byes_of


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


def round_view(
    round_: Round,
    viewer: UUID | None,
    warnings: Sequence[Reason] = (),
    *,
    directing: bool,
) -> Json:
    """A round of `rounds_seen` as the viewer may see it; in a draft, who would sit there now.

    `warnings` are of what the viewer has just done.
    """
    names = names_of(round_.tournament_id)
    return {
        **round_summary(round_),
        "tournament": round_.tournament_id,
        "version": round_.tournament.version,
        "tables": round_tables_view(round_, viewer, names, directing=directing),
        "byes": [_bye(each, names) for each in byes_of(round_)],
        "locks": [_lock(each) for each in round_.locks],
        "warnings": [_warning(each, names) for each in warnings],
        "deals": round_.deal_set_id and _deals(deal_set_get(round_.deal_set_id)),
    }


def _warning(warning: Reason, names: Names) -> Json:
    return {
        "code": warning.code,
        "facts": warning.facts,
        "text": reason_text(warning, names),
    }


def _bye(bye: Assignment, names: Names) -> Json:
    return {
        "entry": entry_ref(bye.entry),
        "slot": bye.slot,
        "locked": bye.locked,
        "why": why_view(bye, names),
    }


def _lock(stored: Json) -> Json:
    reason = reason_shown(stored["reason"])
    return {"after_publication": False} | stored | {"reason": reason}


def _deals(shared: DealSetState) -> Json:
    """What everybody may know of the deals that all tables play."""
    return {
        "commitments": shared.commitments,
        "entropy": shared.entropy,
        "open": shared.open,
    }
