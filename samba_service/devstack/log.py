"""A program's log on the disk: two files, whose size is bounded while the program runs."""

from pathlib import Path

LOG_BYTES = 10 * 2**20


class LogFile:
    """Lines are added to `path`; when it is full it becomes `.log.1`, replacing the one before."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._open()

    def write(self, line: bytes) -> None:
        """Add a line with its end."""
        if self._size and self._size + len(line) > LOG_BYTES:
            self.close()
            self.path.replace(self.path.with_suffix(".log.1"))
            self._open()
        self._size += self._file.write(line)

    def close(self) -> None:
        self._file.close()

    def _open(self) -> None:
        self._file = self.path.open("ab", buffering=0)
        self._size = self._file.tell()
