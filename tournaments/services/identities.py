"""What was played under one member's name becomes another's, and comes back.

Both happen under the locks of all tournaments concerned, in order of their ids, so that each has a
version and a line of its log for it; then under those of the accounts, the club and its members.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import TypeVar
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from games.models import GameStatus, Player
from tournaments.engine.tournament import RoundState
from tournaments.errors import PlayedTogether, StillPlaying
from tournaments.models import Entry, Member, Merge, MergeState, TableSeat, Tenure
from tournaments.services.clubs import club_lock
from tournaments.services.log import Change, tournament_change
from tournaments.services.member_names import players_lock
from tournaments.services.merged_places import Place, places_give, places_held, places_return


@contextmanager
def nights_locked(
    nights: Callable[[], list[UUID]],
    members: Iterable[Member],
    act: str,
    *,
    by: Player | None,
    reason: str = "",
) -> Iterator[list[Change]]:
    """Change all of `nights`; nobody enters `members` anywhere meanwhile.

    Raises TournamentArchived for a night that takes no change, and NightsChanged.
    """
    with ExitStack() as stack:
        known = nights()
        changes = [
            stack.enter_context(tournament_change(each, act, by=by, reason=reason))
            for each in known
        ]
        members = list(members)
        players_lock(*(each.player_id for each in members))
        club_lock(members[0].club_id)
        # A row that names a member waits for this lock, or was written before it.
        rows = Member.objects.select_for_update().filter(pk__in=[each.pk for each in members])
        list(rows.order_by("pk"))
        if nights() != known:
            raise NightsChanged
        yield changes


class NightsChanged(Exception):
    """One of them was entered for another tournament meanwhile: try again."""


Done = TypeVar("Done")
TRIES = 3
"""Attempts before we give up because one of the members keeps being entered elsewhere."""


def retried(act: Callable[[], Done]) -> Done:
    """Do it, again where NightsChanged is raised."""
    for _ in range(TRIES - 1):
        with suppress(NightsChanged):
            return act()
    return act()


def nights_of(member: Member) -> list[UUID]:
    """Every tournament that knows the member."""
    tenures = Tenure.objects.filter(Q(member=member) | Q(replaces=member))
    nights = tenures.values_list("entry__tournament", flat=True)
    seats = TableSeat.objects.filter(member=member).values_list("round__tournament", flat=True)
    return sorted({*nights, *seats})


def nights_held(merge: Merge) -> list[UUID]:
    """The tournaments of the places that an undo of the merge returns, as it is by now."""
    merge = Merge.objects.select_related("into").get(pk=merge.pk)
    entries = Entry.objects.filter(pk__in=[place.entry for place in _held(merge)])
    return sorted(set(entries.values_list("tournament", flat=True)))


def require_two_nights(source: Member, into: Member) -> None:
    """Raises PlayedTogether where both were entered in one tournament: they are two people."""
    both = [member.pk for member in (source, into)]
    entered = Tenure.objects.filter(member__in=both).values_list("member", "entry__tournament")
    seats = TableSeat.objects.filter(member__in=both)
    sat = seats.values_list("member", "round__tournament", "round__number", "table__number")
    nights = {member: {night for who, night in entered if who == member} for member in both}
    for who, night, *_ in sat:
        nights[who].add(night)
    shared = nights[source.pk] & nights[into.pk]
    if not shared:
        return
    tables = sorted(
        {(str(night), round_, table) for _, night, round_, table in sat if night in shared}
    )
    bare = sorted(str(night) for night in shared - {UUID(night) for night, *_ in tables})
    places = [*tables, *((night, None, None) for night in bare)]
    names = "tournament", "round", "table"
    raise PlayedTogether(tables=[dict(zip(names, place, strict=True)) for place in places])


def require_not_playing(members: Iterable[Member]) -> None:
    """Raises StillPlaying while one of them, with an account, sits at an online table."""
    online = TableSeat.objects.filter(
        member__in=[member.pk for member in members if member.player_id],
        round__state=RoundState.PUBLISHED,
        table__game__status__in=(GameStatus.LOBBY, GameStatus.ACTIVE),
    )
    if online.exists():
        raise StillPlaying


def identity_give(merge: Merge) -> None:
    """Let the source of the merge be `into` from now on."""
    merge.places = _stored(places_give(merge.source, merge.into))
    merge.done_at = timezone.now()


def identity_return(merge: Merge) -> None:
    """Let the source of the merge be itself at the places that it had.

    Later merges of who was there are undone before, and done again afterwards: each finds, and
    remembers, what there would be without this one.
    """
    held = _held(merge)
    at = {place.key for place in held}
    done = Merge.objects.filter(club=merge.club_id, state=MergeState.DONE)
    later = done.filter(done_at__gt=merge.done_at).select_related("source", "into")
    touched = [
        (each, places)
        for each in later.order_by("done_at")
        for places in [_places(each)]
        if any(place.key in at for place in places)
    ]
    for each, places in reversed(touched):
        places_return([place for place in places if place.key in at], each.source, each.into)
    places_return(held, merge.source, merge.into)
    for each, places in touched:
        others = [place for place in places if place.key not in at]
        each.places = _stored([*others, *places_give(each.source, each.into, at)])
        each.save(update_fields=["places"])


def _held(merge: Merge) -> list[Place]:
    """The places of the merge that still name whom its source has become."""
    return places_held(_places(merge), merge.into.identity)


def _places(merge: Merge) -> list[Place]:
    return [Place.read(stored) for stored in merge.places]


def _stored(places: Iterable[Place]) -> list[dict[str, object]]:
    return [place.stored() for place in places]
