"""The clock of a game, as it is asked for and shown."""

from datetime import date, time, timedelta
from typing import Annotated, Any, Final, NotRequired, TypedDict, cast

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.engine.answers import ClockStateAnswer
from games.engine.clock import PROFILES, ClockTerms, Profile, Quiet, terms_out
from games.engine.event_view import clock_view
from games.engine.turns import clock_first
from games.store.row import GameRow
from samba_service.kit import strict
from samba_service.kit.answers import Moment, Whole
from samba_service.kit.times import rfc3339

TURN_S: Final = (5, 1_209_600)
BANK_S: Final = (0, 2_592_000)
BETWEEN_HANDS_S: Final = (0, 3600)
QUIET_AT_MOST: Final = timedelta(hours=20)
DAYS_OFF: Final = 100
DAYS_OFF_WITHIN: Final = timedelta(days=731)
OF_DAY: Final = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"


QuietAnswer = TypedDict("QuietAnswer", {"from": str, "to": str, "zone": str})


class ClockTermsAnswer(TypedDict):
    """The time that the players have."""

    turn_s: Whole
    bank_s: Whole
    between_hands_s: Whole
    quiet: QuietAnswer | None
    days_off: list[str]


class ClockAnswer(ClockStateAnswer):
    """The clock of a game; the lists are empty for those who do not follow the running hand."""

    terms: ClockTermsAnswer
    server_now: NotRequired[
        Annotated[Moment, "The time of the service, also that of `turn_due_at`. Not after moves."]
    ]


def clock_answer(
    game: GameRow, state: ClockStateAnswer | None, *, started: bool, now: bool
) -> ClockAnswer | None:
    """The clock of a game whose engine shows `state`; with `now` its time too."""
    terms = game.clock_terms
    if terms is None:
        return None
    if state is None:
        first = clock_first(terms, 0 if started else game.seats)
        state = clock_view(first)
    shown = cast(ClockAnswer, {**state, "terms": terms_out(terms)})
    if now:
        shown["server_now"] = rfc3339(game.now)
    return shown


class OfDayField(strict.CharField):
    """A time of the day."""

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        try:
            if len(text) == len("22:00"):
                return time.fromisoformat(text)
        except ValueError:
            pass
        raise serializers.ValidationError("A time of the day, as 22:00.")


class DateField(serializers.DateField):
    """A day as `2026-12-24`."""

    default_error_messages = {"invalid": "A day, as 2026-12-24."}

    def to_internal_value(self, value: Any) -> date:
        if not isinstance(value, str) or len(value) != len("2026-12-24"):
            self.fail("invalid")
        return super().to_internal_value(value)


class DayOffField(DateField):
    """A day on which no clock runs: in the past, or not far ahead."""

    default_error_messages = {"far": "A day off is at most two years ahead."}

    def to_internal_value(self, value: Any) -> date:
        day = super().to_internal_value(value)
        if day > timezone.now().date() + DAYS_OFF_WITHIN:
            self.fail("far")
        return day


class QuietRequest(strict.Serializer):
    to = OfDayField()
    zone = strict.ZoneField()

    def get_fields(self) -> Any:
        """Its first field has a word of Python as its name."""
        return {"from": OfDayField(), **super().get_fields()}

    def validate(self, attrs: Any) -> Quiet:
        quiet = Quiet(attrs["from"], attrs["to"], attrs["zone"])
        if not timedelta(0) < quiet.hours <= QUIET_AT_MOST:
            raise serializers.ValidationError({"to": "Quiet hours take 1 minute to 20 hours."})
        return quiet


class ClockRequest(strict.Serializer):
    turn_s = strict.IntegerField(min_value=TURN_S[0], max_value=TURN_S[1])
    bank_s = strict.IntegerField(
        min_value=BANK_S[0], max_value=BANK_S[1], required=False, default=0
    )
    between_hands_s = strict.IntegerField(
        min_value=BETWEEN_HANDS_S[0], max_value=BETWEEN_HANDS_S[1], required=False, default=0
    )
    quiet = QuietRequest(required=False, allow_null=True, default=None)
    days_off = serializers.ListField(
        child=DayOffField(), max_length=DAYS_OFF, required=False, default=list
    )

    def validate_days_off(self, days: list[date]) -> tuple[date, ...]:
        """Each of them once, in order."""
        return tuple(sorted(set(days)))


def _whole(bounds: tuple[int, int], **more: Any) -> dict[str, Any]:
    return {"type": "integer", "minimum": bounds[0], "maximum": bounds[1], **more}


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "enum": [profile.value for profile in Profile]},
            {
                "type": "object",
                "properties": {
                    "turn_s": _whole(TURN_S),
                    "bank_s": _whole(BANK_S, default=0),
                    "between_hands_s": _whole(BETWEEN_HANDS_S, default=0),
                    "quiet": {
                        "type": ["object", "null"],
                        "properties": {
                            "from": {"type": "string", "pattern": OF_DAY},
                            "to": {"type": "string", "pattern": OF_DAY},
                            "zone": {"type": "string", "maxLength": 40},
                        },
                        "required": ["from", "to", "zone"],
                        "additionalProperties": False,
                    },
                    "days_off": {
                        "type": "array",
                        "items": {"type": "string", "format": "date"},
                        "maxItems": DAYS_OFF,
                    },
                },
                "required": ["turn_s"],
                "additionalProperties": False,
            },
        ]
    }
)
class ClockField(serializers.Field[Any, Any, Any, Any]):
    """The name of a profile, or terms of one's own."""

    def to_internal_value(self, data: Any) -> ClockTerms:
        if isinstance(data, str):
            if data in {*Profile}:
                return PROFILES[data]
            raise serializers.ValidationError(f"It is one of: {', '.join(Profile)}; or an object.")
        request = ClockRequest(data=data)
        request.is_valid(raise_exception=True)
        return ClockTerms(**request.validated_data)
