"""Log lines that show what happened: with ids, and without cards, names, tokens and addresses."""

import logging
import os
import re
import traceback
from datetime import UTC, datetime
from typing import Any

import orjson
from django.db import DataError
from django.db import Error as DatabaseError
from psycopg import DataError as DriverDataError
from psycopg import Error as DriverError
from redis import RedisError
from structlog.stdlib import ExtraAdder, ProcessorFormatter, add_log_level, add_logger_name
from structlog.typing import EventDict

from samba_service.kit.log_context import context, route_of

# PostgreSQL quotes whole rows after these words, and a row may hold a hand or a seed.
_ROW_QUOTES = re.compile(r"^(DETAIL|CONTEXT|LINE \d+):.*(\n\s*\^)?$", re.MULTILINE)
_ERROR_IN_TEXT = re.compile(r"exception=.*", re.DOTALL)

_LONGEST = 200
"""Characters of what a caller chose in a line."""

OF_SERVERS = (DatabaseError, DriverError, RedisError, OSError)
"""Errors whose messages are in tracebacks: they name servers and constraints. Others may name a
card, and are there only by their kind."""


class CallersFaults(logging.Filter):
    """Refused calls are no warning, and none of them fills the log.

    What Django logs of an answer has its status. For a refused call (4xx) a line at INFO is kept,
    without the traceback. An address is its route: names and codes may be in it.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        status = getattr(record, "status_code", None)
        if status is None:
            return True
        args = record.args if isinstance(record.args, tuple) else ()
        record.args = tuple(_routed(record, each) for each in args)
        if not args:
            record.msg = str(record.msg)[:_LONGEST]
        if 400 <= status < 500:
            record.levelno, record.levelname = logging.INFO, "INFO"
            record.exc_info = record.exc_text = None
        return record.levelno >= logging.getLogger().level


def _routed(record: logging.LogRecord, arg: Any) -> Any:
    if not isinstance(arg, str):
        return arg
    if not arg.startswith("/"):
        return arg[:_LONGEST]
    request = getattr(record, "request", None)
    return "unknown" if request is None else route_of(request)


class Reprs(logging.Filter):
    """Celery and asyncio print an error, and a task's arguments, with all their values."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, dict) and "exc" in record.args:
            hidden = dict.fromkeys(("exc", "traceback", "args", "kwargs"), "(not logged)")
            record.args = {**record.args, **hidden}
        if record.name == "asyncio":
            record.msg, record.args = _ERROR_IN_TEXT.sub("", record.getMessage()), ()
        return True


class DiscreetFormatter(ProcessorFormatter):
    """One JSON object for each record, or with `readable` a line; times in UTC."""

    def __init__(self, *, readable: bool = False) -> None:
        super().__init__(
            foreign_pre_chain=[_time, add_log_level, add_logger_name, _process, _context, _EXTRA],
            processors=[_traceback, self.remove_processors_meta, _line if readable else _json],
        )


_EXTRA = ExtraAdder(allow=("method", "route", "status", "ms"))


def _time(_logger: Any, _method: str, event: EventDict) -> EventDict:
    moment = datetime.fromtimestamp(event["_record"].created, UTC)
    text = moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"
    return {"time": text, **event}


def _process(_logger: Any, _method: str, event: EventDict) -> EventDict:
    if "SAMBA_PROCESS" in os.environ:
        event["process"] = os.environ["SAMBA_PROCESS"]
    return event


def _context(_logger: Any, _method: str, event: EventDict) -> EventDict:
    event.update(context(getattr(event["_record"], "request", None)))
    return event


def _traceback(_logger: Any, _method: str, event: EventDict) -> EventDict:
    info = event.pop("exc_info", None)
    event.pop("stack_info", None)
    error = info[1] if isinstance(info, tuple) else info
    if isinstance(error, BaseException):
        event["traceback"] = traced(error)
    event["event"] = _ROW_QUOTES.sub(r"\1: (not logged)", event["event"])
    return event


def traced(error: BaseException) -> str:
    """The traceback of an error and of those before it, without what their messages may quote."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    parts = [] if before is None else [traced(before), "During this, or because of it:"]
    frames = "".join(traceback.format_tb(error.__traceback__)).rstrip()
    kind = type(error)
    return "\n".join([*parts, frames, f"{kind.__module__}.{kind.__qualname__}{_message(error)}"])


def _message(error: BaseException) -> str:
    if not isinstance(error, OF_SERVERS) or isinstance(error, (DataError, DriverDataError)):
        return ""
    return ": " + _ROW_QUOTES.sub(r"\1: (not logged)", str(error))


def _json(_logger: Any, _method: str, event: EventDict) -> str:
    return orjson.dumps(event, default=str).decode()


def _line(_logger: Any, _method: str, event: EventDict) -> str:
    time, level, name = event.pop("time"), event.pop("level").upper(), event.pop("logger")
    text, trace = event.pop("event"), event.pop("traceback", "")
    event.pop("process", None)  # the console has it in front of each line
    about = " ".join(f"{key}={value}" for key, value in event.items())
    line = f"{time} {level} {name}: {text}" + (f" [{about}]" if about else "")
    return f"{line}\n{trace}" if trace else line
