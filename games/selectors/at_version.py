"""An earlier position of a game."""

from games.choices import GameStatus
from games.errors import HandNotFound
from games.selectors.games import Acted, GameState
from games.store.fold import match_at
from games.store.log import row_get


def seen_at(state: GameState, *, seat: int, version: int, before_score: bool = False) -> GameState:
    """The game at `version` with `seat` looking. Raises HandNotFound for no such version.

    `before_score`: before that version scored a hand, if it did.
    """
    row = row_get(state.game.id, version)
    if row is None:
        raise HandNotFound
    acted = None
    if row.action and row.seat is not None:
        acted = Acted(row.seat, str(row.actor), row.made_at, row.via or None)
    state = state._replace(seat=seat, acted=acted)
    if version == state.game.version and not before_score:
        return state
    match = match_at(state.game.id, version, before_score=before_score)
    status = GameStatus.ACTIVE if match.started else GameStatus.LOBBY
    game = state.game._replace(
        version=version,
        seq=row.last_seq,
        attendance="",
        status=status.value,
        started_at=state.game.started_at if match.started else None,
        finished_at=None,
    )
    if match.result is not None:
        game = game._replace(status=state.game.status, finished_at=state.game.finished_at)
    return state._replace(game=game, match=match)
