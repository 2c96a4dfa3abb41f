"""Who sits on which seat of a table, and with which score the sides start."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from uuid import UUID

from tournaments.engine.ratings.tables import BY_TIME, RatedKind, together
from tournaments.engine.terms import Venue
from tournaments.errors import AccountsMissing, AlreadyEntered
from tournaments.models import Assignment, Member, Round, TableSeat
from tournaments.selectors.entries import entries_of
from tournaments.selectors.load import sides_of
from tournaments.selectors.rated_tables import kind_of
from tournaments.selectors.ratings import ratings_before


def seats_assign(round_: Round, numbers: Collection[int] | None = None) -> None:
    """Write all seats: seat n belongs to side n mod sides, and to its entry's player of this round.

    With `numbers`, those of these tables again. Raises AlreadyEntered where somebody would sit
    twice, for one entry or for two, as an imported tournament may have it.
    """
    entries = list(entries_of(round_.tournament_id))
    line_ups = {
        entry.id: [each.member for each in entry.stints.all() if each.covers(round_.number)]
        for entry in entries
    }
    tables = round_.tables.prefetch_related("assignments")
    if numbers is not None:
        tables = tables.filter(number__in=numbers)
    TableSeat.objects.filter(table__in=tables).delete()
    rows = [
        TableSeat(round=round_, table=table, seat=seat, entry_id=entry_id, member=member)
        for table in tables
        for seat, entry_id, member in _seats(sides_of(table.assignments.all()), line_ups)
    ]
    seated = list(TableSeat.objects.filter(round=round_))
    _require_once([*seated, *rows], {entry.id: entry.number for entry in entries})
    TableSeat.objects.bulk_create(rows)


def accounts_require(round_: Round, numbers: Collection[int] | None = None) -> None:
    """Raises AccountsMissing where somebody without an account would have to play online.

    At any table of the round, or at those of these numbers.
    """
    rows = TableSeat.objects.filter(round=round_).select_related("table", "member__player")
    if numbers is not None:
        rows = rows.filter(table__number__in=numbers)
    if lacking := [row for row in rows if _cannot_play_online(row)]:
        raise AccountsMissing(
            tables=sorted({row.table.number for row in lacking}),
            names=sorted({row.member.name for row in lacking}),
        )


def _require_once(rows: Sequence[TableSeat], numbers: Mapping[UUID, int]) -> None:
    seen: dict[UUID, UUID] = {}
    for row in rows:
        if row.member_id in seen:
            raise AlreadyEntered(entry=numbers[seen[row.member_id]])
        seen[row.member_id] = row.entry_id


def _seats(
    sides: Sequence[Sequence[Assignment]], line_ups: Mapping[UUID, Sequence[Member]]
) -> Iterator[tuple[int, UUID, Member]]:
    for side, assigned in enumerate(sides):
        seated = [(each.entry_id, one) for each in assigned for one in line_ups[each.entry_id]]
        for position, (entry_id, member) in enumerate(seated):
            yield side + position * len(sides), entry_id, member


def _cannot_play_online(row: TableSeat) -> bool:
    member = row.member
    lacks_account = member.player is None or member.is_former
    return row.table.venue == Venue.ONLINE and lacks_account and not member.bot_level


Handicaps = dict[int, tuple[int, ...]]
"""Scores by side, by the number of the table."""


def handicaps_for(round_: Round) -> Handicaps:
    """Three quarters of the margin that the ratings expect against the strongest side of a table,
    to the nearest 100; tables of equal sides are left out.

    By the ratings of the club, for those who sit there; an unrated player counts as average.
    """
    tournament = round_.tournament
    if not tournament.handicap:
        return {}
    ratings, kind = ratings_before(tournament), kind_of(tournament)
    hands = tournament.hands_per_round or BY_TIME
    found: Handicaps = {}
    for table in round_.tables.prefetch_related("seats__member", "assignments"):
        sides = len({each.side for each in table.assignments.all()})
        seated = [str(seat.member.public_id) for seat in table.seats.all()]
        players = [seated[side::sides] for side in range(sides)]
        rated = [each if kind is RatedKind.PLAYER else [together(each)] for each in players]
        scores = ratings.handicaps(rated, hands)
        if any(scores):
            found[table.number] = scores
    return found


def handicaps_assign(round_: Round, numbers: Collection[int] | None = None) -> None:
    """Set the start scores of a published round's tables that have no result.

    `numbers` limits this to the tables with these numbers.
    """
    tables = round_.tables.filter(results=None)
    if numbers is not None:
        tables = tables.filter(number__in=numbers)
    tables.update(start_scores=None)
    for number, scores in handicaps_for(round_).items():
        tables.filter(number=number).update(start_scores=list(scores))
