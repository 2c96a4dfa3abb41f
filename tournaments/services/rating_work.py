"""Due work for public ratings: the games and tournaments that a worker must count again."""

from secrets import randbelow
from uuid import UUID

from games.services.work import work_add
from tournaments.models import Member, Tournament

RATE = "rate"
"""Kind of due work: what tournament or game `subject` counts for may have changed."""


def rating_due(source: UUID) -> None:
    """Let a worker count the tournament or the game again.

    Call it in the transaction of the cause. Every cause adds due work of its own, as the worker may
    be busy with an earlier one and not see this.
    """
    work_add(kind=RATE, subject=source, step=randbelow(2**31))


def ratings_follow(member: Member) -> None:
    """Count the nights of a member who has an account now again: their tables are the account's.

    Running nights too, as one may be finishing at this moment.
    """
    nights = Tournament.objects.filter(rated=True, rounds__seats__member=member)
    for night in nights.distinct().values_list("pk", flat=True):
        rating_due(night)
