"""The score sheets of finished hands, with their proofs."""

from django.http import HttpResponse
from django.urls import path
from rest_framework.request import Request

from games.api.base import READ, GameApiView
from games.engine.answers import HandResultAnswer
from games.engine.shuffle import ProofAnswer
from games.errors import HandNotFound
from games.selectors.deal_sets import log_heads
from games.selectors.deals import proof_get
from games.selectors.hands import hand_get, hand_out, hands_list
from samba_service.kit.http import json_response, paged
from samba_service.kit.schema import operation, page_of
from samba_service.kit.serializers import QuerySerializer

TAGS = ("history",)


class Hands(GameApiView):
    @operation(
        "games_hands_list",
        summary="List the score sheets",
        description="Of the finished hands, the first one first.",
        access=READ,
        parameters=[QuerySerializer],
        answers={200: page_of(HandResultAnswer)},
        tags=TAGS,
    )
    def get(self, request: Request, game_id: str) -> HttpResponse:
        self.query(QuerySerializer)
        hands = hands_list(game_id=self.state.game.id).filter(
            number__lte=self.state.last_hand_shown
        )
        return paged(request, hands, hand_out, ordering="number")


class HandApiView(GameApiView):
    """A hand that the path names; what is no hand's number is unknown."""

    def number(self, text: str, *, last: int) -> int:
        """The hand's number, at most `last`."""
        if not (text.isascii() and text.isdigit() and len(text) < 6):
            raise HandNotFound
        if not 0 < int(text) <= last:
            raise HandNotFound
        return int(text)


class Hand(HandApiView):
    @operation(
        "games_hands_read",
        summary="Read a score sheet",
        description="Line by line, each with its rule. 404 while the hand is running.",
        access=READ,
        answers={200: HandResultAnswer},
        tags=TAGS,
    )
    def get(self, request: Request, game_id: str, number: str) -> HttpResponse:
        wanted = self.number(number, last=self.state.last_hand_shown)
        return json_response(hand_get(game_id=self.state.game.id, number=wanted))


class Proof(HandApiView):
    @operation(
        "games_hands_proof",
        summary="Check a shuffle",
        description="Seed and entropy of the hand's shuffle, once it is over: with them anybody "
        "can verify that the deal was fixed before the hand. 409 `proof_not_yet` before, and "
        "while other tables play the same deals; then `tables` are the hashes of their logs' "
        "last rows. 409 "
        "`no_proof` for a pack that was given for practice.",
        access=READ,
        answers={200: ProofAnswer},
        refusals=(409,),
        tags=TAGS,
    )
    def get(self, request: Request, game_id: str, number: str) -> HttpResponse:
        running = self.state.match.hands_played + 1
        visible = self.state.embargo or self.state.last_hand_shown
        wanted = self.number(number, last=running if visible else 0)
        proof = proof_get(game_id=self.state.game.id, hand=wanted)
        deal_set_id = self.state.game.deal_set_id
        if deal_set_id is not None:
            proof["tables"] = log_heads(deal_set_id)
        return json_response(proof)


urlpatterns = [
    path("games/<str:game_id>/hands", Hands.as_view()),
    path("games/<str:game_id>/hands/<str:number>", Hand.as_view()),
    path("games/<str:game_id>/hands/<str:number>/proof", Proof.as_view()),
]
