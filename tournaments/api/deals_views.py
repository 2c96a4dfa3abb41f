"""Deals that all tables of a round play: stirring them, opening them, comparing what was made."""

from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from samba_service.http import json_response
from samba_service.idempotency import answer_once
from tournaments.api.answers import entry_ref
from tournaments.api.base import MANAGE, READ, RoundApiView
from tournaments.api.examples import played_operation
from tournaments.api.requests import ReasonRequest, StirRequest
from tournaments.api.rounds_views import ROUND_TAGS, OneRound
from tournaments.api.serializers import ComparisonAnswer
from tournaments.api.tables_serializers import RoundAnswer
from tournaments.engine.scoring.duplicate import TRIMMED_FROM, HandCompared
from tournaments.selectors.comparison import SideSum, round_compared
from tournaments.services.deals import round_deals_open, round_stir


class RoundEntropy(OneRound):
    @played_operation(
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
        return answer_once(request, lambda: self.change(request, round_stir, value=value))


class RoundOpenDeals(OneRound):
    @played_operation(
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
        return answer_once(request, lambda: self.change(request, round_deals_open, reason=reason))


class RoundComparison(RoundApiView):
    @played_operation(
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
        return json_response(
            {
                "trimmed_from": TRIMMED_FROM,
                "hands": [_hand(hand) for hand in compared.hands],
                "sides": [_side(each) for each in compared.sums],
            }
        )


def _hand(hand: HandCompared) -> dict[str, Any]:
    rows = [row._asdict() for row in hand.rows]
    return {"number": hand.number, "datum": hand.datum, "tables": rows}


def _side(each: SideSum) -> dict[str, Any]:
    return {**each._asdict(), "entries": [entry_ref(entry) for entry in each.entries]}
