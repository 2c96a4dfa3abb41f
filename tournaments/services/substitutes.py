"""Substitutes, and the answers of players who were invited to an entry or as a substitute."""

from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction

from games.choices import InvitationState
from games.errors import InvitationOver
from games.models import Invitation
from games.services.invitations import (
    Answers,
    invitation_add,
    invitation_answer,
    invitations_withdraw,
)
from games.services.running_seats import require_unseen
from samba_service.accounts.choices import Scope
from samba_service.accounts.models import Player
from samba_service.kit.errors import BadFields
from tournaments.choices import TOURNAMENT
from tournaments.club_errors import AlreadyEntered, NotAgreed
from tournaments.engine.terms import Venue
from tournaments.engine.tournament import TournamentState
from tournaments.errors import AccountsMissing, PlayedOnline
from tournaments.models import Entry, Member, Stint, TableSeat, Tournament
from tournaments.selectors.clubs import directs, members_named
from tournaments.selectors.tournaments import entries_of, entry_rows
from tournaments.services.changes import Change, reload, tournament_change
from tournaments.services.clubs import guest_of, members_lock, nobody_there, who_enters
from tournaments.services.entries import (
    attendance_change,
    entry_size,
    has_begun,
    next_round,
    require_free,
    require_not_over,
    require_open,
)
from tournaments.services.stints import (
    Vacancy,
    When,
    has_game,
    seat_take_over,
    stint_replace,
    vacancy_of,
)

_RUNNING_HAND = 100
"""Represents the running hand: it is later than any hand that a request can name."""


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
        vacancy = vacancy_of(change.tournament, entry, out, when)
        _require_open(change.tournament, vacancy, reason)
        newcomer = _newcomer(change.tournament.club_id, coming, by, name, vacancy)
        change.facts |= {"entry": str(entry.id), **_terms(vacancy)}
        if isinstance(newcomer, Member):
            _fill(change, vacancy, newcomer, by)
        elif newcomer is None:
            raise BadFields((path, nobody_there(change.tournament.club_id, [coming])))
        elif vacancy.settled is None:
            _ask(change, vacancy, newcomer, by)
        else:
            raise BadFields((path, "Only a member of the club can have sat there."))
    now = entries_of(entry.tournament_id).get(pk=entry.pk)
    return Substituted(now, isinstance(newcomer, Member))


def _terms(vacancy: Vacancy) -> dict[str, Any]:
    """What is asked of a substitute, as the log and an invitation have it."""
    first, hand, last = vacancy.when
    out = str(vacancy.leaving.member_id)
    return {"out": out, "from_round": first, "from_hand": hand, "to_round": last}


def _require_open(tournament: Tournament, vacancy: Vacancy, reason: str) -> None:
    """With a reason, what is confirmed or past can be corrected, unless a game has recorded it.

    Raises WrongTournamentState, RoundPublished, ResultConfirmed, PlayedOnline.
    """
    settled = vacancy.settled
    if settled is None or tournament.state != TournamentState.FINISHED:
        require_not_over(tournament)
    if settled is None:
        return
    if vacancy.online:
        raise PlayedOnline
    if not reason:
        raise settled


def _newcomer(
    club_id: UUID, coming: UUID, by: Player, name: str, vacancy: Vacancy
) -> Member | Player | None:
    """The member who substitutes, or the player to ask.

    A member who has sat for the entry is not asked, so that every substitution can be undone. If
    they have left the club since, only what is over can be recorded of them. Raises BadFields.
    """
    known = members_named(club_id, [coming]).get(coming)
    if known is not None and _has_sat(vacancy.leaving.entry, known):
        known = members_lock(club_id, [coming])[coming]
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
    when, own = vacancy.when, vacancy.leaving.entry
    # Online they begin in the running hand: a table that they left earlier in it does not count.
    hand = _RUNNING_HAND if vacancy.online else when.hand
    require_free(change.tournament, [newcomer], when.first, when.last, hand=hand, own=own)
    sitting = TableSeat.objects.filter(round__in=vacancy.rounds, member=newcomer)
    for seat in sitting.select_related("entry")[:1]:
        raise AlreadyEntered(entry=seat.entry.number)
    for seat in vacancy.seats:
        when = _seat_change(seat, newcomer, when, asked=vacancy.asked, by=by)
    stint_replace(vacancy.leaving, newcomer, when)
    own.former.add(vacancy.leaving.member)
    change.facts |= {"in": str(newcomer.id), "from_hand": when.hand}
    if len(vacancy.seats) == 1:
        [seat] = vacancy.seats
        change.facts |= {"round": seat.round.number, "table": seat.table.number}


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


