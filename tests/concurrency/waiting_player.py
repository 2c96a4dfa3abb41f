"""A person who moves at once, and measures how long the bots take.

python -m tests.concurrency.waiting_player GAME PLAYER TURNS Prints, for each of TURNS turns, the
seconds from its end until the person is to move again.
"""

import sys
import time
from uuid import UUID

import django


def main(game_id: UUID, player_id: UUID, turns: int) -> None:
    from samba_service.accounts.models import Player
    from tests.games.tables import play, row, some_action

    player = Player.objects.get(pk=player_id)
    while turns and (game := row(game_id)).status == "active":
        if game.to_act & game.bot_seats:
            time.sleep(0.002)
            continue
        play(game_id, player, some_action(game_id), game.version)
        if row(game_id).to_act & game.bot_seats:
            print(waited(game_id), flush=True)
            turns -= 1


def waited(game_id: UUID) -> float:
    """How long the bots play until the person is to move."""
    from tests.games.tables import row

    began = time.perf_counter()
    while (game := row(game_id)).to_act & game.bot_seats:
        time.sleep(0.002)
    return time.perf_counter() - began


if __name__ == "__main__":
    django.setup()
    main(UUID(sys.argv[1]), UUID(sys.argv[2]), int(sys.argv[3]))
