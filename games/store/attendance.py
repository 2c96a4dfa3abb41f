"""The presence of the players at a table as readers are shown it: a column of the game's row."""

from collections.abc import Mapping
from typing import NamedTuple

import orjson

from games.store.row import GameRow
from samba_service.kit.sql import run


class Attended(NamedTuple):
    """What is shown of a seat's player."""

    presence: str
    since: str
    """In RFC 3339; of who is not online, when they were last heard of."""


Attendance = Mapping[int, Attended]
"""By seat; a seat without one is not known."""


def attendance_of(game: GameRow) -> Attendance:
    """What is shown of the players of `game`."""
    if not game.attendance:
        return {}
    seats = orjson.loads(game.attendance)
    return {int(seat): Attended._make(shown) for seat, shown in seats.items()}


def attendance_set(game: GameRow, attendance: Attendance) -> GameRow:
    """Show `attendance`; the caller holds the lock of the game. Returns its new row."""
    seats = {str(seat): list(shown) for seat, shown in attendance.items()}
    text = orjson.dumps(seats).decode() if seats else ""
    run("UPDATE games_game SET attendance = %s WHERE id = %s", (text, game.id))
    return game._replace(attendance=text)


def attendance_forget(game: GameRow, seat: int) -> GameRow:
    """Show nothing of who sits down at `seat` next; the caller holds the lock of the game."""
    known = attendance_of(game)
    if seat not in known:
        return game
    run("UPDATE games_presence SET shown = '' WHERE game_id = %s", (game.id,))  # look again
    return attendance_set(game, {each: known[each] for each in known if each != seat})
