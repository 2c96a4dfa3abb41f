"""The score pad: what was counted at any table."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict

from rest_framework import serializers

from games.api.answers import RulesetRefAnswer
from games.api.base import GamesApiView
from games.api.terms import RulesetField
from games.engine.answers import SideScoreAnswer, Whole
from games.engine.codec import score_out
from games.engine.pad import (
    Pad,
    Unit,
    hands_in,
    keep_score,
    seats_for,
    settlement,
    sheet_fields,
)
from games.engine.rulesets import Rules, sha256
from games.errors import SeatsNotAllowed
from games.selectors.rulesets import ruleset_resolve
from samba_service.kit import strict
from samba_service.kit.access import ANONYMOUS
from samba_service.kit.answers import answer_of
from samba_service.kit.schema import operation

TAGS = ("scoring",)

MAX_HANDS = 100
"""Of one sheet; it has to fit an ordinary body too."""

MAX_SIDES = 8

MAX_POINTS = 100_000
"""Of one line, one total; and ten times as many of a game."""

IN_HAND = "Counted as the ruleset's penalty is: by player, or by card"


def points(**options: Any) -> strict.IntegerField:
    """Points on a line of a sheet."""
    limits = {"min_value": -MAX_POINTS, "max_value": MAX_POINTS}
    return strict.IntegerField(**limits | options)


def count(**options: Any) -> strict.IntegerField:
    """How many of something; 0 if it is left out."""
    return strict.IntegerField(required=False, min_value=0, max_value=500, **options)


class CanastaCounts(strict.Serializer):
    """Canastas by kind, as the ruleset has them."""

    natural_canastas = count()
    mixed_canastas = count()
    sambas = count()
    black_sambas = count()
    wild_canastas = count()
    sevens_canastas = count()
    threes_canastas = count()


class SheetCounts(CanastaCounts):
    """What earns a bonus by the piece."""

    red_threes = count(help_text="On the table")


class SheetCorrection(strict.Serializer):
    """Points for a reason; those of a penalty are below 0."""

    points = points()
    reason = strict.CharField(max_length=200)


def corrections() -> serializers.ListField:
    """A few of them, or none."""
    return serializers.ListField(child=SheetCorrection(), required=False, max_length=20)


class SideSheet(strict.Serializer):
    """What a side counted, or its `total`; where it says both they must agree."""

    side = strict.IntegerField(min_value=0, max_value=MAX_SIDES - 1)
    counts = SheetCounts(required=False)
    melded_cards = points(required=False, min_value=0, help_text="Points, without any bonus")
    hand_cards = points(
        required=False, min_value=0, help_text="Points, without threes that are counted apart"
    )
    red_threes_in_hand = count(help_text=IN_HAND)
    black_threes_in_hand = count(help_text="Where the ruleset has a penalty for them")
    penalties = corrections()
    adjustments = corrections()
    debt_dismantled = CanastaCounts(
        required=False, help_text="Canastas that debt brought down, which `counts` has as well"
    )
    total = points(required=False)


class HandSheet(strict.Serializer):
    """One hand, every side once."""

    went_out = strict.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MAX_SIDES - 1,
        help_text="The side whose player went out; null for nobody",
    )
    sides = serializers.ListField(child=SideSheet(), max_length=MAX_SIDES)


def hand_sheets(**options: Any) -> serializers.ListField:
    """The hands of a game, in order; `games.engine.pad.hands_in` reads what is validated."""
    return serializers.ListField(child=HandSheet(), max_length=MAX_HANDS, **options)


class StakeRequest(strict.Serializer):
    cents_per_100 = strict.IntegerField(min_value=0, max_value=1_000_000)


class ScoringRequest(strict.Serializer):
    ruleset = RulesetField()
    seats = strict.IntegerField(
        required=False,
        min_value=2,
        max_value=MAX_SIDES,
        help_text="Left out: the table of four, or else the smallest, with this number of sides",
    )
    scores = serializers.ListField(
        child=points(min_value=-10 * MAX_POINTS, max_value=10 * MAX_POINTS),
        required=False,
        max_length=MAX_SIDES,
        help_text="By side, at the start; left out: 0",
    )
    stake = StakeRequest(required=False, allow_null=True)
    hands = hand_sheets()


class PadHand(TypedDict):
    number: Whole
    score: list[SideScoreAnswer]
    totals: Annotated[Sequence[int], "After the hand."]


class SheetFieldAnswer(TypedDict):
    """A number that a side may write down in this ruleset."""

    path: Annotated[str, "In the sheet of a side, such as `counts.sambas`."]
    unit: Annotated[str, ("enum", tuple(Unit)), "What the number counts."]
    each: Annotated[
        int | None, "Points for one; null for points of cards, and where other fields decide."
    ]


class Settlement(TypedDict):
    side: Whole
    cents: int


class ScoringAnswer(TypedDict):
    """A game as far as it is written down."""

    ruleset: RulesetRefAnswer
    seats: Whole
    hands: list[PadHand]
    totals: Sequence[int]
    behind: Annotated[Sequence[int], "By side, the points behind the highest total."]
    next_minimum: Annotated[Sequence[int], "What the first melds of the next hand must be worth."]
    over: bool
    end: Annotated[str, ("enum", ("target", "hand_limit"))] | None
    winner: Whole | None
    draw: bool
    settlement: Annotated[list[Settlement] | None, "Null without a stake."]
    fields: Annotated[list[SheetFieldAnswer], "What an entry form asks of a side, in order."]


_USUAL_SIDES = 2


class Scoring(GamesApiView, at="scoring"):
    @operation(
        "scoring_count",
        ANONYMOUS,
        ScoringAnswer,
        request=ScoringRequest,
        refusals=(422,),
        idempotent=False,
    )
    def post(self, body: Any) -> ScoringAnswer:
        """Count score sheets.

        What was counted at any table, hand after hand: the lines of each score, totals, what the
        next hand needs, who has won, and at a `stake` who owes whom. A side gives counts and card
        points, or its `total`, or both. Without `seats`, `scores`, or else the sides of the first
        hand, say how many sides there are. Hands after the end of the game count like others. Each
        side settles with every other, in whole cents, half a cent up; all cents add up to 0.
        `fields` has what an entry form asks of each side; penalties, adjustments and `total` are
        possible in every ruleset. Nothing is kept. 422 `not_a_multiple_of_five` and
        `sheet_does_not_add_up` name every line at fault in `errors`, 422 `seats_not_allowed` the
        table sizes in `facts.allowed`.
        """
        rules = ruleset_resolve(body["ruleset"])
        seats = _seats(body, rules)
        scores = body.get("scores", ())
        pad = keep_score(rules, seats=seats, hands=hands_in(body["hands"]), scores=scores)
        return scoring_answer(pad, rules, seats, body.get("stake"))


def _seats(body: Mapping[str, Any], rules: Rules) -> int:
    """The table size that the body says, or that its number of sides lets one suppose."""
    seats: int | None = body.get("seats")
    if seats is None:
        first = body["hands"][0]["sides"] if body["hands"] else ()
        return seats_for(rules, len(body.get("scores", ())) or len(first) or _USUAL_SIDES)
    if seats not in rules.seating.players:
        raise SeatsNotAllowed(allowed=list(rules.seating.players))
    return seats


def scoring_answer(
    pad: Pad, rules: Rules, seats: int, stake: Mapping[str, int] | None
) -> ScoringAnswer:
    """What a pad comes to, for a table of `seats`."""
    cents = () if stake is None else settlement(pad.totals, stake["cents_per_100"])
    settled = [{"side": side, "cents": each} for side, each in enumerate(cents)]
    return answer_of(
        ScoringAnswer,
        pad,
        ruleset=answer_of(RulesetRefAnswer, rules, sha256=sha256(rules)),
        seats=seats,
        hands=[answer_of(PadHand, hand, score=score_out(hand.score)) for hand in pad.hands],
        over=pad.end is not None,
        settlement=None if stake is None else settled,
        fields=[answer_of(SheetFieldAnswer, each) for each in sheet_fields(rules, seats)],
    )
