"""Who blocks whom. A bot account counts as its owner, too."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Block
from samba_service.accounts.models import Player
from samba_service.kit.sql import run


def blocks_of(player_id: UUID) -> QuerySet[Block]:
    """Whom the player has blocked."""
    return Block.objects.filter(player=player_id).select_related("blocked")


def identities(player_ids: Iterable[UUID]) -> set[UUID]:
    """The players and the owners of the bot accounts among them."""
    ids = set(player_ids)
    owners = Player.objects.filter(pk__in=ids, owner__isnull=False).values_list("owner", flat=True)
    return ids | {owner for owner in owners if owner is not None}


def blockers(some: set[UUID], others: set[UUID]) -> set[UUID]:
    """Players of either group who have blocked a player of the other."""
    rows = Block.objects.filter(
        Q(player__in=some, blocked__in=others) | Q(player__in=others, blocked__in=some)
    )
    return set(rows.values_list("player", flat=True))


def is_shut_out(player_id: UUID, by: Iterable[UUID]) -> bool:
    """True if one of `by` has blocked the player."""
    own = identities([player_id])
    return bool(blockers(own, identities(by) - own) - own)


_IS_BLOCKED = """
    SELECT EXISTS (
        SELECT FROM accounts_player p JOIN games_block b ON b.blocked_id IN (p.id, p.owner_id)
        WHERE p.id = %s
    )
"""


def is_blocked(player_id: UUID) -> bool:
    """True if anybody has blocked the player."""
    return run(_IS_BLOCKED, (player_id,)).fetchone() == (True,)


def blocked_among(players: Iterable[str], *, by: UUID) -> frozenset[str]:
    """Those of `players` whom `by` has blocked, themselves or as the owner of a bot account."""
    own = identities([by])
    blocked = set(Block.objects.filter(player__in=own).values_list("blocked", flat=True))
    rows = Player.objects.filter(pk__in=players) if blocked else Player.objects.none()
    found = rows.filter(Q(pk__in=blocked) | Q(owner__in=blocked)).values_list("pk", flat=True)
    return frozenset(map(str, found))


def shutting_out(player_id: UUID) -> QuerySet[Player]:
    """Those who have blocked the player, and their bot accounts."""
    owner = Player.objects.filter(pk=player_id).values("owner")
    made = Block.objects.filter(Q(blocked=player_id) | Q(blocked__in=owner)).values("player")
    return Player.objects.filter(Q(pk__in=made) | Q(owner__in=made))


def apart(one: str, other: str) -> Exists:
    """True for rows whose players `one` and `other` are apart, because either blocked the other."""
    return Exists(
        Block.objects.filter(
            _is("player", one) & _is("blocked", other) | _is("player", other) & _is("blocked", one)
        )
    )


def _is(field: str, player: str) -> Q:
    return Q(**{field: OuterRef(player)}) | Q(**{field: OuterRef(f"{player}__owner")})
