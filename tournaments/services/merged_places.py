"""The places in entries that a merge gives from its source to another member, and their way back.

Tenures are cut, joined and made again, and seats are given again, so that no row can be relied on
to stay. A place in an entry stays: a merge remembers those that knew its source, as they were.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self
from uuid import UUID

from django.db.models import Q

from tournaments.models import Member, TableSeat, Tenure

Key = tuple[UUID, int | None]
"""An entry and a position in it; None for seats without a tenure, as imported nights have them."""


class Line(NamedTuple):
    """Who sat at a place, from when on and for whom."""

    member: UUID
    replaces: UUID | None
    start: tuple[int, int]
    """A round and a hand."""


class Place(NamedTuple):
    """A place that knew the source of a merge, as it was before."""

    entry: UUID
    position: int | None
    lines: Sequence[Line]

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """From the shape in which merges are stored."""
        lines = [
            Line(UUID(member), UUID(replaces) if replaces else None, tuple(start))
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

    def line_of(self, member: UUID, start: tuple[int, int]) -> Line | None:
        """What is remembered of a member who sits there from `start` on."""
        theirs = [line for line in self.lines if line.member == member]
        begun = [line for line in theirs if line.start <= start]
        return next(iter([*reversed(begun), *theirs]), None)


def places_give(source: Member, into: Member, at: Collection[Key] | None = None) -> list[Place]:
    """Give everything of `source`, or what is `at` these places, to `into`; as it was before."""
    named = Tenure.objects.filter(Q(member=source) | Q(replaces=source))
    sits = TableSeat.objects.filter(member=source)
    entries = {*named.values_list("entry", flat=True), *sits.values_list("entry", flat=True)}
    tenures, seats = _tenures(entries), _seats(entries, source)
    known = [key for key, rows in tenures.items() if any(_names(row, source) for row in rows)]
    places = [
        Place(*key, [Line(row.member_id, row.replaces_id, _start(row)) for row in tenures[key]])
        for key in dict.fromkeys([*known, *seats])
        if at is None or key in at
    ]
    for place in places:
        TableSeat.objects.filter(pk__in=seats[place.key]).update(member=into)
        for row in tenures[place.key]:
            member = into.pk if row.member_id == source.pk else row.member_id
            replaces = into.pk if row.replaces_id == source.pk else row.replaces_id
            # Nobody substitutes for themselves.
            _write(row, member, replaces if replaces != member else None)
    return places


def places_return(places: Iterable[Place], source: Member, into: Member) -> None:
    """Give these places back to `source`, with whatever `into` has there by now.

    Where the source was only replaced, who sits there stays.
    """
    places = list(places)
    entries = {place.entry for place in places}
    tenures, seats = _tenures(entries), _seats(entries, into)
    for place in places:
        sat, rows = place.was_of(source), tenures[place.key]
        if sat:
            TableSeat.objects.filter(pk__in=seats[place.key]).update(member=source)
        stays = not sat and any(row.member_id == into.pk for row in rows)
        for row in rows:
            if _names(row, into):
                member = source.pk if sat and row.member_id == into.pk else row.member_id
                before = place.line_of(member, _start(row))
                left = into.pk if stays and member != into.pk else source.pk
                _write(row, member, _replaced(row, before, left, {source.pk, into.pk}))


def _replaced(row: Tenure, before: Line | None, left: UUID, both: Collection[UUID]) -> UUID | None:
    """Whom the row's member replaces, now that `both` are two again.

    The one whom they replaced before the merge; `left`, who has the place, if they have come since.
    """
    if row.replaces_id is not None and row.replaces_id not in both:
        return row.replaces_id
    if before is not None and before.replaces in both:
        return before.replaces
    return None if before is not None and row.replaces_id is None else left


def places_held(places: Iterable[Place], holder: Member) -> list[Place]:
    """Those where `holder` is still named."""
    places = list(places)
    entries = {place.entry for place in places}
    tenures, seats = _tenures(entries), _seats(entries, holder)
    return [
        place
        for place in places
        if seats[place.key] or any(_names(row, holder) for row in tenures[place.key])
    ]


def _tenures(entries: Collection[UUID]) -> dict[Key, list[Tenure]]:
    """All tenures of these entries by place, in order."""
    found: dict[Key, list[Tenure]] = defaultdict(list)
    for row in Tenure.objects.filter(entry__in=entries):
        found[row.entry_id, row.position].append(row)
    return found


def _seats(entries: Collection[UUID], member: Member) -> dict[Key, list[int]]:
    """The seats where the member sits for these entries, by the place that gives them."""
    tenures = Tenure.objects.filter(entry__in=entries, member=member)
    rows = TableSeat.objects.filter(entry__in=entries, member=member).select_related("round")
    found: dict[Key, list[int]] = defaultdict(list)
    for seat in rows:
        positions = [
            row.position
            for row in tenures
            if row.entry_id == seat.entry_id and row.covers(seat.round.number)
        ]
        found[seat.entry_id, positions[0] if positions else None].append(seat.pk)
    return found


def _names(row: Tenure, member: Member) -> bool:
    return member.pk in (row.member_id, row.replaces_id)


def _start(row: Tenure) -> tuple[int, int]:
    return row.first_round, row.first_hand or 1


def _write(row: Tenure, member: UUID, replaces: UUID | None) -> None:
    if (row.member_id, row.replaces_id) != (member, replaces):
        row.member_id, row.replaces_id = member, replaces
        row.save(update_fields=["member", "replaces"])
