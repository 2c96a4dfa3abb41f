"""Requests and answers of rounds."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework import serializers

from games.api.schemas import whole
from games.selectors.deal_sets import DealSetState, deal_set_get
from games.services.deal_sets import ENTROPY_BYTES
from samba_service.kit.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictSerializer,
    StrictUUIDField,
)
from tournaments.api.schemas import (
    METHODS,
    NEXT_ROUND,
    ROUND_STATES,
    TABLE_VENUES,
    Answer,
    DrawErrorAnswer,
    EntryRefAnswer,
    Json,
    LockAnswer,
    WarningAnswer,
    WhyAnswer,
    entry_ref,
    reason,
    why_view,
)
from tournaments.api.tables.answers import round_tables_view
from tournaments.api.tables.schemas import TableAnswer
from tournaments.engine.draws import Reason
from tournaments.engine.reason_texts import Names, reason_text
from tournaments.models import Assignment, Round
from tournaments.readers import reason_shown
from tournaments.selectors.load import names_of
from tournaments.selectors.rounds import byes_of

START_WITHIN = timedelta(days=366)

_CLOCKS = "Clocks come later: null"


class TablePatch(StrictSerializer):
    sides = serializers.ListField(
        child=serializers.ListField(child=StrictUUIDField(), min_length=1, max_length=3),
        required=False, min_length=2, max_length=8, help_text="Entries, side by side",
    )  # fmt: skip
    locked = StrictBooleanField(required=False, help_text="Whether a redraw keeps the table")
    venue = StrictChoiceField(TABLE_VENUES, required=False)
    override = StrictBooleanField(required=False, help_text="Although they are not to meet")
    reason = reason(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Something to change, and a reason where it goes against the rules."""
        if not attrs.keys() & {"sides", "locked", "venue"}:
            raise serializers.ValidationError("Name what to change: sides, locked or venue.")
        return attrs


class CorrectedTable(StrictSerializer):
    number = StrictIntegerField(min_value=1, max_value=1000)
    sides = serializers.ListField(
        child=serializers.ListField(child=StrictUUIDField(), min_length=1, max_length=3),
        min_length=2, max_length=8, help_text="Who really sat there: entries, side by side",
    )  # fmt: skip


class CorrectionsRequest(StrictSerializer):
    tables = serializers.ListField(
        child=CorrectedTable(), min_length=1, max_length=500,
        help_text="All tables concerned, in one call",
    )  # fmt: skip
    reason = reason()


class ByePatch(StrictSerializer):
    entry = StrictUUIDField()
    locked = StrictBooleanField()


class RoundPatch(StrictSerializer):
    byes = serializers.ListField(child=ByePatch(), min_length=1, max_length=50)


class StirRequest(StrictSerializer):
    value = StrictCharField(
        required=False, min_length=2, max_length=2 * ENTROPY_BYTES,
        help_text=f"1 to {ENTROPY_BYTES} bytes in hex",
    )  # fmt: skip
    phrase = StrictCharField(
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


class PublishRequest(StrictSerializer):
    late = StrictChoiceField(
        [NEXT_ROUND], required=False, allow_null=True, default=None,
        help_text="Publish although somebody came since the draw: they play from the next round on",
    )  # fmt: skip
    starts_at = serializers.DateTimeField(
        required=False, allow_null=True, default=None,
        help_text="When online tables are dealt, within a year; null: at once",
    )  # fmt: skip

    def validate_starts_at(self, starts_at: datetime | None) -> datetime | None:
        """Far enough from the end of all dates."""
        if starts_at is not None and starts_at > timezone.now() + START_WITHIN:
            raise serializers.ValidationError("Within a year.")
        return starts_at


class ByeAnswer(Answer):
    entry = EntryRefAnswer()
    slot = whole(allow_null=True)
    locked = serializers.BooleanField()
    why = WhyAnswer()


class RoundSummaryAnswer(Answer):
    id = serializers.UUIDField()
    number = whole()
    state = serializers.ChoiceField(ROUND_STATES)
    method = serializers.ChoiceField(METHODS, allow_null=True)
    starts_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True, help_text="Of rounds by time")
    error = DrawErrorAnswer(
        allow_null=True,
        help_text="Why no draw could be made; `draw_failed`: by an error of the service",
    )


