"""Entries come, go and come back; a director also seeds them, and marks them as late."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict, cast
from uuid import UUID

from django.db import transaction

from games.choices import PartnershipState
from games.errors import NotDirector
from games.services.invitations import invitations_withdraw
from samba_service.accounts.models import Player
from samba_service.kit.errors import BadFields, NotThere, ServiceError
from tournaments.choices import TOURNAMENT
from tournaments.club_errors import (
    CallHasTooMany,
    EntryDrawn,
    EntryLeftOut,
    LeftClub,
    NotAgreed,
    NotOwnEntry,
    WithdrawnByDirector,
)
from tournaments.engine.tournament import RoundState
from tournaments.models import Entry, Member, Tournament
from tournaments.selectors.tournaments import entries_seen, entry_rows, with_players
from tournaments.services.changes import (
    Change,
    changing_allow,
    reload,
    require_writable,
    tournament_change,
    tournament_lock,
)
from tournaments.services.entries import (
    attendance_change,
    entry_add,
    entry_size,
    has_begun,
    plays_for,
    require_not_over,
    require_open,
    require_own,
    require_return,
)

OF_DIRECTORS = frozenset({"late", "seed"})


class EntryChange(TypedDict, total=False):
    """What is changed of an entry; what is left out stays."""

    checked_in: bool
    withdrawn: bool
    late: bool
    seed: int | None


class EntryRow(EntryChange):
    """A change to the entry `id`."""

    id: UUID


def entry_update(*, entry: Entry, by: Player, directing: bool, changes: EntryChange) -> Entry:
    """Check in, withdraw, come back; a director also seeds, and marks an entry as late.

    Returns the entry as it is now. Its attendance is stored with the version. An entry that first
    checks in after round 1 was published is late, unless the director decides otherwise. Values
    that hold already change nothing. Raises NotThere, WrongTournamentState, NotOwnEntry,
    TooManyChanges, what `_require_may_come` raises, and AlreadyEntered for an entry that would come
    back while one of its players sits for another one.
    """
    require_own(entry, by, directing=directing)
    with tournament_change(entry.tournament_id, "entry_changed", by=by) as change:
        now = reload(with_players(change.tournament.entries.all()), entry.pk)
        _attend(change, now, by, changes, directing=directing)
    return now


def _attend(
    change: Change, entry: Entry, by: Player, changes: EntryChange, *, directing: bool
) -> None:
    require_not_over(change.tournament)
    require_own(entry, by, directing=directing)
    if not directing and changes.keys() & OF_DIRECTORS:
        raise NotDirector
    if entry.invited and dict(changes) != {"withdrawn": True}:
        raise NotAgreed  # until then it can only be withdrawn
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
        require_return(change.tournament, entry)
    with attendance_change(change, entry):
        for name, value in news.items():
            setattr(entry, name, value)
        if "withdrawn" in news:
            entry.sent_away = entry.withdrawn and directing and not plays_for(entry, by.id)
        if entry.present and "late" not in changes:
            _note_late(entry, begun=has_begun(change.tournament))
        entry.save(update_fields=[*news, "late", "sent_away"])
    change.facts |= {"entry": str(entry.id), **news}


def _note_late(entry: Entry, *, begun: bool) -> None:
    """Make an entry that checks in for the first time late if round 1 has been published."""
    if entry.late != begun and not entry.presence.filter(present=True).exists():
        entry.late = begun


def _news(entry: Entry, changes: EntryChange, by: Player) -> dict[str, Any]:
    """The changes that are new.

    A director's withdrawal is new if a player has withdrawn the entry: from now on it is binding.
    """
    news = {name: value for name, value in changes.items() if getattr(entry, name) != value}
    own = plays_for(entry, by.id)
    if entry.withdrawn and changes.get("withdrawn") and not own and not entry.sent_away:
        news["withdrawn"] = True
    return news


def _require_may_come(entry: Entry, by: Player, news: Mapping[str, Any]) -> None:
    """A player checks in, and returns what they withdrew themselves, as long as they belong to the
    club.

    Raises WithdrawnByDirector, and LeftClub for a player who is neither a member nor a guest any
    more.
    """
    back = news.get("withdrawn") is False
    if back and entry.sent_away:
        raise WithdrawnByDirector(entry=entry.number)
    seats = [each.member for each in entry.stints.all() if each.member.player_id == by.id]
    if (back or news.get("checked_in")) and all(member.left_at for member in seats):
        raise LeftClub


COPIED_AT_ONCE = 100
"""Entries of another night that one call enters; the next call enters the rest."""


class Outcome(NamedTuple):
    """The result of one row."""

    entry: UUID | None = None
    """The entry that was changed or created."""
    refusal: Exception | None = None
    source: Entry | None = None
    """The entry of the other night, if it is entered again."""


def entries_update(
    *, tournament_id: UUID, by: Player, directing: bool, rows: Sequence[EntryRow]
) -> list[Outcome]:
    """Change entries as `entry_update` does; each row has the `id` of its entry.

    The tournament is locked only if there is a row that the caller may change. Raises NotThere,
    TournamentArchived, WrongTournamentState, Stale.
    """
    tournament = reload(Tournament.objects.all(), tournament_id)
    seen = entries_seen(tournament, by.pk, directing=directing).in_bulk([row["id"] for row in rows])
    refusals = [_refusal(seen.get(row["id"]), by, directing=directing) for row in rows]
    if None not in refusals:
        require_writable(tournament)
        require_not_over(tournament)
        return [Outcome(refusal=refusal) for refusal in refusals]
    with transaction.atomic():
        require_not_over(tournament_lock(tournament_id))
        now = entry_rows(tournament_id).in_bulk(list(seen))

        def update(row: EntryRow) -> Entry:
            if row["id"] not in now:
                raise NotThere
            entry = now[row["id"]]
            changes = {name: value for name, value in row.items() if name != "id"}
            with tournament_change(tournament_id, "entry_changed", by=by) as change:
                _attend(change, entry, by, cast(EntryChange, changes), directing=directing)
            return entry

        return [
            Outcome(refusal=refusal) if refusal else _outcome(update, row)
            for row, refusal in zip(rows, refusals, strict=True)
        ]


def _refusal(entry: Entry | None, by: Player, *, directing: bool) -> ServiceError | None:
    """Why the caller may not change the entry of a row, whatever the change is."""
    if entry is None:
        return NotThere()
    return None if directing or plays_for(entry, by.id) else NotOwnEntry()


@transaction.atomic
def entries_copy(*, tournament_id: UUID, by: Player, source: Tournament) -> list[Outcome]:
    """Enter the entries of another night of the club, in its order, by a director.

    Each is entered with the players that it had at the end: members are entered, others invited.
    `_line_up` refuses some; house bots are skipped. After COPIED_AT_ONCE the rest is refused, for
    another call. Raises TournamentArchived, WrongTournamentState, Stale, BadFields.
    """
    tournament = tournament_lock(tournament_id)
    require_open(tournament, directing=True)
    sizes = entry_size(tournament), entry_size(source)
    if source.pk == tournament_id:
        raise BadFields(("from", "Another tournament."))
    if sizes[0] != sizes[1]:
        raise BadFields(("from", "An entry has {} there, and {} here.".format(*sizes[::-1])))

    entered = 0

    def enter(entry: Entry) -> Entry:
        nonlocal entered
        who = _named(entry, _line_up(entry))
        if entered >= COPIED_AT_ONCE:
            raise CallHasTooMany(what="entries", limit=COPIED_AT_ONCE)
        made = entry_add(tournament_id=tournament_id, by=by, directing=True, **who)
        entered += 1
        return made

    return [_outcome(enter, each)._replace(source=each) for each in entries_to_copy(source.pk)]


def entries_to_copy(tournament_id: UUID) -> list[Entry]:
    """Entries of people, in order."""
    return list(entry_rows(tournament_id).filter(house=False))


def _outcome(act: Callable[[Any], Entry], row: Any) -> Outcome:
    """Process one row, in a transaction of its own: a refusal undoes no other row."""
    try:
        with transaction.atomic():
            return Outcome(act(row).pk)
    except (ServiceError, BadFields) as refusal:
        return Outcome(refusal=refusal)


def _line_up(entry: Entry) -> list[Member]:
    """The players of the entry at the end. Raises EntryLeftOut."""
    if entry.withdrawn:
        raise EntryLeftOut("withdrawn")
    if entry.invited:
        raise EntryLeftOut("not_agreed")
    now = [each.member.identity for each in entry.stints.all() if each.last_round is None]
    if any(each.player and each.player.anonymised_at for each in now):
        raise EntryLeftOut("erased")
    if any(each.player is None and each.left_at for each in now):
        raise EntryLeftOut("left")
    return now


def _named(entry: Entry, members: Sequence[Member]) -> dict[str, Any]:
    """The arguments that enter the same players: their partnership, if it is active, or members."""
    pair = entry.partnership
    if pair is not None and pair.state == PartnershipState.ACTIVE:
        partners = set(pair.members.values_list("player", flat=True))
        if partners == {member.player_id for member in members}:
            return {"partnership": pair.pk}
    return {"members": [member.pk for member in members]}


def entry_delete(*, entry: Entry, by: Player, directing: bool) -> None:
    """Delete an entry that no round has; its number is never used again.

    Bans and stationary tables that name it are deleted too. Raises NotThere, WrongTournamentState,
    NotOwnEntry, WithdrawnByDirector for a player's entry that a director withdrew, EntryDrawn.
    """
    with tournament_change(entry.tournament_id, "entry_deleted", by=by) as change:
        require_not_over(change.tournament)
        entry = reload(entry_rows(entry.tournament_id), entry.pk)
        require_own(entry, by, directing=directing)
        if not directing and entry.sent_away:
            raise WithdrawnByDirector(entry=entry.number)
        drawn = entry.assignments.order_by("round__number").first()
        if drawn is not None:
            raise EntryDrawn(round=drawn.round.number)
        _forget_locks(change.tournament, str(entry.pk))
        change.facts |= {"entry": str(entry.pk), "number": entry.number}
        invitations_withdraw(kind=TOURNAMENT, subject=entry.pk)
        for rows in (entry.stints, entry.presence, entry.adjustments):
            rows.all().delete()
        entry.delete()


def _forget_locks(tournament: Tournament, entry: str) -> None:
    """Locks of a draft name entries by id."""
    for round_ in tournament.rounds.filter(state__in=(RoundState.DRAFT, RoundState.DRAWING)):
        others = (lock for lock in round_.locks if all(entry not in each for each in lock["sides"]))
        round_.locks = list(others)
        round_.save(update_fields=["locks"])
