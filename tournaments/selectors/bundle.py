"""A tournament as its bundle, with what the caller may see of it."""

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any
from uuid import UUID

import orjson

from samba_service.kit.kept import Made, once
from tournaments.engine.bundle import bundle_out
from tournaments.engine.bundle.document import BundleAnswer
from tournaments.engine.rated_tables import Rated, RatingChange
from tournaments.models import Tournament
from tournaments.rights import current_rights
from tournaments.selectors.ratings import rating_changes
from tournaments.selectors.rounds import plays_in, rounds_at_play
from tournaments.selectors.standings import names_digest, redacted, steady_state

Changes = Mapping[Rated, RatingChange]
"""The tournament's changes of ratings, by who is rated."""


def bundle_of(
    tournament: Tournament, viewer: UUID | None, changes: Changes, *, directing: bool
) -> BundleAnswer:
    """The whole tournament as one object, the ruleset in full.

    Only directors see drafts. Of tables with the same deals nobody who plays sees the results of
    other tables while one is at play.
    """
    state = steady_state(tournament)
    if not directing:
        state = replace(state, rounds=state.published)
    if not directing or plays_in(tournament.pk, viewer):
        state = redacted(state, rounds_at_play(tournament))
    bundle = bundle_out(state, changes)
    bundle["tournament"]["ruleset"] |= {
        "overrides": tournament.overrides,
        "document": tournament.ruleset,
    }
    return bundle


KEPT_S = 600


def bundle_written(tournament: Tournament, viewer: UUID | None, *, directing: bool) -> bytes:
    """`bundle_of` as JSON; kept for a while, for all readers with the same content."""

    def make() -> Made:
        bundle = bundle_of(tournament, viewer, changes, directing=directing)
        steady = bundle["version"] == tournament.version
        return Made(orjson.dumps(bundle, option=orjson.OPT_UTC_Z), keep=steady and not sealed)

    sealed = rounds_at_play(tournament)
    reader = f"{'director' if directing else 'anybody'}:{current_rights().key}"
    if sealed and plays_in(tournament.pk, viewer):
        reader = str(viewer)
    changes = rating_changes(tournament) if current_rights().names is None else {}
    said = sha256(
        repr(
            (tournament.club.name, names_digest(tournament.pk), sorted(sealed), _rated(changes))
        ).encode()
    )
    key = f"bundle:{tournament.pk}:{tournament.version}:{reader}:{said.hexdigest()}"
    written: bytes = once(key, make, for_s=KEPT_S)
    return written


def _rated(changes: Changes) -> list[Any]:
    """Values changed by later results of other nights; a club's ratings are for its members."""
    return sorted(
        (sorted(who) if isinstance(who, frozenset) else [who], change)
        for who, change in changes.items()
    )
