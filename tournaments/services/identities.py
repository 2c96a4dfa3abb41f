"""What was played under one member's name becomes another's, and comes back.

Both happen under the locks of all tournaments concerned, in order of their ids, so that each has a
version and a line of its log for it; then under those of the accounts, the club and its members.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any
from uuid import UUID

from django.db.models import F, Q, QuerySet

from games.models import GameStatus, Player
from tournaments.engine.tournament import RoundState
from tournaments.errors import PlayedTogether, StillPlaying
from tournaments.models import Member, TableSeat, Tenure
from tournaments.services.clubs import club_lock
from tournaments.services.log import Change, tournament_change
from tournaments.services.member_names import players_lock

MOVED = {
    "tenures": (Tenure, "member", "entry__tournament"),
    "replaced": (Tenure, "replaces", "entry__tournament"),
    "seats": (TableSeat, "member", "round__tournament"),
}
"""Rows by which a tournament knows a member: their model, their column, and whose they are."""

Rows = dict[str, list[int]]
"""Ids by the names of MOVED."""


@contextmanager
def nights_locked(
    nights: Callable[[], list[UUID]], members: Iterable[Member], act: str, *, by: Player | None
) -> Iterator[list[Change]]:
    """Change all of `nights`; nobody enters `members` anywhere meanwhile.

    Raises TournamentArchived for a night that takes no change, and NightsChanged.
    """
    with ExitStack() as stack:
        known = nights()
        changes = [stack.enter_context(tournament_change(each, act, by=by)) for each in known]
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


def nights_of(member: Member) -> list[UUID]:
    """Every tournament that knows the member."""
    return _nights({name: Q(**{column: member}) for name, (_, column, _) in MOVED.items()})


def nights_moved(moved: Mapping[str, Any], holder: Member) -> list[UUID]:
    """The tournaments of the rows that were moved and are still `holder`'s."""
    return _nights(_kept(moved, holder))


def _nights(rows: Mapping[str, Q]) -> list[UUID]:
    found: set[UUID] = set()
    for name, (model, _, night) in MOVED.items():
        found |= set(model._default_manager.filter(rows[name]).values_list(night, flat=True))
    return sorted(found)


def _kept(moved: Mapping[str, Any], holder: Member) -> dict[str, Q]:
    held = {name: Q(**{column: holder}) for name, (_, column, _) in MOVED.items()}
    held["replaced"] |= Q(replaces=None, member=holder)  # nobody substitutes for themselves
    kept = {name: Q(pk__in=moved.get(name, ())) & rows for name, rows in held.items()}
    kept["seats"] |= held["seats"] & Q(pk__in=_seats_of(moved.get("tenures", ())))
    return kept


def _seats_of(tenures: Collection[int]) -> QuerySet[TableSeat]:
    """The seats in the rounds of these tenures; a reseating replaces the rows."""
    until_the_end = Q(entry__tenures__last_round=None)
    return TableSeat.objects.filter(
        until_the_end | Q(round__number__lte=F("entry__tenures__last_round")),
        round__number__gte=F("entry__tenures__first_round"),
        entry__tenures__in=list(tenures),
    )


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


def rows_move(source: Member, into: Member) -> Rows:
    """Give everything of `source` to `into`; which rows these were."""
    moved: Rows = {}
    for name, (model, column, _) in MOVED.items():
        rows = model._default_manager.filter(**{column: source})
        moved[name] = list(rows.values_list("pk", flat=True))
        rows.update(**{column: into})
    Tenure.objects.filter(pk__in=moved["replaced"], member=into).update(replaces=None)
    return moved


def rows_return(moved: Mapping[str, Any], holder: Member, to: Member) -> None:
    """Give the rows that were moved, and are still `holder`'s, back."""
    kept = {
        name: list(MOVED[name][0]._default_manager.filter(rows).values_list("pk", flat=True))
        for name, rows in _kept(moved, holder).items()
    }
    for name, found in kept.items():
        model, column, _ = MOVED[name]
        model._default_manager.filter(pk__in=found).update(**{column: to})
