"""Substitutes: who sits for an entry instead of another, from one round or hand to another."""

from collections.abc import Collection, Iterable
from typing import NamedTuple
from uuid import UUID

from games.models import Player
from games.services.invitations import invitation_add
from samba_service.errors import BadFields, ServiceError
from tournaments.engine.tournament import RoundState, State, Venue
from tournaments.errors import (
    AccountsMissing,
    AlreadyEntered,
    NotAgreed,
    PlayedOnline,
    ResultConfirmed,
    RoundPublished,
)
from tournaments.models import Club, Entry, Member, Round, Table, TableSeat, Tenure, Tournament
from tournaments.selectors.clubs import members_named
from tournaments.selectors.invitations import TOURNAMENT
from tournaments.selectors.tournaments import entries_of
from tournaments.services.entries import require_free, require_not_over
from tournaments.services.guests import who_enters
from tournaments.services.log import Change, tournament_change
from tournaments.services.online_seats import is_at_play, seat_require_fit, seat_take_over
from tournaments.services.tenures import When, tenure_replace


class Substituted(NamedTuple):
    """The result of adding a substitute."""

    entry: Entry
    sits: bool
    """False if the substitute was invited and has not accepted yet."""


def substitute_add(
    *,
    entry: Entry,
    by: Player,
    out: UUID,
    coming: UUID,
    when: When,
    name: str = "",
    reason: str = "",
) -> Substituted:
    """Let `coming` substitute for `out`, who sits again afterwards; earlier results stay.

    An account that is no member, and has not sat for the entry before, is invited, and substitutes
    once it accepts; `name` is then its name in the club. In the running round this is possible
    while the table has no confirmed result, which belongs to the entry; online the substitute takes
    the seat over in the running hand. With a `reason` it records which member really sat at tables
    on paper, whatever is confirmed or past. Raises WrongTournamentState, NotAgreed for an entry
    that is invited, RoundPublished for a past round, ResultConfirmed, PlayedOnline,
    AccountsMissing, HasSeenCards, AlreadyEntered, NameTaken, TooMany, BadFields.
    """
    with tournament_change(entry.tournament_id, "substitute_added", by=by, reason=reason) as change:
        _require_state(change.tournament, corrects=bool(reason))
        if not entries_of(entry.tournament_id).filter(pk=entry.pk).exists():
            raise NotAgreed
        _require_rounds(change.tournament, when)
        leaving = _leaving(change.tournament, entry, out, when.first)
        asked, when = when.hand, _clipped(when, leaving)
        rounds = _published(change.tournament, when)
        seats = _seats(rounds, leaving)
        settled = _settled(rounds, seats)
        if settled is not None and not reason:
            raise settled
        newcomer = _newcomer(change.tournament.club, entry, coming, by, name)
        if settled is not None:
            _require_recordable(newcomer, seats)
        change.facts |= {
            "entry": str(entry.id), "out": str(leaving.member_id),
            "from_round": when.first, "from_hand": when.hand, "to_round": when.last,
        }  # fmt: skip
        if isinstance(newcomer, Member):
            _require_free(change.tournament, newcomer, when, rounds)
            for seat in seats:
                when = _seat_change(change, seat, newcomer, when, asked=asked, by=by)
            tenure_replace(leaving, newcomer, when)
            change.facts |= {"in": str(newcomer.id), "from_hand": when.hand}
        else:
            for seat in filter(is_at_play, seats):
                seat_require_fit(seat, newcomer, hand=asked)
                change.facts["from_hand"] = None
            _ask(change, entry, newcomer, by)
    return Substituted(
        entries_of(entry.tournament_id).get(pk=entry.pk), isinstance(newcomer, Member)
    )


def _require_state(tournament: Tournament, *, corrects: bool) -> None:
    """What was played is corrected after the end, too."""
    if not (corrects and tournament.state == State.FINISHED):
        require_not_over(tournament)


def _newcomer(
    club: Club, entry: Entry, coming: UUID, by: Player, name: str
) -> Member | Player | None:
    """The member who substitutes, or the player to ask; one who sat for the entry is not asked."""
    known = members_named(club.pk, [coming]).get(coming)
    if known is not None and _is_here(known) and entry.tenures.filter(member=known).exists():
        return known
    [newcomer] = who_enters(club, [coming], by, names={coming: name})
    return newcomer


def _is_here(member: Member) -> bool:
    return member.left_at is None and not member.is_former


def _require_rounds(tournament: Tournament, when: When) -> None:
    if not 1 <= when.first <= tournament.rounds_planned:
        raise BadFields(("from_round", f"Rounds are 1 to {tournament.rounds_planned}."))
    if when.last is not None and when.last < when.first:
        raise BadFields(("to_round", "It comes before from_round."))


