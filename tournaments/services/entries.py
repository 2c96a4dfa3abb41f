"""Entries: who is entered, by whom and until when."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from uuid import UUID

from django.conf import settings
from django.db.models import Q

from games.choices import PartnershipState
from games.models import Partnership
from games.selectors.invitations import invitations_open
from games.services.invitations import invitation_add
from samba_service.accounts.models import Player
from samba_service.accounts.selectors import is_account
from samba_service.accounts.services.people import require_no_guest
from samba_service.kit.errors import BadFields
from samba_service.kit.rows import relation_know, rows_insert
from tournaments.choices import TOURNAMENT
from tournaments.club_errors import AlreadyEntered, NotOwnEntry, TooManyEntries, WithdrawnByDirector
from tournaments.engine.terms import Format
from tournaments.engine.tournament import BEFORE, GOING_ON
from tournaments.errors import EntriesClosed
from tournaments.models import Assignment, AttendanceChange, Entry, Member, Stint, Tournament
from tournaments.selectors.tournaments import ruleset_of
from tournaments.services.changes import Change, entering_allow, require_state_in, tournament_change
from tournaments.services.clubs import nobody_there, who_enters


def entry_add(
    *,
    tournament_id: UUID,
    by: Player,
    directing: bool,
    player: UUID | None = None,
    partnership: UUID | None = None,
    members: Sequence[UUID] = (),
    name: str = "",
) -> Entry:
    """Enter a player, a partnership, or (as a director) members of the club by their ids.

    A player enters themselves, and their partners are invited. `name` is their name in the club, or
    that of the bot account they enter, if it is new there. A director enters members, and invites
    accounts that are not members. The entry is `invited` until all have accepted. After round 1 was
    published it is late. Raises WrongTournamentState, GuestsMayNot, NotOwnEntry,
    AlreadyEntered, NameTaken, TooMany, BadFields.
    """
    with tournament_change(tournament_id, "entry_added", by=by, entries=1) as change:
        require_open(change.tournament, directing=directing)
        if not directing:
            require_no_guest(by)
            entering_allow(change.tournament, by)
        ids, path = _named(player, partnership, members)
        names = dict.fromkeys([by.id] if by.id in ids else ids, name)
        line_up = _line_up(change.tournament, ids, path, by, names=names, directing=directing)
        agreed = [each for each in line_up if isinstance(each, Member)]
        if not directing and by.id not in {member.player_id for member in agreed}:
            raise NotOwnEntry
        players = [each.player if isinstance(each, Member) else each for each in line_up]
        entering = [] if directing else filter(None, players)
        require_free(change.tournament, agreed, next_round(change.tournament), entering=entering)
        _require_unasked(change.tournament, line_up)
        entry = entry_create(change, line_up, partnership=partnership)
        _ask(entry, line_up, by)
        change.facts |= {"entry": str(entry.id), "number": entry.number}
    return entry


def _require_unasked(tournament: Tournament, line_up: Sequence[Member | Player]) -> None:
    """Raises AlreadyEntered if one of them has an open invitation to another entry."""
    asked = [each for each in line_up if isinstance(each, Player)]
    if not asked:
        return
    entries = tournament.entries.filter(invited=True, withdrawn=False)
    open_ = invitations_open().filter(kind=TOURNAMENT, player__in=asked)
    found = entries.filter(pk__in=open_.values("subject")).first()
    if found is not None:
        raise AlreadyEntered(entry=found.number)


def _ask(entry: Entry, line_up: Sequence[Member | Player], by: Player) -> None:
    for position, each in enumerate(line_up):
        if isinstance(each, Player):
            terms = {"position": position}
            invitation_add(kind=TOURNAMENT, subject=entry.id, player=each, by=by, terms=terms)


def require_open(tournament: Tournament, *, directing: bool) -> None:
    """Players enter until the start; directors until the last round is published.

    In a knockout until the first: nobody joins a bracket. Raises WrongTournamentState.
    """
    require_state_in(tournament.state, *(GOING_ON if directing else BEFORE))
    last = 1 if tournament.format == Format.KNOCKOUT else tournament.rounds_planned
    if tournament.state not in BEFORE and next_round(tournament) > last:
        raise EntriesClosed(state=tournament.state, round=last)


def _named(
    player: UUID | None, partnership: UUID | None, members: Sequence[UUID]
) -> tuple[list[UUID], str]:
    """The ids of those who are to be entered, and their paths in the request."""
    if partnership is not None:
        return _partners(partnership), "partnership"
    return ([player], "player") if player is not None else (list(members), "members")


def _line_up(
    tournament: Tournament,
    ids: Sequence[UUID],
    path: str,
    by: Player,
    *,
    names: Mapping[UUID, str],
    directing: bool,
) -> list[Member | Player]:
    """As many as an entry of this tournament has: members to enter, players to ask first."""
    line_up = who_enters(tournament.club_id, ids, by, names=names, directing=directing)
    if None in line_up:
        raise BadFields((path, nobody_there(tournament.club_id, ids)))
    size = entry_size(tournament)
    found = list(dict.fromkeys(each for each in line_up if each is not None))
    if len(found) != size:
        raise BadFields((path, f"An entry of this tournament has {size}, not {len(found)}."))
    return found


def entry_size(tournament: Tournament) -> int:
    """How many players an entry has."""
    seats = tournament.table_seats[0]
    individual = Format(tournament.format).individual
    return 1 if individual else seats // ruleset_of(tournament).sides(seats)


def _partners(partnership_id: UUID) -> list[UUID]:
    found = Partnership.objects.filter(pk=partnership_id, state=PartnershipState.ACTIVE).first()
    if found is None:
        raise BadFields(("partnership", "There is no such active partnership."))
    return list(found.members.order_by("id").values_list("player", flat=True))


def require_free(
    tournament: Tournament,
    members: Iterable[Member],
    first: int,
    last: int | None = None,
    *,
    hand: int | None = None,
    own: Entry | None = None,
    entering: Iterable[Player] = (),
) -> None:
    """Raises AlreadyEntered if one of the members sits for an entry in these rounds.

    From `first`, or from a hand of it, to `last` (None: to the end). Entries that have withdrawn do
    not count, except `own`. In a published round an entry counts only if it was in that round.
    Raises WithdrawnByDirector if a director withdrew an entry for which one of those plays who are
    `entering` without a director.
    """
    sits = (
        Q(member__in=list(members))
        & (Q(entry__withdrawn=False) | Q(entry=own))
        & (Q(last_round=None) | Q(last_round__gte=first))
        & ~Q(last_round=first, last_hand__lt=hand or 1)
    )
    found = Stint.objects.filter(sits | _sent_away(entering), entry__tournament=tournament)
    for stint in found.select_related("entry").order_by("-entry__sent_away"):
        if stint.entry.sent_away and stint.entry != own:
            raise WithdrawnByDirector(entry=stint.entry.number)
        if (last is None or stint.first_round <= last) and _sits(tournament, stint, first, last):
            raise AlreadyEntered(entry=stint.entry.number)


def _sent_away(players: Iterable[Player]) -> Q:
    """Where one of them plays for an entry that a director withdrew.

    Entries of its owner, and of the owner's other bots, count for a bot account too.
    """
    who = Q(pk__in=[])
    for player in players:
        same = Q(member__player=player.pk)
        who |= is_account("member__player", player.owner_id) if player.owner_id else same
    return who & Q(last_round=None, entry__sent_away=True)


def _sits(tournament: Tournament, stint: Stint, first: int, last: int | None) -> bool:
    """True if the stint includes a future round from `first` to `last`, or one with the entry."""
    begin = max(first, stint.first_round)
    end = min(filter(None, (last, stint.last_round)), default=None)
    if end is None or end >= max(begin, next_round(tournament)):
        return True
    rounds = Q(
        round__number__gte=begin, round__number__lte=end, round__published_version__isnull=False
    )
    return Assignment.objects.filter(rounds, entry=stint.entry_id).exists()


def next_round(tournament: Tournament) -> int:
    """The number of the first round that is not published yet."""
    if tournament.state in BEFORE and not tournament.imported_from:
        return 1  # an import may have rounds in any state
    return tournament.rounds.filter(published_version__isnull=False).count() + 1


def require_return(tournament: Tournament, entry: Entry) -> None:
    """Raises AlreadyEntered if a player of a withdrawn entry sits for another one meanwhile."""
    coming = next_round(tournament)
    for stint in entry.stints.all():
        if stint.last_round is None or stint.last_round >= coming:
            first = max(stint.first_round, coming)
            require_free(tournament, [stint.member], first, stint.last_round)


def entry_create(
    change: Change,
    line_up: Sequence[Member | Player],
    *,
    partnership: UUID | None = None,
    house: bool = False,
) -> Entry:
    """A row with the next number, and who sits for it, except those who must be asked first.

    Raises TooManyEntries.
    """
    tournament = change.tournament
    limit: int = settings.SAMBA_MAX_ENTRIES
    may_be_full = not house and tournament.last_entry_number >= limit
    if may_be_full and tournament.entries.count() >= limit:
        raise TooManyEntries(limit=limit)
    tournament.last_entry_number += 1
    entry = Entry(
        tournament=tournament,
        number=tournament.last_entry_number,
        partnership_id=partnership,
        late=has_begun(tournament),
        house=house,
        invited=any(isinstance(each, Player) for each in line_up),
    )
    stints = [
        Stint(entry=entry, member=member, position=position)
        for position, member in enumerate(line_up)
        if isinstance(member, Member)
    ]
    rows_insert([entry], stints)
    relation_know(entry, "stints", stints)
    return entry


def has_begun(tournament: Tournament) -> bool:
    """True if round 1 has been published."""
    return next_round(tournament) > 1


def require_not_over(tournament: Tournament) -> None:
    """Raises WrongTournamentState for a tournament that has ended or was cancelled."""
    require_state_in(tournament.state, *GOING_ON)


@contextmanager
def attendance_change(change: Change, entry: Entry) -> Iterator[None]:
    """Record if the entry comes, goes, withdraws or comes back in this block, which saves it."""
    before = entry.present, entry.withdrawn
    yield
    if (entry.present, entry.withdrawn) != before:
        AttendanceChange.objects.create(
            entry=entry, version=change.version, present=entry.present, withdrawn=entry.withdrawn
        )


def plays_for(entry: Entry, player_id: UUID) -> bool:
    """True if the player sits for the entry, now or in a round to come."""
    return any(
        stint.member.player_id == player_id
        for stint in entry.stints.all()
        if stint.last_round is None
    )


def require_own(entry: Entry, by: Player, *, directing: bool) -> None:
    """Raises NotOwnEntry for a player who neither directs nor plays for the entry."""
    if not directing and not plays_for(entry, by.id):
        raise NotOwnEntry
