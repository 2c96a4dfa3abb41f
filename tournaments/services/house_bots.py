"""House bots: they play if the number is odd and the club wants that."""

from uuid import UUID

from games.bots import registry
from samba_service.accounts.models import Player
from samba_service.accounts.services.codes import code_draw
from tournaments.models import Club, Entry, Member, Stint
from tournaments.services.changes import Change, tournament_change
from tournaments.services.entries import attendance_of, attendance_record, entry_create, entry_size


def house_entries_set(change: Change, wanted: int) -> bool:
    """Have exactly `wanted` entries of house bots at the next draw; returns True if any changed."""
    house = list(change.tournament.entries.filter(house=True))
    moved = len(house) < wanted
    while len(house) < wanted:
        house.append(entry_create(change, _next_bots(change), house=True))
    for index, entry in enumerate(house):
        before = attendance_of(entry)
        entry.checked_in, entry.withdrawn = True, index >= wanted
        entry.save(update_fields=["checked_in", "withdrawn"])
        attendance_record(change, entry, before)
        moved |= attendance_of(entry) != before
    return moved


def house_entry_add(*, tournament_id: UUID, by: Player, level: str, first: int) -> Entry:
    """Enter house bots, numbered from `first`, like people: they stay, and fill no odd number."""
    with tournament_change(tournament_id, "entry_added", by=by) as change:
        tournament = change.tournament
        numbers = range(first, first + entry_size(tournament))
        entry = entry_create(change, [_bot(tournament.club, level, each) for each in numbers])
        change.facts |= {"entry": str(entry.id), "number": entry.number}
    return entry


def _next_bots(change: Change) -> list[Member]:
    """Bots that sit for no entry of the tournament yet, as many as an entry has."""
    tournament = change.tournament
    size = entry_size(tournament)
    seated = Stint.objects.filter(entry__tournament=tournament, entry__house=True).count()
    return [
        _bot(tournament.club, tournament.house_bots, number)
        for number in range(seated + 1, seated + size + 1)
    ]


def _bot(club: Club, level: str, number: int) -> Member:
    name = f"{registry.LEVELS[level].name} bot {number}"
    bot, _ = Member.objects.get_or_create(
        club=club, bot_level=level, own_name=name, defaults={"claim_code": code_draw()}
    )
    return bot
