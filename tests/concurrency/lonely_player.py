"""A person's moves, from a process of its own.

python -m tests.concurrency.lonely_player GAME PLAYER
Prints a line of JSON for every move when it is acknowledged: its version, action and duration.
"""

import json
import sys
import time
from uuid import UUID

import django


def main(game_id: UUID, player_id: UUID) -> None:
    from games.engine.codec import action_out
    from samba_service.accounts.models import Player
    from tests.games.tables import play, row, some_action

    player = Player.objects.get(pk=player_id)
    while (game := row(game_id)).status == "active":
        if game.to_act & game.bot_seats:
            time.sleep(0.02)
            continue
        action = some_action(game_id)
        began = time.perf_counter()
        played = play(game_id, player, action, game.version)
        took_s = time.perf_counter() - began
        line = {"version": played.version, "action": action_out(action), "took_s": took_s}
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    django.setup()
    main(UUID(sys.argv[1]), UUID(sys.argv[2]))
