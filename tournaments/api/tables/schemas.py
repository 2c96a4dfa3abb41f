"""Requests and answers of tables, score sheets and what a director decides."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, NotRequired, TypedDict
from uuid import UUID

from rest_framework import serializers

from games.api.scoring import IN_HAND, hand_sheets
from samba_service.accounts.api.schemas import PlayerRefAnswer
from samba_service.kit.answers import Whole
from samba_service.kit.serializers import (
    StrictChoiceField,
    StrictIntegerField,
    StrictSerializer,
    StrictUUIDField,
)
from tournaments.api.schemas import (
    ROUND_STATES,
    TABLE_VENUES,
    EntryRefAnswer,
    TableSideAnswer,
    reason,
    score,
    values,
)
from tournaments.engine.bundle.document import WhyAnswer
from tournaments.engine.results import End, Kind, Status

KINDS, ENDS, STATUSES = values(Kind), values(End), values(Status)

PLAYED = ["played", "unfinished"]


def played_end() -> StrictChoiceField:
    """How a sheet ends."""
    return StrictChoiceField(
        PLAYED, required=False, default="played",
        help_text="`unfinished`: fewer hands than planned; the points count as they are",
    )  # fmt: skip


class ScoreSheetRequest(StrictSerializer):
    hands = hand_sheets()
    end = played_end()


class DisputeRequest(StrictSerializer):
    reason = reason()
    hands = hand_sheets(required=False, help_text="As one's own side has them")
    end = played_end()


class CorrectionRequest(StrictSerializer):
    """Either `hands`, or how the table ended without them."""

    reason = reason()
    hands = hand_sheets(required=False)
    end = StrictChoiceField(
        ENDS,
        required=False,
        help_text="`played` if it is left out; `void`: nobody scores, as if they had not met",
    )
    award = serializers.ListField(
        child=score(), required=False, min_length=2, max_length=8,
        help_text="By side, in the unit of the scoring",
    )  # fmt: skip
    winner = StrictIntegerField(
        required=False, allow_null=True, min_value=0, max_value=7,
        help_text="A side; left out: the one with the highest award",
    )  # fmt: skip

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """What belongs together is there, and nothing else."""
        end = attrs.setdefault("end", "played")
        if end in PLAYED:
            if "hands" not in attrs:
                raise serializers.ValidationError({"hands": "Name the hands, or another end."})
            unfit, why = attrs.keys() & {"award", "winner"}, "The hands decide this."
        else:
            unfit, why = attrs.keys() & {"hands"}, f"A table that is {end} has none."
        if unfit:
            raise serializers.ValidationError(dict.fromkeys(sorted(unfit), why))
        return attrs


class AdjustmentRequest(StrictSerializer):
    entry = StrictUUIDField()
    score = score(help_text="In the unit of the scoring; below 0 for a penalty")
    reason = reason()


class ResultAuthorAnswer(TypedDict):
    player: PlayerRefAnswer
    side: Annotated[Whole | None, "Null: does not sit there"]
    director: bool


class CanastaCountsAnswer(TypedDict, total=False):
    """Canastas by kind, as the ruleset has them."""

    natural_canastas: Whole
    mixed_canastas: Whole
    sambas: Whole
    black_sambas: Whole
    wild_canastas: Whole
    sevens_canastas: Whole
    threes_canastas: Whole


class SheetCountsAnswer(CanastaCountsAnswer, total=False):
    """What earns a bonus by the piece."""

    red_threes: Annotated[Whole, "On the table"]


class SheetCorrectionAnswer(TypedDict):
    """Points for a reason."""

    points: int
    reason: Annotated[str | None, "For members of the club"]


class SideSheetAnswer(TypedDict):
    """What a side counted."""

    side: Whole
    counts: NotRequired[SheetCountsAnswer]
    melded_cards: NotRequired[Annotated[Whole, "Points, without any bonus"]]
    hand_cards: NotRequired[Annotated[Whole, "Points, without threes that are counted apart"]]
    red_threes_in_hand: NotRequired[Annotated[Whole, IN_HAND]]
    black_threes_in_hand: NotRequired[Annotated[Whole, "Where the ruleset has a penalty for them"]]
    penalties: NotRequired[list[SheetCorrectionAnswer]]
    adjustments: NotRequired[list[SheetCorrectionAnswer]]
    debt_dismantled: NotRequired[
        Annotated[
            CanastaCountsAnswer, "Canastas that debt brought down, which `counts` has as well"
        ]
    ]
    total: NotRequired[int]


class HandSheetAnswer(TypedDict):
    """One hand, every side once."""

    went_out: NotRequired[
        Annotated[Whole | None, "The side whose player went out; null for nobody"]
    ]
    sides: list[SideSheetAnswer]


class TableResultAnswer(TypedDict):
    """One version of what came of a table. Lists are by side."""

    id: Annotated[UUID, "Of the sheet, to confirm or dispute it by"]
    version: Annotated[Whole, "Of the tournament"]
    at: datetime
    kind: Annotated[str, ("enum", KINDS)]
    status: Annotated[str, ("enum", STATUSES)]
    end: Annotated[str, ("enum", ENDS)]
    by: Annotated[ResultAuthorAnswer | None, "Null: the online game"]
    reason: str | None
    points: list[int] | None
    award: Annotated[list[int] | None, "Of a forfeit or an award"]
    scores: Annotated[Sequence[int] | None, "In the unit of the scoring; null where void"]
    winner: Whole | None
    sambas: list[int] | None
    hands: Sequence[HandSheetAnswer] | None


class DrawnTableAnswer(TypedDict):
    id: UUID
    number: Whole
    venue: Annotated[str, ("enum", TABLE_VENUES)]
    game: UUID | None
    slot: Whole | None
    place: Annotated[bool, "The match for third place"]
    dealer: Annotated[Whole, "The seat that deals first"]
    start_scores: list[Whole] | None
    sides: list[TableSideAnswer]
    locked: bool
    why: WhyAnswer


class TableAnswer(DrawnTableAnswer):
    """A table and its latest result, which counts once it is confirmed."""

    result: Annotated[
        TableResultAnswer | None, "Null too where other tables still play the same deals"
    ]


class RoundRefAnswer(TypedDict):
    id: UUID
    number: Whole
    state: Annotated[str, ("enum", ROUND_STATES)]


class TableHistoryAnswer(TableAnswer):
    round: RoundRefAnswer
    version: Annotated[Whole, "Of the tournament"]
    versions: Annotated[list[TableResultAnswer], "All of them; the last is `result`"]


class ScoreSheetAnswer(TypedDict):
    id: UUID
    version: Annotated[Whole, "Of the tournament"]
    status: Annotated[str, ("enum", STATUSES)]
    points: Annotated[list[int] | None, "Null of a dispute without hands"]
    next_minimum: Annotated[list[int] | None, "For a further hand; null of a dispute without hands"]


class AdjustmentAnswer(TypedDict):
    id: UUID
    version: Annotated[Whole, "Of the tournament"]
    entry: EntryRefAnswer
    score: int
    reason: Annotated[str | None, "For members of the club"]
    by: PlayerRefAnswer | None


class OwnByeAnswer(TypedDict):
    slot: Whole | None
    why: WhyAnswer


class AtTableAnswer(TypedDict):
    table: TableAnswer | None
    seat: Whole | None
    side: Whole | None
    partners: list[PlayerRefAnswer]
    opponents: list[PlayerRefAnswer]
    next_minimum: Annotated[list[int] | None, "By the sheet so far"]


class OwnTableAnswer(AtTableAnswer):
    """The last published round, as the caller has it."""

    entry: EntryRefAnswer
    round: Annotated[RoundRefAnswer | None, "Null before the first"]
    bye: Annotated[OwnByeAnswer | None, "A bye or a sit-out"]
    next: Annotated[RoundRefAnswer | None, "A round that is not published yet"]
