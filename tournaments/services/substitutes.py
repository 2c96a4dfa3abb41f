"""Substitutes: who sits for an entry instead of another, from one round or hand to another."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from django.db.models import Max

from games.services.invitations import invitation_add
from samba_service.accounts.models import Player
from samba_service.kit.errors import BadFields, ServiceError
from tournaments.club_errors import AlreadyEntered, NotAgreed
from tournaments.engine.terms import Format, Venue
from tournaments.engine.tournament import RoundState, TournamentState
from tournaments.errors import AccountsMissing, PlayedOnline, ResultConfirmed, RoundPublished
from tournaments.models import Entry, Member, Round, Stint, TableSeat, Tournament
from tournaments.selectors.clubs import members_named
from tournaments.selectors.entries import TOURNAMENT, entries_of, entry_rows
from tournaments.services.changes import Change, reload, tournament_change
from tournaments.services.clubs import members_lock, nobody_there, who_enters
from tournaments.services.entries import require_free, require_not_over
from tournaments.services.seating import (
    When,
    has_game,
    seat_require_fit,
    seat_take_over,
    stint_replace,
)

_RUNNING_HAND = 100
"""Represents the running hand: it is later than any hand that a request can name."""


class Substituted(NamedTuple):
    """The result of adding a substitute."""

    entry: Entry
    sits: bool
    """False if the substitute was invited and has not accepted yet."""


class Vacancy(NamedTuple):
    """A player's time in an entry that somebody else is to fill."""

    leaving: Stint
    when: When
    """Within the stint of who leaves."""
    asked: int | None
    """The hand that the request names."""
    rounds: Sequence[Round]
    """The published ones of that time."""
    seats: Sequence[TableSeat]
    """Where the player sits in them; none at a bye."""
    settled: ServiceError | None
    """Why filling it needs a reason; None if nothing of it is confirmed or past."""
    is_over: bool
    """True if nothing of it is still to be played."""


def substitute_add(
    *,
    entry: Entry,
    by: Player,
    out: UUID,
    coming: UUID,
    when: When,
    name: str = "",
    reason: str = "",
    path: str = "player",
) -> Substituted:
    """Let `coming` substitute for `out`, who sits again afterwards; earlier results stay.

    An account that is no member, and has not sat for the entry before, is invited, and substitutes
    once it accepts; `name` is then its name in the club. In the running round this is possible
    while the table has no confirmed result, which belongs to the entry; online the substitute takes
    the seat over in the running hand. With a `reason` it records which member really sat at tables
    on paper, whatever is confirmed or past. `path` is where the request has `coming`. Raises
    WrongTournamentState, NotThere for an entry that is deleted, NotAgreed for one that is invited,
    RoundPublished for a past round, ResultConfirmed, PlayedOnline, AccountsMissing, HasSeenCards,
    AlreadyEntered, NameTaken, TooMany, BadFields.
    """
    with tournament_change(entry.tournament_id, "substitute_added", by=by, reason=reason) as change:
        if reload(entry_rows(entry.tournament_id), entry.pk).invited:
            raise NotAgreed
        vacancy = _vacancy(change.tournament, entry, out, when)
        _require_open(change.tournament, vacancy, reason)
        newcomer = _newcomer(change.tournament.club_id, entry, coming, by, name, vacancy)
        change.facts |= {
            "entry": str(entry.id), "out": str(vacancy.leaving.member_id),
            "from_round": when.first, "from_hand": vacancy.when.hand, "to_round": vacancy.when.last,
        }  # fmt: skip
        if isinstance(newcomer, Member):
            _fill(change, vacancy, newcomer, by)
        elif newcomer is None:
            raise BadFields((path, nobody_there(change.tournament.club_id, [coming])))
        elif vacancy.settled is None:
            _ask(change, entry, vacancy, newcomer, by)
        else:
            raise BadFields((path, "Only a member of the club can have sat there."))
    return Substituted(
        entries_of(entry.tournament_id).get(pk=entry.pk), isinstance(newcomer, Member)
    )


def _vacancy(tournament: Tournament, entry: Entry, out: UUID, when: When) -> Vacancy:
    """Raises BadFields."""
    last = _last_round(tournament, entry)
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
    over = _is_over(tournament, when, rounds, seats)
    return Vacancy(leaving, when, asked, rounds, seats, _settled(rounds, seats), over)


def _last_round(tournament: Tournament, entry: Entry) -> int:
    """The last round; a later one if somebody was to come in one that has been dropped since."""
    begin = entry.stints.aggregate(last=Max("first_round"))["last"]
    return max(tournament.rounds_planned, begin or 0)


def _leaving(tournament: Tournament, entry: Entry, out: UUID, number: int) -> Stint:
    member = members_named(tournament.club_id, [out]).get(out)
    for stint in Stint.objects.filter(entry=entry).select_related("member__player"):
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


def _settled(rounds: Sequence[Round], seats: Sequence[TableSeat]) -> ServiceError | None:
    if any(round_.state == RoundState.CLOSED for round_ in rounds):
        return RoundPublished()
    return ResultConfirmed() if any(seat.table.is_decided for seat in seats) else None


