"""A game that is locked together with its state, and the rows that seat players in it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.utils import timezone

from games.choices import GameStatus, NoticeType
from games.engine.events import Event, SeatLeft, SeatSubstituted, SeatTaken
from games.engine.match import Match
from games.errors import GameNotFound, HasSeenCards, NotInLobby, PeopleOnly
from games.models import Seat
from games.selectors.games import may_see, seat_of
from games.selectors.invitations import GAME
from games.selectors.seen_cards import has_seen_cards
from games.services.clocks import clock_go_on
from games.services.deal_sets import deal_set_lock
from games.services.invitations import invitations_close
from games.store.announce import announce
from games.store.append import FirstRow, RowOrigin, append, append_first
from games.store.attendance import attendance_forget
from games.store.derived import to_act_of
from games.store.notices import Noticed, notices_add
from games.store.row import GameRow, game_lock, row_of
from games.store.state import match_of
from samba_service.accounts.choices import PlayerKind
from samba_service.accounts.models import Player
from samba_service.kit.sql import run


class LockedGame(NamedTuple):
    """A locked game and its state."""

    game: GameRow
    match: Match

    @property
    def hand_number(self) -> int:
        """Of the running hand; 0 for none."""
        return 0 if self.match.hand is None else self.match.hand.number


def match_lock_any(game_id: UUID) -> LockedGame:
    """The game, locked, for any caller. Raises GameNotFound."""
    loaded = game_lock(game_id)
    return LockedGame(loaded.game, match_of(loaded))


def match_lock(game_id: UUID, *, caller: UUID) -> LockedGame:
    """The game, locked. Raises GameNotFound, also when the caller may not see it."""
    locked = match_lock_any(game_id)
    if seat_of(locked.match, caller) is None and not may_see(locked.game, caller):
        raise GameNotFound
    return locked


def require_lobby(game: GameRow) -> None:
    """Raise NotInLobby once the game has begun."""
    if game.status != GameStatus.LOBBY:
        raise NotInLobby


def rows_log(
    locked: LockedGame,
    events: Sequence[Event],
    *,
    actor: UUID | None,
    hand: int = 0,
    stands_in: bool = True,
    paused: bool | None = None,
    held: bool = False,
) -> GameRow:
    """Log a row of `events`, which the table's match has absorbed, and keep its stints.

    What they do to the clock is logged with them; `stands_in`, `paused` and `held` as in
    `clock_go_on`.
    """
    levels = _levels(events)
    _require_fit(locked.game, events, levels)
    bots = _bot_seats(locked.game.bot_seats, events, levels)
    if locked.game.clock:
        news = clock_go_on(
            locked.game,
            locked.match,
            events,
            hand=hand,
            bots=bots,
            stands_in=stands_in,
            paused=paused,
            held=held,
        )
        events = [*events, *news]
    game = locked.game._replace(bot_seats=bots)
    left = [each.seat for each in events if isinstance(each, SeatLeft | SeatSubstituted)]
    stints = _stints(game, events, levels)
    noticed = [each for seat in left for each in _stint_end(game, seat)]
    noticed += _seated(stints, to_act_of(locked.match))
    noticed += invitations_close(
        kind=GAME, subject=game.id, players=[UUID(each) for each in levels]
    )
    new = append(game, locked.match, events, RowOrigin(actor), hand=hand, noticed=noticed)
    for seat in left:
        new = attendance_forget(new, seat)
    Seat.objects.bulk_create(stints)
    announce(new, locked.match)
    return new


def rows_log_first(firsts: Sequence[FirstRow], *, actor: UUID | None) -> list[GameRow]:
    """Create games, each with the first row of its log, and keep the stints of those who sit there.

    Their matches have absorbed the events. The number of statements does not grow with the games.
    """
    levels = _levels([event for each in firsts for event in each.events])
    for game, _, events in firsts:
        _require_fit(row_of(game, timezone.now()), events, levels)
        game.bot_seats = _bot_seats(0, events, levels)
    rows = append_first(firsts, actor)
    stints = [
        stint
        for row, each in zip(rows, firsts, strict=True)
        for stint in _stints(row._replace(version=0), each.events, levels)
    ]
    Seat.objects.bulk_create(stints)
    notices_add(list(_seated(stints, 0)))
    for row, each in zip(rows, firsts, strict=True):
        announce(row, each.match)
    return rows


Levels = Mapping[str, str]
"""Bot levels of new occupants, by player; empty for others."""


def _require_fit(game: GameRow, events: Sequence[Event], levels: Levels) -> None:
    """Raise PeopleOnly, HasSeenCards for those who sit down."""
    taken = [event for event in events if isinstance(event, SeatTaken | SeatSubstituted)]
    if game.rated:
        lobby = game.status == GameStatus.LOBBY
        _require_people(event for event in taken if lobby or not levels[event.player])
    _require_unseen(game, [event for event in taken if not levels[event.player]])


def _bot_seats(before: int, events: Sequence[Event], levels: Levels) -> int:
    """Where our bots sit after the events, as bits."""
    bots = before
    for event in events:
        if isinstance(event, SeatTaken | SeatLeft | SeatSubstituted):
            bots &= ~(1 << event.seat)
            if not isinstance(event, SeatLeft) and levels[event.player]:
                bots |= 1 << event.seat
    return bots


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


def _levels(events: Sequence[Event]) -> Levels:
    taken = (event for event in events if isinstance(event, SeatTaken | SeatSubstituted))
    players = [event.player for event in taken]
    rows = Player.objects.filter(pk__in=players).values_list("id", "bot_level")
    return {str(player): level for player, level in rows}


def _stints(before: GameRow, events: Sequence[Event], levels: Levels) -> list[Seat]:
    return [
        Seat(
            game_id=before.id,
            number=event.seat,
            player_id=UUID(event.player),
            deal_set_id=before.deal_set_id,
            kind=event.kind,
            level=levels[event.player],
            from_version=before.version + 1,
        )
        for event in events
        if isinstance(event, SeatTaken | SeatSubstituted)
    ]


def _seated(stints: Iterable[Seat], to_act: int) -> Iterator[Noticed]:
    """What those who sit down notice, except for house bots; `to_act` are seats, as bits."""
    for stint in stints:
        if not stint.level:
            yield Noticed(stint.player_id, NoticeType.MY_TABLE, stint.game_id, stint.number)
            if to_act >> stint.number & 1:
                yield Noticed(stint.player_id, NoticeType.MY_TURN, stint.game_id, stint.number)


_END = """
    UPDATE games_seat SET to_version = %s
    WHERE game_id = %s AND number = %s AND to_version IS NULL RETURNING player_id, level
"""


def _stint_end(game: GameRow, seat: int) -> list[Noticed]:
    """End the stint with the row after `game`; what its player notices."""
    ended = run(_END, (game.version + 1, game.id, seat))
    return [
        Noticed(player, NoticeType.TABLE_OVER, game.id, seat)
        for player, level in ended
        if not level
    ]
