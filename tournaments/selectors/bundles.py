"""A tournament as its bundle, with what the caller may know of it."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from tournaments.engine.bundle import bundle_out
from tournaments.models import Tournament
from tournaments.models.readers import current_reader
from tournaments.selectors.ratings import rating_changes
from tournaments.selectors.shared_deals import plays_in, rounds_at_play
from tournaments.selectors.standings import steady_state, told


def bundle_of(tournament: Tournament, viewer: UUID | None, *, directing: bool) -> dict[str, Any]:
    """The whole tournament as one object (BUNDLE), the ruleset in full.

    Drafts are for directors alone. Of tables with the same deals nobody who plays learns what
    other tables made of them, while one is at play.
    """
    state = steady_state(tournament.pk)
    if not directing:
        state = replace(state, rounds=state.published)
    if not directing or plays_in(tournament.pk, viewer):
        state = told(state, rounds_at_play(tournament))
    # A club's ratings are for its members.
    changes = rating_changes(tournament) if current_reader().names is None else {}
    bundle = bundle_out(state, changes)
    bundle["tournament"]["ruleset"] |= {
        "overrides": tournament.overrides,
        "document": tournament.ruleset,
    }
    return bundle
