"""Rounds in which all tables play the same deals: stirred, opened, compared."""

from collections.abc import Sequence
from typing import Annotated, Any, TypedDict

from rest_framework import serializers

from games.services.deal_sets import ENTROPY_BYTES
from samba_service.kit import strict
from samba_service.kit.answers import Whole, answer_of
from samba_service.kit.schema import operation
from tournaments.api.base import MANAGE, READ, RoundApiView
from tournaments.api.rounds import OneRound, RoundAnswer, Shown
from tournaments.api.schemas import EntryRefAnswer, ReasonRequest
from tournaments.engine.crosstable import TRIMMED_FROM
from tournaments.selectors.comparison import Comparison, round_compared
from tournaments.services.rounds import round_add_entropy, round_deals_reveal

TAGS = ("rounds",)


class StirRequest(strict.Serializer):
    value = strict.CharField(
        required=False, min_length=2, max_length=2 * ENTROPY_BYTES,
        help_text=f"1 to {ENTROPY_BYTES} bytes in hex",
    )  # fmt: skip
    phrase = strict.CharField(
        required=False, max_length=ENTROPY_BYTES, trim_whitespace=False,
        help_text=f"Or words or dice, at most {ENTROPY_BYTES} bytes of UTF-8",
    )  # fmt: skip

    def validate_value(self, value: str) -> bytes:
        """Hex, whole bytes."""
        if len(value) % 2 or not set(value) <= set("0123456789abcdefABCDEF"):
            raise serializers.ValidationError(f"1 to {ENTROPY_BYTES} bytes in hex.")
        return bytes.fromhex(value)

    def validate_phrase(self, phrase: str) -> bytes:
        """Short enough in bytes, too."""
        value = phrase.encode()
        if len(value) > ENTROPY_BYTES:
            raise serializers.ValidationError(f"At most {ENTROPY_BYTES} bytes of UTF-8.")
        return value

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two, as `value`."""
        if len(attrs) != 1:
            raise serializers.ValidationError("Either value or phrase.")
        return {"value": next(iter(attrs.values()))}


class ComparedRowAnswer(TypedDict):
    table: Whole
    points: Annotated[Sequence[int], "By side"]
    difference: Annotated[Sequence[int], "From the datum, by side"]


class ComparedHandAnswer(TypedDict):
    number: Whole
    datum: Annotated[int, "What side 0 makes of the deal more than side 1, on the average"]
    tables: list[ComparedRowAnswer]


class ComparedSideAnswer(TypedDict):
    table: Whole
    side: Whole
    entries: list[EntryRefAnswer]
    points: int
    difference: Annotated[int, "Of all hands"]


class ComparisonAnswer(TypedDict):
    trimmed_from: Annotated[Whole, "Tables from which on the two extremes are left out of a datum"]
    hands: list[ComparedHandAnswer]
    sides: list[ComparedSideAnswer]


def comparison_view(compared: Comparison) -> ComparisonAnswer:
    """What each table made of the deals that all played."""
    hands = [answer_of(ComparedHandAnswer, hand, tables=hand.rows) for hand in compared.hands]
    return answer_of(
        ComparisonAnswer, compared, trimmed_from=TRIMMED_FROM, hands=hands, sides=compared.sums
    )


class RoundEntropy(OneRound, at="rounds/{round_id}/entropy"):
    @operation("rounds_entropy_add", MANAGE, RoundAnswer, request=StirRequest)
    def post(self, body: Any) -> Shown:
        """Stir the deals that all tables will play.

        A phrase or dice, public and on record, until the round is published. 409 `deals_not_shared`
        where every table plays its own deals, `too_much_entropy` after 16, `wrong_state`.
        """
        return self.change(round_add_entropy, value=body["value"])


class RoundOpenDeals(OneRound, at="rounds/{round_id}/open-deals"):
    @operation("rounds_open_deals", MANAGE, RoundAnswer, request=ReasonRequest)
    def post(self, body: Any) -> Shown:
        """Open the deals before the last table has ended.

        For a table that will not end. The reason is on the club's record; changes nothing once all
        have ended. 403 `own_deals` for a director whose own table is at play; 409
        `deals_not_shared`, and `wrong_state` before the publication.
        """
        return self.change(round_deals_reveal, reason=body["reason"])


class RoundComparison(RoundApiView, at="rounds/{round_id}/comparison"):
    @operation("rounds_comparison", READ, ComparisonAnswer, refusals=(409,))
    def get(self) -> ComparisonAnswer:
        """Compare tables that played the same deals.

        The datum of a hand is the mean of what side 0 made more than side 1 at each table, without
        the extremes from `trimmed_from` tables on, to the nearest point, halves up; each side has
        its distance from it. Standings do not depend on it. Tables whose result has no hands are
        left out. 409 `deals_not_yet` before the last table has ended, `deals_not_shared`.
        """
        return comparison_view(round_compared(self.round))
