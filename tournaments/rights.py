"""Who reads, and so which names and reasons are shown: decided once a request, obeyed by the rows.

Workers and writes see everything. A request that reads begins without any rights, until its view
has found whose tournament or club it reads and as what.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from tournaments.choices import Names

_NUMBER = re.compile(r"\(\d+\)")
"""What follows a name that another member has too."""


class Rights(NamedTuple):
    """What a reader may see of a club's people."""

    names: Names | None = None
    """At most, what the club shows to others; None: the reader is not one of these others."""
    reasons: bool = True
    """Why a director corrected, adjusted or locked something."""

    @property
    def key(self) -> str:
        """Part of the key under which anything that such a reader sees is kept."""
        return f"{self.names or 'member'}:{'why' if self.reasons else ''}"


SERVICE = Rights()
NOBODY = Rights(Names.NONE, reasons=False)
_reading: ContextVar[Rights] = ContextVar("rights", default=SERVICE)


@contextmanager
def reading_as(rights: Rights) -> Iterator[None]:
    """Read with `rights` for the length of the block."""
    token = _reading.set(rights)
    try:
        yield
    finally:
        _reading.reset(token)


def read_as(rights: Rights) -> None:
    """Read with `rights` until the block of `reading_as` that we are in ends."""
    _reading.set(rights)


def current_rights() -> Rights:
    """The rights of the reader of the current request."""
    return _reading.get()


def reason_shown(reason: str | None) -> str | None:
    """A director's reason, if the reader may see it."""
    return reason if current_rights().reasons else None


def sheet_shown(hands: Any) -> Any:
    """A score sheet, hand by hand; without its reasons if the reader may not see them."""
    return hands if current_rights().reasons else _without_reasons(hands)


def _without_reasons(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {
            name: None if name == "reason" else _without_reasons(each)
            for name, each in value.items()
        }
    return [_without_reasons(each) for each in value] if isinstance(value, list) else value


def short_name(name: str) -> str:
    """The first name and the first letter of the last one, "Ana M."; a number stays."""
    first, *others = name.split()
    number = others.pop() if others and _NUMBER.fullmatch(others[-1]) else ""
    short = f"{first} {others[-1][0]}." if others else first
    return f"{short} {number}".rstrip()