def _published(tournament: Tournament, when: When) -> list[Round]:
    """The published rounds of that time. Raises BadFields for a hand of no such round."""
    rounds = tournament.rounds.filter(number__gte=when.first, published__isnull=False)
    hands = tournament.hands_per_round
    if when.hand is not None and not rounds.filter(number=when.first).exists():
        raise BadFields(("from_hand", "Only in a round that is published."))
    if when.hand is not None and hands is not None and when.hand > hands:
        raise BadFields(("from_hand", f"The round has {hands} hands."))
    return list(rounds if when.last is None else rounds.filter(number__lte=when.last))


def _leaving(tournament: Tournament, entry: Entry, out: UUID, number: int) -> Tenure:
    member = members_named(tournament.club_id, [out]).get(out)
    for tenure in Tenure.objects.filter(entry=entry).select_related("member__player"):
        if member is not None and tenure.member_id == member.id and tenure.covers(number):
            return tenure
    raise BadFields(("out", "They do not sit for this entry in that round."))


def _clipped(when: When, leaving: Tenure) -> When:
    """`when` within the tenure of who leaves; the first hand is the start of the round."""
    hand = when.hand if when.hand != 1 else None
    if leaving.first_round == when.first and leaving.first_hand is not None:
        hand = when.hand or leaving.first_hand
        if hand < leaving.first_hand:
            raise BadFields(("from_hand", f"They sit there from hand {leaving.first_hand} on."))
    last = min(filter(None, (leaving.last_round, when.last)), default=None)
    return When(when.first, hand, last)


def _seats(rounds: Collection[Round], leaving: Tenure) -> list[TableSeat]:
    """The seats of who leaves in these rounds; none at a bye."""
    seats = TableSeat.objects.select_related("round", "table__game", "member")
    return list(seats.filter(round__in=rounds, entry=leaving.entry_id, member=leaving.member_id))


def _settled(rounds: Iterable[Round], seats: Iterable[TableSeat]) -> ServiceError | None:
    """Why this needs a reason; None if nothing of it has been played and confirmed."""
    if any(round_.state == RoundState.CLOSED for round_ in rounds):
        return RoundPublished()
    return ResultConfirmed() if any(_is_confirmed(seat.table) for seat in seats) else None


def _is_confirmed(table: Table) -> bool:
    result = table.last_result
    return result is not None and result.confirmed


def _require_recordable(newcomer: Member | Player | None, seats: Iterable[TableSeat]) -> None:
    """What has been played is recorded of members; online the game has recorded who sat there.

    Raises BadFields, PlayedOnline.
    """
    if not isinstance(newcomer, Member):
        raise BadFields(("player", "Only a member of the club can have sat there."))
    if any(map(is_at_play, seats)):
        raise PlayedOnline


def _require_free(
    tournament: Tournament, newcomer: Member, when: When, rounds: Collection[Round]
) -> None:
    """Raises AlreadyEntered, also for who sits at another table in one of the rounds."""
    require_free(tournament, [newcomer], when.first, when.last)
    sitting = TableSeat.objects.filter(round__in=rounds, member=newcomer).select_related("entry")
    for seat in sitting[:1]:
        raise AlreadyEntered(entry=seat.entry.number)


def _ask(change: Change, entry: Entry, player: Player | None, by: Player) -> None:
    """Invite the player to what the facts say: accepting asks for it again."""
    if player is None:
        raise BadFields(("player", "There is no such player or member."))
    change.act = "substitute_invited"
    terms = {name: change.facts[name] for name in ("out", "from_round", "from_hand", "to_round")}
    invitation_add(
        kind=TOURNAMENT, subject=entry.id, player=player, by=by, terms={"substitute": terms}
    )


def _seat_change(
    change: Change, seat: TableSeat, newcomer: Member, when: When, *, asked: int | None, by: Player
) -> When:
    """Seat the newcomer; returns when they come, which online is the running hand.

    Raises AccountsMissing for a newcomer without an account at an online table, HasSeenCards,
    BadFields.
    """
    online = seat.table.venue == Venue.ONLINE and not _is_confirmed(seat.table)
    if online and newcomer.player is None:
        raise AccountsMissing(tables=[seat.table.number], names=[newcomer.name])
    seat.member = newcomer
    seat.save(update_fields=["member"])
    change.facts |= {"round": seat.round.number, "table": seat.table.number}
    if newcomer.player is None or not is_at_play(seat):
        return when
    return when._replace(hand=seat_take_over(seat, newcomer.player, hand=asked, by=by))
