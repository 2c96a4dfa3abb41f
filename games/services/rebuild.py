"""The log against everything derived from it: compared, and rebuilt."""

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from django.db import transaction

from games.engine.match import Match
from games.engine.snapshot import match_out
from games.errors import LogDamaged
from games.models import Game, HandResult, Seat, Snapshot
from games.store.derived import hand_result, stand_ins_of, status_of, to_act_of, turn_due_of
from games.store.fold import fold_row
from games.store.live import live_seqs
from games.store.log import GENESIS, LogRow, row_hash, rows_get


class GameFault(NamedTuple):
    """What is wrong in a game, and in which row; it names no values."""

    game_id: UUID
    where: str
    what: str

    def __str__(self) -> str:
        return f"game {self.game_id}, {self.where}: {self.what}"


class Folded(NamedTuple):
    """What a whole log gives."""

    match: Match
    last: LogRow
    seq: int
    """The last one given to an event, in the log or beside it."""
    results: list[HandResult]


def game_check(game_id: UUID) -> list[GameFault]:
    """Faults of a game: the first bad row of its log, or else every derived row that differs.

    The log is read at one moment, so that a game in progress can be checked.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        try:
            folded = _fold(game_id)
        except LogDamaged as damage:
            where, _, what = str(damage).partition(": ")
            return [GameFault(game_id, where, what)]
        return [
            GameFault(game_id, where, "differs from the log") for where in _differing(game, folded)
        ]


@transaction.atomic
def game_rebuild(game_id: UUID) -> None:
    """Rewrite the snapshot and the results of hands. Raises LogDamaged."""
    Game.objects.select_for_update(no_key=True).get(pk=game_id)
    folded = _fold(game_id)
    Snapshot.objects.update_or_create(
        game_id=game_id,
        defaults={"version": folded.last.version, "state": _state(folded.match)},
    )
    HandResult.objects.filter(game_id=game_id).delete()
    HandResult.objects.bulk_create(folded.results)


def _fold(game_id: UUID) -> Folded:
    """The log's fold, each row checked on the way. Raises LogDamaged, naming the first bad row."""
    match: Match | None = None
    last: LogRow | None = None
    results: list[HandResult] = []
    beside = live_seqs(game_id)
    for row in rows_get(game_id):
        _check_chain(row, last, beside)
        match = fold_row(match, row)
        last = row
        if match.hands_played > len(results):
            results.append(hand_result(game_id, match, row.version))
    if match is None or last is None:
        raise LogDamaged("version 1: is missing")
    return Folded(match, last, _next_seq(last.last_seq, beside) - 1, results)


def _check_chain(row: LogRow, before: LogRow | None, beside: Collection[int]) -> None:
    version, seq, digest = (
        (0, 0, GENESIS) if before is None else (before.version, before.last_seq, before.hash)
    )
    if row.version != version + 1:
        raise LogDamaged(f"version {version + 1}: is missing")
    own = range(row.first_seq, row.last_seq + 1)
    if row.first_seq != _next_seq(seq, beside) or any(each in beside for each in own):
        raise LogDamaged(f"version {row.version}: its events are misnumbered")
    if row.previous_hash != digest:
        raise LogDamaged(f"version {row.version}: does not follow the row before")
    if row_hash(row) != row.hash:
        raise LogDamaged(f"version {row.version}: is not what was written")


def _next_seq(seq: int, beside: Collection[int]) -> int:
    """The first seq after `seq` that no event beside the log has."""
    following = seq + 1
    while following in beside:
        following += 1
    return following


def _differing(game: Game, folded: Folded) -> Iterator[str]:
    """Names of the derived rows that differ from the log."""
    match, last, seq, results = folded
    row = (
        game.version,
        game.seq,
        bytes(game.head),
        game.status,
        game.to_act,
        game.stand_ins,
        game.turn_due_at,
    )
    if row != (
        last.version,
        seq,
        last.hash,
        status_of(match),
        to_act_of(match),
        stand_ins_of(match),
        turn_due_of(match),
    ):
        yield "its own row"
    snapshot = Snapshot.objects.filter(game=game).first()
    if snapshot is not None and (snapshot.version, snapshot.state) != (
        last.version,
        _state(match),
    ):
        yield "snapshot"
    kept = {result.number: result for result in HandResult.objects.filter(game=game)}
    for result in results:
        if _values(kept.pop(result.number, None)) != _values(result):
            yield f"result of hand {result.number}"
    for number in kept:
        yield f"result of hand {number}"
    seated = Seat.objects.filter(game=game, to_version=None)
    occupants = {
        seat: (occupant.player, occupant.kind)
        for seat, occupant in enumerate(match.occupants)
        if occupant is not None
    }
    if {seat.number: (str(seat.player_id), seat.kind) for seat in seated} != occupants:
        yield "seats"


def _state(match: Match) -> str:
    return orjson.dumps(match_out(match)).decode()


def _values(result: HandResult | None) -> Any:
    return result and (result.version, result.dealer, result.end, result.out, result.score)
