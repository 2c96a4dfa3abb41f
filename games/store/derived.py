"""Columns that follow from the state: status, seats to act, results of hands."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

import orjson

from games.choices import GameStatus
from games.engine.codec import score_out
from games.engine.events import Event, HandScored, HandVoided
from games.engine.match import Match
from games.engine.phase import GameEnd
from games.models import HandResult


def status_of(match: Match) -> str:
    """The status that follows from the state."""
    if match.result is not None:
        abandoned = match.result.end is GameEnd.ABANDONED
        return GameStatus.ABANDONED.value if abandoned else GameStatus.FINISHED.value
    return GameStatus.ACTIVE.value if match.started else GameStatus.LOBBY.value


def to_act_of(match: Match) -> int:
    """The seats that must act, as bits."""
    return bits(match.hand.to_act) if match.hand is not None else 0


def stand_ins_of(match: Match) -> int:
    """The seats for which a bot plays this turn, as bits."""
    return bits(match.clock.stand_ins) if match.clock is not None else 0


def turn_due_of(match: Match) -> datetime | None:
    """When the time of those who must act is over; None if no time runs."""
    clock = match.clock
    if clock is None or clock.turn_due_at is None:
        return None
    return datetime.fromisoformat(clock.turn_due_at)


def bits(seats: Iterable[int]) -> int:
    """Seat numbers as a set of bits."""
    return sum(1 << seat for seat in seats)


def ended_a_hand(events: Iterable[Event]) -> bool:
    """True if a hand ended with these events."""
    return any(type(event) in (HandScored, HandVoided) for event in events)


def note_log_head(match: Match, row_hash: bytes) -> None:
    """Note in `match` the hash of the row that ended its last hand.

    Players who compare it know that the service has shown all of them the same log.
    """
    assert match.last_hand is not None
    match.last_hand = match.last_hand._replace(log_head=row_hash.hex())


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
        head=bytes.fromhex(last.log_head),
    )
