"""Deals that several tables share: their commitments, and when they may be shown."""

from collections.abc import Collection
from typing import NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.choices import GameStatus
from games.errors import DealSetNotFound
from games.models import Board, DealSet, Game
from games.store.row import GameRow

_STILL_PLAYED = Q(status__in=(GameStatus.LOBBY, GameStatus.ACTIVE))


class DealSetState(NamedTuple):
    """What everybody may know about a set before it is open."""

    id: UUID
    seats: int
    hands: int
    commitments: list[str]
    """By hand, in hex: to be published before the tables are drawn."""
    entropy: list[str]
    """The director's, in hex."""
    begun: bool
    """True if a table has dealt: then no table and no entropy can be added any more."""
    open: bool


def deal_set_get(deal_set_id: UUID) -> DealSetState:
    """The set in its current state. Raises DealSetNotFound."""
    found = DealSet.objects.filter(pk=deal_set_id).first()
    if found is None:
        raise DealSetNotFound
    boards = Board.objects.filter(deal_set=found).order_by("number")
    return DealSetState(
        id=found.id,
        seats=found.seats,
        hands=found.hands,
        commitments=list(boards.values_list("commitment", flat=True)),
        entropy=list(found.entropy),
        begun=found.begun_at is not None,
        open=deal_set_is_open(deal_set_id),
    )


def deal_set_is_open(deal_set_id: UUID) -> bool:
    """True if the deals may be shown: all tables have ended, or the director has opened them."""
    return _opened(DealSet.objects.filter(pk=deal_set_id)).exists()


def deal_sets_open(deal_set_ids: Collection[UUID]) -> set[UUID]:
    """Those of the sets whose deals may be shown."""
    return set(_opened(DealSet.objects.filter(pk__in=deal_set_ids)).values_list("pk", flat=True))


def _opened(deal_sets: QuerySet[DealSet]) -> QuerySet[DealSet]:
    tables = Game.objects.filter(deal_set=OuterRef("pk"))
    ended = Exists(tables) & ~Exists(tables.filter(_STILL_PLAYED))
    return deal_sets.filter(Q(opened_at__isnull=False) | ended)


def deals_embargoed(game: GameRow | Game) -> bool:
    """True if other tables may still play the deals of `game`: only their tables see them."""
    return game.deal_set_id is not None and not deal_set_is_open(game.deal_set_id)


def not_embargoed() -> Q:
    """Games whose deals no other table plays any more."""
    return Q(deal_set=None) | Q(deal_set__in=_opened(DealSet.objects.all()))


def log_heads(deal_set_id: UUID) -> list[str]:
    """The hashes of the last log rows of the set's tables, in hex, sorted."""
    heads = Game.objects.filter(deal_set=deal_set_id).values_list("head", flat=True)
    return sorted(bytes(head).hex() for head in heads)
