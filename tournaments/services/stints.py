"""Who sits for an entry, and when: from which round or hand to which."""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from django.db.models import Max

from games.choices import GameStatus
from games.errors import HasSeenCards
from games.services.running_seats import seat_hand_over
from samba_service.accounts.models import Player
from samba_service.kit.errors import BadFields, ServiceError
from samba_service.kit.rows import row_save
from tournaments.engine.terms import Format
from tournaments.engine.tournament import RoundState
from tournaments.errors import ResultConfirmed, RoundPublished
from tournaments.models import Entry, Member, Round, Stint, TableSeat, Tournament
from tournaments.selectors.clubs import members_named


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
    same = (one.member_id, one.replaces_id) == (other.member_id, other.replaces_id)
    return same and other.start == one.after


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


class Vacancy(NamedTuple):
    """A player's time in an entry that somebody else is to fill."""

    leaving: Stint
    when: When
    """Within the stint of who leaves."""
    asked: int | None
    """The hand that the request names."""
    planned: int
    """The rounds of the tournament."""
    rounds: Sequence[Round]
    """The published ones of that time."""
    seats: Sequence[TableSeat]
    """Where the player sits in them; none at a bye."""

    @property
    def online(self) -> list[TableSeat]:
        """The seats in games."""
        return list(filter(has_game, self.seats))

    @property
    def settled(self) -> ServiceError | None:
        """Why filling it needs a reason; None if nothing of it is confirmed or past."""
        if any(round_.state == RoundState.CLOSED for round_ in self.rounds):
            return RoundPublished()
        return ResultConfirmed() if any(seat.table.is_decided for seat in self.seats) else None

    @property
    def is_over(self) -> bool:
        """True if nothing of it is still to be played."""
        over = {round_.number for round_ in self.rounds if round_.state == RoundState.CLOSED}
        over |= {seat.round.number for seat in self.seats if seat.table.is_decided}
        return over >= set(range(self.when.first, (self.when.last or self.planned) + 1))


def vacancy_of(tournament: Tournament, entry: Entry, out: UUID, when: When) -> Vacancy:
    """What the member `out` leaves of `when`. Raises BadFields."""
    # a later round than planned, if somebody was to come in one that has been dropped since
    begin = entry.stints.aggregate(last=Max("first_round"))["last"]
    last = max(tournament.rounds_planned, begin or 0)
    if not 1 <= when.first <= last:
        raise BadFields(("from_round", f"Rounds are 1 to {last}."))
    if when.last is not None and when.last < when.first:
        raise BadFields(("to_round", "It comes before from_round."))
    leaving = _leaving(tournament, entry, out, when.first)
    asked, when = when.hand, _clipped(when, leaving)
    rounds = _published(tournament, when)
    rows = TableSeat.objects.select_related("round", "table__game", "member")
    rows = rows.filter(round__in=rounds, entry=entry, member=leaving.member_id)
    seats = list(rows.prefetch_related("table__results"))
    return Vacancy(leaving, when, asked, tournament.rounds_planned, rounds, seats)


def _leaving(tournament: Tournament, entry: Entry, out: UUID, number: int) -> Stint:
    member = members_named(tournament.club_id, [out]).get(out)
    for stint in entry.stints.select_related("member__player"):
        if member is not None and stint.member_id == member.id and stint.covers(number):
            return stint
    raise BadFields(("out", "They do not sit for this entry in that round."))


def _clipped(when: When, leaving: Stint) -> When:
    """`when` within the stint of who leaves; the first hand is the start of the round."""
    hand = when.hand if when.hand != 1 else None
    if leaving.first_round == when.first and leaving.first_hand is not None:
        hand = when.hand or leaving.first_hand
        if hand < leaving.first_hand:
            raise BadFields(("from_hand", f"They sit there from hand {leaving.first_hand} on."))
    last = min(filter(None, (leaving.last_round, when.last)), default=None)
    return When(when.first, hand, last)


def _published(tournament: Tournament, when: When) -> list[Round]:
    """The published rounds of that time. Raises BadFields for a hand of no such round."""
    rounds = tournament.rounds.filter(number__gte=when.first, published_version__isnull=False)
    ties = tournament.format == Format.KNOCKOUT  # which a further hand breaks
    hands = None if ties else tournament.hands_per_round
    if when.hand is not None and not rounds.filter(number=when.first).exists():
        raise BadFields(("from_hand", "Only in a round that is published."))
    if when.hand is not None and hands is not None and when.hand > hands:
        raise BadFields(("from_hand", f"The round has {hands} hands."))
    return list(rounds if when.last is None else rounds.filter(number__lte=when.last))
