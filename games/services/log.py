"""Writing the log: the row, and all that follows from it, in one statement."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

import orjson
from django.db import transaction

from games.engine.codec import event_out, score_out
from games.engine.events import Event, HandScored
from games.engine.match import Match
from games.engine.phase import GameEnd
from games.engine.snapshot import match_out
from games.errors import LogDamaged
from games.models import GameStatus, HandResult
from games.selectors.log import LogRow, row_hash
from games.selectors.rows import GameRow, match_keep
from games.signals import bot_turn_due, game_finished, move_committed, rated_game_ended
from samba_service.sql import run

BOT = "bot"
"""Kind of due work: a bot of ours must act in game `subject` at version `step`."""


class Entry(NamedTuple):
    """What a row says besides its events: who did what, where somebody did."""

    actor: UUID | None = None
    seat: int | None = None
    action: str = ""
    """JSON of the action, empty for none."""


_APPEND = """
    WITH logged AS (
        INSERT INTO games_move (game_id, version, first_seq, last_seq, hand, seat, actor, action,
            events, made_at, previous_hash, hash)
        VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
    ), kept AS (
        INSERT INTO games_snapshot (game_id, version, state) VALUES (%s, %s, %s)
        ON CONFLICT (game_id) DO UPDATE SET version = EXCLUDED.version, state = EXCLUDED.state
    ){work}
    UPDATE games_game
    SET status = %s, version = %s, seq = %s, head = %s, to_act = %s, bot_seats = %s,
        started_at = %s, finished_at = %s
    WHERE id = %s AND version = %s
"""
_DONE = """, done AS (
        DELETE FROM games_duework WHERE kind = 'bot' AND subject = %s
    )"""
_DUE = """, due AS (
        INSERT INTO games_duework (kind, subject, step, due_at, locked_until, attempts, last_error)
        VALUES ('bot', %s, %s, %s, %s, 0, '')
    )"""
_STATEMENTS = {
    (done, due): _APPEND.format(work=(_DONE if done else "") + (_DUE if due else ""))
    for done in (False, True)
    for due in (False, True)
}


def append(
    game: GameRow,
    match: Match,
    events: Sequence[Event],
    entry: Entry,
    *,
    hand: int,
    lease: timedelta | None = None,
) -> GameRow:
    """Log `events`, which `match` has absorbed, and return the game's new row.

    The caller holds the lock of the game; `hand` is the one that ran before the events. For
    `lease` the turn of a bot that moves next is the caller's, who plays it, too.
    """
    row = _row(game, events, entry, hand)
    new = _after(game, match, row)
    had_bot = game.to_act & game.bot_seats != 0
    has_bot = new.to_act & new.bot_seats != 0
    state = orjson.dumps(match_out(match)).decode()
    locked_until = None if lease is None else row.made_at + lease
    due = (game.id, new.version, row.made_at, locked_until)
    work = (game.id,) * had_bot + due * has_bot
    cursor = run(
        _STATEMENTS[had_bot, has_bot],
        (*row, game.id, new.version, state, *work, new.status, new.version, new.seq, new.head,
         new.to_act, new.bot_seats, new.started_at, new.finished_at, game.id, game.version),
    )  # fmt: skip
    if cursor.rowcount != 1:
        raise LogDamaged(f"version {game.version} was overtaken without the lock")
    if new.rated and game.started_at is not None and new.finished_at is not None:
        rated_game_ended.send(GameRow, game_id=game.id)
    if any(type(event) is HandScored for event in events):
        hand_result(game.id, match, row.version).save(force_insert=True)
    return new


def _row(game: GameRow, events: Sequence[Event], entry: Entry, hand: int) -> LogRow:
    row = LogRow(
        game_id=game.id,
        version=game.version + 1,
        first_seq=game.seq + 1,
        last_seq=game.seq + len(events),
        hand=hand,
        seat=entry.seat,
        actor=entry.actor,
        action=entry.action,
        events=orjson.dumps([event_out(event) for event in events]).decode(),
        made_at=game.now,
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
        started_at=started_at,
        finished_at=finished_at,
    )


def status_of(match: Match) -> str:
    """The status that follows from the state."""
    if match.result is not None:
        abandoned = match.result.end is GameEnd.ABANDONED
        return GameStatus.ABANDONED.value if abandoned else GameStatus.FINISHED.value
    return GameStatus.ACTIVE.value if match.started else GameStatus.LOBBY.value


def to_act_of(match: Match) -> int:
    """The seats that must act, as bits."""
    return bits(match.hand.to_act) if match.hand is not None else 0


def bits(seats: Iterable[int]) -> int:
    """Seat numbers as a set of bits."""
    return sum(1 << seat for seat in seats)


def hand_result(game_id: UUID, match: Match, version: int) -> HandResult:
    """The row of the hand that ended last, at `version`."""
    last = match.last_hand
    assert last is not None
    return HandResult(
        game_id=game_id,
        number=last.number,
        version=version,
        dealer=last.dealer,
        end=last.end.value,
        out=last.out,
        score=orjson.dumps(score_out(last.score)).decode(),
    )


def announce(game: GameRow, match: Match, *, wake: bool = True) -> None:
    """Tell whoever listens, once the transaction has committed; a failing listener harms nobody.

    `wake` is whether a bot that must act now is to be woken.
    """
    state = match.copy()
    # A lambda: Django cannot log the failure of a partial.
    transaction.on_commit(lambda: _announce(game, state, wake=wake), robust=True)


def _announce(game: GameRow, state: Match, *, wake: bool) -> None:
    match_keep(game, state)
    move_committed.send_robust(GameRow, game_id=game.id, version=game.version)
    if wake and game.to_act & game.bot_seats:
        wake_bot(game)
    if game.status == GameStatus.FINISHED:
        game_finished.send_robust(GameRow, game_id=game.id)


def wake_bot(game: GameRow) -> None:
    """Announce that a bot of ours must act in `game`, as committed."""
    bot_turn_due.send_robust(GameRow, game_id=game.id, version=game.version)
