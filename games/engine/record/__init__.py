"""``samba-record/1``: a game as a file that anyone can replay from its deals."""

from games.engine.record.document import FORMAT, WAYS, GameRecord
from games.engine.record.verifying import verify
from games.engine.record.writing import MadeBy, RecordRow, move_out, record_out

__all__ = [
    "FORMAT",
    "WAYS",
    "GameRecord",
    "MadeBy",
    "RecordRow",
    "move_out",
    "record_out",
    "verify",
]
