"""Substitutes: who sits for an entry instead of another, from one round or hand to another."""

from typing import NamedTuple
from uuid import UUID

from games.models import Player
from games.services.invitations import invitation_add
from samba_service.errors import BadFields
from tournaments.engine.tournament import RoundState, Venue
from tournaments.errors import (
    AccountsMissing,
    AlreadyEntered,
    NotAgreed,
    ResultConfirmed,
    RoundPublished,
)
from tournaments.models import Club, Entry, Member, Round, TableSeat, Tenure, Tournament
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
    *, entry: Entry, by: Player, out: UUID, coming: UUID, when: When, name: str = ""
) -> Substituted:
    """Let `coming` substitute for `out`, who sits again afterwards; earlier results stay.

    An account that is no member, and has not sat for the entry before, is invited, and substitutes
    once it accepts; `name` is then its name in the club. In the running round this is possible
    while the table has no confirmed result, which belongs to the entry; online the substitute takes
    the seat over in the running hand. Raises WrongTournamentState, NotAgreed for an entry that is
    invited, RoundPublished for a past round, ResultConfirmed, AccountsMissing, HasSeenCards,
    AlreadyEntered, NameTaken, TooMany, BadFields.
    """
    with tournament_change(entry.tournament_id, "substitute_added", by=by) as change:
        require_not_over(change.tournament)
        if not entries_of(entry.tournament_id).filter(pk=entry.pk).exists():
            raise NotAgreed
        running = _running(change.tournament, when)
        leaving = _leaving(change.tournament, entry, out, when.first)
        asked, when = when.hand, _clipped(when, leaving)
        seat = None if running is None else _seat_at_play(running, leaving)
        newcomer = _newcomer(change.tournament.club, entry, coming, by, name)
        change.facts |= {
            "entry": str(entry.id), "out": str(leaving.member_id),
            "from_round": when.first, "from_hand": when.hand, "to_round": when.last,
        }  # fmt: skip
        if isinstance(newcomer, Member):
            _require_free(change.tournament, newcomer, when, running)
            if seat is not None:
                when = _seat_change(change, seat, newcomer, when, asked=asked, by=by)
            tenure_replace(leaving, newcomer, when)
            change.facts |= {"in": str(newcomer.id), "from_hand": when.hand}
        else:
            if seat is not None and is_at_play(seat):
                seat_require_fit(seat, newcomer, hand=asked)
                change.facts["from_hand"] = None
            _ask(change, entry, newcomer, by)
    return Substituted(
        entries_of(entry.tournament_id).get(pk=entry.pk), isinstance(newcomer, Member)
    )


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


def _running(tournament: Tournament, when: When) -> Round | None:
    """The published round that `when` begins in; None for one to come.

    Raises RoundPublished for a past one, BadFields.
    """
    if not 1 <= when.first <= tournament.rounds_planned:
        raise BadFields(("from_round", f"Rounds are 1 to {tournament.rounds_planned}."))
    if when.last is not None and when.last < when.first:
        raise BadFields(("to_round", "It comes before from_round."))
    published = tournament.rounds.filter(number__gte=when.first, published__isnull=False).last()
    if published is not None and (
        published.number != when.first or published.state == RoundState.CLOSED
    ):
        raise RoundPublished
    _require_hand(tournament, published, when.hand)
    return published


def _require_hand(tournament: Tournament, running: Round | None, hand: int | None) -> None:
    if hand is None:
        return
    hands = tournament.hands_per_round
    if running is None:
        raise BadFields(("from_hand", "Only in the round that is being played."))
    if hands is not None and hand > hands:
        raise BadFields(("from_hand", f"The round has {hands} hands."))


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


def _seat_at_play(running: Round, leaving: Tenure) -> TableSeat | None:
    """Who leaves, on their seat; None at a bye. Raises ResultConfirmed."""
    seats = TableSeat.objects.select_related("round", "table__game", "member")
    seat = seats.filter(round=running, entry=leaving.entry_id, member=leaving.member_id).first()
    if seat is not None:
        result = seat.table.last_result
        if result is not None and result.confirmed:
            raise ResultConfirmed
    return seat


def _require_free(
    tournament: Tournament, newcomer: Member, when: When, running: Round | None
) -> None:
    """Raises AlreadyEntered, also for who sits at a table just now."""
    require_free(tournament, [newcomer], when.first, when.last)
    sitting = TableSeat.objects.filter(round=running, member=newcomer).select_related("entry")
    if running is not None and (seat := sitting.first()) is not None:
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
    if seat.table.venue == Venue.ONLINE and newcomer.player is None:
        raise AccountsMissing(tables=[seat.table.number], names=[newcomer.name])
    seat.member = newcomer
    seat.save(update_fields=["member"])
    change.facts |= {"round": seat.round.number, "table": seat.table.number}
    if newcomer.player is None or not is_at_play(seat):
        return when
    return when._replace(hand=seat_take_over(seat, newcomer.player, hand=asked, by=by))
