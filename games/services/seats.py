"""Taking and leaving seats: the events of it, and who may sit where."""

from typing import Final
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction

from games.bots import registry
from games.choices import GameStatus
from games.engine.consent import Outcome
from games.engine.events import Event, SeatLeft, SeatSubstituted, SeatTaken
from games.engine.match import Match, absorb_event, consent_close
from games.errors import (
    AlreadySeated,
    GameFull,
    GameIsRated,
    GameNotFound,
    HasSeenCards,
    NoSuchSeat,
    NotDirector,
    NotSeated,
    PlayerBlocked,
    SeatIsTaken,
    UnknownBot,
)
from games.models import Game, Invitation, Seat
from games.selectors.blocks import blockers, identities
from games.selectors.directors import directors_get
from games.selectors.free_seats import seat_left
from games.selectors.games import lobby_is_shut, seat_of
from games.selectors.invitations import GAME, invitation_to_seat
from games.selectors.seen_cards import has_seen_cards
from games.services.invitations import has_agreed, invitation_add
from games.services.limits import guest_seat_allow
from games.services.locked import LockedGame, match_lock, match_lock_any, require_lobby, rows_log
from games.store.row import GameRow
from samba_service.accounts.choices import PlayerKind
from samba_service.accounts.models import Player

STAND_IN: Final = "novice"
"""The level of the bot that plays for a player who is away."""


@transaction.atomic
def seat_take(*, game_id: UUID, player: Player, seat: int | None = None) -> GameRow:
    """Seat `player` at `seat`, or else at the first empty seat; who sits already changes to `seat`.

    A tournament's table takes them only at the seat that they left, or that a director offers.
    Raises GameNotFound, NotInLobby, AlreadySeated, NoSuchSeat, SeatIsTaken, GameFull, NotDirector.
    """
    return _lobby_sit(match_lock(game_id, caller=player.id), player, seat)


@transaction.atomic
def game_join(*, code: str, player: Player, rated: bool = False) -> GameRow:
    """Seat `player` at the game with this code; at a rated game only with `rated`.

    Raises GameIsRated, and as `seat_take` does.
    """
    game_id = (
        Game.objects.filter(join_code=code.strip().upper()).values_list("id", flat=True).first()
    )
    if game_id is None:
        raise GameNotFound
    locked = match_lock_any(game_id)
    seated = seat_of(locked.match, player.id) is not None
    if not seated and lobby_is_shut(locked.game, player.id):
        raise GameNotFound
    require_lobby(locked.game)
    if locked.game.rated and not (rated or seated):
        raise GameIsRated
    return _lobby_sit(locked, player, None)


def _lobby_sit(locked: LockedGame, player: Player, seat: int | None) -> GameRow:
    require_lobby(locked.game)
    if directors_get(locked.game.id) is None:
        events = _own_sit(locked, player, seat)
    else:
        events = offered_sit(locked, player, _seat_offered(locked, player, seat))
    return rows_log(locked, events, actor=player.id)


def _own_sit(locked: LockedGame, player: Player, seat: int | None) -> list[Event]:
    """The events of sitting down, or of changing to the empty `seat`. Raises as `newcomer_sit`."""
    own = seat_of(locked.match, player.id)
    if seat is None or own in (None, seat):
        return [newcomer_sit(locked, player, seat)]
    require_seat(locked.match, seat)
    if locked.match.occupants[seat] is not None:
        raise SeatIsTaken.at(locked.match.occupants[seat])
    return [stand_up(locked.match, own), newcomer_sit(locked, player, seat)]


def _seat_offered(locked: LockedGame, player: Player, seat: int | None) -> int | None:
    """The seat that the player may take at a tournament's table; None: any empty one.

    Raises AlreadySeated, and NotDirector if only a director could seat them.
    """
    if (taken := seat_of(locked.match, player.id)) is not None:
        raise AlreadySeated(seat=taken)
    left = seat_left(locked.game, locked.match, player.id)
    if left is not None and seat in (None, left):
        return left
    invitation = invitation_to_seat(locked.game.id, player.id, seat)
    if invitation is None:
        raise NotDirector
    offered: int | None = invitation.terms["seat"]
    return seat if offered is None else offered


def offered_sit(locked: LockedGame, player: Player, seat: int | None) -> list[Event]:
    """The events of taking `seat`, which a house bot leaves, or any free one.

    Raises as `newcomer_sit` does.
    """
    events: list[Event] = []
    if seat is not None and locked.game.bot_seats >> seat & 1:
        events.append(stand_up(locked.match, seat))
    return [*events, newcomer_sit(locked, player, seat)]


@transaction.atomic
def seat_leave(*, game_id: UUID, player: Player) -> GameRow:
    """Leave the seat. Raises GameNotFound, NotInLobby, NotSeated."""
    locked = match_lock(game_id, caller=player.id)
    seat = seat_of(locked.match, player.id)
    if seat is None:
        raise NotSeated
    require_lobby(locked.game)
    return rows_log(locked, [stand_up(locked.match, seat)], actor=player.id)


def lobby_fill(locked: LockedGame, *, by: Player, seat: int, newcomer: Player) -> Invitation | None:
    """Seat `newcomer` in the lobby; the current occupant leaves. The caller has checked the
    permission.

    A person who has not agreed is invited to the seat instead, and the invitation is returned;
    until they accept, only a house bot may sit there. Raises NoSuchSeat, AlreadySeated,
    SeatIsTaken, HasSeenCards, TooMany.
    """
    require_seat(locked.match, seat)
    if not has_agreed(newcomer, by):
        return seat_offer(locked, by=by, player=newcomer, seat=seat)
    events: list[Event] = []
    if locked.match.occupants[seat] is not None:
        events.append(stand_up(locked.match, seat))
    events.append(sit_down(locked.match, newcomer, seat))
    rows_log(locked, events, actor=by.id)
    return None


