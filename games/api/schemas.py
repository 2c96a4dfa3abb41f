"""Shapes that many calls use: numbers, cards, ranks."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field, inline_serializer
from rest_framework import serializers

from games.engine.cards import RANKS
from samba_service.kit.serializers import StrictIntegerField, StrictSerializer

RANK_CHOICES = tuple(RANKS)


MELD_KINDS = ("group", "sequence", "wild", "threes")


CARD = r"^([2-9TJQKA][CDHS]|JK)$"


def card(**options: Any) -> serializers.Field[Any, Any, Any, Any]:
    """One card: rank then suit, or JK."""
    options.setdefault("help_text", "Rank then suit, `KH`, `TD`, or `JK`.")
    return serializers.RegexField(CARD, **options)


def cards(**options: Any) -> serializers.ListField:
    """A list of cards."""
    return serializers.ListField(child=card(help_text=""), **options)


def whole(**options: Any) -> serializers.IntegerField:
    """A whole number from 0."""
    return serializers.IntegerField(min_value=0, **options)


def rank(**options: Any) -> serializers.ChoiceField:
    """One of the thirteen ranks."""
    return serializers.ChoiceField(choices=RANK_CHOICES, **options)


def constant(value: str) -> serializers.CharField:
    """A member that always has this value."""
    field: type[serializers.CharField] = type("Constant", (serializers.CharField,), {})
    return extend_schema_field({"type": "string", "const": value})(field)()


def one_of(
    component: str, members: dict[str, dict[str, Any]], common: dict[str, Any] | None = None
) -> type[serializers.JSONField]:
    """A shape that its `type` decides: `members` are the fields of each type."""
    shapes: dict[str, serializers.Serializer[Any] | type[serializers.Serializer[Any]]] = {}
    for kind, fields in members.items():
        name = "".join(part.capitalize() for part in kind.split("_")) + component
        everything = {"type": constant(kind), **(common or {}), **fields}
        shapes[kind] = inline_serializer(name, everything)
    proxy = PolymorphicProxySerializer(component, shapes, resource_type_field_name="type")
    field: type[serializers.JSONField] = type(component, (serializers.JSONField,), {})
    return extend_schema_field(proxy)(field)


def digest(**options: Any) -> serializers.Field[Any, Any, Any, Any]:
    """32 bytes in hex."""
    return serializers.RegexField(r"^[0-9a-f]{64}$", **options)


def by_side(**options: Any) -> serializers.ListField:
    """A whole number for each side."""
    return serializers.ListField(child=serializers.IntegerField(), **options)


MAX_SEAT = 7


def seat_field(**options: Any) -> StrictIntegerField:
    """A seat's number."""
    return StrictIntegerField(min_value=0, max_value=MAX_SEAT, **options)


class EmptyRequest(StrictSerializer):
    """No members at all."""
