"""Results under one member's name become another's, and can be returned."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, NamedTuple, Self, TypeVar
from uuid import UUID

from django.db.models import Q

from games.choices import GameStatus
from samba_service.accounts.models import Player
from tournaments.choices import MergeState
from tournaments.club_errors import PlayedTogether, StillPlaying
from tournaments.engine.tournament import RoundState
from tournaments.models import Entry, Member, Merge, Stint, TableSeat
from tournaments.services.changes import Change, tournament_change
from tournaments.services.clubs import club_lock, players_lock

Key = tuple[UUID, int | None]
"""An entry and a position in it; None for seats without a stint, as imported nights have them."""


class FormerStint(NamedTuple):
    """Who sat at a place, from when and for whom."""

    member: UUID
    replaces: UUID | None
    start: tuple[int, int]
    """A round and a hand."""


class FormerPlace(NamedTuple):
    """A place that the source of a merge had, as it was before."""

    entry: UUID
    position: int | None
    lines: Sequence[FormerStint]

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """From the shape in which merges are stored."""
        lines = [
            FormerStint(UUID(member), UUID(replaces) if replaces else None, tuple(start))
            for member, replaces, start in stored["lines"]
        ]
        return cls(UUID(stored["entry"]), stored["position"], lines)

    def stored(self) -> dict[str, Any]:
        lines = [
            [str(line.member), str(line.replaces) if line.replaces else None, list(line.start)]
            for line in self.lines
        ]
        return {"entry": str(self.entry), "position": self.position, "lines": lines}

    @property
    def key(self) -> Key:
        return self.entry, self.position

    def was_of(self, member: Member) -> bool:
        """True if the member sat there."""
        return self.position is None or any(line.member == member.pk for line in self.lines)

    def line_of(self, member: UUID, start: tuple[int, int]) -> FormerStint | None:
        """What is stored about a member who sits there from `start` on."""
        theirs = [line for line in self.lines if line.member == member]
        begun = [line for line in theirs if line.start <= start]
        return next(iter([*reversed(begun), *theirs]), None)


def places_transfer(
    source: Member, into: Member, at: Collection[Key] | None = None
) -> list[dict[str, Any]]:
    """Give all that `source` has, or has `at` these places, to `into`.

    Returns the old rows, in the shape in which merges are stored.
    """
    named = Stint.objects.filter(Q(member=source) | Q(replaces=source))
    sits = TableSeat.objects.filter(member=source)
    entries = {*named.values_list("entry", flat=True), *sits.values_list("entry", flat=True)}
    stints, seats = _stints(entries), _seats(entries, source)
    known = [key for key, rows in stints.items() if any(_names(row, source) for row in rows)]
    places = [
        FormerPlace(
            *key, [FormerStint(row.member_id, row.replaces_id, row.start) for row in stints[key]]
        )
        for key in dict.fromkeys([*known, *seats])
        if at is None or key in at
    ]
    for place in places:
        TableSeat.objects.filter(pk__in=seats[place.key]).update(member=into)
        for row in stints[place.key]:
            member = into.pk if row.member_id == source.pk else row.member_id
            replaces = into.pk if row.replaces_id == source.pk else row.replaces_id
            # Nobody substitutes for themselves.
            _write(row, member, replaces if replaces != member else None)
    return [place.stored() for place in places]


def places_restore(places: Iterable[FormerPlace], source: Member, into: Member) -> None:
    """Give these places back to `source`, with everything that `into` has there by now.

    If the source was only replaced, who sits there stays.
    """
    places = list(places)
    entries = {place.entry for place in places}
    stints, seats = _stints(entries), _seats(entries, into)
    for place in places:
        sat, rows = place.was_of(source), stints[place.key]
        if sat:
            TableSeat.objects.filter(pk__in=seats[place.key]).update(member=source)
        stays = not sat and any(row.member_id == into.pk for row in rows)
        for row in rows:
            if _names(row, into):
                member = source.pk if sat and row.member_id == into.pk else row.member_id
                before = place.line_of(member, row.start)
                left = into.pk if stays and member != into.pk else source.pk
                _write(row, member, _replaced(row, before, left, {source.pk, into.pk}))


def _replaced(
    row: Stint, before: FormerStint | None, left: UUID, both: Collection[UUID]
) -> UUID | None:
    """The member whom the row's member replaces, now that `both` are two again.

    The one whom they replaced before the merge; `left`, who has the place, if they have come since.
    """
    if row.replaces_id is not None and row.replaces_id not in both:
        return row.replaces_id
    if before is not None and before.replaces in both:
        return before.replaces
    return None if before is not None and row.replaces_id is None else left


def _held(merge: Merge) -> list[FormerPlace]:
    """The places of the merge that still name whom its source has become."""
    places, holder = _places(merge), merge.into.identity
    entries = {place.entry for place in places}
    stints, seats = _stints(entries), _seats(entries, holder)
    return [
        place
        for place in places
        if seats[place.key] or any(_names(row, holder) for row in stints[place.key])
    ]


def _stints(entries: Collection[UUID]) -> dict[Key, list[Stint]]:
    """All stints of these entries by place, in order."""
    found: dict[Key, list[Stint]] = defaultdict(list)
    for row in Stint.objects.filter(entry__in=entries):
        found[row.entry_id, row.position].append(row)
    return found


def _seats(entries: Collection[UUID], member: Member) -> dict[Key, list[int]]:
    """The seats where the member sits for these entries, by the place that gives them."""
    stints = Stint.objects.filter(entry__in=entries, member=member)
    rows = TableSeat.objects.filter(entry__in=entries, member=member).select_related("round")
    found: dict[Key, list[int]] = defaultdict(list)
    for seat in rows:
        positions = [
            row.position
            for row in stints
            if row.entry_id == seat.entry_id and row.covers(seat.round.number)
        ]
        found[seat.entry_id, positions[0] if positions else None].append(seat.pk)
    return found


def _names(row: Stint, member: Member) -> bool:
    return member.pk in (row.member_id, row.replaces_id)


def _write(row: Stint, member: UUID, replaces: UUID | None) -> None:
    if (row.member_id, row.replaces_id) != (member, replaces):
        row.member_id, row.replaces_id = member, replaces
        row.save(update_fields=["member", "replaces"])


@contextmanager
def nights_locked(
    nights: Callable[[], list[UUID]],
    members: Iterable[Member],
    act: str,
    *,
    by: Player | None,
    reason: str = "",
    **facts: str,
) -> Iterator[list[Change]]:
    """Change all of `nights`, each with these facts; nobody enters `members` anywhere meanwhile.

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
        for change in changes:
            change.facts |= facts
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
    """Every tournament that includes the member."""
    stints = Stint.objects.filter(Q(member=member) | Q(replaces=member))
    nights = stints.values_list("entry__tournament", flat=True)
    seats = TableSeat.objects.filter(member=member).values_list("round__tournament", flat=True)
    return sorted({*nights, *seats})


def nights_held(merge: Merge) -> list[UUID]:
    """The tournaments of the places that an undo of the merge returns, in its current state."""
    merge = Merge.objects.select_related("into").get(pk=merge.pk)
    entries = Entry.objects.filter(pk__in=[place.entry for place in _held(merge)])
    return sorted(set(entries.values_list("tournament", flat=True)))


def require_two_nights(source: Member, into: Member) -> None:
    """Raises PlayedTogether where both were entered in one tournament: they are two people."""
    both = [member.pk for member in (source, into)]
    entered = Stint.objects.filter(member__in=both).values_list("member", "entry__tournament")
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


def identity_restore(merge: Merge) -> None:
    """Let the source of the merge be itself at the places that it had.

    Later merges of the people there are undone first, and done again afterwards: each finds, and
    stores, what there would be without this one.
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
        places_restore([place for place in places if place.key in at], each.source, each.into)
    places_restore(held, merge.source, merge.into)
    for each, places in touched:
        others = [place.stored() for place in places if place.key not in at]
        each.places = [*others, *places_transfer(each.source, each.into, at)]
        each.save(update_fields=["places"])


def _places(merge: Merge) -> list[FormerPlace]:
    return [FormerPlace.read(stored) for stored in merge.places]
