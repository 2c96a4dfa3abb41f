"""Log lines that show what happened and never which cards were in play."""

import logging
import re
import time

from samba_service.kit import request_ids

# PostgreSQL quotes whole rows after these words, and a row may hold a hand or a seed.
_ROW_QUOTES = re.compile(r"^(DETAIL|CONTEXT|LINE \d+):.*(\n\s*\^)?$", re.MULTILINE)


_LONGEST = 200
"""Characters of an address in a line: callers choose them."""


class CallersFaults(logging.Filter):
    """Refused calls are no warning, and none of them fills the log.

    What Django logs of an answer has its status. For a refused call (4xx) a line at INFO is kept,
    without the traceback, with the beginning of the address.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        status = getattr(record, "status_code", None)
        if status is None:
            return True
        args = record.args if isinstance(record.args, tuple) else ()
        record.args = tuple(each[:_LONGEST] if isinstance(each, str) else each for each in args)
        if not args:
            record.msg = str(record.msg)[:_LONGEST]
        if 400 <= status < 500:
            record.levelno, record.levelname = logging.INFO, "INFO"
            record.exc_info = record.exc_text = None
        return record.levelno >= logging.getLogger().level


class DiscreetFormatter(logging.Formatter):
    """One line for each record, times in UTC; database errors without the rows that they quote."""

    converter = staticmethod(time.gmtime)

    def __init__(self) -> None:
        super().__init__(
            "%(asctime)s.%(msecs)03dZ %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%S"
        )

    def format(self, record: logging.LogRecord) -> str:
        line = _ROW_QUOTES.sub(r"\1: (not logged)", super().format(record))
        name = request_ids.current()
        return f"{line} [{name}]" if name else line
