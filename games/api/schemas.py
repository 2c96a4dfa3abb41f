"""Shapes of requests that many calls use: numbers, cards, seats."""

from typing import Any

from rest_framework import serializers

from games.engine.answers import CardText
from samba_service.kit.answer_schema import AnswerField
from samba_service.kit.serializers import StrictIntegerField, StrictSerializer


def cards(**options: Any) -> serializers.ListField:
    """A list of cards."""
    return serializers.ListField(child=AnswerField(CardText), **options)


def whole(**options: Any) -> serializers.IntegerField:
    """A whole number from 0."""
    return serializers.IntegerField(min_value=0, **options)


def by_side(**options: Any) -> serializers.ListField:
    """A whole number for each side."""
    return serializers.ListField(child=serializers.IntegerField(), **options)


MAX_SEAT = 7


def seat_field(**options: Any) -> StrictIntegerField:
    """A seat's number."""
    return StrictIntegerField(min_value=0, max_value=MAX_SEAT, **options)


class EmptyRequest(StrictSerializer):
    """No members at all."""
