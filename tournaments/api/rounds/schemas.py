"""Requests and answers of rounds."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, cast
from uuid import UUID

from django.utils import timezone
from rest_framework import serializers

from games.selectors.deal_sets import DealSetState, deal_set_get
from games.services.deal_sets import ENTROPY_BYTES
from samba_service.kit.answers import Whole
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
    DrawErrorAnswer,
    EntryRefAnswer,
    LockAnswer,
    WarningAnswer,
    entry_ref,
    reason,
    why_view,
)
from tournaments.api.tables.answers import round_tables_view
from tournaments.api.tables.schemas import TableAnswer
from tournaments.engine.bundle.document import WhyAnswer
from tournaments.engine.draws import Reason
from tournaments.engine.reason_texts import Names, reason_text
from tournaments.engine.results import TRIMMED_FROM
from tournaments.readers import reason_shown
from tournaments.selectors.load import names_of
from tournaments.selectors.rounds import Comparison, byes_of

if TYPE_CHECKING:
    from tournaments.models import Assignment, Round

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


class ByeAnswer(TypedDict):
    entry: EntryRefAnswer
    slot: Whole | None
    locked: bool
    why: WhyAnswer


class RoundSummaryAnswer(TypedDict):
    id: UUID
    number: Whole
    state: Annotated[str, ("enum", ROUND_STATES)]
    method: Annotated[str, ("enum", METHODS)] | None
    starts_at: datetime | None
    ends_at: Annotated[datetime | None, "Of rounds by time"]
    error: Annotated[
        DrawErrorAnswer | None,
        "Why no draw could be made; `draw_failed`: by an error of the service",
    ]


class SharedDealsAnswer(TypedDict):
    """Deals that all tables of a round play."""

    commitments: Annotated[list[str], "By hand, in hex; promised before the draw"]
    entropy: Annotated[list[str], "What the director stirred in, in hex"]
    open: Annotated[bool, "Whether the deals are shown"]


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


class RoundAnswer(RoundSummaryAnswer):
    tournament: UUID
    version: Annotated[Whole, "Of the tournament"]
    tables: list[TableAnswer]
    byes: list[ByeAnswer]
    locks: list[LockAnswer]
    warnings: Annotated[list[WarningAnswer], "Of a change by hand; else none"]
    deals: Annotated[SharedDealsAnswer | None, "Null: every table plays its own"]


def round_summary(round_: "Round") -> RoundSummaryAnswer:
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
    round_: "Round",
    viewer: UUID | None,
    warnings: Sequence[Reason] = (),
    *,
    directing: bool,
) -> RoundAnswer:
    """A round of `rounds_seen` as the viewer may see it; in a draft, who would sit there now.

    `warnings` concern the viewer's own change.
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
        "deals": None if round_.deal_set_id is None else _deals(deal_set_get(round_.deal_set_id)),
    }


def _warning(warning: Reason, names: Names) -> WarningAnswer:
    return {
        "code": warning.code,
        "facts": warning.facts,
        "text": reason_text(warning, names),
    }


def _bye(bye: "Assignment", names: Names) -> ByeAnswer:
    return {
        "entry": entry_ref(bye.entry),
        "slot": bye.slot,
        "locked": bye.locked,
        "why": why_view(bye, names),
    }


def _lock(stored: dict[str, Any]) -> LockAnswer:
    shown = {"after_publication": False} | stored | {"reason": reason_shown(stored["reason"])}
    return cast(LockAnswer, shown)


def _deals(shared: DealSetState) -> SharedDealsAnswer:
    """What everybody may see of the deals that all tables play."""
    return {
        "commitments": shared.commitments,
        "entropy": shared.entropy,
        "open": shared.open,
    }


def comparison_view(compared: Comparison) -> ComparisonAnswer:
    """What each table made of the deals that all played."""
    return {
        "trimmed_from": TRIMMED_FROM,
        "hands": [
            {
                "number": hand.number,
                "datum": hand.datum,
                "tables": [
                    {"table": row.table, "points": row.points, "difference": row.difference}
                    for row in hand.rows
                ],
            }
            for hand in compared.hands
        ],
        "sides": [
            {
                "table": each.table,
                "side": each.side,
                "entries": [entry_ref(entry) for entry in each.entries],
                "points": each.points,
                "difference": each.difference,
            }
            for each in compared.sums
        ],
    }
