"""The log as a seat may read it."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, overload
from uuid import UUID

import orjson

from games.engine.codec import event_in
from games.engine.event_view import event_view, event_view_apart
from games.models import GameStatus, Move, Spectators
from games.selectors.deal_sets import deals_sealed
from games.store.row import GameRow, game_load
from samba_service.times import rfc3339

Event = dict[str, Any]


def events_since(*, game_id: UUID, seat: int | None, after: int, limit: int) -> list[Event]:
    """Up to `limit` events with a seq above `after`, as `seat` may read them.

    For None, a spectator, they end where the game's policy has them wait. For a player who has
    finished while other tables play the same deals they tell of no card. Raises GameNotFound.
    """
    game = game_load(game_id).game
    end = game.seq if seat is not None else spectators_end(game)
    apart = game.status not in (GameStatus.LOBBY, GameStatus.ACTIVE) and deals_sealed(game)
    # Every row has at least one event, so those after `after` are among the last so many rows.
    floor = game.version - (game.seq - after)
    rows = Move.objects.filter(game_id=game_id, version__gt=floor, last_seq__gt=after)
    found: list[Event] = []
    columns = rows.order_by("version")[:limit].values_list(*_COLUMNS)
    for event in _views(columns, seat, event_view_apart if apart else event_view):
        if event["seq"] > end or len(found) == limit:
            break
        if event["seq"] > after:
            found.append(event)
    return found


_COLUMNS = ("version", "first_seq", "hand", "made_at", "events")


def _views(
    rows: Any, seat: int | None, shown: Callable[[Any, Any], Event] = event_view
) -> Iterator[Event]:
    """The events of rows in the API's form."""
    for version, first_seq, hand, made_at, text in rows:
        at = rfc3339(made_at)
        for seq, data in enumerate(orjson.loads(text), first_seq):
            if data["type"] == "hand_dealt":
                hand = data["number"]
            view = shown(event_in(data), seat)
            yield {"seq": seq, "version": version, "hand": hand or None, "at": at} | view


def spectators_end(game: GameRow) -> int:
    """The last seq that those may read who do not play."""
    if deals_sealed(game):
        return _seq_before_deal(game, last=False)
    if game.spectators == Spectators.LIVE:
        return game.seq
    if game.spectators == Spectators.DELAYED:
        if game.status != GameStatus.ACTIVE:
            return game.seq
        return _seq_before_deal(game, last=True)
    return _seq_before_deal(game, last=False)


def _seq_before_deal(game: GameRow, *, last: bool) -> int:
    """The seq before the first deal of the game, or before the `last` one."""
    deals = Move.objects.filter(game_id=game.id, events__contains='"hand_dealt"')
    rows = deals.order_by("-version" if last else "version").values_list("first_seq", "events")
    row = rows.first()
    if row is None:
        return game.seq
    first_seq, text = row
    types = [data["type"] for data in orjson.loads(text)]
    return int(first_seq) + types.index("hand_dealt") - 1


class SeatLog(Sequence[Event]):
    """A seat's events of a running hand, read from the database only if a bot looks into them."""

    def __init__(self, game_id: UUID, seat: int, hand: int) -> None:
        self._game_id, self._seat, self._hand = game_id, seat, hand

    @cached_property
    def _events(self) -> list[Event]:
        # The row that ended the hand before has dealt this one.
        rows = Move.objects.filter(game_id=self._game_id, hand__in=(self._hand - 1, self._hand))
        views = _views(rows.order_by("version").values_list(*_COLUMNS), self._seat)
        return [event for event in views if event["hand"] == self._hand]

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        return self._events[index]

    def __len__(self) -> int:
        return len(self._events)
