"""Moments as text."""

from datetime import UTC, datetime


def rfc3339(moment: datetime) -> str:
    """RFC 3339 in UTC, with a final Z."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
