"""Sitting down and standing up, in the lobby; tenures, and who may hold one."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction

from games.bots import registry
from games.engine.consent import Outcome
from games.engine.events import Event, SeatLeft, SeatSubstituted, SeatTaken
from games.engine.match import Match, absorb_event, consent_close
from games.errors import (
    AlreadySeated,
    GameFull,
    GameNotFound,
    HasSeenCards,
    NoSuchSeat,
    NotDirector,
    NotInLobby,
    NotSeated,
    PeopleOnly,
    PlayerBlocked,
    SeatIsTaken,
    UnknownBot,
)
from games.models import Game, GameStatus, Invitation, Player, PlayerKind, Seat
from games.selectors.blocks import blockers, identities
from games.selectors.directors import directors_get
from games.selectors.free_seats import seat_left
from games.selectors.games import lobby_is_shut, may_see, seat_of
from games.selectors.invitations import GAME, invitations_open
from games.selectors.rows import GameRow, game_lock, match_of
from games.selectors.seen_cards import has_seen_cards
from games.services.deal_sets import deal_set_lock
from games.services.invitations import has_agreed, invitation_add, invitations_settle
from games.services.log import Entry, announce, append


class Table(NamedTuple):
    """A locked game and its state."""

    game: GameRow
    match: Match

    @property
    def hand_number(self) -> int:
        """Of the running hand; 0 for none."""
        return 0 if self.match.hand is None else self.match.hand.number


def table_open(game_id: UUID) -> Table:
    """The game, locked, whoever asks. Raises GameNotFound."""
    loaded = game_lock(game_id)
    return Table(loaded.game, match_of(loaded))


def table_lock(game_id: UUID, *, caller: UUID) -> Table:
    """The game, locked. Raises GameNotFound, also when the caller may not know of it."""
    table = table_open(game_id)
    if seat_of(table.match, caller) is None and not may_see(table.game, caller):
        raise GameNotFound
    return table


def require_lobby(game: GameRow) -> None:
    """Raise NotInLobby once the game has begun."""
    if game.status != GameStatus.LOBBY:
        raise NotInLobby


@transaction.atomic
def seat_take(*, game_id: UUID, player: Player, seat: int | None = None) -> GameRow:
    """Sit `player` down, at the first empty seat unless `seat` says where.

    A tournament's table takes them only at the seat that they left, or that a director offers.
    Raises GameNotFound, NotInLobby, AlreadySeated, NoSuchSeat, SeatIsTaken, GameFull, NotDirector.
    """
    return _lobby_sit(table_lock(game_id, caller=player.id), player, seat)


@transaction.atomic
def game_join(*, code: str, player: Player) -> GameRow:
    """Sit `player` down at the game with this code. Raises as `seat_take` does."""
    game_id = (
        Game.objects.filter(join_code=code.strip().upper()).values_list("id", flat=True).first()
    )
    if game_id is None:
        raise GameNotFound
    table = table_open(game_id)
    seated = seat_of(table.match, player.id) is not None
    if not seated and lobby_is_shut(table.game, player.id):
        raise GameNotFound
    return _lobby_sit(table, player, None)


def _lobby_sit(table: Table, player: Player, seat: int | None) -> GameRow:
    require_lobby(table.game)
    if directors_get(table.game.id) is None:
        events: list[Event] = [newcomer_sit(table, player, seat)]
    else:
        events = offered_sit(table, player, _seat_offered(table, player, seat))
    return rows_log(table, events, actor=player.id)


def _seat_offered(table: Table, player: Player, seat: int | None) -> int | None:
    """The seat that the player may take at a tournament's table; None: any empty one.

    Raises AlreadySeated, and NotDirector if only a director could seat them.
    """
    if (taken := seat_of(table.match, player.id)) is not None:
        raise AlreadySeated(seat=taken)
    left = seat_left(table.game, table.match, player.id)
    if left is not None and seat in (None, left):
        return left
    asked = invitations_open().filter(kind=GAME, subject=table.game.id, player=player)
    for offered in asked.order_by("created_at").values_list("terms__seat", flat=True):
        if seat is None or offered in (None, seat):
            return seat if offered is None else offered
    raise NotDirector


def offered_sit(table: Table, player: Player, seat: int | None) -> list[Event]:
    """The events of sitting down at `seat`, where a house bot stands up, or at any free one.

    Raises as `newcomer_sit` does.
    """
    events: list[Event] = []
    if seat is not None and table.game.bot_seats >> seat & 1:
        events.append(stand_up(table.match, seat))
    return [*events, newcomer_sit(table, player, seat)]


@transaction.atomic
def seat_leave(*, game_id: UUID, player: Player) -> GameRow:
    """Stand up. Raises GameNotFound, NotInLobby, NotSeated."""
    table = table_lock(game_id, caller=player.id)
    seat = seat_of(table.match, player.id)
    if seat is None:
        raise NotSeated
    require_lobby(table.game)
    return rows_log(table, [stand_up(table.match, seat)], actor=player.id)


def lobby_fill(table: Table, *, by: Player, seat: int, newcomer: Player) -> Invitation | None:
    """Seat `newcomer` in the lobby; the current occupant stands up. The caller's right is checked.

    A person who has not agreed is invited to the seat instead, and the invitation is returned;
    until they accept, only a house bot may sit there. Raises NoSuchSeat, AlreadySeated,
    SeatIsTaken, HasSeenCards, TooMany.
    """
    require_seat(table.match, seat)
    if not has_agreed(newcomer, by):
        return seat_offer(table, by=by, player=newcomer, seat=seat)
    events: list[Event] = []
    if table.match.occupants[seat] is not None:
        events.append(stand_up(table.match, seat))
    events.append(sit_down(table.match, newcomer, seat))
    rows_log(table, events, actor=by.id)
    return None


def seat_offer(table: Table, *, by: Player, player: Player, seat: int) -> Invitation:
    """Invite `player` to a seat that is empty or a house bot's.

    Raises NoSuchSeat, AlreadySeated, SeatIsTaken, HasSeenCards, TooMany.
    """
    require_seat(table.match, seat)
    if (own := seat_of(table.match, player.id)) is not None:
        raise AlreadySeated(seat=own)
    if has_seen_cards(table.game, player.id, seat):
        raise HasSeenCards
    if table.match.occupants[seat] is not None and not table.game.bot_seats >> seat & 1:
        raise SeatIsTaken
    return player_ask(table, by=by, player=player, seat=seat)


def player_ask(table: Table, *, by: Player, player: Player, seat: int | None = None) -> Invitation:
    """Invite `player` to a seat of a locked table; None is any free one. Raises TooMany."""
    occupant = None if seat is None else table.match.occupants[seat]
    terms = {
        "seat": seat,
        "status": table.game.status,
        "occupant": occupant and occupant.player,
    }
    return invitation_add(kind=GAME, subject=table.game.id, player=player, by=by, terms=terms)


@transaction.atomic
def seats_give_up(*, player_id: UUID) -> None:
    """Stand up everywhere. In games that run our strongest bot plays on: nobody waits for ever."""
    seated = Seat.objects.filter(player_id=player_id, to_version=None)
    running = seated.filter(game__status__in=(GameStatus.LOBBY, GameStatus.ACTIVE))
    for game_id in running.order_by("game_id").values_list("game_id", flat=True):
        table = table_open(game_id)
        seat = seat_of(table.match, player_id)
        if seat is None or table.match.result is not None:
            continue
        events = consent_close(table.match, Outcome.LAPSED)
        if table.match.started:
            events.append(substitute(table.match, house_bot(registry.levels()[-1]), seat))
        else:
            events.append(stand_up(table.match, seat))
        rows_log(table, events, actor=player_id, hand=table.hand_number)


def house_bot(level: str) -> Player:
    """The player that our bots of `level` sit as. Raises UnknownBot."""
    if level not in registry.levels():
        raise UnknownBot(allowed=list(registry.levels()))
    bot, _ = Player.objects.get_or_create(
        id=uuid5(NAMESPACE_URL, f"samba-service:bot:{level}"),
        defaults={
            "display_name": f"{registry.LEVELS[level].name} bot",
            "kind": PlayerKind.BOT,
            "bot_level": level,
        },
    )
    return bot


def newcomer_sit(table: Table, player: Player, seat: int | None) -> SeatTaken:
    """The event of a player's own sitting down, absorbed.

    To who was blocked by somebody at the table it is full: they learn nothing of the block. Raises
    PlayerBlocked for who made the block, and as `sit_down` does.
    """
    return sit_down(table.match, player, seat, full=is_barred(table, player))


def is_barred(table: Table, player: Player) -> bool:
    """True if a block keeps the player from a table outside tournaments.

    Raises PlayerBlocked for who made it.
    """
    occupants = {UUID(each.player) for each in table.match.occupants if each is not None}
    own = identities([player.pk])
    found = blockers(own, identities({*occupants, table.game.creator_id} - own))
    if directors_get(table.game.id) is not None:
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
        raise SeatIsTaken
    event = SeatTaken(seat, str(player.id), player.kind)
    absorb_event(match, event)
    return event


def stand_up(match: Match, seat: int) -> SeatLeft:
    """The event of leaving a seat, absorbed."""
    event = SeatLeft(seat)
    absorb_event(match, event)
    return event


def substitute(match: Match, player: Player, seat: int) -> SeatSubstituted:
    """The event of taking over from who sits there, absorbed."""
    earlier = None if player.bot_level else seat_of(match, player.id)
    if earlier is not None:
        raise AlreadySeated(seat=earlier)
    event = SeatSubstituted(seat, str(player.id), player.kind)
    absorb_event(match, event)
    return event


def require_seat(match: Match, seat: int) -> None:
    """Raise NoSuchSeat for a number that is no seat's."""
    if not 0 <= seat < match.seats:
        raise NoSuchSeat(seats=match.seats)


