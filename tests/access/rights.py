"""The tables of rights, `docs/rights.md`, as rows."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.access.world import ELSEWHERE, HERE

FILE = Path(__file__).parents[2] / "docs" / "rights.md"
CELLS = {"yes", "401", "403", "404", "409"}
COLUMNS = (*((name,) for name in HERE), ELSEWHERE, ("bot",), ("staff",))
"""Whom each column is about: one of them about all who belong to another club."""
_CALL = re.compile(r"`(GET|POST|PUT|PATCH|DELETE) ([^`]+)`(?: · (.+))?")
_PAGE = re.compile(r"`(PAGE) ([^`]+)`(?: · (.+))?")


class Right(NamedTuple):
    """A line: a call, on what, and what each caller is answered."""

    call: str
    """Method and path, and after a dot what is special about the call."""
    on: str
    cells: dict[str, str]
    scopes: tuple[str, ...]
    """With which a caller who may is let in, each without the others."""
    own: tuple[str, ...]
    """Those of them that are not enough for a director or an admin, who acts for others."""

    @property
    def operation(self) -> str:
        return self.call.partition(" · ")[0]

    @property
    def method(self) -> str:
        return self.call.partition(" ")[0]

    @property
    def path(self) -> str:
        return self.operation.partition(" ")[2]

    @property
    def depends_on_who(self) -> bool:
        """True if it is open to some people who have a token, and not to others."""
        return not {self.cells[person] for person in HERE[1:]} <= {"yes", "409"}

    def opened_by(self, scope: str) -> bool:
        """True if a token with this scope only is enough for some who may."""
        return scope in self.scopes or self.scopes in (("any",), ("none",))

    @property
    def may(self) -> list[str]:
        """The callers whose call does what it is for."""
        return [caller for caller, cell in self.cells.items() if cell == "yes"]

    def __str__(self) -> str:
        return f"{self.call}, on {self.on or 'nothing'}"


def rights() -> Iterator[Right]:
    """All lines of calls, in order."""
    return _lines(_CALL)


def page_rights() -> Iterator[Right]:
    """All lines of pages, in order; a page has no scopes."""
    return _lines(_PAGE)


def _lines(first_cell: re.Pattern[str]) -> Iterator[Right]:
    for line in FILE.read_text().splitlines():
        fields = [field.strip() for field in line.strip("| ").split("|")]
        if (found := first_cell.fullmatch(fields[0])) is None:
            continue
        call = f"{found[1]} {found[2]}" + (f" · {found[3]}" if found[3] else "")
        assert len(fields) == len(COLUMNS) + 3, line
        told = zip(COLUMNS, fields[2:-1], strict=True)
        cells = {caller: cell for column, cell in told for caller in column}
        assert CELLS.issuperset(cells.values()), line
        scopes = fields[-1].replace("`", "").replace(" + ", "+").split()
        own = tuple(scope.strip("()") for scope in scopes if scope.startswith("("))
        every = tuple(scope.strip("()") for scope in scopes)
        yield Right(call, fields[1].replace("-", ""), cells, every, own)
