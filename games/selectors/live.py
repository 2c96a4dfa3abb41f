"""The log of a game as its open calls read it: the same events as the page, table by table."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q

from games.choices import GameStatus, Visibility
from games.errors import GameNotFound
from games.models import Game, Seat
from games.selectors.deal_sets import deal_sets_open, deals_embargoed
from games.selectors.events import events_since, rows_since
from games.selectors.games import GameState, game_seen, seat_of, seen_by
from games.store.row import GameRow, game_load
from games.store.state import match_of
from samba_service.kit.access import Caller
from samba_service.kit.framing import Item
from samba_service.kit.hints import Topic
from samba_service.kit.http import json_bytes
from samba_service.kit.live import Mark, Read, Reader
from samba_service.kit.sql import Row

GAME = "game"
"""The kind of topics that are games."""

BATCH = 100
"""Events that a stream is sent at a time."""


class OwnTurn(NamedTuple):
    """What a player waits for who is not to be called before there is something for them to do."""

    hands_ended: int
    """How many hands of the game had ended in what they have read."""
    last_on_page: int
    """The last `seq` for which their page has room."""

    def has_come(self, state: GameState) -> bool:
        """True if they must act or are asked, nobody plays any more, or the page is full."""
        game, seat, consent = state.game, state.seat, state.match.consent
        if seat is None or state.is_over or game.seq > self.last_on_page:
            return True
        asked = consent is not None and seat in consent.waits_for
        must_act = bool((game.to_act & ~game.stand_ins) >> seat & 1)
        return asked or must_act or state.match.hands_played > self.hands_ended


class GameMark(NamedTuple):
    """All that decides which events of a game there are to read, apart from who reads."""

    seq: int
    presence: int
    embargo: bool


def topic_of(game_id: UUID) -> Topic:
    """What readers of the game wait for news of."""
    return Topic(GAME, game_id)


def game_reader(
    state: GameState, caller: Caller | None, after: int, until: OwnTurn | None = None
) -> Reader:
    """Somebody who has read the game in this state up to `after`."""
    return Reader(topic_of(state.game.id), caller, after, mark_of(state), until)


def mark_of(state: GameState) -> GameMark:
    """The game's mark in this state."""
    return GameMark(state.game.seq, state.game.presence, state.embargo)


def is_read_out(state: GameState, after: int) -> bool:
    """True if nothing that `state` shows will ever follow after the event `after`."""
    return state.is_over and (after >= state.game.seq or not state.embargo)


class GameSource:
    """Reads games for their open calls; a `kit.live.Source`."""

    def marks(self, ids: Collection[UUID]) -> Mapping[UUID, Mark]:
        rows = Game.objects.filter(pk__in=ids).values_list("pk", "seq", "presence", "deal_set")
        found = list(rows)
        shared = {deal_set for *_, deal_set in found if deal_set is not None}
        shown = {None, *(deal_sets_open(shared) if shared else ())}
        return {
            game: GameMark(seq, presence, deal_set not in shown)
            for game, seq, presence, deal_set in found
        }

    def shut_out(self, readers: Sequence[Reader]) -> Iterable[Reader]:
        """Nobody at the table, and only of lobbies and of private games."""
        asked = {(each.topic.id, each.viewer) for each in readers}
        closed = Q(status=GameStatus.LOBBY) | Q(visibility=Visibility.PRIVATE)
        games = Game.objects.filter(closed, pk__in={game for game, _ in asked})
        ids = set(games.values_list("pk", flat=True))
        if not ids:
            return []
        sitting = Seat.objects.filter(game__in=ids, to_version=None)
        seated = set(sitting.values_list("game", "player"))
        out = {
            each for each in asked if each[0] in ids and each not in seated and not game_seen(*each)
        }
        return [each for each in readers if (each.topic.id, each.viewer) in out]

    def read(self, topic_id: UUID, readers: Sequence[Reader]) -> Sequence[Read | None]:
        try:
            loaded = game_load(topic_id)
        except GameNotFound:
            return [None] * len(readers)
        shared = Shared(
            GameState(loaded.game, match_of(loaded), None, deals_embargoed(loaded.game))
        )
        return [_read(shared, each) for each in readers]


class Shared:
    """What the readers of a game have in common at one moment, read once."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        """As nobody at the table sees it."""
        self.rows = cache(partial(_rows, state.game))

    def is_for_spectators(self, after: int) -> bool:
        """True if people who do not play may read any event after this one."""
        return bool(events_since(self.state, after=after, limit=1, rows=self.rows(after)))


def _rows(game: GameRow, after: int) -> list[Row]:
    return rows_since(game, after=after, limit=BATCH)


def _read(shared: Shared, reader: Reader) -> Read | None:
    state, after = shared.state, reader.after
    plays = reader.viewer is not None and seat_of(state.match, reader.viewer) is not None
    if not plays and not shared.is_for_spectators(after):
        reader.mark = mark_of(state)
        return Read(ended=is_read_out(state, after))
    try:
        seen = seen_by(state, reader.viewer)
    except GameNotFound:
        return None
    if reader.until is not None and not reader.until.has_come(seen):
        reader.mark, reader.skipped = mark_of(state), True
        return Read()
    return game_read(seen, reader, rows=shared.rows(after))


def game_read(state: GameState, reader: Reader, *, rows: Sequence[Row] | None = None) -> Read:
    """What the reader of the game, which looks so to them, gets next; `rows` as `events_since`."""
    events = events_since(state, after=reader.after, limit=BATCH, rows=rows)
    reader.mark = mark_of(state)
    if events:
        reader.after = events[-1]["seq"]
    more = len(events) == BATCH
    items = [Item(each["seq"], json_bytes(each)) for each in events]
    return Read(items, more, ended=not more and is_read_out(state, reader.after))
