"""``samba-record/1``: a game as a file that anyone can replay from its deals."""

from games.engine.record.document import FORMAT, WAYS, RecordAnswer
from games.engine.record.verifying import verify
from games.engine.record.writing import MadeBy, RecordRow, move_out, record_out

__all__ = [
    "FORMAT",
    "WAYS",
    "MadeBy",
    "RecordAnswer",
    "RecordRow",
    "move_out",
    "record_out",
    "verify",
]
