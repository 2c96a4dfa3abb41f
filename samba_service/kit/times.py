"""Moments as text, and lengths of time."""

from datetime import UTC, datetime

DAY_S = 24 * 3600


def rfc3339(moment: datetime) -> str:
    """RFC 3339 in UTC, with a final Z."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
