"""Rounds: asking for a draw, looking at the draft, changing it, publishing, closing."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse
from django.urls import path
from rest_framework.request import Request

from games.api.base import player_of
from games.api.schemas import EmptyRequest
from samba_service.kit.http import json_response, paged
from samba_service.kit.idempotency import Answer, answer_once
from samba_service.kit.problems import not_found
from samba_service.kit.schema import operation, page_of
from samba_service.kit.serializers import QuerySerializer
from samba_service.kit.throttles import DRAWS
from tournaments.api.base import MANAGE, READ, RoundApiView, TournamentApiView, viewer_id
from tournaments.api.rounds.schemas import (
    PublishRequest,
    RoundAnswer,
    RoundPatch,
    RoundSummaryAnswer,
    TablePatch,
    round_summary,
    round_view,
)
from tournaments.api.schemas import NEXT_ROUND
from tournaments.engine.draws import Reason
from tournaments.selectors.rounds import rounds_seen
from tournaments.services.changes import reload
from tournaments.services.draft_edits import TableChange, byes_update, draft_table_update
from tournaments.services.publication import round_publish
from tournaments.services.reseating import table_reseat
from tournaments.services.rounds import round_close, round_redraw, round_request

if TYPE_CHECKING:
    from tournaments.models import Round

ROUND_TAGS = ("rounds",)


class Rounds(TournamentApiView):
    @operation(
        "tournaments_rounds_list",
        summary="List rounds",
        description="Only directors see those not published yet.",
        access=READ,
        parameters=[QuerySerializer],
        answers={200: page_of(RoundSummaryAnswer)},
        tags=ROUND_TAGS,
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        self.query(QuerySerializer)
        rounds = rounds_seen(self.tournament.pk, directing=self.directs(request))
        return paged(request, rounds, round_summary, ordering="number")

    @operation(
        "tournaments_rounds_create",
        summary="Ask for the next draw",
        description="A worker draws it, and `GET /rounds/{id}` shows when it is there. Asked "
        "again before it is published, it is the same round; one with an `error` is drawn again. "
        "409 `round_open` while a round is published, `no_rounds_left`, `wrong_state`; `too_many` "
        "while as many draws of the account are under way as it may have. A draw of more than 70 "
        "entries costs more calls, one of a thousand 150.",
        access=MANAGE,
        request=EmptyRequest,
        answers={202: RoundSummaryAnswer},
        location="rounds/{id}",
        rate=DRAWS,
        idempotent=True,
        versioned=True,
        tags=ROUND_TAGS,
    )
    def post(self, request: Request, tournament_id: str) -> HttpResponse:
        self.body(EmptyRequest)
        self.pay_for_drawing()
        by = player_of(request)

        def ask() -> Answer:
            asked = round_request(tournament_id=self.tournament.pk, by=by)
            return Answer.of(round_summary(asked), status=202)

        return answer_once(request, ask)


class OneRound(RoundApiView):
    def shown(self, warnings: Sequence[Reason] = ()) -> RoundAnswer:
        """The current round. Its version is read before the tables, so that it is never newer."""
        round_ = reload(rounds_seen(self.tournament.pk, directing=True), self.round.pk)
        directing = self.directs(self.request)
        viewer = viewer_id(self.request)
        return round_view(round_, viewer, warnings, directing=directing)

    def change(self, request: Request, act: "Callable[..., Round]", **how: Any) -> Answer:
        """Do it, and show the round."""
        act(round_id=self.round.pk, by=player_of(request), **how)
        return Answer.of(self.shown(), status=200)


class RoundDetail(OneRound):
    @operation(
        "rounds_read",
        summary="Look at a round",
        description="Every table and bye with the reason for it, and what came of it. Where all "
        "tables play the same deals, `deals` has what was promised of them before the draw.",
        access=READ,
        answers={200: RoundAnswer},
        versioned=True,
        tags=ROUND_TAGS,
    )
    def get(self, request: Request, round_id: str) -> HttpResponse:
        return json_response(self.shown())

    @operation(
        "rounds_update",
        summary="Lock byes of a draft",
        description="A locked bye is kept by a redraw. 409 `wrong_state` after publication.",
        access=MANAGE,
        request=RoundPatch,
        answers={200: RoundAnswer},
        refusals=(409,),
        versioned=True,
        tags=ROUND_TAGS,
    )
    def patch(self, request: Request, round_id: str) -> HttpResponse:
        byes = self.body(RoundPatch)["byes"]
        answer = self.change(request, byes_update, byes=byes)
        return json_response(answer.render())


class RoundTable(OneRound):
    number: int

    def find(self, request: Request, **kwargs: str) -> None:
        super().find(request, **kwargs)
        number = kwargs["number"]
        self.number = int(number[:9]) if number.isascii() and number.isdigit() else 0
        if not self.round.tables.filter(number=self.number).exists():
            raise not_found()

    @operation(
        "rounds_tables_update",
        summary="Change a table of a draft or of a published round",
        description="`sides` by entry ids: those who come change places with those who go. The "
        "table is locked, and nothing else: `/redraw` draws the displaced again. `locked` keeps "
        "the table in a redraw, `venue` says where it is played. `warnings` name the constraints "
        "that this overrides: a stationary entry moved, two seated together who are kept apart. "
        "After publication `sides` only, while none of the tables concerned has a result (409 "
        "`results_entered`), or a hand played in an online game that was not abandoned "
        "(`hands_played`); all tables concerned are locked. An online game that has begun ends, "
        "and a new one begins with new deals; where all tables play the same deals it is 409 "
        "`deals_for_all`. 409 `wrong_state`; 422 `forbidden_pair` without `override` and "
        "`reason`.",
        access=MANAGE,
        request=TablePatch,
        answers={200: RoundAnswer},
        refusals=(409, 422),
        versioned=True,
        tags=ROUND_TAGS,
    )
    def patch(self, request: Request, round_id: str, number: str) -> HttpResponse:
        changes: TableChange = self.body(TablePatch)
        act = draft_table_update if self.round.published_version is None else table_reseat
        warnings = act(
            round_id=self.round.pk, number=self.number, by=player_of(request), changes=changes
        )
        return json_response(self.shown(warnings))


class RoundRedraw(OneRound):
    @operation(
        "rounds_redraw",
        summary="Draw a draft again",
        description="What is locked is kept, in every format; all others are drawn again, with "
        "the reasons of that draw. A lock that names somebody who left has lapsed. 409 "
        "`wrong_state` unless it is a draft, `too_many` while as many draws of the account are "
        "under way as it may have. It costs as much as asking for the draw.",
        access=MANAGE,
        request=EmptyRequest,
        answers={202: RoundSummaryAnswer},
        location="rounds/{id}",
        rate=DRAWS,
        idempotent=True,
        versioned=True,
        tags=ROUND_TAGS,
    )
    def post(self, request: Request, round_id: str) -> HttpResponse:
        self.body(EmptyRequest)
        self.pay_for_drawing()

        def redraw() -> Answer:
            asked = round_redraw(round_id=self.round.pk, by=player_of(request))
            return Answer.of(round_summary(asked), status=202)

        return answer_once(request, redraw)


class RoundPublish(OneRound):
    @operation(
        "rounds_publish",
        summary="Publish a draft",
        description="Seats are given, and online tables have their games from now on; a worker "
        "deals them, now or at `starts_at`, and until then they are lobbies. 409 `draft_stale` if "
        "somebody came or left since the draw, or "
        "has another place in the bracket because a result was corrected, by name; with "
        "`late: next_round` who came waits for the next round, and this one counts as "
        "missed by lateness and as a sit-out. Where no round is left for them (the last one, any "
        "of a knockout) they came too late: they are listed, and play no more. 409 "
        "`no_draft` where no draw could be made, `accounts_missing` where somebody could not play "
        "online, `wrong_state`, and "
        "`has_seen_cards` where a player and their bot account would play the same deals at two "
        "tables.",
        access=MANAGE,
        request=PublishRequest,
        answers={200: RoundAnswer},
        idempotent=True,
        versioned=True,
        tags=ROUND_TAGS,
    )
    def post(self, request: Request, round_id: str) -> HttpResponse:
        body = self.body(PublishRequest)
        return answer_once(
            request,
            lambda: self.change(
                request,
                round_publish,
                starts_at=body["starts_at"],
                without_late=body["late"] == NEXT_ROUND,
            ),
        )


class RoundClose(OneRound):
    @operation(
        "rounds_close",
        summary="Close a round",
        description="409 `results_missing` with `facts.tables`; `winner_missing` for a tie in a "
        "knockout; `deals_at_play` while a table plays deals that others share; `wrong_state`.",
        access=MANAGE,
        request=EmptyRequest,
        answers={200: RoundAnswer},
        idempotent=True,
        versioned=True,
        tags=ROUND_TAGS,
    )
    def post(self, request: Request, round_id: str) -> HttpResponse:
        self.body(EmptyRequest)
        return answer_once(request, lambda: self.change(request, round_close))


urlpatterns = [
    path("tournaments/<str:tournament_id>/rounds", Rounds.as_view()),
    path("rounds/<str:round_id>", RoundDetail.as_view()),
    path("rounds/<str:round_id>/tables/<str:number>", RoundTable.as_view()),
    path("rounds/<str:round_id>/redraw", RoundRedraw.as_view()),
    path("rounds/<str:round_id>/publish", RoundPublish.as_view()),
    path("rounds/<str:round_id>/close", RoundClose.as_view()),
]
