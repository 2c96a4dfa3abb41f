"""Who sits for an entry and when, on which seat of a table, and with which score sides start."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from games.choices import GameStatus
from games.errors import HasSeenCards
from games.services.running_seats import require_unseen, seat_hand_over
from samba_service.accounts.models import Player
from samba_service.kit.errors import BadFields
from samba_service.kit.rows import row_save
from tournaments.club_errors import AlreadyEntered
from tournaments.engine.rated_tables import RatedKind, together
from tournaments.engine.scoring import HANDS_BY_TIME
from tournaments.engine.terms import Venue
from tournaments.errors import AccountsMissing, ResultConfirmed
from tournaments.models import Assignment, Member, Round, Stint, TableSeat
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
    hands = tournament.hands_per_round or HANDS_BY_TIME
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


class When(NamedTuple):
    """From the start of round `first`, or of a hand in it, to the end of round `last`."""

    first: int
    hand: int | None = None
    """None: from the first."""
    last: int | None = None
    """None: to the end."""


def stint_replace(leaving: Stint, newcomer: Member, when: When) -> None:
    """Give the newcomer the place in the entry for that time.

    They replace the player who leaves. If nothing is left of that stint, they replace the player
    whom it replaced.
    """
    place = Stint.objects.filter(entry=leaving.entry_id, position=leaving.position)
    others = [each for each in place if each.pk != leaving.pk]
    earlier = [each for each in others if each.member_id == newcomer.pk]
    rest = list(_rest(leaving, when))
    replaced = leaving.member_id if rest else leaving.replaces_id or leaving.member_id
    comes_back = newcomer.pk in (leaving.replaces_id, replaced)
    came = Stint(
        entry_id=leaving.entry_id,
        member=newcomer,
        replaces_id=earlier[-1].replaces_id if earlier else None if comes_back else replaced,
        position=leaving.position,
        first_round=when.first,
        first_hand=when.hand,
        last_round=when.last,
        last_hand=leaving.last_hand if when.last == leaving.last_round else None,
    )
    _write([*others, *rest, came])


def cuts_forget(entries: Iterable[UUID], number: int) -> None:
    """Give all of round `number`, which begins again, to the players who sit there at its end.

    A substitute who came between two hands now plays from the start. The player who left has not
    played in that round.
    """
    rows = Stint.objects.filter(entry__in=entries).order_by("entry", "position")
    for _, stints in groupby(rows, key=lambda each: (each.entry_id, each.position)):
        place = sorted(stints, key=attrgetter("start"))
        coming = [each for each in place if each.first_round == number and each.covers(number)]
        if coming and coming[0].first_hand is not None:
            _write(_uncut(place, coming[0], number))


def _uncut(place: Sequence[Stint], coming: Stint, number: int) -> list[Stint]:
    """The stints of a place where `coming` begins with the round, before which others end."""
    going = [each for each in place if each.last_round == number and each.last_hand is not None]
    gone = {each.member_id: each.replaces_id for each in going if each.first_round == number}
    for each in going:
        each.last_round, each.last_hand = number - 1, None
    coming.first_hand = None
    while coming.replaces_id and (before := gone.pop(coming.replaces_id, None)):
        coming.replaces_id = before
    return [each for each in place if _lasts(each)]


def _lasts(stint: Stint) -> bool:
    """True if it has a round at all."""
    return stint.last_round is None or stint.first_round <= stint.last_round


def _write(stints: Iterable[Stint]) -> None:
    """Write these as all stints of their place, those joined that follow each other."""
    sitting = _joined(sorted(stints, key=attrgetter("start")))
    place = Stint.objects.filter(entry=sitting[0].entry_id, position=sitting[0].position)
    place.exclude(pk__in=[each.pk for each in sitting if each.pk]).delete()
    for each in sitting:
        row_save(each, "member", "replaces", "first_round", "first_hand", "last_round", "last_hand")


def _rest(leaving: Stint, when: When) -> Iterator[Stint]:
    """What is left of a stint: before the newcomer comes, and after; the first keeps the row."""
    before, after = copy(leaving), copy(leaving)
    if leaving.start < (when.first, when.hand or 1):
        hands = (when.hand or 1) - 1
        before.last_round = when.first if hands else when.first - 1
        before.last_hand = hands or None
        after.pk = None
        yield before
    if when.last is not None and when.last != leaving.last_round:
        after.first_round, after.first_hand = when.last + 1, None
        yield after


def _joined(stints: Iterable[Stint]) -> list[Stint]:
    """Stints of one place, in order; where somebody follows themselves, one of both is left."""
    joined: list[Stint] = []
    for each in stints:
        last = joined[-1] if joined else None
        if last is not None and _follows(last, each):
            last.last_round, last.last_hand = each.last_round, each.last_hand
            last.pk = last.pk or each.pk
        else:
            joined.append(each)
    return joined


def _follows(one: Stint, other: Stint) -> bool:
    """True if `other` is the same person's for the same, and begins where `one` ends."""
    if (one.member_id, one.replaces_id) != (other.member_id, other.replaces_id):
        return False
    if one.last_round is None:
        return False
    if one.last_hand is None:
        return other.start == (one.last_round + 1, 1)
    return other.start == (one.last_round, one.last_hand + 1)


def has_game(seat: TableSeat) -> bool:
    """True if the table has a game that was not abandoned: then its seats must change too."""
    game = seat.table.game
    return game is not None and game.status != GameStatus.ABANDONED


def seat_take_over(seat: TableSeat, to: Player, *, hand: int | None, by: Player) -> int | None:
    """Give a player the seat in the game; returns their first hand, None for the whole round.

    It is the running hand; `hand`, if given, must be the same. Raises ResultConfirmed if the game
    is over, HasSeenCards, BadFields.
    """
    table = seat.table
    assert table.game_id is not None
    try:
        stint = seat_hand_over(game_id=table.game_id, seat=seat.seat, to=to, by=by)
    except HasSeenCards:
        raise HasSeenCards(table=table.number) from None
    if stint is None:
        raise ResultConfirmed
    playing = stint.hand or 1
    if hand not in (None, playing):
        raise BadFields(("from_hand", f"Hand {playing} is being played online: leave it out."))
    return playing if playing > 1 or stint.begun else None


def seat_require_fit(seat: TableSeat, player: Player | None, *, hand: int | None) -> None:
    """Check what can be checked before the player accepts. Raises HasSeenCards, BadFields."""
    if hand is not None:
        raise BadFields(("from_hand", "They come when they accept: leave it out."))
    if player is not None and seat.table.game_id is not None:
        require_unseen(game_id=seat.table.game_id, seat=seat.seat, player=player)
