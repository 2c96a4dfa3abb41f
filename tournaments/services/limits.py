"""What one account and one club may have at a time: each number is a setting.

Accounts and clubs are locked while we count, so that concurrent calls do not exceed the limit.
"""

from collections.abc import Iterable

from django.conf import settings

from games.services.limits import account_lock, account_of
from samba_service.accounts.models import Player
from samba_service.accounts.selectors import is_account
from samba_service.kit.errors import TooMany
from samba_service.kit.sql import run
from tournaments.club_errors import ClubHasTooMany, TooManyChanges
from tournaments.engine.results import Kind
from tournaments.engine.tournament import RoundState, TournamentState
from tournaments.errors import TooManySheets
from tournaments.models import Club, Result, Round, Tournament

SHEETS = (Kind.SHEET, Kind.DISPUTE)
"""Results that an account writes a limited number of times at one table."""


def creation_allow(founder: Player) -> None:
    """Raise TooMany unless the founder's account may found one more club."""
    account = account_of(founder)
    account_lock(account)
    founded = Club.objects.filter(is_account("founder", account))
    if founded.count() >= settings.SAMBA_MAX_CLUBS:
        raise TooMany(what="clubs", limit=settings.SAMBA_MAX_CLUBS)


def entering_allow(tournament: Tournament, by: Player) -> None:
    """Raise TooMany unless a player's account may enter the locked tournament once more.

    Numbers of entries are never used again, so deleted entries count. What the account enters as a
    director does not.
    """
    if _counted(tournament, by, entered=1) > settings.SAMBA_ENTRIES_OF_PLAYER:
        raise TooMany(what="entries in one tournament", limit=settings.SAMBA_ENTRIES_OF_PLAYER)


def changing_allow(tournament: Tournament, by: Player) -> None:
    """Raise TooManyChanges unless a player's account may change its entries here once more."""
    limit: int = settings.SAMBA_CHANGES_OF_PLAYER
    if _counted(tournament, by, changed=1) > limit:
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


_COUNT = """
    INSERT INTO tournaments_accountuse AS used (tournament_id, account_id, entered, changed)
    VALUES (%(tournament)s, %(account)s, %(entered)s, %(changed)s)
    ON CONFLICT (tournament_id, account_id) DO UPDATE
    SET entered = used.entered + excluded.entered, changed = used.changed + excluded.changed
    RETURNING entered, changed
"""


def _counted(tournament: Tournament, by: Player, *, entered: int = 0, changed: int = 0) -> int:
    """Count one more act of the account; returns how often it has done that, this one included."""
    values = {"tournament": tournament.pk, "account": account_of(by)}
    row = run(_COUNT, values | {"entered": entered, "changed": changed}).fetchone()
    assert row is not None
    return int(row[0] * entered + row[1] * changed)


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