def _is_over(
    tournament: Tournament, when: When, rounds: Sequence[Round], seats: Sequence[TableSeat]
) -> bool:
    last = when.last or tournament.rounds_planned
    over = {round_.number for round_ in rounds if round_.state == RoundState.CLOSED}
    over |= {seat.round.number for seat in seats if seat.table.is_decided}
    return over >= set(range(when.first, last + 1))


def _require_open(tournament: Tournament, vacancy: Vacancy, reason: str) -> None:
    """With a reason, what is confirmed or past can be corrected, unless a game has recorded it.

    Raises WrongTournamentState, RoundPublished, ResultConfirmed, PlayedOnline.
    """
    settled = vacancy.settled
    if settled is None or tournament.state != TournamentState.FINISHED:
        require_not_over(tournament)
    if settled is None:
        return
    if any(map(has_game, vacancy.seats)):
        raise PlayedOnline
    if not reason:
        raise settled


def _newcomer(
    club_id: UUID, entry: Entry, coming: UUID, by: Player, name: str, vacancy: Vacancy
) -> Member | Player | None:
    """The member who substitutes, or the player to ask.

    A member who has sat for the entry is not asked, so that every substitution can be undone. If
    they have left the club since, only what is over can be recorded of them. Raises BadFields.
    """
    known = members_named(club_id, [coming]).get(coming)
    if known is not None and _has_sat(entry, known):
        if not members_lock([known]):
            return _newcomer(club_id, entry, coming, by, name, vacancy)
        is_here = known.left_at is None and not known.is_former
        if is_here or vacancy.is_over:
            return known
        if vacancy.settled is not None:
            raise BadFields(("to_round", "They have left the club: name the last round they sat."))
    [newcomer] = who_enters(club_id, [coming], by, names={coming: name})
    return newcomer


def _has_sat(entry: Entry, member: Member) -> bool:
    """True if the member is in the entry, or was until a substitute had all of their time."""
    sits = entry.stints.filter(member=member)
    return sits.exists() or entry.former.filter(pk=member.pk).exists()


def _fill(change: Change, vacancy: Vacancy, newcomer: Member, by: Player) -> None:
    """Seat the newcomer wherever who leaves sits, and give them that time in the entry.

    Raises AlreadyEntered, AccountsMissing, HasSeenCards, ResultConfirmed, BadFields.
    """
    when = vacancy.when
    _require_free(change.tournament, newcomer, vacancy)
    for seat in vacancy.seats:
        when = _seat_change(seat, newcomer, when, asked=vacancy.asked, by=by)
    stint_replace(vacancy.leaving, newcomer, when)
    vacancy.leaving.entry.former.add(vacancy.leaving.member)
    change.facts |= {"in": str(newcomer.id), "from_hand": when.hand}
    if len(vacancy.seats) == 1:
        [seat] = vacancy.seats
        change.facts |= {"round": seat.round.number, "table": seat.table.number}


def _require_free(tournament: Tournament, newcomer: Member, vacancy: Vacancy) -> None:
    """Raises AlreadyEntered if the newcomer sits for another entry in one of the rounds.

    At an online table they begin in the running hand: a table that they left earlier in the round
    does not count.
    """
    when, rounds = vacancy.when, vacancy.rounds
    hand = _RUNNING_HAND if any(map(has_game, vacancy.seats)) else when.hand
    own = vacancy.leaving.entry
    require_free(tournament, [newcomer], when.first, when.last, hand=hand, own=own)
    sitting = TableSeat.objects.filter(round__in=rounds, member=newcomer).select_related("entry")
    for seat in sitting[:1]:
        raise AlreadyEntered(entry=seat.entry.number)


def _seat_change(
    seat: TableSeat, newcomer: Member, when: When, *, asked: int | None, by: Player
) -> When:
    """Seat the newcomer; returns when they come, which online is the running hand.

    Raises AccountsMissing for a newcomer without an account at an online table that is to be
    played, HasSeenCards, ResultConfirmed, BadFields.
    """
    online = seat.table.venue == Venue.ONLINE and not seat.table.is_decided
    if online and newcomer.player is None:
        raise AccountsMissing(tables=[seat.table.number], names=[newcomer.name])
    seat.member = newcomer
    seat.save(update_fields=["member"])
    if newcomer.player is None or not has_game(seat):
        return when
    return when._replace(hand=seat_take_over(seat, newcomer.player, hand=asked, by=by))


def _ask(change: Change, entry: Entry, vacancy: Vacancy, player: Player, by: Player) -> None:
    """Invite the player to what the facts say: accepting asks for it again.

    Raises HasSeenCards, TooMany, BadFields.
    """
    for seat in filter(has_game, vacancy.seats):
        seat_require_fit(seat, player, hand=vacancy.asked)
        change.facts["from_hand"] = None
    change.act = "substitute_invited"
    terms = {name: change.facts[name] for name in ("out", "from_round", "from_hand", "to_round")}
    invitation_add(
        kind=TOURNAMENT, subject=entry.id, player=player, by=by, terms={"substitute": terms}
    )
