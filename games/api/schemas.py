"""Shapes of requests that many calls use: numbers, cards, seats."""

from typing import Any

from rest_framework import serializers

from samba_service.kit.serializers import StrictIntegerField, StrictSerializer


def whole(**options: Any) -> serializers.IntegerField:
    """A whole number from 0."""
    return serializers.IntegerField(min_value=0, **options)


MAX_SEAT = 7


def seat_field(**options: Any) -> StrictIntegerField:
    """A seat's number."""
    return StrictIntegerField(min_value=0, max_value=MAX_SEAT, **options)


class EmptyRequest(StrictSerializer):
    """No members at all."""
