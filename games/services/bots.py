"""Our bots' turns: chosen without the lock, played like anyone's."""

import logging
import time
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, transaction

from games.engine.actions import Action
from games.engine.errors import Refusal
from games.engine.legal import example, options
from games.engine.match import Match
from games.engine.view import seat_view
from games.errors import NotSeated
from games.models import Seat
from games.selectors.bot_actions import bot_action
from games.services.games import last_hand_call
from games.services.moves import bot_play
from games.services.seats import STAND_IN
from games.services.shares import people_wait, turn_release
from games.store.row import GameRow, game_load
from games.store.state import match_of
from samba_service.kit.errors import Stale

log = logging.getLogger(__name__)

SLICE_S = 0.25
"""Seconds of CPU for which one game's bots play before others get their turn."""
LAST_HAND = "A game of bots only has at most {} hands."


class Chooser(NamedTuple):
    """How the bots of a game choose their actions."""

    levels: dict[int, str]
    """By seat."""
    simplest: bool
    """True to play the simplest legal action, after a bot has failed."""

    def level(self, seat: int) -> str:
        """Of the bot in the seat, or of the one that plays this turn for its player."""
        return self.levels.get(seat, STAND_IN)


def bot_turns_play(
    *, game_id: UUID, version: int, budget_s: float = SLICE_S, simplest: bool = False
) -> int:
    """Play for our bots as long as one must act, from `version` on; returns the number of actions.

    Another player's action in between ends the run: that player's process continues. Where people
    play at a pace, it ends after each action. After
    `SLICE_S` seconds of CPU, or if a game of only bots keeps people waiting, the turn is given
    back.
    """
    slice_end = time.thread_time() + budget_s
    loaded = game_load(game_id)
    game = loaded.game
    if game.version != version or not game.bots_to_act:
        return 0
    match = match_of(loaded)
    chooser = Chooser(_levels(game_id), simplest)
    played = 0
    while game.bots_to_act:
        if played and (time.thread_time() > slice_end or (game.bots_only and people_wait())):
            turn_release(game_id=game.id, version=game.version)
            break
        if _is_long(game, match):
            hands = settings.SAMBA_BOTS_ONLY_HANDS
            last_hand_call(game_id=game.id, reason=LAST_HAND.format(hands))
            loaded = game_load(game_id)
            game, match = loaded.game, match_of(loaded)
            continue
        try:
            game, match = _turn_play(game, match, chooser)
        except (Stale, NotSeated):
            break
        played += 1
        if game.is_paced:
            break  # the next action has a due time of its own
    return played


def _is_long(game: GameRow, match: Match) -> bool:
    """True if an account's game of only bots has reached its last hand, which is not called yet."""
    if not game.bots_only or game.of_tournament or match.final_hand is not None:
        return False
    return match.hand is not None and match.hand.number >= settings.SAMBA_BOTS_ONLY_HANDS


def _turn_play(game: GameRow, match: Match, chooser: Chooser) -> tuple[GameRow, Match]:
    """One action of the first bot that must act. Raises Stale, NotSeated."""
    seat = _first(game.bots_to_act)
    action = _choose(game, match, seat, chooser)
    try:
        return _submit(game, match, seat, action)
    except Refusal as refusal:
        log.error("bot %s of game %s: %r", chooser.level(seat), game.id, refusal)
    return _submit(game, match, seat, simplest_action(match, seat))


def _submit(game: GameRow, match: Match, seat: int, action: Action) -> tuple[GameRow, Match]:
    with transaction.atomic():
        played = bot_play(
            game_id=game.id, seat=seat, action=action, expected_version=game.version, known=match
        )
    return played.game, played.match


def _choose(game: GameRow, match: Match, seat: int, chooser: Chooser) -> Action:
    assert match.hand is not None
    if chooser.simplest:
        return simplest_action(match, seat)
    level = chooser.level(seat)
    try:
        return bot_action(game.id, game.version, match.hand, seat=seat, level=level)
    except DatabaseError:
        raise
    except Exception as error:
        # Only its kind: what a bot's error says may name cards.
        log.error("bot %s of game %s: %s", level, game.id, type(error).__name__)
        return simplest_action(match, seat)


def simplest_action(match: Match, seat: int) -> Action:
    """The first option's example: a draw from the stock, then a discard wherever one is legal."""
    assert match.hand is not None
    view = seat_view(match.hand, seat)
    return example(view, options(view)[0])


def _levels(game_id: UUID) -> dict[int, str]:
    stints = Seat.objects.filter(game_id=game_id, to_version=None).exclude(level="")
    return dict(stints.values_list("number", "level"))


def _first(seats: int) -> int:
    """The lowest seat in a set of bits."""
    return (seats & -seats).bit_length() - 1
