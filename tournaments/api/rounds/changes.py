"""What a director changes in a published round, and what all tables share of its deals."""

from django.http import HttpResponse
from django.urls import path
from rest_framework.request import Request

from samba_service.kit.http import json_response
from samba_service.kit.idempotency import answer_once
from samba_service.kit.schema import operation
from tournaments.api.base import MANAGE, READ, RoundApiView
from tournaments.api.rounds.schemas import (
    ComparedHandAnswer,
    ComparedSideAnswer,
    ComparisonAnswer,
    CorrectionsRequest,
    RoundAnswer,
    StirRequest,
)
from tournaments.api.rounds.views import ROUND_TAGS, OneRound
from tournaments.api.schemas import ReasonRequest, UndoRequest, entry_ref
from tournaments.engine.duplicate import TRIMMED_FROM, HandCompared
from tournaments.selectors.tables import SideSum, round_compared
from tournaments.services.publication import round_unpublish
from tournaments.services.reseating import round_correct
from tournaments.services.rounds import round_add_entropy, round_deals_reveal, round_reopen


class RoundUnpublish(OneRound):
    @operation(
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
        reason = self.body(UndoRequest).get("reason", "")
        return answer_once(request, lambda: self.change(request, round_unpublish, reason=reason))


class RoundReopen(OneRound):
    @operation(
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
        reason = self.body(UndoRequest).get("reason", "")
        return answer_once(request, lambda: self.change(request, round_reopen, reason=reason))


class RoundCorrections(OneRound):
    @operation(
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
        tables, reason = body["tables"], body["reason"]
        return answer_once(
            request, lambda: self.change(request, round_correct, tables=tables, reason=reason)
        )


class RoundEntropy(OneRound):
    @operation(
        "rounds_entropy_add",
        summary="Stir the deals that all tables will play",
        description="A phrase or dice, public and on record, until the round is published. 409 "
        "`deals_not_shared` where every table plays its own deals, `too_much_entropy` after 16, "
        "`wrong_state`.",
        access=MANAGE,
        request=StirRequest,
        answers={200: RoundAnswer},
        idempotent=True,
        versioned=True,
        tags=ROUND_TAGS,
    )
    def post(self, request: Request, round_id: str) -> HttpResponse:
        value = self.body(StirRequest)["value"]
        return answer_once(request, lambda: self.change(request, round_add_entropy, value=value))


class RoundOpenDeals(OneRound):
    @operation(
        "rounds_open_deals",
        summary="Open the deals before the last table has ended",
        description="For a table that will not end. The reason is on the club's record; changes "
        "nothing once all have ended. 403 `own_deals` for a director whose own table is at play; "
        "409 `deals_not_shared`, and `wrong_state` before the publication.",
        access=MANAGE,
        request=ReasonRequest,
        answers={200: RoundAnswer},
        idempotent=True,
        versioned=True,
        tags=ROUND_TAGS,
    )
    def post(self, request: Request, round_id: str) -> HttpResponse:
        reason = self.body(ReasonRequest)["reason"]
        return answer_once(request, lambda: self.change(request, round_deals_reveal, reason=reason))


class RoundComparison(RoundApiView):
    @operation(
        "rounds_comparison",
        summary="Compare tables that played the same deals",
        description="Of every hand the datum, which is the mean of what side 0 made more than "
        "side 1 at each table, without the highest and the lowest from `trimmed_from` tables on, "
        "to the nearest point, halves up; and how far each side is from it. A report: standings "
        "go by each table's own margin. Tables whose result has no hands are left out. 409 "
        "`deals_not_yet` before the last table has ended, `deals_not_shared`.",
        access=READ,
        answers={200: ComparisonAnswer},
        refusals=(409,),
        tags=ROUND_TAGS,
    )
    def get(self, request: Request, round_id: str) -> HttpResponse:
        compared = round_compared(self.round)
        answer: ComparisonAnswer = {
            "trimmed_from": TRIMMED_FROM,
            "hands": [_hand(hand) for hand in compared.hands],
            "sides": [_side(each) for each in compared.sums],
        }
        return json_response(answer)


def _hand(hand: HandCompared) -> ComparedHandAnswer:
    return {
        "number": hand.number,
        "datum": hand.datum,
        "tables": [
            {"table": row.table, "points": row.points, "difference": row.difference}
            for row in hand.rows
        ],
    }


def _side(each: SideSum) -> ComparedSideAnswer:
    return {
        "table": each.table,
        "side": each.side,
        "entries": [entry_ref(entry) for entry in each.entries],
        "points": each.points,
        "difference": each.difference,
    }


urlpatterns = [
    path("rounds/<str:round_id>/unpublish", RoundUnpublish.as_view()),
    path("rounds/<str:round_id>/reopen", RoundReopen.as_view()),
    path("rounds/<str:round_id>/corrections", RoundCorrections.as_view()),
    path("rounds/<str:round_id>/entropy", RoundEntropy.as_view()),
    path("rounds/<str:round_id>/open-deals", RoundOpenDeals.as_view()),
    path("rounds/<str:round_id>/comparison", RoundComparison.as_view()),
]
