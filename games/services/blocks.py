"""Blocking a player, and unblocking."""

from uuid import UUID

from django.db import transaction
from django.db.models import Q

from games.errors import NotBlockable
from games.models import Block
from samba_service.accounts.models import Player
from samba_service.kit.errors import TooMany

BLOCKS_AT_MOST = 1000


@transaction.atomic
def block_add(*, by: Player, blocked: Player) -> Block:
    """Block a player; a second call changes nothing. Raises NotBlockable, TooMany."""
    if blocked.pk in (by.pk, by.owner_id) or blocked.owner_id == by.pk or blocked.bot_level:
        raise NotBlockable
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)  # counted one by one
    mine = Block.objects.filter(player=by)
    if (known := mine.filter(blocked=blocked).first()) is not None:
        return known
    if mine.count() >= BLOCKS_AT_MOST:
        raise TooMany(what="blocked players", limit=BLOCKS_AT_MOST)
    return Block.objects.create(player=by, blocked=blocked)


def block_remove(*, player_id: UUID, blocked_id: UUID) -> None:
    """Unblock a player; without a block nothing changes."""
    Block.objects.filter(player=player_id, blocked=blocked_id).delete()


def blocks_forget(*, player: Player) -> None:
    """For an erased account: it blocks nobody, and nobody needs to block it."""
    Block.objects.filter(Q(player=player) | Q(blocked=player)).delete()
