"""Requests and answers of tables, score sheets and what a director decides."""

from typing import Any

from rest_framework import serializers

from games.api.schemas import by_side, whole
from games.api.scoring.schemas import HandSheet, SheetCorrection, SideSheet, hand_sheets
from samba_service.accounts.api.schemas import PlayerRefAnswer
from samba_service.kit.answer_schema import AnswerField
from samba_service.kit.serializers import (
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictSerializer,
    StrictUUIDField,
)
from tournaments.api.schemas import (
    ROUND_STATES,
    TABLE_VENUES,
    Answer,
    EntryRefAnswer,
    TableSideAnswer,
    WhyAnswer,
    reason,
    score,
    values,
)
from tournaments.engine.results import End, Kind, Status

KINDS, ENDS, STATUSES = values(Kind), values(End), values(Status)

PLAYED = ["played", "unfinished"]


def played_end() -> StrictChoiceField:
    """How a sheet ends."""
    return StrictChoiceField(
        PLAYED, required=False, default="played",
        help_text="`unfinished`: fewer hands than planned; the points stand as they are",
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


class ResultAuthorAnswer(Answer):
    player = AnswerField(PlayerRefAnswer)
    side = whole(allow_null=True, help_text="Null: does not sit there")
    director = serializers.BooleanField()


class SheetCorrectionAnswer(SheetCorrection):
    """Points for a reason."""

    reason = StrictCharField(allow_null=True, help_text="For members of the club")


class SideSheetAnswer(SideSheet):
    """What a side counted."""

    penalties = serializers.ListField(child=SheetCorrectionAnswer(), required=False)
    adjustments = serializers.ListField(child=SheetCorrectionAnswer(), required=False)


class HandSheetAnswer(HandSheet):
    """One hand, every side once."""

    sides = serializers.ListField(child=SideSheetAnswer())


class TableResultAnswer(Answer):
    """One version of what came of a table. Lists are by side."""

    id = serializers.UUIDField(help_text="Of the sheet, to confirm or dispute it by")
    version = whole(help_text="Of the tournament")
    at = serializers.DateTimeField()
    kind = serializers.ChoiceField(KINDS)
    status = serializers.ChoiceField(STATUSES)
    end = serializers.ChoiceField(ENDS)
    by = ResultAuthorAnswer(allow_null=True, help_text="Null: the online game")
    reason = serializers.CharField(allow_null=True)
    points = by_side(allow_null=True)
    award = by_side(allow_null=True, help_text="Of a forfeit or an award")
    scores = by_side(allow_null=True, help_text="In the unit of the scoring; null where void")
    winner = whole(allow_null=True)
    sambas = by_side(allow_null=True)
    hands = HandSheetAnswer(many=True, allow_null=True)


class DrawnTableAnswer(Answer):
    id = serializers.UUIDField()
    number = whole()
    venue = serializers.ChoiceField(TABLE_VENUES)
    game = serializers.UUIDField(allow_null=True)
    slot = whole(allow_null=True)
    place = serializers.BooleanField(help_text="The match for third place")
    dealer = whole(help_text="The seat that deals first")
    start_scores = serializers.ListField(child=whole(), allow_null=True)
    sides = TableSideAnswer(many=True)
    locked = serializers.BooleanField()
    why = WhyAnswer()


class TableAnswer(DrawnTableAnswer):
    """A table and the result that stands, which counts once it is confirmed."""

    result = TableResultAnswer(
        allow_null=True, help_text="Null too where other tables still play the same deals"
    )


class RoundRefAnswer(Answer):
    id = serializers.UUIDField()
    number = whole()
    state = serializers.ChoiceField(ROUND_STATES)


class TableHistoryAnswer(TableAnswer):
    round = RoundRefAnswer()
    version = whole(help_text="Of the tournament")
    versions = TableResultAnswer(many=True, help_text="All of them; the last is `result`")


class ScoreSheetAnswer(Answer):
    id = serializers.UUIDField()
    version = whole(help_text="Of the tournament")
    status = serializers.ChoiceField(STATUSES)
    points = by_side()
    next_minimum = by_side(
        allow_null=True, help_text="For a further hand; null of a dispute without hands"
    )


class AdjustmentAnswer(Answer):
    id = serializers.UUIDField()
    version = whole(help_text="Of the tournament")
    entry = EntryRefAnswer()
    score = serializers.IntegerField()
    reason = serializers.CharField()
    by = AnswerField(PlayerRefAnswer, allow_null=True)


class OwnByeAnswer(Answer):
    slot = whole(allow_null=True)
    why = WhyAnswer()


class OwnTableAnswer(Answer):
    """The last published round, as the caller has it."""

    entry = EntryRefAnswer()
    round = RoundRefAnswer(allow_null=True, help_text="Null before the first")
    table = TableAnswer(allow_null=True)
    seat = whole(allow_null=True)
    side = whole(allow_null=True)
    partners = serializers.ListField(child=AnswerField(PlayerRefAnswer))
    opponents = serializers.ListField(child=AnswerField(PlayerRefAnswer))
    next_minimum = by_side(allow_null=True, help_text="By the sheet so far")
    bye = OwnByeAnswer(allow_null=True, help_text="A bye or a sit-out")
    next = RoundRefAnswer(allow_null=True, help_text="A round that is not published yet")
