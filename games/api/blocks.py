"""Whom the caller has blocked. Nobody else learns of it."""

from datetime import datetime
from typing import TYPE_CHECKING, TypedDict

from django.http import HttpResponse
from django.urls import path
from rest_framework.request import Request

from games.api.base import GamesApiView, player_of
from games.api.schemas import EmptyRequest
from games.selectors.blocks import blocks_of
from games.services.blocks import block_add, block_remove
from samba_service.accounts.api.schemas import PlayerRefAnswer, player_ref
from samba_service.accounts.choices import Scope
from samba_service.accounts.selectors import player_get
from samba_service.kit.access import caller_of, needs
from samba_service.kit.http import empty_response, json_response, paged, public_id
from samba_service.kit.problems import not_found
from samba_service.kit.schema import operation, page_of
from samba_service.kit.serializers import QuerySerializer

if TYPE_CHECKING:
    from games.models import Block
    from samba_service.accounts.models import Player

TAGS = ("players",)

ACCESS = needs(Scope.PROFILE)


class BlockAnswer(TypedDict):
    player: PlayerRefAnswer
    created_at: datetime


class Blocks(GamesApiView):
    @operation(
        "players_me_blocks_list",
        summary="List whom you have blocked",
        access=ACCESS,
        parameters=[QuerySerializer],
        answers={200: page_of(BlockAnswer)},
        tags=TAGS,
    )
    def get(self, request: Request) -> HttpResponse:
        self.query(QuerySerializer)
        return paged(request, blocks_of(caller_of(request).player_id), block_view)


class BlockDetail(GamesApiView):
    player: "Player"

    def find(self, request: Request, **kwargs: str) -> None:
        found = player_get(public_id(kwargs["player_id"]))
        if found is None:
            raise not_found()
        self.player = found

    @operation(
        "players_me_blocks_read",
        summary="Look whether you have blocked a player",
        description="404 if you have not.",
        access=ACCESS,
        answers={200: BlockAnswer},
        tags=TAGS,
    )
    def get(self, request: Request, player_id: str) -> HttpResponse:
        block = blocks_of(caller_of(request).player_id).filter(blocked=self.player).first()
        if block is None:
            raise not_found()
        return json_response(block_view(block))

    @operation(
        "players_me_blocks_add",
        summary="Block a player",
        description="Outside tournaments neither of you, nor a bot account of either, sits down at "
        "the other's table, and no invitation of one reaches the other; what is open is hidden. "
        "The player does not learn of it. At most 1,000: 409 `too_many`. 422 `not_blockable` for "
        "yourself, bots of your own and house bots.",
        access=ACCESS,
        request=EmptyRequest,
        answers={200: BlockAnswer},
        refusals=(409, 422),
        tags=TAGS,
    )
    def put(self, request: Request, player_id: str) -> HttpResponse:
        self.body(EmptyRequest)
        return json_response(block_view(block_add(by=player_of(request), blocked=self.player)))

    @operation(
        "players_me_blocks_remove",
        summary="Unblock a player",
        access=ACCESS,
        answers={204: None},
        tags=TAGS,
    )
    def delete(self, request: Request, player_id: str) -> HttpResponse:
        block_remove(player_id=caller_of(request).player_id, blocked_id=self.player.pk)
        return empty_response()


def block_view(block: "Block") -> BlockAnswer:
    """A block as the player who made it sees it."""
    return {"player": player_ref(block.blocked), "created_at": block.created_at}


urlpatterns = [
    path("players/me/blocks", Blocks.as_view()),
    path("players/me/blocks/<str:player_id>", BlockDetail.as_view()),
]
