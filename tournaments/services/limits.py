"""What one account and one club may have at a time: each number is a setting.

Accounts and clubs are locked while we count, so that concurrent calls do not exceed the limit.
"""

from collections.abc import Iterable

from django.conf import settings
from django.db.models import QuerySet

from games.services.limits import account_lock, account_of
from samba_service.accounts.models import Player
from samba_service.accounts.selectors import is_account
from samba_service.kit.errors import TooMany
from tournaments.engine.results import Kind
from tournaments.engine.tournament import RoundState, TournamentState
from tournaments.errors import ClubHasTooMany, TooManyChanges, TooManySheets
from tournaments.models import AuditEntry, Club, Result, Round, Tournament

SHEETS = (Kind.SHEET, Kind.DISPUTE)
"""Results that an account writes a limited number of times at one table."""


def creation_allow(founder: Player) -> None:
    """Raise TooMany unless the founder's account may found one more club."""
    account = account_of(founder)
    account_lock(account)
    founded = AuditEntry.objects.filter(is_account("actor", account), act="club_founded")
    if founded.count() >= settings.SAMBA_MAX_CLUBS:
        raise TooMany(what="clubs", limit=settings.SAMBA_MAX_CLUBS)


def entering_allow(tournament: Tournament, by: Player) -> None:
    """Raise TooMany unless a player's account may enter the locked tournament once more.

    Numbers of entries are never used again, so deleted entries count. What the account enters as a
    director does not.
    """
    entered = _as_player(tournament, "entry_added", by)
    if entered.count() >= settings.SAMBA_ENTRIES_OF_PLAYER:
        raise TooMany(what="entries in one tournament", limit=settings.SAMBA_ENTRIES_OF_PLAYER)


def changing_allow(tournament: Tournament, by: Player) -> None:
    """Raise TooManyChanges unless a player's account may change its entries here once more."""
    limit: int = settings.SAMBA_CHANGES_OF_PLAYER
    if _as_player(tournament, "entry_changed", by).count() >= limit:
        raise TooManyChanges(what="changes of your entries in one tournament", limit=limit)


def sheet_allow(written: Iterable[Result], by: Player) -> None:
    """Raise TooManySheets unless the account may write one more sheet where these were written."""
    account = account_of(by)
    own = [
        each
        for each in written
        if each.kind in SHEETS and each.by and each.by.player and not each.director
        and account_of(each.by.player) == account
    ]  # fmt: skip
    if len(own) >= settings.SAMBA_SHEETS_OF_PLAYER:
        raise TooManySheets(what="sheets at one table", limit=settings.SAMBA_SHEETS_OF_PLAYER)


def _as_player(tournament: Tournament, act: str, by: Player) -> QuerySet[AuditEntry]:
    """What the account of `by` has done there other than as a director."""
    rows = tournament.log.filter(act=act, facts__as_player=True)
    return rows.filter(is_account("actor", account_of(by)))


def running_allow(club: Club) -> None:
    """Raise ClubHasTooMany unless one more tournament of the club may run."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    running = club.tournaments.filter(state=TournamentState.RUNNING)
    if running.count() >= settings.SAMBA_RUNNING_TOURNAMENTS:
        raise ClubHasTooMany(what="running tournaments", limit=settings.SAMBA_RUNNING_TOURNAMENTS)


def draw_allow(by: Player) -> None:
    """Raise TooMany unless the account may have one more draw under way."""
    account = account_of(by)
    account_lock(account)
    drawing = Round.objects.filter(
        is_account("requested_by", account),
        state=RoundState.DRAWING,
        tournament__state=TournamentState.RUNNING,
    )
    if drawing.count() >= settings.SAMBA_DRAWS_AT_ONCE:
        raise TooMany(what="draws under way", limit=settings.SAMBA_DRAWS_AT_ONCE)
