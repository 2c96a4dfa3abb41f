"""Who has seen cards that a seat must not know: they are never seated there."""

from uuid import UUID

import orjson
from django.db.models import Q

from games.choices import GameStatus
from games.engine.codec import event_in
from games.engine.events import HandPeeked
from games.models import DealSet, Move
from games.selectors.stints import stints_played
from games.store.row import GameRow
from samba_service.accounts.models import Player


def has_seen_cards(game: GameRow, player_id: UUID, seat: int) -> bool:
    """True if the player has held or peeked into another seat, or met the deals at another table.

    A person and the bot accounts that they answer for count as one. The same seat again is fine.
    Once shared deals have been opened, anybody may have read them at another table.
    """
    if game.deal_set_id is None and game.status == GameStatus.LOBBY:
        return False
    ids = accounts_of(player_id)
    if _has_played(game, ids, seat) or _has_peeked(game, ids, seat):
        return True
    return _are_open(game) and not _had(game, ids, seat)


def accounts_of(player_id: UUID) -> list[UUID]:
    """The person behind the player, and all bot accounts that they answer for."""
    answering = Player.objects.filter(Q(pk=player_id) | Q(bots=player_id))
    accounts = Player.objects.filter(Q(pk__in=answering) | Q(owner__in=answering))
    return list(accounts.values_list("id", flat=True))


def _are_open(game: GameRow) -> bool:
    opened = DealSet.objects.filter(opened_at__isnull=False)
    return game.deal_set_id is not None and opened.filter(pk=game.deal_set_id).exists()


def _had(game: GameRow, accounts: list[UUID], seat: int) -> bool:
    return stints_played().filter(game=game.id, number=seat, player__in=accounts).exists()


def _has_played(game: GameRow, accounts: list[UUID], seat: int) -> bool:
    played = stints_played().filter(player__in=accounts)
    here = Q(pk__in=[])
    if game.status != GameStatus.LOBBY:
        here = Q(game=game.id) & ~Q(number=seat)
    return played.filter(here | _elsewhere(game)).exists()


def _has_peeked(game: GameRow, accounts: list[UUID], seat: int) -> bool:
    looks = Move.objects.filter(actor__in=accounts, events__contains='"hand_peeked"')
    if looks.filter(_elsewhere(game)).exists():
        return True
    texts = looks.filter(game__number=game.number).values_list("events", flat=True)
    events = (event_in(data) for text in texts for data in orjson.loads(text))
    return any(isinstance(event, HandPeeked) and event.seat != seat for event in events)


def _elsewhere(game: GameRow) -> Q:
    """Rows of other tables that play the same deals."""
    if game.deal_set_id is None:
        return Q(pk__in=[])
    return Q(game__deal_set=game.deal_set_id) & ~Q(game__id=game.id)
