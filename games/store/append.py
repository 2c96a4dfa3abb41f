"""Writing the log: the row, and everything that follows from it, in one statement."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from django.db import IntegrityError, OperationalError
from psycopg.errors import CheckViolation

from games.choices import GameStatus, Via, WebhookEvent
from games.engine.codec import event_out
from games.engine.events import Event
from games.engine.match import Match
from games.engine.snapshot import match_out
from games.errors import LogArchived, LogDamaged
from games.models import Game, Move, Snapshot
from games.signals import rated_game_ended
from games.store.derived import (
    ended_a_hand,
    hand_result,
    note_log_head,
    stand_ins_of,
    status_of,
    to_act_of,
    turn_due_of,
)
from games.store.log import LogRow, row_hash
from games.store.notices import NOTICES, Noticed, columns_of, notices_announce, turns_noticed
from games.store.row import GameRow, clock_read, row_of
from games.store.webhooks import HOOKS, values_of
from samba_service.kit.sql import run

BOT = "bot"
"""Kind of due work: a bot of ours must act in game `subject` at version `step`."""
CLOCK = "clock"
"""Kind of due work: the time that runs in game `subject` since version `step` is over."""


class RowOrigin(NamedTuple):
    """Who caused the events of a row, by which action, and how that was sent."""

    actor: UUID | None = None
    seat: int | None = None
    action: str = ""
    """JSON of the action, empty for none."""
    via: Via | None = None
    """How the action was sent."""


_APPEND = """
    WITH logged AS (
        INSERT INTO games_move (game_number, version, first_seq, last_seq, hand, seat, actor,
            action, events, made_at, via, previous_hash, hash)
        VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
    ), kept AS (
        INSERT INTO games_snapshot (game_id, version, state) VALUES (%s, %s, %s)
        ON CONFLICT (game_id) DO UPDATE SET version = EXCLUDED.version, state = EXCLUDED.state
    ){work}{notices}{hooks}
    UPDATE games_game
    SET status = %s, version = %s, seq = %s, head = %s, to_act = %s, bot_seats = %s,
        started_at = %s, finished_at = %s{clock}
    WHERE id = %s AND version = %s
