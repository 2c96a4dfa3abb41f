"""The score pad: what was counted at any table."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from games.api.base import GamesApiView
from games.api.examples import played_operation
from games.api.scoring.schemas import ScoringAnswer, ScoringRequest
from games.engine.codec import score_out
from games.engine.pad import Pad, hands_in, keep_score, seats_for, settlement
from games.engine.rulesets import Rules, sha256
from games.errors import SeatsNotAllowed
from games.selectors.rulesets import ruleset_resolve
from samba_service.kit.access import ANONYMOUS
from samba_service.kit.http import json_response

_USUAL_SIDES = 2


class Scoring(GamesApiView):
    @played_operation(
        "scoring_count",
        summary="Count score sheets",
        description="What was counted at any table, hand after hand: the lines of each score, "
        "totals, what the next hand needs, who has won, and at a `stake` who owes whom. A side "
        "tells counts and card points, or its `total`, or both. Where `seats` is left out, "
        "`scores`, or else the sides of the first hand, say how many sides there are. Hands after "
        "the end of the game count like others. Each side settles with every other, in whole "
        "cents, half a cent up; all cents add up to 0. Nothing is kept. 422 "
        "`not_a_multiple_of_five` and `sheet_does_not_add_up` name every line at fault in "
        "`errors`, 422 `seats_not_allowed` the table sizes in `facts.allowed`.",
        access=ANONYMOUS,
        request=ScoringRequest,
        answers={200: ScoringAnswer},
        refusals=(422,),
        tags=("scoring",),
    )
    def post(self, request: Request) -> HttpResponse:
        body = self.body(ScoringRequest)
        rules = ruleset_resolve(body["ruleset"])
        seats = _seats(body, rules)
        scores = body.get("scores", ())
        pad = keep_score(rules, seats=seats, hands=hands_in(body["hands"]), scores=scores)
        return json_response(_told(pad, rules, seats, body.get("stake")))


def _seats(body: Mapping[str, Any], rules: Rules) -> int:
    """The table size that the body says, or that its number of sides lets one suppose."""
    seats: int | None = body.get("seats")
    if seats is None:
        first = body["hands"][0]["sides"] if body["hands"] else ()
        return seats_for(rules, len(body.get("scores", ())) or len(first) or _USUAL_SIDES)
    if seats not in rules.seating.players:
        raise SeatsNotAllowed(allowed=list(rules.seating.players))
    return seats


def _told(pad: Pad, rules: Rules, seats: int, stake: Mapping[str, int] | None) -> ScoringAnswer:
    cents = None if stake is None else settlement(pad.totals, stake["cents_per_100"])
    return {
        "ruleset": {"slug": rules.slug, "version": rules.version, "sha256": sha256(rules)},
        "seats": seats,
        "hands": [
            {"number": hand.number, "score": score_out(hand.score), "totals": hand.totals}
            for hand in pad.hands
        ],
        "totals": pad.totals,
        "next_minimum": pad.next_minimum,
        "over": pad.end is not None,
        "end": pad.end,
        "winner": pad.winner,
        "draw": pad.draw,
        "settlement": None
        if cents is None
        else [{"side": side, "cents": each} for side, each in enumerate(cents)],
    }
