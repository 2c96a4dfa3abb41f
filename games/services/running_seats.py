"""Seats of a running game: players leave and come back, bots and invited players take over."""

from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from games.choices import Away, GameStatus, InvitationState
from games.engine.consent import Outcome
from games.engine.events import Event
from games.engine.match import consent_close
from games.errors import (
    AlreadySeated,
    GameFull,
    GameNotActive,
    HasSeenCards,
    NotInLobby,
    NotSeated,
    SeatIsTaken,
)
from games.models import Invitation
from games.selectors.directors import directors_get
from games.selectors.free_seats import is_free, seat_left
from games.selectors.games import seat_of
from games.selectors.invitations import GAME, invitation_to_seat
from games.selectors.seen_cards import has_seen_cards
from games.services.authority import Authority, director_note, is_director, require_host
from games.services.invitations import has_agreed, invitation_answer, invitations_withdraw
from games.services.limits import guest_seat_allow
from games.services.locked import LockedGame, match_lock, match_lock_any, rows_log
from games.services.seats import (
    STAND_IN,
    house_bot,
    invitation_create,
    is_barred,
    lobby_fill,
    require_seat,
    seat_leave,
    seat_take,
    sit_down,
    stand_up,
    substitute,
)
from games.store.log import moves_of
from games.store.row import GameRow
from samba_service.accounts.models import Player


@transaction.atomic
def player_sit(*, game_id: UUID, player: Player, seat: int | None = None) -> GameRow:
    """Sit down: in the lobby anywhere, in a running game at the seat that one left or is invited
    to.

    A player who left comes back if no other person or bot account has sat there since; nobody
    blocks them from their own seat. Raises as `seat_take` does, NotInLobby for a player with no
    right to the seat, HasSeenCards.
    """
    locked = match_lock(game_id, caller=player.id)
    if locked.game.status != GameStatus.ACTIVE:
        return seat_take(game_id=game_id, player=player, seat=seat)
    if seat is not None:
        require_seat(locked.match, seat)
    if (own := seat_of(locked.match, player.id)) is not None:
        raise AlreadySeated(seat=own)
    left = seat_left(locked.game, locked.match, player.id)
    if left is not None and seat in (None, left):
        guest_seat_allow(locked.game, player)
        return _seat(locked, player, left, actor=player.id)
    invitation = invitation_to_seat(game_id, player.id, seat)
    if invitation is None:
        raise NotInLobby
    return invited_sit(locked, invitation, by=player, seat=seat)


def invited_sit(
    locked: LockedGame, invitation: Invitation, *, by: Player, seat: int | None = None
) -> GameRow:
    """Seat an invited player in a running game, and mark the invitation as accepted.

    If the invitation names a seat and a director sent it, the player who sat there at that time
    leaves it. If it names none, the player gets `seat`, or any free one. Raises InvitationOver,
    SeatIsTaken, GameFull, HasSeenCards.
    """
    invitation_answer(invitation, InvitationState.ACCEPTED)
    offered = invitation.terms["seat"]
    guest_seat_allow(locked.game, invitation.player)
    _require_not_barred(locked, invitation.player, offered)
    if offered is None:
        offered = _free_seat(locked) if seat is None else seat
    if not (is_free(locked.game, locked.match, offered) or _may_replace(locked, invitation)):
        raise SeatIsTaken.at(locked.match.occupants[offered])
    return _seat(locked, invitation.player, offered, actor=by.id)


def _may_replace(locked: LockedGame, invitation: Invitation) -> bool:
    """True if a director offered the seat, and its occupant is still the same."""
    terms, directors = invitation.terms, directors_get(locked.game.id) or ()
    if terms["seat"] is None or invitation.invited_by_id not in directors:
        return False
    occupant = locked.match.occupants[terms["seat"]]
    return occupant is not None and occupant.player == terms.get("occupant")


@transaction.atomic
def seat_vacate(*, game_id: UUID, player: Player) -> GameRow:
    """Leave the seat. In a running game a bot plays on, or the seat waits, depending on the game's
    `away`.

    Raises GameNotFound, NotSeated, GameNotActive.
    """
    locked = match_lock(game_id, caller=player.id)
    seat = seat_of(locked.match, player.id)
    if seat is None:
        raise NotSeated
    if locked.game.status == GameStatus.LOBBY:
        return seat_leave(game_id=game_id, player=player)
    _require_running(locked)
    if locked.game.away == Away.BOT:
        return _seat(locked, house_bot(STAND_IN), seat, actor=player.id)
    lapsed = consent_close(locked.match, Outcome.LAPSED)
    events = [*lapsed, stand_up(locked.match, seat)]
    return rows_log(locked, events, actor=player.id, hand=locked.hand_number)


