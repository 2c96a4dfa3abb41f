"""A table: a game that is locked together with its state, and the rows that seat players there."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from uuid import UUID

from games.choices import GameStatus
from games.engine.events import Event, SeatLeft, SeatSubstituted, SeatTaken
from games.engine.match import Match
from games.errors import GameNotFound, HasSeenCards, NotInLobby, PeopleOnly
from games.models import Seat
from games.selectors.games import may_see, seat_of
from games.selectors.invitations import GAME
from games.selectors.seen_cards import has_seen_cards
from games.services.deal_sets import deal_set_lock
from games.services.invitations import invitations_settle
from games.store.announce import announce
from games.store.append import Entry, append
from games.store.row import GameRow, game_lock
from games.store.state import match_of
from samba_service.accounts.choices import PlayerKind
from samba_service.accounts.models import Player


class Table(NamedTuple):
    """A locked game and its state."""

    game: GameRow
    match: Match

    @property
    def hand_number(self) -> int:
        """Of the running hand; 0 for none."""
        return 0 if self.match.hand is None else self.match.hand.number


def table_lock_any(game_id: UUID) -> Table:
    """The game, locked, for any caller. Raises GameNotFound."""
    loaded = game_lock(game_id)
    return Table(loaded.game, match_of(loaded))


def table_lock(game_id: UUID, *, caller: UUID) -> Table:
    """The game, locked. Raises GameNotFound, also when the caller may not see it."""
    table = table_lock_any(game_id)
    if seat_of(table.match, caller) is None and not may_see(table.game, caller):
        raise GameNotFound
    return table


def require_lobby(game: GameRow) -> None:
    """Raise NotInLobby once the game has begun."""
    if game.status != GameStatus.LOBBY:
        raise NotInLobby


def rows_log(
    table: Table, events: Sequence[Event], *, actor: UUID | None, hand: int = 0
) -> GameRow:
    """Log a row of `events`, which the table's match has absorbed, and keep its stints."""
    levels = _levels(events)
    taken = [event for event in events if isinstance(event, SeatTaken | SeatSubstituted)]
    if table.game.rated:
        lobby = table.game.status == GameStatus.LOBBY
        _require_people(event for event in taken if lobby or not levels[event.player])
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
            _stint_end(new, event.seat)
    Seat.objects.bulk_create([_stint(new, event, levels[event.player]) for event in taken])
    if table.game.version:  # nobody can be invited before the first row
        invitations_settle(kind=GAME, subject=new.id, players=[UUID(each) for each in levels])
    announce(new, table.match)
    return new


def _require_people(taken: Iterable[SeatTaken | SeatSubstituted]) -> None:
    """Raise PeopleOnly if a bot sits down; in a running game only house bots may."""
    if any(event.kind == PlayerKind.BOT for event in taken):
        raise PeopleOnly


def _require_unseen(game: GameRow, taken: Sequence[SeatTaken | SeatSubstituted]) -> None:
    """Raise HasSeenCards for a player who knows cards that the seat must not know.

    House bots remember nothing; before the first deal only the deals of other tables are known.
    """
    if taken and game.deal_set_id is not None:
        deal_set_lock(game.deal_set_id)
    for event in taken:
        if has_seen_cards(game, UUID(event.player), event.seat):
            raise HasSeenCards


def _levels(events: Sequence[Event]) -> dict[str, str]:
    """Bot levels of the new occupants, by player."""
    taken = (event for event in events if isinstance(event, SeatTaken | SeatSubstituted))
    players = [event.player for event in taken]
    rows = Player.objects.filter(pk__in=players).values_list("id", "bot_level")
    return {str(player): level for player, level in rows}


def _stint(game: GameRow, event: SeatTaken | SeatSubstituted, level: str) -> Seat:
    return Seat(
        game_id=game.id,
        number=event.seat,
        player_id=UUID(event.player),
        deal_set_id=game.deal_set_id,
        kind=event.kind,
        level=level,
        from_version=game.version,
    )


def _stint_end(game: GameRow, seat: int) -> None:
    Seat.objects.filter(game_id=game.id, number=seat, to_version=None).update(
        to_version=game.version
    )