"""
_DONE = """, {kind}_done AS (
        DELETE FROM games_duework WHERE kind = '{kind}' AND subject = %s
    )"""
_DUE = """, {kind}_due AS (
        INSERT INTO games_duework (kind, subject, step, due_at, locked_until, attempts, last_error)
        VALUES ('{kind}', %s, %s, %s, %s, 0, '')
    )"""
_CLOCK = ", stand_ins = %s, turn_due_at = %s"


class Work(NamedTuple):
    """What becomes of the due work of one kind in a game."""

    kind: str
    done: bool
    """True if there was some, which is deleted."""
    due: bool
    """True if there is some now."""


@cache
def _statement(work: tuple[Work, ...], *, notices: bool, hooks: bool, clock: bool) -> str:
    parts = [
        text.format(kind=each.kind)
        for each in work
        for text, wanted in ((_DONE, each.done), (_DUE, each.due))
        if wanted
    ]
    return _APPEND.format(
        work="".join(parts),
        notices=f", {NOTICES}" if notices else "",
        hooks=f", {HOOKS}" if hooks else "",
        clock=_CLOCK if clock else "",
    )


def append(
    game: GameRow,
    match: Match,
    events: Sequence[Event],
    origin: RowOrigin,
    *,
    hand: int,
    lease: timedelta | None = None,
    noticed: Sequence[Noticed] = (),
) -> GameRow:
    """Log `events`, which `match` has absorbed, and return the game's new row.

    Raises LogArchived.

    The caller holds the lock of the game; `hand` is the one that ran before the events. With
    `lease`, the caller also plays the turn of a bot that moves next, for this long. What players
    notice is `noticed`, and turns.
    """
    if game.lobby_version is not None:
        raise LogArchived
    row = _row(game, events, origin, hand)
    scored = ended_a_hand(events)
    if scored:
        note_log_head(match, row.hash)
    new = _after(game, match, row)
    locked_until = None if lease is None else row.made_at + lease
    bot = Work(BOT, done=game.bots_to_act != 0, due=new.bots_to_act != 0)
    works: tuple[Work, ...] = (bot,)
    work = _work(bot, game, new, _bot_due_at(new, row.made_at), locked_until)
    if game.clock and new.turn_due_at != game.turn_due_at:
        turn = Work(CLOCK, done=game.turn_due_at is not None, due=new.turn_due_at is not None)
        works += (turn,)
        work += _work(turn, game, new, new.turn_due_at, None)
    notices = _notices(game, new, match, noticed)
    clock = (new.stand_ins, new.turn_due_at) if game.clock else ()
    hooks = _hooks(game, new) if game.watched else ()
    cursor = run(
        _statement(works, notices=bool(notices), hooks=bool(hooks), clock=bool(clock)),
        (game.number, *row[1:], game.id, new.version, _state(match), *work, *notices, *hooks,
         new.status, new.version, new.seq, new.head, new.to_act, new.bot_seats, new.started_at,
         new.finished_at, *clock, game.id, game.version),
    )  # fmt: skip
    if cursor.rowcount != 1:
        raise LogDamaged(f"version {game.version} was overtaken without the lock")
    if new.rated and game.started_at is not None and new.finished_at is not None:
        rated_game_ended.send(GameRow, game_id=game.id)
    if scored:
        hand_result(game.id, match, row.version).save(force_insert=True)
    return new


def _notices(
    game: GameRow, new: GameRow, match: Match, noticed: Sequence[Noticed]
) -> tuple[Any, ...]:
    """The values of what players notice, which is announced; empty for nothing.

    Turns are noticed where others must act, or the game begins or ends.
    """
    if new.to_act != game.to_act or new.status != game.status:
        noticed = [*noticed, *turns_noticed(game, new, match)]
    if not noticed:
        return ()
    notices_announce(noticed)
    return columns_of(noticed)


def _hooks(game: GameRow, new: GameRow) -> tuple[Any, ...]:
    """The values of what is sent to the webhooks about the game."""
    events = [WebhookEvent.GAME_MOVED]
    if new.status != game.status:
        begun = new.status == GameStatus.ACTIVE
        events.append(WebhookEvent.GAME_STARTED if begun else WebhookEvent.GAME_ENDED)
    return values_of(game.id, new.version, events, [game.id])


def _bot_due_at(game: GameRow, made_at: datetime) -> datetime:
    """When a bot answers: it does not depend on any card."""
    return made_at + timedelta(seconds=game.pace_s) if game.is_paced else made_at


def _work(
    work: Work, game: GameRow, new: GameRow, due_at: datetime | None, locked_until: datetime | None
) -> tuple[Any, ...]:
    """The values of its part of the statement."""
    due = (game.id, new.version, due_at, locked_until)
    return (game.id,) * work.done + due * work.due


class FirstRow(NamedTuple):
    """A game that is not created yet, its state, and the events that led there."""

    game: Game
    match: Match
    events: Sequence[Event]


def append_first(firsts: Sequence[FirstRow], actor: UUID | None) -> list[GameRow]:
    """Create games with the first rows of their logs; nobody else can know them yet.

    Raises OperationalError, so that the call is repeated later, if no partition has room.
    """
    now = clock_read()
    rows, news = [], []
    for game, match, events in firsts:
        game.created_at = now
        row = _row(row_of(game, now), events, RowOrigin(actor), hand=0)
        new = _after(row_of(game, now), match, row)
        game.version, game.seq, game.head = new.version, new.seq, new.head
        rows.append(row)
        news.append(new)
    games = [each.game for each in firsts]
    Game.objects.bulk_create(games)
    try:
        Move.objects.bulk_create(
            Move(game=game, **{name: getattr(row, name) for name in LogRow._fields[1:]})
            for game, row in zip(games, rows, strict=True)
        )
    except IntegrityError as error:
        if not isinstance(error.__cause__, CheckViolation):
            raise
        raise OperationalError("no partition of the log: a sweeper makes the next one") from None
    Snapshot.objects.bulk_create(
        Snapshot(game=game, version=game.version, state=_state(match)) for game, match, _ in firsts
    )
    return [new._replace(number=game.number) for new, game in zip(news, games, strict=True)]


def _state(match: Match) -> str:
    return orjson.dumps(match_out(match)).decode()


def _row(game: GameRow, events: Sequence[Event], origin: RowOrigin, hand: int) -> LogRow:
    row = LogRow(
        game_id=game.id,
        version=game.version + 1,
        first_seq=game.seq + 1,
        last_seq=game.seq + len(events),
        hand=hand,
        seat=origin.seat,
        actor=origin.actor,
        action=origin.action,
        events=orjson.dumps([event_out(event) for event in events]).decode(),
        made_at=game.now,
        via=origin.via or "",
        previous_hash=game.head,
        hash=b"",
    )
    return row._replace(hash=row_hash(row))


def _after(game: GameRow, match: Match, row: LogRow) -> GameRow:
    status = status_of(match)
    started_at, finished_at = game.started_at, game.finished_at
    if status != game.status:
        if match.started:
            started_at = started_at or row.made_at
        finished_at = None if status == GameStatus.ACTIVE else row.made_at
    return game._replace(
        status=status,
        version=row.version,
        seq=row.last_seq,
        head=row.hash,
        to_act=to_act_of(match),
        stand_ins=stand_ins_of(match),
        turn_due_at=turn_due_of(match),
        started_at=started_at,
        finished_at=finished_at,
    )
