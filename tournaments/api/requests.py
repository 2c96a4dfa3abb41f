"""Bodies and queries of the calls of tournaments."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from rest_framework import serializers

from games.api.game_requests import RulesetField
from games.bots import registry
from games.services.deal_sets import ENTROPY_BYTES
from samba_service.serializers import (
    LineField,
    QueryChoiceField,
    QuerySerializer,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictSerializer,
    StrictUUIDField,
)
from tournaments.engine.entries import Apart
from tournaments.engine.scoring import ScoringType
from tournaments.engine.standings import METRICS
from tournaments.engine.tournament import Format, RoundState, State, Venue
from tournaments.models import Visibility
from tournaments.services.settings import FORBIDDEN_AT_MOST, STATIONARY_AT_MOST

MAX_SCORE = 1_000_000
START_WITHIN = timedelta(days=366)
_CLOCKS = "Clocks come later: null"


def values(names: Any) -> list[str]:
    """The words of an enumeration."""
    return [name.value for name in names]


FORMATS, STATES, VENUES = values(Format), values(State), values(Venue)
ROUND_STATES, APART = values(RoundState), values(Apart)
SCORING_TYPES = values(ScoringType)
METRIC_NAMES = sorted(METRICS)
FIRST_STATES = ["draft", "open"]
SETTABLE_STATES = [*FIRST_STATES, "cancelled"]
TABLE_VENUES = ["online", "table"]
NEXT_ROUND = "next_round"
"""What those wait for who come while a draft is open."""


def score(**options: Any) -> StrictIntegerField:
    """A score, in the unit of the scoring."""
    return StrictIntegerField(**{"min_value": -MAX_SCORE, "max_value": MAX_SCORE} | options)


def reason(**options: Any) -> LineField:
    """Why a director did it; the club reads it."""
    return LineField(max_length=200, **options)


class TournamentScoringRequest(StrictSerializer):
    type = StrictChoiceField(SCORING_TYPES, required=False, default="vp")
    bye = score(required=False, help_text="What a bye scores")
    missed = score(required=False, help_text="What a round missed by coming late scores")
    bracket = score(required=False, min_value=1, help_text="How much score makes a bracket")
    margin_sd = StrictIntegerField(
        required=False, min_value=1, max_value=100_000,
        help_text="Standard deviation of a hand's margin; left out: the ruleset's",
    )  # fmt: skip


class BanRequest(StrictSerializer):
    entries = serializers.ListField(child=StrictUUIDField(), min_length=2, max_length=2)

    def get_fields(self) -> dict[str, Any]:
        """`as` is a word of Python."""
        return {**super().get_fields(), "as": StrictChoiceField(APART)}


class StationaryRequest(StrictSerializer):
    entry = StrictUUIDField()
    table = StrictIntegerField(min_value=1, max_value=1000)


class SettingsRequest(StrictSerializer):
    """What can be said at creation and changed later."""

    name = LineField(max_length=80)
    season = StrictUUIDField(required=False, allow_null=True, default=None)
    rounds = StrictIntegerField(
        min_value=1, max_value=100,
        help_text="Planned. At most half of them score `missed` for a late entry",
    )  # fmt: skip
    hands_per_round = StrictIntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=99
    )
    minutes_per_round = StrictIntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=600
    )
    scoring = TournamentScoringRequest(required=False, default=dict)
    tiebreaks = serializers.ListField(
        child=StrictChoiceField(METRIC_NAMES), required=False, default=list, max_length=8,
        help_text="Metrics, in order; left out: the format's own",
    )  # fmt: skip
    minimum_rounds = StrictIntegerField(
        required=False, allow_null=True, default=None, min_value=0, max_value=100,
        help_text="Rounds that an entry needs to be ranked, those that it sat out by the draw "
        "among them; null: of individuals half of the rounds, rounded up, of pairs 0",
    )  # fmt: skip
    venue = StrictChoiceField(VENUES, required=False, default="online")
    visibility = StrictChoiceField(
        Visibility.choices, required=False, default=Visibility.LINK.value,
        help_text="Who may read it: members of the club, anyone with its address, or everybody "
        "by lists too",
    )  # fmt: skip
    duplicate = StrictBooleanField(required=False, default=False)
    house_bots = StrictChoiceField(
        registry.levels(), required=False, allow_null=True, default=None,
        help_text="The level of the bots that fill an odd table; null: none",
    )  # fmt: skip
    handicap = StrictBooleanField(
        required=False, default=False, help_text="Start scores from the ratings"
    )
    table_seats = serializers.ListField(
        child=StrictIntegerField(min_value=2, max_value=8), required=False, max_length=4,
        default=list, help_text="Sizes of table; left out: what the ruleset and format have",
    )  # fmt: skip
    state = StrictChoiceField(FIRST_STATES, required=False, default="open")
    forbidden = serializers.ListField(
        child=BanRequest(), required=False, default=list, max_length=FORBIDDEN_AT_MOST
    )
    stationary = serializers.ListField(
        child=StationaryRequest(), required=False, default=list, max_length=STATIONARY_AT_MOST
    )


class TournamentRequest(SettingsRequest):
    club = StrictUUIDField()
    format = StrictChoiceField(FORMATS)
    ruleset = RulesetField()
    clock = serializers.JSONField(required=False, allow_null=True, default=None, help_text=_CLOCKS)

    def validate_clock(self, clock: object) -> None:
        """There are none yet."""
        if clock is not None:
            raise serializers.ValidationError(_CLOCKS + ".")


class TournamentLikeRequest(TournamentRequest):
    """The terms of another tournament; every other field of the body overrides them."""

    like = StrictUUIDField(help_text="A tournament that you may read")

    def get_fields(self) -> dict[str, Any]:
        """All fields but `like` are optional and without default."""
        fields = super().get_fields()
        for name in fields.keys() - {"like"}:
            fields[name].required, fields[name].default = False, serializers.empty
        return fields


class TournamentPatch(SettingsRequest):
    """Only what is named is changed."""

    phrase = LineField(
        max_length=80, allow_null=True,
        help_text="Joins the seed of lots, after the start and before the first draw is asked for",
    )  # fmt: skip

    def get_fields(self) -> dict[str, Any]:
        """Nothing has a default, nothing is required."""
        fields = super().get_fields()
        for field in fields.values():
            field.required, field.default = False, serializers.empty
        fields["state"] = StrictChoiceField(SETTABLE_STATES, required=False)
        return fields

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """At least one."""
        if not attrs:
            raise serializers.ValidationError("Name what to change.")
        return attrs


class TournamentsQuery(QuerySerializer):
    club = serializers.UUIDField(required=False)
    season = serializers.UUIDField(required=False)
    state = QueryChoiceField(STATES, required=False)
    format = QueryChoiceField(FORMATS, required=False)


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


class UndoRequest(StrictSerializer):
    reason = reason(required=False)


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


class ReasonRequest(StrictSerializer):
    """Why a director or an admin does it."""

    reason = reason()


class RatedRequest(StrictSerializer):
    rated = StrictBooleanField(help_text="True if it counts for public ratings")


class FinishRequest(StrictSerializer):
    rounds = StrictChoiceField(
        ["as_played"], required=False, help_text="Although planned rounds are left"
    )


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