def seat_offer(locked: LockedGame, *, by: Player, player: Player, seat: int) -> Invitation:
    """Invite `player` to a seat that is empty or a house bot's.

    Raises NoSuchSeat, AlreadySeated, SeatIsTaken, HasSeenCards, TooMany.
    """
    require_seat(locked.match, seat)
    if (own := seat_of(locked.match, player.id)) is not None:
        raise AlreadySeated(seat=own)
    if has_seen_cards(locked.game, player.id, seat):
        raise HasSeenCards
    if locked.match.occupants[seat] is not None and not locked.game.bot_seats >> seat & 1:
        raise SeatIsTaken.at(locked.match.occupants[seat])
    return invitation_create(locked, by=by, player=player, seat=seat)


def invitation_create(
    locked: LockedGame, *, by: Player, player: Player, seat: int | None = None
) -> Invitation:
    """Invite `player` to a seat of a locked table, or with None to any free one. Raises TooMany."""
    occupant = None if seat is None else locked.match.occupants[seat]
    terms = {
        "seat": seat,
        "status": locked.game.status,
        "occupant": occupant and occupant.player,
    }
    return invitation_add(kind=GAME, subject=locked.game.id, player=player, by=by, terms=terms)


@transaction.atomic
def seats_release(*, player_id: UUID) -> None:
    """Leave every seat. In running games our strongest bot plays on: nobody waits forever."""
    seated = Seat.objects.filter(player_id=player_id, to_version=None)
    running = seated.filter(game__status__in=(GameStatus.LOBBY, GameStatus.ACTIVE))
    for game_id in running.order_by("game_id").values_list("game_id", flat=True):
        locked = match_lock_any(game_id)
        seat = seat_of(locked.match, player_id)
        if seat is None or locked.match.result is not None:
            continue
        events = consent_close(locked.match, Outcome.LAPSED)
        if locked.match.started:
            events.append(substitute(locked.match, house_bot(registry.levels()[-1]), seat))
        else:
            events.append(stand_up(locked.match, seat))
        rows_log(locked, events, actor=player_id, hand=locked.hand_number)


def require_level(level: str) -> None:
    """Raises UnknownBot unless we have bots of this level."""
    if level not in registry.levels():
        raise UnknownBot(allowed=list(registry.levels()))


def house_bot(level: str) -> Player:
    """The player that represents our bots of `level`. Raises UnknownBot."""
    require_level(level)
    bot, _ = Player.objects.get_or_create(
        id=house_bot_id(level),
        defaults={
            "display_name": f"{registry.LEVELS[level].name} bot",
            "kind": PlayerKind.BOT,
            "bot_level": level,
        },
    )
    return bot


def house_bot_id(level: str) -> UUID:
    """The id of `house_bot(level)`."""
    return uuid5(NAMESPACE_URL, f"samba-service:bot:{level}")


def newcomer_sit(locked: LockedGame, player: Player, seat: int | None) -> SeatTaken:
    """The event of a player's own sitting down, absorbed.

    For a player who was blocked by a player at the table it is full: they cannot notice the block.
    Raises PlayerBlocked for the player who made the block, and as `guest_seat_allow` and `sit_down`
    do.
    """
    guest_seat_allow(locked.game, player)
    return sit_down(locked.match, player, seat, full=is_barred(locked, player))


def is_barred(locked: LockedGame, player: Player) -> bool:
    """True if a block keeps the player from a table outside tournaments.

    Raises PlayerBlocked for the player who made it.
    """
    occupants = {UUID(each.player) for each in locked.match.occupants if each is not None}
    own = identities([player.pk])
    found = blockers(own, identities({*occupants, locked.game.creator_id} - own))
    if directors_get(locked.game.id) is not None:
        return False
    if found & own:
        raise PlayerBlocked
    return bool(found)


def sit_down(match: Match, player: Player, seat: int | None, *, full: bool = False) -> SeatTaken:
    """The event of sitting down, absorbed; our own bots may sit at several seats.

    If `full`, no seat counts as empty. Raises AlreadySeated, GameFull, NoSuchSeat, SeatIsTaken.
    """
    earlier = None if player.bot_level else seat_of(match, player.id)
    if earlier is not None:
        raise AlreadySeated(seat=earlier)
    if seat is None:
        empty = [n for n, occupant in enumerate(match.occupants) if occupant is None]
        if full or not empty:
            raise GameFull
        seat = empty[0]
    require_seat(match, seat)
    if full or match.occupants[seat] is not None:
        raise SeatIsTaken.at(match.occupants[seat])
    event = SeatTaken(seat, str(player.id), player.kind)
    absorb_event(match, event)
    return event


def stand_up(match: Match, seat: int) -> SeatLeft:
    """The event of leaving a seat, absorbed."""
    event = SeatLeft(seat)
    absorb_event(match, event)
    return event


def substitute(match: Match, player: Player, seat: int) -> SeatSubstituted:
    """The event of replacing the current occupant, absorbed."""
    earlier = None if player.bot_level else seat_of(match, player.id)
    if earlier is not None:
        raise AlreadySeated(seat=earlier)
    event = SeatSubstituted(seat, str(player.id), player.kind)
    absorb_event(match, event)
    return event


def require_seat(match: Match, seat: int) -> None:
    """Raise NoSuchSeat for a number that no seat has."""
    if not 0 <= seat < match.seats:
        raise NoSuchSeat(seats=match.seats)
