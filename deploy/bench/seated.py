"""Seats people at tables of a new database. `python -m deploy.bench.seated TABLES ROWS`.

Before them, finished games are written, until the log has that many rows. Prints one JSON object:
`tables`, as [path, token of each seat], and `rows`, how many the log has.
"""

import json
import os
import sys
from uuid import UUID

import django

django.setup()  # before the imports of the apps, hence their E402

from django.core.management import call_command  # noqa: E402  # the apps have to be ready
from django.core.wsgi import get_wsgi_application  # noqa: E402

from deploy.bench.http import Client  # noqa: E402
from deploy.bench.live_player import AT_ONCE, begun, people  # noqa: E402
from deploy.bench.multiply import game_multiply  # noqa: E402
from deploy.bench.product import Games  # noqa: E402
from games.models import Move  # noqa: E402
from samba_service.kit.database import unhurried  # noqa: E402

HANDS = 3
"""Of a finished game."""


def fill(rows: int) -> None:
    """Finished games: one that is played, and copies of it."""
    players = Games(Client(get_wsgi_application()), [f"past{seat}" for seat in range(4)])
    game = players.finished(hand_limit=HANDS)
    game_multiply(game, rows // Move.objects.filter(game__id=UUID(game)).count())
    with unhurried() as cursor:
        cursor.execute("VACUUM ANALYZE")


def main() -> None:
    lines, sys.stdout = os.fdopen(os.dup(1), "w"), sys.stderr
    number, rows = int(sys.argv[1]), int(sys.argv[2])
    call_command("migrate", verbosity=0)
    if rows:
        fill(rows)
    tokens: dict[UUID, str] = {}
    scopes = ["games:read", "games:play"]
    groups = [people(group, tokens, scopes) for group in range(-(-number // AT_ONCE))]
    tables = [begun(groups[table // AT_ONCE]) for table in range(number)]
    seated = [
        [f"/api/v1/games/{table.game}", [tokens[player.pk] for player in table.players]]
        for table in tables
    ]
    json.dump({"tables": seated, "rows": Move.objects.count()}, lines)
    lines.close()


if __name__ == "__main__":
    main()
