"""The log as a seat may read it."""

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property
from operator import attrgetter, itemgetter
from typing import Any, Final, Literal, NamedTuple, cast, overload
from uuid import UUID

import orjson

from games.engine.codec import event_in
from games.engine.event_answers import Event
from games.engine.event_view import event_answer
from games.engine.events import PhraseSaid
from games.engine.view import withholds_cards
from games.models import Move
from games.selectors.blocks import blocked_among
from games.selectors.games import GameState
from games.selectors.names import Aliases
from games.store.log import rows_get
from games.store.row import GameRow
from samba_service.kit.sql import Row, run
from samba_service.kit.times import rfc3339


def events_since(
    state: GameState,
    *,
    after: int,
    limit: int,
    last_hand: int | None = None,
    rows: Sequence[Row] | None = None,
) -> list[Event]:
    """Up to `limit` events with a seq above `after`, as the viewer may read them.

    They end with `last_hand`, or with the last hand that may be followed (`engine.view`). `rows`
    are those of `rows_since`, where they have been read for another reader.
    """
    last = state.last_hand_shown if last_hand is None else last_hand
    withheld = withholds_cards(state.match, state.audience)
    found: list[Event] = []
    if rows is None:
        rows = rows_since(state.game, after=after, limit=limit)
    muted = _muted(state.viewer, rows)
    for event in _views(rows, state.seat, withheld=withheld, muted=muted):
        if (event["hand"] or 0) > last or len(found) == limit:
            break
        if event["seq"] > after:
            found.append(_under_alias(event, state.aliases))
    return found


HAND_EVENTS = 10_000
"""More events than any hand has."""


def hand_events(state: GameState, number: int) -> list[Event]:
    """The events of hand `number`, as the viewer may read them."""
    rows_there = _index(state.game)
    first = next((at for at, row in enumerate(rows_there) if row.hand >= number), None)
    if first is None:
        return []
    # The row before the first of a hand has its deal.
    after = rows_there[first - 1].first_seq - 1
    until = state.game
    later = next((at for at, row in enumerate(rows_there) if row.hand > number), None)
    if later is not None:
        last_row = rows_there[later - 1]
        until = until._replace(version=last_row.version, seq=last_row.last_seq)
    rows = rows_since(until, after=after, limit=HAND_EVENTS)
    last = min(number, state.last_hand_shown)
    found = events_since(state, after=after, limit=HAND_EVENTS, last_hand=last, rows=rows)
    return [event for event in found if event["hand"] == number]


class _Indexed(NamedTuple):
    """Where a row of the log is."""

    version: int
    hand: int
    first_seq: int
    last_seq: int


def _index(game: GameRow) -> list[_Indexed]:
    """Every row of the log, without what happened in it."""
    if game.lobby_version is not None:
        rows = rows_get(game.id, until=game.version)
        return [_Indexed(row.version, row.hand, row.first_seq, row.last_seq) for row in rows]
    moves = Move.objects.filter(game__number=game.number).order_by("version")
    return [_Indexed._make(row) for row in moves.values_list(*_Indexed._fields)]


def open_events(state: GameState, first: int, last: int) -> list[Event]:
    """The events of hands `first` to `last` with every card, for those who may see all cards.

    What they may see is for the caller to decide: this asks nobody, not even whether a hand is
    over.
    """
    # The row that ended the hand before has the deal of the first.
    rows = rows_get(state.game.id, hands=(first - 1, last))
    views = _views(map(_COLUMNS, rows), OPEN)
    return [event for event in views if first <= (event["hand"] or 0) <= last]


def _under_alias(event: Event, aliases: Aliases) -> Event:
    """The event with the id that the reader may see instead of its player's."""
    alias = aliases.get(str(event.get("player", "")))
    return event if alias is None else cast(Event, {**event, "player": alias.id})


DEAL_ROWS = 2
"""The row of a deal, and one that may follow."""

_COLUMNS = attrgetter("version", "first_seq", "hand", "made_at", "events")

OPEN: Final = "open"
"""Shows each event as the seat sees it that it is about."""

_PHRASE = '"phrase_said"'

