"""How long a person waits for the bots while others keep the workers busy. Real workers."""

import subprocess
import sys
from pathlib import Path

import pytest

from games.models import Game
from games.services.authority import Authority
from games.services.games import game_start
from samba_service.accounts.models import Player
from samba_service.devstack.folder import REPOSITORY
from tests.concurrency.fleet import Fleet, fleet, wait_until
from tests.games.tables import bots_game, person, table

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.concurrency,
    pytest.mark.slow,
]
GAMES, TURNS = 60, 40
AT_MOST = 3.0
DEALT = 2
"""The version of a game of bots before its first move."""


def p95_s(ours: Fleet) -> float:
    """The waits of a new player, over this many turns with three bots."""
    game = table(bots=(1, 2, 3))
    game_start(game_id=game.id, by=Authority(game.creator))
    arguments = [str(game.id), str(game.creator_id), str(TURNS)]
    output = subprocess.check_output(
        [sys.executable, "-W", "ignore", "-m", "tests.concurrency.waiting_player", *arguments],
        cwd=REPOSITORY,
        env=ours.environment,
        text=True,
    )
    waits = sorted(map(float, output.split()))
    assert len(waits) == TURNS
    return waits[int(0.95 * TURNS) - 1]


def begin(creators: list[Player]) -> None:
    """Games of bots only, in turn by each of them."""
    for number in range(GAMES):
        creator = creators[number % len(creators)]
        bots_game(creator=creator, hand_limit=20)


def moves_of_bots() -> int:
    """How far the games of bots have come."""
    return sum(Game.objects.filter(bots_only=True).values_list("version", flat=True))


def games_played_on() -> int:
    """Games of bots with a move of theirs."""
    return Game.objects.filter(bots_only=True, version__gt=DEALT).count()


@pytest.mark.parametrize("accounts", [12, 1])
def test_an_account_waits_at_most_three_times_as_long_with_sixty_games_of_bots(
    tmp_path: Path, settings, accounts: int
) -> None:
    with fleet(tmp_path) as ours:
        if accounts == 1:
            settings.SAMBA_BOTS_ONLY_GAMES = settings.SAMBA_RUNNING_GAMES = GAMES
            settings.SAMBA_OPEN_LOBBIES = GAMES
            ours.environment["SAMBA_BOTS_ONLY_AT_ONCE"] = str(GAMES)
        ours.start("redis", "worker", "sweeper")
        p95_s(ours)  # caches are warm from here on
        without = p95_s(ours)
        begin([person() for _ in range(accounts)])
        at_once = GAMES if accounts == 1 else settings.SAMBA_BOTS_ONLY_AT_ONCE
        wait_until(lambda: games_played_on() >= at_once and moves_of_bots() > 10 * GAMES, 600)
        before = moves_of_bots()
        beside = p95_s(ours)
        assert moves_of_bots() > before, "the others play on meanwhile"
    print(f"p95 of {TURNS} turns: {without:.3f} s without, {beside:.3f} s beside {GAMES} games")
    assert beside <= AT_MOST * without
