"""How many games an account may have, by settings; games of tournaments do not count.

And at how many tables a guest sits: at one.
"""

from uuid import UUID

from django.conf import settings

from games.choices import GameStatus
from games.errors import GuestSeatedElsewhere
from games.models import Game, Seat
from games.store.row import GameRow
from samba_service.accounts.models import Player
from samba_service.accounts.services.people import require_no_guest
from samba_service.kit.errors import TooMany
from samba_service.kit.sql import run


def account_of(player: Player) -> UUID:
    """The account whose limits count: for a bot account, its owner."""
    return player.owner_id or player.id


def lobby_allow(account: UUID) -> None:
    """Raise TooMany unless the account may open one more lobby; checks run one at a time."""
    account_lock(account)
    open_now = Game.objects.filter(account=account, status=GameStatus.LOBBY).count()
    if open_now >= settings.SAMBA_OPEN_LOBBIES:
        raise TooMany(what="open lobbies", limit=settings.SAMBA_OPEN_LOBBIES)


def start_allow(game: GameRow) -> None:
    """Raise TooMany unless the game's account may have one more running, of this kind."""
    if game.account_id is None:
        return
    account_lock(game.account_id)
    running = Game.objects.filter(account=game.account_id, status=GameStatus.ACTIVE)
    if running.count() >= settings.SAMBA_RUNNING_GAMES:
        raise TooMany(what="running games", limit=settings.SAMBA_RUNNING_GAMES)
    if game.bots_only and running.filter(bots_only=True).count() >= settings.SAMBA_BOTS_ONLY_GAMES:
        raise TooMany(what="running games of bots only", limit=settings.SAMBA_BOTS_ONLY_GAMES)


def guest_seat_allow(game: GameRow, player: Player) -> None:
    """Raise unless the player, if they are a guest, may sit down at this table themselves.

    Raises GuestsMayNot for a rated game, and GuestSeatedElsewhere.
    """
    if not player.guest:
        return
    if game.rated:
        require_no_guest(player)
    account_lock(player.id)
    seats = Seat.objects.filter(player=player.id, to_version=None).exclude(game=game.id)
    running = seats.filter(game__status__in=(GameStatus.LOBBY, GameStatus.ACTIVE))
    elsewhere = running.values_list("game_id", flat=True).first()
    if elsewhere is not None:
        raise GuestSeatedElsewhere(game=str(elsewhere))


def account_lock(account: UUID) -> None:
    """Run an account's counted calls one at a time: hold its lock until the transaction ends."""
    run("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (str(account),))
