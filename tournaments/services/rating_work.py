"""Causes for a worker to look at public ratings again, as due work."""

from secrets import randbelow
from uuid import UUID

from games.services.work import work_add
from tournaments.models import Member, Tournament

RATE = "rate"
"""Kind of due work: tournament or game `subject` may count for public ratings in another way."""


def rating_due(source: UUID) -> None:
    """Let a worker count the tournament or the game as it is from now on.

    To be called in the transaction of the cause. Every cause is a work of its own: a worker may be
    busy with the one before, and not see this one.
    """
    work_add(kind=RATE, subject=source, step=randbelow(2**31))


def ratings_follow(member: Member) -> None:
    """A member has an account now: what they have played is the account's from now on.

    In nights that go on, too: one may be ending at this moment.
    """
    nights = Tournament.objects.filter(rated=True, rounds__seats__member=member)
    for night in nights.distinct().values_list("pk", flat=True):
        rating_due(night)