@transaction.atomic
def seat_assign(
    *, game_id: UUID, by: Authority, seat: int, bot: str | None = None, player: Player | None = None
) -> Invitation | None:
    """Put our bot of level `bot`, or else `player`, into `seat`, at any time of the game.

    By its creator, who in a running game fills only a seat that is empty or a house bot's; at a
    tournament's table by a director, any seat. A person who has not agreed is invited to the seat,
    and the invitation returned. Raises GameNotFound, NotCreator, NotDirector, GameNotActive,
    NoSuchSeat, UnknownBot, AlreadySeated, SeatIsTaken, HasSeenCards, TooMany.
    """
    newcomer = house_bot(bot) if bot is not None else player
    assert newcomer is not None
    if has_agreed(newcomer, by.player):
        sits = {"bot": bot} if bot is not None else {"player": str(newcomer.id)}
        director_note("seat_filled", game_id, by=by, seat=seat, **sits)
    else:
        director_note("seat_offered", game_id, by=by, seat=seat)
    locked = match_lock(game_id, caller=by.player.id)
    require_host(locked.game, by)
    if locked.game.status == GameStatus.LOBBY:
        return lobby_fill(locked, by=by.player, seat=seat, newcomer=newcomer)
    _require_running(locked)
    require_seat(locked.match, seat)
    if not (is_director(locked.game, by) or is_free(locked.game, locked.match, seat)):
        raise SeatIsTaken.at(locked.match.occupants[seat])
    if has_agreed(newcomer, by.player):
        _seat(locked, newcomer, seat, actor=by.player.id)
        return None
    _require_not_seated(locked, newcomer)
    if has_seen_cards(locked.game, newcomer.id, seat):
        raise HasSeenCards
    return invitation_create(locked, by=by.player, player=newcomer, seat=seat)


@transaction.atomic
def running_seat_offer(*, game_id: UUID, by: Authority, player: Player) -> Invitation:
    """Ask `player` to any free seat of a running game.

    Raises GameNotFound, NotCreator, NotDirector, GameNotActive, AlreadySeated, TooMany.
    """
    director_note("seat_offered", game_id, by=by)
    locked = match_lock(game_id, caller=by.player.id)
    require_host(locked.game, by)
    _require_running(locked)
    _require_not_seated(locked, player)
    return invitation_create(locked, by=by.player, player=player)


class HandOver(NamedTuple):
    """The part of a game that a player has after a seat was handed over to them."""

    hand: int | None
    """Their first hand, the running one; None before the first deal."""
    begun: bool
    """True if another player has played from the seat before."""


@transaction.atomic
def seat_hand_over(*, game_id: UUID, seat: int, to: Player, by: Player) -> HandOver | None:
    """Seat `to` instead of the current occupant, by a director; None if the game is over.

    Withdraws the open invitations to the seat. Raises AlreadySeated, HasSeenCards.
    """
    locked = match_lock_any(game_id)
    if locked.game.status not in (GameStatus.LOBBY, GameStatus.ACTIVE):
        return None
    if seat_of(locked.match, to.id) != seat:
        invitations_withdraw(kind=GAME, subject=game_id, which=Q(terms__seat=seat))
        if locked.game.status == GameStatus.LOBBY and locked.match.occupants[seat] is not None:
            events: list[Event] = [stand_up(locked.match, seat), sit_down(locked.match, to, seat)]
            rows_log(locked, events, actor=by.id)
        else:
            _seat(locked, to, seat, actor=by.id)
    played = moves_of(game_id).filter(seat=seat).exclude(actor=to.id)
    return HandOver(locked.hand_number or None, played.exists())


def require_unseen(*, game_id: UUID, seat: int, player: Player) -> None:
    """Raises HasSeenCards if the player knows cards that the occupant of the seat must not know."""
    if has_seen_cards(match_lock_any(game_id).game, player.id, seat):
        raise HasSeenCards


def _seat(locked: LockedGame, player: Player, seat: int, *, actor: UUID) -> GameRow:
    """Seat the player instead of the current occupant."""
    events: list[Event] = consent_close(locked.match, Outcome.LAPSED)
    if locked.match.occupants[seat] is None:
        events.append(sit_down(locked.match, player, seat))
    else:
        events.append(substitute(locked.match, player, seat))
    return rows_log(locked, events, actor=actor, hand=locked.hand_number)


def _require_not_barred(locked: LockedGame, player: Player, seat: int | None) -> None:
    """Raises GameFull or SeatIsTaken for a player whom a player at the table has blocked."""
    if is_barred(locked, player):
        raise GameFull if seat is None else SeatIsTaken


def _free_seat(locked: LockedGame) -> int:
    """An empty seat, or else a house bot's. Raises GameFull."""
    free = [seat for seat in range(locked.match.seats) if is_free(locked.game, locked.match, seat)]
    if not free:
        raise GameFull
    return min(free, key=lambda seat: locked.match.occupants[seat] is not None)


def _require_running(locked: LockedGame) -> None:
    if locked.game.status != GameStatus.ACTIVE:
        raise GameNotActive


def _require_not_seated(locked: LockedGame, player: Player) -> None:
    if (own := seat_of(locked.match, player.id)) is not None:
        raise AlreadySeated(seat=own)
