"""What those who settle complaints read of a game."""

from typing import Any
from unittest.mock import patch

from games.bots import registry
from samba_service.accounts.choices import Scope
from tests.contract.stories.examples import Examples
from tests.factories import api, player
from tests.games.tables import bots_game, play_out

ROOT = "/api/v1"


def cases(examples: Examples) -> None:
    game = bots_game(visibility="public")
    play_out(game.id)
    staff = api(player("Staff", is_staff=True), Scope.GAMES_PEEK)
    path = f"{ROOT}/games/{game.id}"
    _replayed(examples, staff.get, path)
    _exported(examples, staff.get, path)


def _replayed(examples: Examples, get: Any, path: str) -> None:
    """The bots of a hand, whose level is gone since: so that all of their turns differ."""
    with patch.object(registry, "LEVELS", {}):
        found = examples.of("games_bot_replays", get(f"{path}/bot-replays?hand=1"))
    [shown] = found["bots"] = found["bots"][:1]
    [turn] = shown["differences"] = shown["differences"][:1]
    shown["turns"] = 47
    turn |= {"version": 5, "played": {"type": "draw"}, "again": {"type": "ask_out"}}  # others


def _exported(examples: Examples, get: Any, path: str) -> None:
    """A case without its long lists."""
    found = examples.of("games_case", get(f"{path}/case"))
    found |= {"version": 52, "log": [], "events": [], "bots": []}
    found["record"] |= {"hands": [], "totals": [0, 0], "winner": None}
