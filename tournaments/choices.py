"""The words of enumerated columns."""

from enum import StrEnum

from django.db import models


def choices(names: type[StrEnum]) -> list[tuple[str, str]]:
    """Value and label of each: the same word."""
    return [(name.value, name.value) for name in names]


class Role(models.TextChoices):
    """What a member may do in the club."""

    MEMBER = "member", "play"
    DIRECTOR = "director", "run tournaments"
    ADMIN = "admin", "run the club"


class MergeState(models.TextChoices):
    """`proposed` until everybody concerned has agreed."""

    PROPOSED = "proposed"
    DONE = "done"
    DROPPED = "dropped"
    UNDONE = "undone"


class SanctionKind(models.TextChoices):
    """What an admin holds against a member."""

    WARNING = "warning"
    EXCLUSION = "exclusion"


class Names(models.TextChoices):
    """How a member is named to people outside the club; in order of increasing secrecy."""

    FULL = "full", "Ana Miller"
    SHORT = "short", "Ana M."
    NONE = "none", "not at all"

    @classmethod
    def least(cls, *wanted: "Names") -> "Names":
        """The most secret of them."""
        return max(wanted, key=list(cls).index)


TOURNAMENT = "tournament"
"""The kind of invitations to play for an entry; terms are `position` in it, or `substitute`."""
