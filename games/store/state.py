"""The state of a game: from this process's memory, from its snapshot, or folded from its log."""

from uuid import UUID

import orjson

from games.engine.match import Match
from games.engine.snapshot import match_in
from games.models import Snapshot
from games.store.fold import match_at
from games.store.row import GameRow, LoadedRow
from games.store.rulesets import ruleset_get
from samba_service.kit.recent import Recent

_RECENT: Recent[UUID, tuple[bytes, Match]] = Recent(1000)
"""States by game, with the log's head to which they belong. They are only copied, never changed."""


def match_of(loaded: LoadedRow) -> Match:
    """The state of the game, which only the caller uses: remembered by this process, or read.

    It is read from the snapshot, or if that does not fit, from the log. A lock that had to wait
    yields the game's new row, but the old row of the joined snapshot; so a snapshot that does not
    fit is read once more.
    """
    game, state = loaded
    known = _RECENT.get(game.id)
    if known is not None and known[0] == game.head:
        return known[1].copy()
    if state is None:
        state = (
            Snapshot.objects.filter(game_id=game.id, version=game.version)
            .values_list("state", flat=True)
            .first()
        )
    match = _match_read(game, state)
    match_keep(game, match.copy())
    return match


def _match_read(game: GameRow, state: str | None) -> Match:
    if state is not None:
        try:
            return match_in(orjson.loads(state), ruleset_get(game.ruleset_sha256, game.id))
        except ValueError:
            pass  # of an older schema
    return match_at(game.id, game.version)


def match_keep(game: GameRow, match: Match) -> None:
    """Remember a committed state, which nobody changes any more.

    The hash of the log's last row shows later if it is still current.
    """
    _RECENT.keep(game.id, (game.head, match))


def matches_forget() -> None:
    """Forget every state, so that it is read again."""
    _RECENT.clear()
