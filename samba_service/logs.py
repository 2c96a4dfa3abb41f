"""Log lines that say what happened and never which cards were in play."""

import logging
import re
import time

# PostgreSQL quotes whole rows after these words, and a row may hold a hand or a seed.
_ROW_QUOTES = re.compile(r"^(DETAIL|CONTEXT|LINE \d+):.*(\n\s*\^)?$", re.MULTILINE)


class DiscreetFormatter(logging.Formatter):
    """One line a record, times in UTC; database errors without the rows that they quote."""

    converter = staticmethod(time.gmtime)

    def __init__(self) -> None:
        super().__init__(
            "%(asctime)s.%(msecs)03dZ %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%S"
        )

    def format(self, record: logging.LogRecord) -> str:
        return _ROW_QUOTES.sub(r"\1: (not logged)", super().format(record))
