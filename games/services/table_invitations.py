"""Invitations to a game's table."""

from uuid import UUID

from django.db import transaction
from django.db.models import Q

from games.choices import GameStatus, InvitationState
from games.errors import AlreadySeated
from games.models import Invitation
from games.selectors.games import seat_of
from games.selectors.invitations import GAME
from games.services.authority import Authority, director_note, is_host, require_party
from games.services.invitations import (
    Answers,
    invitation_answer,
    invitations_settle,
    invitations_withdraw,
)
from games.services.locked import match_lock, match_lock_any, require_lobby, rows_log
from games.services.running_seats import invited_sit
from games.services.seats import invitation_create, offered_sit
from samba_service.accounts.choices import Scope
from samba_service.accounts.models import Player
from samba_service.kit.errors import BadFields, NotThere


@transaction.atomic
def player_invite(*, game_id: UUID, by: Authority, player: Player) -> Invitation:
    """Ask `player` to take any free seat; until they decline they may see the game.

    Allowed for those at the table and the creator; at a tournament's table for a director. Raises
    GameNotFound, NotSeated, NotDirector, NotInLobby, AlreadySeated, TooMany.
    """
    director_note("seat_offered", game_id, by=by)
    locked = match_lock(game_id, caller=by.player.id)
    require_party(locked.game, by, seat=seat_of(locked.match, by.player.id))
    require_lobby(locked.game)
    if (seat := seat_of(locked.match, player.id)) is not None:
        raise AlreadySeated(seat=seat)
    return invitation_create(locked, by=by.player, player=player)


@transaction.atomic
def invitation_withdraw(*, game_id: UUID, by: Authority, player_id: UUID) -> None:
    """Withdraw the caller's invitation to the player; a host of the game withdraws everybody's.

    Raises GameNotFound, and NotThere if there is none.
    """
    director_note("offer_withdrawn", game_id, by=by)
    locked = match_lock(game_id, caller=by.player.id)
    which = Q(player=player_id)
    if not is_host(locked.game, by):
        which &= Q(invited_by=by.player)
    if not invitations_withdraw(kind=GAME, subject=game_id, which=which):
        raise NotThere


@transaction.atomic
def _accept(invitation: Invitation, by: Player, name: str) -> None:
    """Sit down at the offered seat, which a house bot leaves, or at any free one.

    Raises InvitationOver, NotInLobby, AlreadySeated, SeatIsTaken, GameFull, HasSeenCards, and
    BadFields for a name: a game shows the names of the accounts.
    """
    if name:
        raise BadFields(("name", "Only where you are invited to a tournament."))
    locked = match_lock_any(invitation.subject)
    if locked.game.status == GameStatus.ACTIVE:
        invited_sit(locked, invitation, by=by)
        return
    invitation_answer(invitation, InvitationState.ACCEPTED)
    require_lobby(locked.game)
    events = offered_sit(locked, invitation.player, invitation.terms["seat"])
    rows_log(locked, events, actor=by.id)


@transaction.atomic
def _decline(invitation: Invitation, by: Player) -> None:
    invitation_answer(invitation, InvitationState.DECLINED)
    invitations_settle(
        kind=GAME,
        subject=invitation.subject,
        players=[invitation.player_id],
        state=InvitationState.DECLINED,
    )


ANSWERS = Answers(_accept, _decline, Scope.GAMES_PLAY)
