"""What a director undoes and corrects of a round that was published."""

from django.http import HttpResponse
from rest_framework.request import Request

from samba_service.idempotency import answer_once
from tournaments.api.base import MANAGE
from tournaments.api.examples import played_operation
from tournaments.api.requests import CorrectionsRequest, UndoRequest
from tournaments.api.rounds_views import ROUND_TAGS, OneRound
from tournaments.api.tables_serializers import RoundAnswer
from tournaments.services.republishing import round_reopen, round_unpublish
from tournaments.services.reseating import round_correct


class RoundUnpublish(OneRound):
    @played_operation(
        "rounds_unpublish",
        summary="Make a published round a draft again",
        description="As it was drafted, to be changed, drawn again or published. Online games of "
        "it end, and nobody plays their cards again: the round gets new deals. 409 "
        "`results_entered`, `hands_played`, `wrong_state`.",
        access=MANAGE,
        request=UndoRequest,
        answers={200: RoundAnswer},
        idempotent=True,
        versioned=True,
        tags=ROUND_TAGS,
    )
    def post(self, request: Request, round_id: str) -> HttpResponse:
        body = self.body(UndoRequest)
        return answer_once(request, lambda: self.change(request, round_unpublish, **body))


class RoundReopen(OneRound):
    @played_operation(
        "rounds_reopen",
        summary="Open a closed round again",
        description="A draft of the next round is dropped, to be asked for again. 409 "
        "`later_round_published`, `wrong_state`.",
        access=MANAGE,
        request=UndoRequest,
        answers={200: RoundAnswer},
        idempotent=True,
        versioned=True,
        tags=ROUND_TAGS,
    )
    def post(self, request: Request, round_id: str) -> HttpResponse:
        body = self.body(UndoRequest)
        return answer_once(request, lambda: self.change(request, round_reopen, **body))


class RoundCorrections(OneRound):
    @played_operation(
        "rounds_corrections_create",
        summary="Record who really sat at tables of a round",
        description="All tables concerned in one call. Results stay with their side, and count "
        "for those who sat there; who sat at none of the tables has the bye of who came to one. "
        "Each table is locked with `after_publication`; put back as it was drawn, it is not. No "
        "published round is drawn again for it; a draft has to be. 409 `tables_at_play`, "
        "`already_entered`, `wrong_state`.",
        access=MANAGE,
        request=CorrectionsRequest,
        answers={200: RoundAnswer},
        idempotent=True,
        versioned=True,
        tags=ROUND_TAGS,
    )
    def post(self, request: Request, round_id: str) -> HttpResponse:
        body = self.body(CorrectionsRequest)
        return answer_once(request, lambda: self.change(request, round_correct, **body))
