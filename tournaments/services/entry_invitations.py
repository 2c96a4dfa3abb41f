"""Invitations to play for an entry: answered, and their effect on the entry."""

from uuid import UUID

from django.db import transaction

from games.choices import InvitationState
from games.errors import InvitationOver
from games.models import Invitation
from games.services.invitations import Answers, invitation_answer, invitations_withdraw
from samba_service.accounts.choices import Scope
from samba_service.accounts.models import Player
from tournaments.models import Entry, Stint, Tournament
from tournaments.selectors.clubs import directs
from tournaments.selectors.entries import TOURNAMENT, entry_rows
from tournaments.services.changes import tournament_change
from tournaments.services.clubs import guest_of
from tournaments.services.entries import (
    attendance_change,
    entry_size,
    has_begun,
    next_round,
    require_free,
    require_not_sent_away,
    require_open,
)
from tournaments.services.seating import When
from tournaments.services.substitutes import substitute_add


def _accept(invitation: Invitation, by: Player, name: str) -> None:
    tournament_id = _tournament_of(invitation)
    if "substitute" in invitation.terms:
        _substitute(tournament_id, invitation, by, name)
    else:
        _enter(tournament_id, invitation, by, name)


def _tournament_of(invitation: Invitation) -> UUID:
    """Raises InvitationOver for an entry that has been deleted."""
    entry = Entry.objects.filter(pk=invitation.subject).first()
    if entry is None:
        raise InvitationOver(state=InvitationState.WITHDRAWN.value)
    return entry.tournament_id


def _enter(tournament_id: UUID, invitation: Invitation, by: Player, name: str) -> None:
    """Give the player their place in the entry, which is complete when all have theirs."""
    with tournament_change(tournament_id, "invitation_accepted", by=by) as change:
        invitation_answer(invitation, InvitationState.ACCEPTED)
        tournament = change.tournament
        require_open(tournament, directing=True)
        entry = entry_rows(tournament_id).get(pk=invitation.subject)
        member = guest_of(tournament.club_id, invitation.player, name)
        if not directs(tournament.club_id, invitation.invited_by_id):
            require_not_sent_away(tournament, [invitation.player])
        require_free(tournament, [member], next_round(tournament))
        Stint.objects.create(entry=entry, member=member, position=invitation.terms["position"])
        entry.invited = Stint.objects.filter(entry=entry).count() < entry_size(tournament)
        entry.late = has_begun(tournament)
        entry.save(update_fields=["invited", "late"])
        change.facts |= {"entry": str(entry.pk), "number": entry.number}


@transaction.atomic
def _substitute(tournament_id: UUID, invitation: Invitation, by: Player, name: str) -> None:
    Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    invitation_answer(invitation, InvitationState.ACCEPTED)
    terms = invitation.terms["substitute"]
    substitute_add(
        entry=entry_rows(tournament_id).get(pk=invitation.subject),
        by=by,
        out=UUID(terms["out"]),
        coming=invitation.player_id,
        when=When(terms["from_round"], terms["from_hand"], terms["to_round"]),
        name=name,
    )


def _decline(invitation: Invitation, by: Player) -> None:
    """An entry that lacks a player withdraws. The log does not name who declined."""
    tournament_id = _tournament_of(invitation)
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