class SharedDealsAnswer(Answer):
    """Deals that all tables of a round play."""

    commitments = serializers.ListField(
        child=serializers.CharField(), help_text="By hand, in hex; promised before the draw"
    )
    entropy = serializers.ListField(
        child=serializers.CharField(), help_text="What the director stirred in, in hex"
    )
    open = serializers.BooleanField(help_text="Whether the deals are shown")


class ComparedRowAnswer(Answer):
    table = whole()
    points = serializers.ListField(child=serializers.IntegerField(), help_text="By side")
    difference = serializers.ListField(
        child=serializers.IntegerField(), help_text="From the datum, by side"
    )


class ComparedHandAnswer(Answer):
    number = whole()
    datum = serializers.IntegerField(
        help_text="What side 0 makes of the deal more than side 1, on the average"
    )
    tables = ComparedRowAnswer(many=True)


class ComparedSideAnswer(Answer):
    table = whole()
    side = whole()
    entries = EntryRefAnswer(many=True)
    points = serializers.IntegerField()
    difference = serializers.IntegerField(help_text="Of all hands")


class ComparisonAnswer(Answer):
    trimmed_from = whole(help_text="Tables from which on the two extremes are left out of a datum")
    hands = ComparedHandAnswer(many=True)
    sides = ComparedSideAnswer(many=True)


def round_summary(round_: Round) -> Json:
    """A round where a list of them is shown."""
    return {
        "id": round_.id,
        "number": round_.number,
        "state": round_.state,
        "method": round_.method or None,
        "starts_at": round_.starts_at,
        "ends_at": round_.ends_at,
        "error": round_.error,
    }


def round_view(
    round_: Round,
    viewer: UUID | None,
    warnings: Sequence[Reason] = (),
    *,
    directing: bool,
) -> Json:
    """A round of `rounds_seen` as the viewer may see it; in a draft, who would sit there now.

    `warnings` are of what the viewer has just done.
    """
    names = names_of(round_.tournament_id)
    return {
        **round_summary(round_),
        "tournament": round_.tournament_id,
        "version": round_.tournament.version,
        "tables": round_tables_view(round_, viewer, names, directing=directing),
        "byes": [_bye(each, names) for each in byes_of(round_)],
        "locks": [_lock(each) for each in round_.locks],
        "warnings": [_warning(each, names) for each in warnings],
        "deals": round_.deal_set_id and _deals(deal_set_get(round_.deal_set_id)),
    }


def _warning(warning: Reason, names: Names) -> Json:
    return {
        "code": warning.code,
        "facts": warning.facts,
        "text": reason_text(warning, names),
    }


def _bye(bye: Assignment, names: Names) -> Json:
    return {
        "entry": entry_ref(bye.entry),
        "slot": bye.slot,
        "locked": bye.locked,
        "why": why_view(bye, names),
    }


def _lock(stored: Json) -> Json:
    reason = reason_shown(stored["reason"])
    return {"after_publication": False} | stored | {"reason": reason}


def _deals(shared: DealSetState) -> Json:
    """What everybody may know of the deals that all tables play."""
    return {
        "commitments": shared.commitments,
        "entropy": shared.entropy,
        "open": shared.open,
    }


class RoundAnswer(RoundSummaryAnswer):
    tournament = serializers.UUIDField()
    version = whole(help_text="Of the tournament")
    tables = TableAnswer(many=True)
    byes = ByeAnswer(many=True)
    locks = LockAnswer(many=True)
    warnings = WarningAnswer(many=True, help_text="Of a change by hand; else none")
    deals = SharedDealsAnswer(allow_null=True, help_text="Null: every table plays its own")
