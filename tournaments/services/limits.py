"""What one account and one club may have at a time: each number is a setting.

Accounts and clubs are locked while we count, so that calls at once do not exceed the bound.
"""

from uuid import UUID

from django.conf import settings
from django.db.models import F, Q

from games.errors import TooMany
from games.models import Player
from games.services.limits import account_lock, account_of
from tournaments.engine.tournament import RoundState, State
from tournaments.errors import ClubHasTooMany
from tournaments.models import AuditEntry, Club, Round


def founding_allow(founder: Player) -> None:
    """Raise TooMany unless the founder's account may found one more club."""
    account = account_of(founder)
    account_lock(account)
    founded = AuditEntry.objects.filter(_by(account, "actor"), act="club_founded")
    if founded.count() >= settings.SAMBA_MAX_CLUBS:
        raise TooMany(what="clubs", limit=settings.SAMBA_MAX_CLUBS)


def running_allow(club: Club) -> None:
    """Raise ClubHasTooMany unless one more tournament of the club may run."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    running = club.tournaments.filter(state=State.RUNNING)
    if running.count() >= settings.SAMBA_RUNNING_TOURNAMENTS:
        raise ClubHasTooMany(what="running tournaments", limit=settings.SAMBA_RUNNING_TOURNAMENTS)


def draw_allow(by: Player) -> None:
    """Raise TooMany unless the account may have one more draw made at the same time."""
    account = account_of(by)
    account_lock(account)
    drawing = Round.objects.filter(
        _by(account, "tournament__log__actor"),
        state=RoundState.DRAWING,
        tournament__state=State.RUNNING,
        tournament__log__version=F("step"),
    )
    if drawing.count() >= settings.SAMBA_DRAWS_AT_ONCE:
        raise TooMany(what="draws under way", limit=settings.SAMBA_DRAWS_AT_ONCE)


def _by(account: UUID, actor: str) -> Q:
    """Done by the account or one of its bots; both conditions are about the same row."""
    return Q(**{actor: account}) | Q(**{f"{actor}__owner": account})
