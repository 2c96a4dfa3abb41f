"""Entries come, go and come back; a director also seeds them, and marks them as late."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from games.models import Player
from games.services.invitations import invitations_withdraw
from tournaments.errors import (
    LeftClub,
    NotAgreed,
    NotDirector,
    NotOwnEntry,
    WithdrawnByDirector,
)
from tournaments.models import Entry, Tournament
from tournaments.selectors.invitations import TOURNAMENT
from tournaments.selectors.tournaments import entry_rows, is_sent_away
from tournaments.services.entries import (
    has_begun,
    next_round,
    plays_for,
    presence_note,
    require_free,
    require_not_over,
)
from tournaments.services.found import there
from tournaments.services.limits import changing_allow
from tournaments.services.log import tournament_change, tournament_lock

DIRECTORS_ALONE = frozenset({"late", "seed"})


@transaction.atomic
def entry_update(*, entry: Entry, by: Player, directing: bool, changes: Mapping[str, Any]) -> Entry:
    """Change an entry as `entry_change` does; returns it as it is now. Raises NotThere."""
    require_own(entry, by, directing=directing)
    rows = entry_rows(entry.tournament_id)
    tournament_lock(entry.tournament_id)
    entry_change(entry=there(rows, entry.pk), by=by, directing=directing, changes=changes)
    return rows.get(pk=entry.pk)


def entry_change(*, entry: Entry, by: Player, directing: bool, changes: Mapping[str, Any]) -> None:
    """Check in, withdraw, come back; a director also seeds, and marks an entry as late.

    `entry` was read under the tournament's lock. Its presence is kept with the version. An entry
    that first checks in after round 1 was published is late, unless the director decides otherwise.
    What is so already changes nothing. Raises WrongTournamentState, NotOwnEntry, TooManyChanges,
    what `_require_may_come` raises, and AlreadyEntered for an entry that would come back while one
    of its players sits for another one.
    """
    with tournament_change(entry.tournament_id, "entry_changed", by=by) as change:
        require_not_over(change.tournament)
        require_own(entry, by, directing=directing)
        if not directing and changes.keys() & DIRECTORS_ALONE:
            raise NotDirector
        if entry.invited:
            _require_before_consent(changes)
        news = _news(entry, changes, by)
        change.void = not news
        if change.void:
            return
        if not directing:
            changing_allow(change.tournament, by)
            _require_may_come(entry, by, news)
        if entry.invited:
            invitations_withdraw(kind=TOURNAMENT, subject=entry.pk)
        if news.get("withdrawn") is False:
            _require_return(change.tournament, entry)
        was_present = entry.present
        first_time = not entry.presence.exists()
        for name, value in news.items():
            setattr(entry, name, value)
        if first_time and entry.present and "late" not in changes:
            entry.late = has_begun(change.tournament)
        entry.save()
        presence_note(change, entry, was_present=was_present)
        change.facts |= {"entry": str(entry.id), **news}
        if not directing:
            change.facts["as_player"] = True


def require_own(entry: Entry, by: Player, *, directing: bool) -> None:
    """Raises NotOwnEntry for who neither directs nor plays for the entry."""
    if not directing and not plays_for(entry, by.id):
        raise NotOwnEntry


def _news(entry: Entry, changes: Mapping[str, Any], by: Player) -> dict[str, Any]:
    """What of the changes is new.

    A director's withdrawal is new where a player has withdrawn the entry: from now on it holds.
    """
    news = {name: value for name, value in changes.items() if getattr(entry, name) != value}
    own = plays_for(entry, by.id)
    if entry.withdrawn and changes.get("withdrawn") and not own and not is_sent_away(entry):
        news["withdrawn"] = True
    return news


def _require_before_consent(changes: Mapping[str, Any]) -> None:
    """An entry that somebody has not agreed to can only be withdrawn. Raises NotAgreed."""
    if dict(changes) != {"withdrawn": True}:
        raise NotAgreed


def _require_may_come(entry: Entry, by: Player, news: Mapping[str, Any]) -> None:
    """A player checks in and brings back what they withdrew themselves, as long as they belong.

    Raises WithdrawnByDirector, and LeftClub for who is neither a member nor a guest any more.
    """
    back = news.get("withdrawn") is False
    if back and is_sent_away(entry):
        raise WithdrawnByDirector(entry=entry.number)
    seats = [each.member for each in entry.tenures.all() if each.member.player_id == by.id]
    if (back or news.get("checked_in")) and all(member.left_at for member in seats):
        raise LeftClub


def _require_return(tournament: Tournament, entry: Entry) -> None:
    """Raises AlreadyEntered where who sits for a withdrawn entry sits for another meanwhile."""
    coming = next_round(tournament)
    for tenure in entry.tenures.all():
        if tenure.last_round is None or tenure.last_round >= coming:
            first = max(tenure.first_round, coming)
            require_free(tournament, [tenure.member], first, tenure.last_round)
