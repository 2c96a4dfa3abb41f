"""`manage.py seed_demo`: a club to look around in. A second run adds nothing."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.bots import registry
from games.choices import GameStatus
from games.engine.rulesets import resolve
from games.models import Game
from games.services.authority import Authority
from games.services.games import game_create, game_start
from games.services.seats import seat_take
from games.services.terms import GameTerms
from samba_service.accounts.models import Person, Player

PASSWORD = "samba-demo"
PEOPLE = {"ana": "Ana", "ben": "Ben", "cleo": "Cleo", "dan": "Dan"}


class Command(BaseCommand):
    help = "Makes demo players and games, once, and prints how to log in."

    def handle(self, *_args: Any, **_options: Any) -> None:
        require_demo()
        with transaction.atomic():
            players = {name: _player(name, shown) for name, shown in PEOPLE.items()}
            ana = players["ana"]
            made = not Game.objects.filter(creator=ana).exists()
            if made:
                _games(players)
        self.stdout.write(
            f"demo club: log in as {', '.join(PEOPLE)}, password {PASSWORD}"
            + ("" if made else " (already there)")
        )
        waiting = (
            Game.objects.filter(creator=ana, status=GameStatus.LOBBY).order_by("created_at").first()
        )
        if waiting is not None:
            self.stdout.write(f"a game with an open seat: join code {waiting.join_code}")


def require_demo() -> None:
    """Raise CommandError unless this is a database for the demo, whose passwords are public."""
    if not settings.SAMBA_DEMO:
        raise CommandError("demo data is for the embedded database only, and not with DEMO=0")


def _player(username: str, name: str) -> Player:
    """The demo player, created if it does not exist yet."""
    person = Person.objects.filter(username=username).select_related("player").first()
    if person is None:
        person = Person.objects.create_user(username, PASSWORD, display_name=name)
    return person.player


def _games(players: dict[str, Player]) -> None:
    """A game to read, one that waits for a player, and two that wait for their players to move."""
    ana, ben = players["ana"], players["ben"]
    finished = _game(ana, bots=range(4), hand_limit=3)
    game_start(game_id=finished.id, by=Authority(ana))
    _game(ana, bots=(1, 3))
    alone = _game(ana, bots=(1, 2, 3))
    game_start(game_id=alone.id, by=Authority(ana))
    watched = _game(ben, bots=(1, 3))
    seat_take(game_id=watched.id, player=players["dan"], seat=2)
    game_start(game_id=watched.id, by=Authority(ben))


def _game(creator: Player, *, bots: Iterable[int], hand_limit: int = 0) -> Game:
    """A public game, with its creator at seat 0 unless a bot has it."""
    overrides = {"game": {"hand_limit": hand_limit}} if hand_limit else {}
    levels = {seat: registry.levels()[-1] for seat in bots}
    return game_create(
        creator=creator,
        terms=GameTerms(
            rules=resolve({"extends": "classic", "overrides": overrides}),
            overrides=overrides,
            seats=4,
            visibility="public",
            spectators="live",
            hints=True,
        ),
        sit=None if 0 in levels else 0,
        bots=levels,
    )
