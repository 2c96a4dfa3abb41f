"""The log: its rows, from the database or from an archive."""

from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import orjson
from django.db.models import QuerySet, Subquery

from games.engine.codec import event_in
from games.engine.events import Event
from games.errors import ArchiveAway
from games.models import ArchivedRange, Game, Move
from games.store.archive import ArchivedGame, log_read
from games.store.log_rows import GENESIS, LogRow, row_hash

__all__ = ["GENESIS", "LogRow", "events_in", "moves_of", "row_get", "row_hash", "rows_get"]


def moves_of(game_id: UUID) -> QuerySet[Move]:
    """The rows of a log, asked for by the game's number, so that only its partition is read."""
    return Move.objects.filter(game=Subquery(Game.objects.filter(pk=game_id).values("number")))


def rows_get(
    game_id: UUID,
    *,
    since: int = 0,
    until: int | None = None,
    hands: tuple[int, int] | None = None,
    containing: str = "",
) -> Iterator[LogRow]:
    """The rows of a log in order: after version `since`, up to version `until`, of the hands from
    `hands[0]` to `hands[1]`, with the text `containing` in their events.

    An archived log is read from its folder. Raises ArchiveAway if that is not there, LogDamaged if
    it has something else.
    """
    rows = moves_of(game_id).order_by("version")
    if since:
        rows = rows.filter(version__gt=since)
    if until is not None:
        rows = rows.filter(version__lte=until)
    if hands is not None:
        rows = rows.filter(hand__range=hands)
    if containing:
        rows = rows.filter(events__contains=containing)
    some = False
    for values in rows.values_list(*LogRow._fields[1:]).iterator(chunk_size=500):
        *columns, previous_hash, row_digest = values
        some = True
        yield LogRow._make([game_id, *columns, bytes(previous_hash), bytes(row_digest)])
    if not some:
        for row in _archived(game_id):
            in_time = since < row.version <= (row.version if until is None else until)
            of_hands = hands is None or hands[0] <= row.hand <= hands[1]
            if in_time and of_hands and containing in row.events:
                yield row


def row_get(game_id: UUID, version: int) -> LogRow | None:
    """The row of one version; None if there is none."""
    return next(rows_get(game_id, since=version - 1, until=version), None)


def _archived(game_id: UUID) -> list[LogRow]:
    """The whole log from its archive; empty if it is in none."""
    found = Game.objects.filter(pk=game_id, lobby_version__isnull=False)
    game = found.values_list("number", "id", "head").first()
    if game is None:
        return []
    number, _, head = game
    folder = ArchivedRange.objects.filter(low__lte=number, high__gt=number).values_list("folder")
    try:
        return log_read(Path(folder.get()[0]), ArchivedGame(number, game_id, bytes(head)))
    except (OSError, ArchivedRange.DoesNotExist):
        raise ArchiveAway from None


def events_in(text: str) -> list[Event]:
    """The events of a row."""
    return [event_in(data) for data in orjson.loads(text)]