def rows_log(
    table: Table, events: Sequence[Event], *, actor: UUID | None, hand: int = 0
) -> GameRow:
    """Log a row of `events`, which the table's match has absorbed, and keep its tenures."""
    levels = _levels(events)
    taken = [event for event in events if isinstance(event, SeatTaken | SeatSubstituted)]
    if table.game.rated and table.game.status == GameStatus.LOBBY:
        _require_people(taken)
    _require_unseen(table.game, [event for event in taken if not levels[event.player]])
    bot_seats = table.game.bot_seats
    for event in events:
        if isinstance(event, SeatTaken | SeatLeft | SeatSubstituted):
            bot_seats &= ~(1 << event.seat)
            if not isinstance(event, SeatLeft) and levels[event.player]:
                bot_seats |= 1 << event.seat
    game = table.game._replace(bot_seats=bot_seats)
    new = append(game, table.match, events, Entry(actor), hand=hand)
    for event in events:
        if isinstance(event, SeatLeft | SeatSubstituted):
            _tenure_end(new, event.seat)
        if isinstance(event, SeatTaken | SeatSubstituted):
            _tenure_begin(new, event, levels[event.player])
    invitations_settle(kind=GAME, subject=new.id, players=[UUID(each) for each in levels])
    announce(new, table.match)
    return new


