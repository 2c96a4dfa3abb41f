"""Ending a running game: by who may, or by all who play it."""

from django.http import HttpResponse
from rest_framework.request import Request

from games.api.examples import played_operation
from games.api.game_answers import game_answer
from games.api.game_base import HOST, PLAY, GameApiView, authority_of
from games.api.game_requests import AbandonRequest
from games.api.game_serializers import GameAnswer
from games.models import GameStatus
from games.services.abandon import abandon_ask, abandon_refuse
from samba_service.http import empty_response
from samba_service.idempotency import Answer, answer_once

TAGS = ("games",)


class Abandon(GameApiView):
    @played_operation(
        "games_abandon",
        summary="End a running game",
        description="At once by a director of its tournament (scope `tournaments:manage`), and by "
        "its creator while no other person sits there; `reason` is then for those at the table. "
        "Any other player asks the persons at the table: 202 with `consent` while one of them has "
        "not answered, 200 when the game has ended. They agree by the same call and refuse by "
        "DELETE; bots agree. The running hand counts for nothing, and a tournament's table has no "
        "result until a director gives one. 403 `not_seated`; 409 `no_hand_running`, "
        "`consent_open` while the table is asked something else, `too_many_questions` for the "
        "fourth question of a hand.",
        access=HOST,
        request=AbandonRequest,
        answers={200: GameAnswer, 202: GameAnswer},
        refusals=(409,),
        idempotent=True,
        tags=TAGS,
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        reason = self.body(AbandonRequest)["reason"]

        def ask() -> Answer:
            game = abandon_ask(game_id=self.state.game.id, by=authority_of(request), reason=reason)
            over = game.status == GameStatus.ABANDONED
            return Answer.of(game_answer(self.refreshed()), status=200 if over else 202)

        return answer_once(request, ask)

    @played_operation(
        "games_abandon_refuse",
        summary="Play on",
        description="Refuses the question whether to end the game, which is then closed for all, "
        "or takes back one's own. 409 `nothing_asked`.",
        access=PLAY,
        answers={204: None},
        refusals=(409,),
        tags=TAGS,
    )
    def delete(self, request: Request, game_id: str) -> HttpResponse:
        abandon_refuse(game_id=self.state.game.id, by=authority_of(request))
        return empty_response()
