"""Tables that begin again: without the result that was entered, and online with a new game."""

from django.http import HttpResponse
from rest_framework.request import Request

from games.api.game_base import player_of
from samba_service.idempotency import Answer, answer_once
from samba_service.schema import operation
from tournaments.api.base import MANAGE
from tournaments.api.requests import ReasonRequest, UndoRequest
from tournaments.api.tables_examples import TABLE, TABLE_WITHOUT_RESULT
from tournaments.api.tables_serializers import TableHistoryAnswer
from tournaments.api.tables_views import TABLE_TAGS, OneTable
from tournaments.services.corrections import result_take_back
from tournaments.services.rescue import game_begin_again


class TableTakeBack(OneTable):
    @operation(
        "tables_take_back",
        summary="Take a result back",
        description="As if nothing had been entered at the table, while its round is open: every "
        "version of the result is taken back, and the log keeps what it was. The round can then "
        "be unpublished and the table's players moved. A game that an award or a void ended stays "
        "ended: `POST /tables/{id}/game` begins a new one. 409 `no_result`; `played_online` where "
        "the table's game brought the result, which can be corrected; `wrong_state` for a closed "
        "round, which reopens first.",
        access=MANAGE,
        request=ReasonRequest,
        request_example={"reason": "The sheet of another table."},
        answers={200: TableHistoryAnswer},
        example=TABLE_WITHOUT_RESULT,
        refusals=(409,),
        idempotent=True,
        versioned=True,
        tags=TABLE_TAGS,
    )
    def post(self, request: Request, table_id: str) -> HttpResponse:
        body = self.body(ReasonRequest)

        def take_back() -> Answer:
            result_take_back(table_id=self.table.pk, by=player_of(request), **body)
            return Answer.of(self.shown(), status=200)

        return answer_once(request, take_back)


class TableGame(OneTable):
    @operation(
        "tables_game_create",
        summary="Begin a new game at an online table",
        description="If the last one was abandoned, by `/abandon`, by a decision that was taken "
        "back since, or because the tournament was called off; the table has no result, and the "
        "round is open. The current players begin with the first hand, and with other deals. 409 "
        "`results_entered`, `tables_at_play` while a game runs, `deals_for_all` if all tables "
        "play the same deals, `not_online`, `wrong_state`.",
        access=MANAGE,
        request=UndoRequest,
        request_example={"reason": "The game was ended by mistake."},
        answers={201: TableHistoryAnswer},
        example=TABLE,
        refusals=(409,),
        idempotent=True,
        versioned=True,
        tags=TABLE_TAGS,
    )
    def post(self, request: Request, table_id: str) -> HttpResponse:
        body = self.body(UndoRequest)

        def begin() -> Answer:
            game_begin_again(table_id=self.table.pk, by=player_of(request), **body)
            return Answer.of(self.shown(), status=201)

        return answer_once(request, begin)