def _ask(change: Change, vacancy: Vacancy, player: Player, by: Player) -> None:
    """Invite the player to what the facts say: accepting asks for it again.

    Raises HasSeenCards, TooMany, BadFields.
    """
    terms = _terms(vacancy)
    for seat in vacancy.online:
        if vacancy.asked is not None:
            raise BadFields(("from_hand", "They come when they accept: leave it out."))
        assert seat.table.game_id is not None
        require_unseen(game_id=seat.table.game_id, seat=seat.seat, player=player)
        terms["from_hand"] = None
    change.act = "substitute_invited"
    change.facts |= terms
    entry, terms = vacancy.leaving.entry_id, {"substitute": terms}
    invitation_add(kind=TOURNAMENT, subject=entry, player=player, by=by, terms=terms)


def _accept(invitation: Invitation, by: Player, name: str) -> None:
    entry = _entry_of(invitation)
    if "substitute" in invitation.terms:
        _substitute(entry, invitation, by, name)
    else:
        _enter(entry.tournament_id, invitation, by, name)


def _entry_of(invitation: Invitation) -> Entry:
    """Raises InvitationOver for an entry that has been deleted."""
    entry = Entry.objects.filter(pk=invitation.subject).first()
    if entry is None:
        raise InvitationOver(state=InvitationState.WITHDRAWN.value)
    return entry


def _enter(tournament_id: UUID, invitation: Invitation, by: Player, name: str) -> None:
    """Give the player their place in the entry, which is complete when all have theirs."""
    with tournament_change(tournament_id, "invitation_accepted", by=by) as change:
        invitation_answer(invitation, InvitationState.ACCEPTED)
        tournament = change.tournament
        require_open(tournament, directing=True)
        entry = entry_rows(tournament_id).get(pk=invitation.subject)
        member = guest_of(tournament.club_id, invitation.player, name)
        invited_by_director = directs(tournament.club_id, invitation.invited_by_id)
        entering = [] if invited_by_director else [invitation.player]
        require_free(tournament, [member], next_round(tournament), entering=entering)
        Stint.objects.create(entry=entry, member=member, position=invitation.terms["position"])
        entry.invited = Stint.objects.filter(entry=entry).count() < entry_size(tournament)
        entry.late = has_begun(tournament)
        entry.save(update_fields=["invited", "late"])
        change.facts |= {"entry": str(entry.pk), "number": entry.number}


@transaction.atomic
def _substitute(entry: Entry, invitation: Invitation, by: Player, name: str) -> None:
    Tournament.objects.select_for_update(no_key=True).get(pk=entry.tournament_id)
    invitation_answer(invitation, InvitationState.ACCEPTED)
    terms = invitation.terms["substitute"]
    when = When(terms["from_round"], terms["from_hand"], terms["to_round"])
    out, coming = UUID(terms["out"]), invitation.player_id
    substitute_add(entry=entry, by=by, out=out, coming=coming, when=when, name=name)


def _decline(invitation: Invitation, by: Player) -> None:
    """An entry that lacks a player withdraws. The log does not name who declined."""
    tournament_id = _entry_of(invitation).tournament_id
    with tournament_change(tournament_id, "invitation_declined", by=None) as change:
        invitation_answer(invitation, InvitationState.DECLINED)
        entry = entry_rows(tournament_id).get(pk=invitation.subject)
        if entry.invited:
            with attendance_change(change, entry):
                entry.withdrawn = True
                entry.save(update_fields=["withdrawn"])
            invitations_withdraw(kind=TOURNAMENT, subject=entry.pk)
        change.facts |= {"entry": str(entry.pk), "number": entry.number}


ANSWERS = Answers(_accept, _decline, Scope.TOURNAMENTS_PLAY)