_LIVE_SINCE = """
    SELECT version, seq AS first_seq, hand, made_at, '[' || event || ']' FROM games_liveevent
    WHERE game_number = %(number)s AND seq > %(after)s AND seq <= %(seq)s
    ORDER BY seq LIMIT %(limit)s
"""
_SINCE = f"""
    (SELECT version, first_seq, hand, made_at, events FROM games_move
     WHERE game_number = %(number)s AND version > %(floor)s AND version <= %(version)s
        AND last_seq > %(after)s
     ORDER BY version LIMIT %(limit)s)
    UNION ALL ({_LIVE_SINCE})
    ORDER BY first_seq LIMIT %(limit)s
"""


def rows_since(game: GameRow, *, after: int, limit: int) -> list[Row]:
    """The first rows of the log, and of the events beside it, that have events after `after`.

    None is later than `game`: what a reader may see of it could follow from another state.
    """
    if game.lobby_version is not None:
        return _archived_since(game, after, limit)
    # Every row has at least one event, so those after `after` are among the last rows.
    floor = max(0, game.version - (game.seq - after))
    wanted = {"number": game.number, "floor": floor, "after": after, "limit": limit}
    return run(_SINCE, wanted | {"version": game.version, "seq": game.seq}).fetchall()


def _archived_since(game: GameRow, after: int, limit: int) -> list[Row]:
    wanted = {"number": game.number, "after": after, "seq": game.seq, "limit": limit}
    logged = (row for row in rows_get(game.id, until=game.version) if row.last_seq > after)
    beside = run(_LIVE_SINCE, wanted).fetchall()
    return sorted([*map(_COLUMNS, logged), *beside], key=itemgetter(1))[:limit]


def last_seq_shown(state: GameState) -> int:
    """The seq of the last event that the viewer may read: what they see of the game is as of it."""
    game, match, last = state.game, state.match, state.last_hand_shown
    if match.hands_played + (match.hand is not None) <= last:
        return game.seq
    rows = rows_since(game, after=_seq_before(game, last), limit=DEAL_ROWS)
    hidden = (each["seq"] for each in _views(rows, None) if (each["hand"] or 0) > last)
    return next(hidden, game.seq + 1) - 1


def _seq_before(game: GameRow, last: int) -> int:
    """The seq before the row that dealt the first hand after `last`, or before the last row."""
    if game.lobby_version is not None:
        rows = _index(game)
        later = next((at for at, row in enumerate(rows) if row.hand > last), len(rows))
        return rows[later - 1].first_seq - 1
    # The row that deals a hand is the one before its own first one.
    moves = Move.objects.filter(game__number=game.number)
    first = moves.filter(hand__gt=last).order_by("version").values_list("version", flat=True)[:1]
    version = game.version if (found := first.first()) is None else found - 1
    return moves.values_list("first_seq", flat=True).get(version=version) - 1


def _muted(viewer: UUID | None, rows: Iterable[Row]) -> frozenset[str]:
    """Players who say something in `rows`, and whom the viewer has blocked."""
    spoken = [event_in(*orjson.loads(text)) for *_, text in rows if _PHRASE in text]
    if viewer is None or not spoken:
        return frozenset()
    return blocked_among({each.player for each in spoken if type(each) is PhraseSaid}, by=viewer)


def _views(
    rows: Any,
    seat: int | Literal["open"] | None,
    *,
    withheld: bool = False,
    muted: Container[str] = (),
) -> Iterator[Event]:
    """The events of rows in the API's form."""
    for version, first_seq, hand, made_at, text in rows:
        at = rfc3339(made_at)
        for seq, data in enumerate(orjson.loads(text), first_seq):
            if data["type"] == "hand_dealt":
                hand = data["number"]
            event = event_in(data)
            yield event_answer(
                event,
                getattr(event, "seat", None) if seat == OPEN else seat,
                seq=seq,
                version=version,
                hand=hand or None,
                at=at,
                withheld=withheld,
                muted=muted,
            )


class SeatLog(Sequence[Event]):
    """A seat's events of a hand, read from the database only if a bot looks at them."""

    def __init__(self, game_id: UUID, seat: int, hand: int, *, until: int | None = None) -> None:
        """The events up to version `until`; None for all."""
        self._game_id, self._seat, self._hand, self._until = game_id, seat, hand, until

    @cached_property
    def _events(self) -> list[Event]:
        # The row that ended the hand before contains this deal.
        rows = rows_get(self._game_id, until=self._until, hands=(self._hand - 1, self._hand))
        views = _views(map(_COLUMNS, rows), self._seat)
        return [event for event in views if event["hand"] == self._hand]

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        return self._events[index]

    def __len__(self) -> int:
        return len(self._events)
