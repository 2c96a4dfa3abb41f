"""Serializers of what is sent, by the names of DRF: no unknown fields, no "1" for 1."""

import unicodedata
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import Enum
from functools import cache
from typing import Any, ClassVar, NoReturn, cast
from zoneinfo import available_timezones

from rest_framework import serializers

UNKNOWN = "There is no such field here."


class Serializer(serializers.Serializer[Any]):
    """Refuses fields that it does not declare."""

    def to_internal_value(self, data: Any) -> Any:
        """The data, or every fault in it: of unknown fields and of those that are malformed."""
        unknown = (
            [name for name in data if name not in self.fields] if isinstance(data, Mapping) else []
        )
        faults = {str(name): [UNKNOWN] for name in unknown}
        try:
            read = super().to_internal_value(data)
        except serializers.ValidationError as error:
            raise serializers.ValidationError({**cast(Any, error.detail), **faults}) from None
        if faults:
            raise serializers.ValidationError(faults)
        return read


class ChangeRequest(Serializer):
    # Names what to change: at least one member. (A docstring would be in the schema.)

    def validate(self, attrs: Any) -> Any:
        if not attrs:
            raise serializers.ValidationError("Name what to change.")
        return attrs


class EmptyRequest(Serializer):
    """No members at all."""


class CharField(serializers.CharField):
    """Text only from JSON strings: DRF would convert a number. Null characters are refused."""

    default_error_messages: ClassVar = {"invalid": "Not a string."}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class LineField(CharField):
    """One line of visible text, composed (NFC)."""

    def to_internal_value(self, data: Any) -> str:
        text = unicodedata.normalize("NFC", super().to_internal_value(data))
        if not text.isprintable():
            raise serializers.ValidationError("Only visible characters.")
        return text


class IntegerField(serializers.IntegerField):
    """Whole numbers only from JSON numbers."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return data


class FloatField(serializers.FloatField):
    """Numbers only from JSON numbers."""

    def to_internal_value(self, data: Any) -> float:
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("invalid")
        return float(data)


class BooleanField(serializers.BooleanField):
    """`true` and `false`, not `"yes"`."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class DateTimeField(serializers.DateTimeField):
    """A time with its zone."""

    def to_internal_value(self, value: Any) -> datetime:
        try:
            at = datetime.fromisoformat(value if isinstance(value, str) else "")
            if at.tzinfo is not None:
                return at.astimezone(UTC)
        except (ValueError, OverflowError):
            pass
        raise serializers.ValidationError("A time with its zone, as 2026-02-03T19:30:00Z.")


class ZoneField(CharField):
    """The name of a time zone, as `Europe/Berlin`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=40, **options)

    def to_internal_value(self, data: Any) -> str:
        name = super().to_internal_value(data)
        if name not in zones():
            raise serializers.ValidationError("The name of a time zone, as Europe/Berlin.")
        return name


@cache
def zones() -> frozenset[str]:
    """The names of all time zones."""
    return frozenset(available_timezones())


class UUIDField(serializers.UUIDField):
    """Ids as they are written in answers."""

    def to_internal_value(self, data: Any) -> uuid.UUID:
        if not isinstance(data, str) or len(data) != 36:
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class ChoiceField(serializers.ChoiceField):
    """One of the choices, as a string; a refusal names them all."""

    default_error_messages: ClassVar = {"invalid_choice": "It is one of: {choices}."}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", choices=", ".join(map(str, self.choices)))
        return data


class EnumField(ChoiceField):
    """A member of an enumeration, by its value."""

    def __init__(self, names: type[Enum], **options: Any) -> None:
        self.names = names
        super().__init__([name.value for name in names], **options)

    def to_internal_value(self, data: Any) -> Any:
        return self.names(super().to_internal_value(data))


class QueryChoiceField(serializers.ChoiceField):
    """One of the choices, as a query has it; a refusal names them all."""

    default_error_messages: ClassVar = {"invalid_choice": "It is one of: {choices}."}

    def fail(self, key: str, **kwargs: Any) -> NoReturn:
        super().fail(key, **kwargs, choices=", ".join(map(str, self.choices)))


class QuerySerializer(Serializer):
    """The query of a paged list; more parameters by subclassing. CursorPages checks these two."""

    cursor = serializers.CharField(required=False, help_text="From `next` or `previous`.")
    limit = serializers.IntegerField(
        required=False, default=50, min_value=1, max_value=200, help_text="Entries of a page."
    )
