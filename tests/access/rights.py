"""The table of rights, `docs/RIGHTS.md`, as rows."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.access.world import CALLERS

FILE = Path(__file__).parents[2] / "docs" / "RIGHTS.md"
CELLS = {"yes", "401", "403", "404"}
_CALL = re.compile(r"`(GET|POST|PUT|PATCH|DELETE) ([^`]+)`(?: · (.+))?")


class Right(NamedTuple):
    """A line: a call, on what, and what each caller is answered."""

    call: str
    """Method and path, and after a dot what is special about the call."""
    on: str
    cells: dict[str, str]
    scopes: tuple[str, ...]
    """With which a caller who may is let in, each without the others."""

    @property
    def operation(self) -> str:
        return self.call.partition(" · ")[0]

    @property
    def method(self) -> str:
        return self.call.partition(" ")[0]

    @property
    def path(self) -> str:
        return self.operation.partition(" ")[2]

    def opened_by(self, scope: str) -> bool:
        """True if a token with this scope only is enough for some who may."""
        return scope in self.scopes or self.scopes in (("any",), ("none",))

    def __str__(self) -> str:
        return f"{self.call}, on {self.on or 'nothing'}"


def rights() -> Iterator[Right]:
    """All lines, in order."""
    for line in FILE.read_text().splitlines():
        fields = [field.strip() for field in line.strip("| ").split("|")]
        if (found := _CALL.fullmatch(fields[0])) is None:
            continue
        call = f"{found[1]} {found[2]}" + (f" · {found[3]}" if found[3] else "")
        assert len(fields) == len(CALLERS) + 3, line
        cells = dict(zip(CALLERS, fields[2:-1], strict=True))
        assert CELLS.issuperset(cells.values()), line
        scopes = tuple(fields[-1].replace("`", "").replace(" + ", "+").split())
        yield Right(call, fields[1].replace("-", ""), cells, scopes)
