"""A game on a server of its own, played from the shell: `python -m tests.backup.hands COMMAND`.

The environment names the server as it does for the suite. Each command prints a line of JSON.
"""

import json
import os
import random
import sys
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "samba_service.settings.test"
django.setup()

from django.utils import timezone  # noqa: E402  # Django first

from games.models import Game, Seat  # noqa: E402
from samba_service.accounts.models import Player  # noqa: E402
from samba_service.accounts.services.people import player_anonymise  # noqa: E402
from tests.factories import api, player  # noqa: E402
from tests.games_api.tables import GAMES, Table  # noqa: E402

CANARY = "Canaria Vogel"


def start() -> Any:
    """A game in the middle of its first hand, and the account of CANARY."""
    players = [player(name) for name in ("Ana", "Ben", "Cleo", "Dan")]
    player(CANARY)
    answer = api(players[0]).post(GAMES, {"ruleset": "classic"})
    assert answer.status_code == 201, answer.content
    table = _table(answer.json()["id"], players)
    table.start()
    for number in range(6):
        table.play_example(random.Random(number))
    return table.id


def two_moves(game: str) -> Any:
    """The state after each, a moment between them, and at the end CANARY is erased."""
    first, between, last = play(game), timezone.now().isoformat(), play(game)
    player_anonymise(player_id=Player.objects.get(display_name=CANARY).pk)
    return first, between, last


def look_and_play(game: str) -> Any:
    """The state before a move, and after it."""
    return _state(game), play(game)


def play(game: str) -> Any:
    """The state after a move."""
    seats = Seat.objects.filter(game_id=game).order_by("number").select_related("player")
    _table(game, [seat.player for seat in seats]).play_example(random.Random(1))
    return _state(game)


def _state(game: str) -> tuple[int, str]:
    version, head = Game.objects.values_list("version", "head").get(pk=game)
    return version, bytes(head).hex()


def _table(game: str, players: list[Player]) -> Table:
    table: Table = object.__new__(Table)
    table.id, table.path = game, f"{GAMES}/{game}"
    table.players, table.clients = players, [api(each) for each in players]
    return table


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]](*sys.argv[2:])))
