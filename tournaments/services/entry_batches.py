"""Many entries at once, in one transaction.

Every row is a change of its own, with its version and its row of the log. A row that is refused
does not undo the others.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction

from games.models import PartnershipState, Player
from samba_service.errors import BadFields, NotThere, ServiceError
from tournaments.errors import CallHasTooMany, EntryLeftOut, NotOwnEntry
from tournaments.models import Entry, Member, Tournament
from tournaments.selectors.tournaments import entries_seen, entry_rows
from tournaments.services.entries import (
    entry_add,
    entry_size,
    plays_for,
    require_not_over,
    require_open,
)
from tournaments.services.entry_changes import entry_change
from tournaments.services.found import there
from tournaments.services.log import require_writable, tournament_lock

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
    *, tournament_id: UUID, by: Player, directing: bool, rows: Sequence[Mapping[str, Any]]
) -> list[Outcome]:
    """Change entries as `entry_change` does; each row has the `id` of its entry.

    The tournament is locked only if there is a row that the caller may change. Raises NotThere,
    TournamentArchived, WrongTournamentState, Stale.
    """
    tournament = there(Tournament.objects.all(), tournament_id)
    seen = entries_seen(tournament, by.pk, directing=directing).in_bulk([row["id"] for row in rows])
    refusals = [_refusal(seen.get(row["id"]), by, directing=directing) for row in rows]
    if None not in refusals:
        require_writable(tournament)
        require_not_over(tournament)
        return [Outcome(refusal=refusal) for refusal in refusals]
    with transaction.atomic():
        require_not_over(tournament_lock(tournament_id))
        now = entry_rows(tournament_id).in_bulk(list(seen))

        def update(row: Mapping[str, Any]) -> Entry:
            if row["id"] not in now:
                raise NotThere
            entry = now[row["id"]]
            changes = {name: value for name, value in row.items() if name != "id"}
            entry_change(entry=entry, by=by, directing=directing, changes=changes)
            return entry

        return [
            Outcome(refusal=refusal) if refusal else _outcome(update, row)
            for row, refusal in zip(rows, refusals, strict=True)
        ]


def _refusal(entry: Entry | None, by: Player, *, directing: bool) -> ServiceError | None:
    """Why the caller may not change the entry of a row, whatever it is to become."""
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
    """Do one row, whose change has a savepoint of its own."""
    try:
        return Outcome(act(row).pk)
    except (ServiceError, BadFields) as refusal:
        return Outcome(refusal=refusal)


def _line_up(entry: Entry) -> list[Member]:
    """The players of the entry at the end. Raises EntryLeftOut."""
    if entry.withdrawn:
        raise EntryLeftOut("withdrawn")
    if entry.invited:
        raise EntryLeftOut("not_agreed")
    now = [each.member.identity for each in entry.tenures.all() if each.last_round is None]
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
