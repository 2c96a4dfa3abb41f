"""Announcing that a game has a new version."""

from django.db import transaction

from games.choices import GameStatus
from games.engine.match import Match
from games.signals import bot_turn_due, game_finished, move_committed
from games.store.row import GameRow
from games.store.state import match_keep


def announce(game: GameRow, match: Match, *, wake: bool = True) -> None:
    """Send the signals once the transaction has committed; a failing receiver harms nobody.

    `wake` is True to wake a bot that must act now.
    """
    state = match.copy()
    # A lambda: Django cannot log the failure of a partial.
    transaction.on_commit(lambda: _announce(game, state, wake=wake), robust=True)


def _announce(game: GameRow, state: Match, *, wake: bool) -> None:
    match_keep(game, state)
    move_committed.send_robust(GameRow, game_id=game.id, version=game.version)
    if wake and game.bots_to_act:
        wake_bot(game)
    if game.status == GameStatus.FINISHED:
        game_finished.send_robust(GameRow, game_id=game.id)


def wake_bot(game: GameRow) -> None:
    """Announce that a bot of ours must act in `game`, as committed, and when."""
    after_s = game.pace_s if game.is_paced else 0
    bot_turn_due.send_robust(GameRow, game_id=game.id, version=game.version, after_s=after_s)
