"""``samba-record/1``: a game as a file that anyone can replay from its deals."""

from games.engine.record.reading import Fault
from games.engine.record.verifying import verify
from games.engine.record.writing import FORMAT, WAYS, MadeBy, RecordRow, move_out, record_out

__all__ = ["FORMAT", "WAYS", "Fault", "MadeBy", "RecordRow", "move_out", "record_out", "verify"]