def _require_people(taken: Iterable[SeatTaken | SeatSubstituted]) -> None:
    """Raise PeopleOnly if a bot sits down."""
    if any(event.kind == PlayerKind.BOT for event in taken):
        raise PeopleOnly


def _require_unseen(game: GameRow, taken: Sequence[SeatTaken | SeatSubstituted]) -> None:
    """Raise HasSeenCards for one who knows cards that the seat must not know.

    House bots remember nothing; before the first deal only the deals of other tables are known.
    """
    if taken and game.deal_set_id is not None:
        deal_set_lock(game.deal_set_id)
    for event in taken:
        if has_seen_cards(game, UUID(event.player), event.seat):
            raise HasSeenCards


def _levels(events: Sequence[Event]) -> dict[str, str]:
    """Bot levels of those who sit down, by player."""
    taken = (event for event in events if isinstance(event, SeatTaken | SeatSubstituted))
    players = [event.player for event in taken]
    rows = Player.objects.filter(pk__in=players).values_list("id", "bot_level")
    return {str(player): level for player, level in rows}


def _tenure_begin(game: GameRow, event: SeatTaken | SeatSubstituted, level: str) -> None:
    Seat.objects.create(
        game_id=game.id,
        number=event.seat,
        player_id=UUID(event.player),
        deal_set_id=game.deal_set_id,
        kind=event.kind,
        level=level,
        from_version=game.version,
    )


def _tenure_end(game: GameRow, seat: int) -> None:
    Seat.objects.filter(game_id=game.id, number=seat, to_version=None).update(
        to_version=game.version
    )
