"""Changing a published table under its tournament's lock: who writes, and the next result."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, Prefetch, Q
from django.utils import timezone

from games.errors import NotSeated
from samba_service.accounts.models import Player
from samba_service.kit.errors import NotThere
from samba_service.kit.rows import row_found
from tournaments.engine.results import End, Kind
from tournaments.engine.tournament import RoundState
from tournaments.errors import CodeRevoked
from tournaments.models import Member, Result, SheetCode, Table, TableSeat
from tournaments.selectors.clubs import with_caller
from tournaments.selectors.tournaments import ruleset_of
from tournaments.services.changes import (
    Change,
    reload,
    require_state,
    require_state_in,
    tournament_change,
)


class CodeUse(NamedTuple):
    """Somebody who writes with the code of a score sheet, for its side."""

    code: UUID
    """The id of the `SheetCode`."""
    device: str
    """What the device calls itself: a random key that it keeps."""


class Author(NamedTuple):
    """Who writes on a table."""

    member: Member | None
    """None for a director who is not in the club, and for who writes with a code."""
    side: int | None
    """None for a person who does not sit there."""
    director: bool
    device: bytes | None = None
    """Of who writes with a code; hashed with the table, so that no two tables have the same."""


class ResultChange(NamedTuple):
    """A change of one table under way."""

    change: Change
    table: Table
    """With its seats and results as they are under the lock."""
    author: Author
    taken_back: bool
    """True if a director has withdrawn what was there before."""

    def all_results(self) -> list[Result]:
        """Those of the table, and the withdrawn ones."""
        current = list(self.table.results.all())
        if not self.taken_back:
            return current
        before = Result.objects.filter(taken_back_from=self.table.pk)
        return [*before.select_related("by__player"), *current]


@contextmanager
def result_change(
    which: Q, act: str, *, by: Player | CodeUse, directing: bool = True, reason: str = ""
) -> Iterator[ResultChange]:
    """Change the published table for which `which` is true: as a director, or for the own side.

    Raises NotThere, WrongTournamentState, NotSeated for anybody else, and CodeRevoked.
    """
    tables = Table.objects.filter(which).order_by()
    of = tables.values("round__tournament")
    player = by if isinstance(by, Player) else None
    with tournament_change(of, act, by=player, reason=reason) as change:
        seats = Prefetch("seats", TableSeat.objects.select_related("member"))
        results = Prefetch("results", Result.objects.select_related("by__player"))
        taken_back = Exists(Result.objects.filter(taken_back_from=OuterRef("pk")))
        rows = tables.select_related("round")
        if player is not None:
            rows = with_caller(rows, player.pk, club="round__tournament__club")
        rows = rows.annotate(taken_back=taken_back).prefetch_related(seats, results)
        table = row_found(rows)
        if table is None:
            raise NotThere
        table.round.tournament = change.tournament
        require_state_in(table.round.state, RoundState.PUBLISHED, RoundState.CLOSED)
        at = {"round": table.round.number, "table": str(table.id), "number": table.number}
        change.facts |= at
        if isinstance(by, CodeUse):
            author = _author_by_code(table, by)
            change.facts |= {"by": "code", "side": author.side}
        else:
            author = _author_at(table, by, directing=directing)
        yield ResultChange(change, table, author, vars(table)["taken_back"])


def _author_at(table: Table, by: Player, *, directing: bool) -> Author:
    for each in table.seats.all():
        if each.member.player_id == by.id:
            return Author(each.member, each.seat % side_count(table), directing)
    if not directing:
        raise NotSeated
    return Author(vars(table).get("caller"), None, True)


def _author_by_code(table: Table, use: CodeUse) -> Author:
    """Whose code it is, read under the lock. Raises CodeRevoked, NotThere for another table's."""
    code = reload(SheetCode.objects.filter(table=table), use.code)
    if code.revoked_at is not None:
        raise CodeRevoked
    return Author(None, code.side, False, sha256(f"{table.pk}{use.device}".encode()).digest())


def side_count(table: Table) -> int:
    """How many sides meet there."""
    if seats := len(table.seats.all()):
        return ruleset_of(table.round.tournament).sides(seats)
    return table.assignments.values("side").distinct().count()


def require_running(table: Table) -> None:
    """Raises WrongTournamentState unless the round is open and the tournament runs."""
    require_state(table.round, RoundState.PUBLISHED)


def result_add(
    to: ResultChange, kind: Kind, end: End, *, reason: str = "", **values: Any
) -> Result:
    """The next version of a table's result; `values` are columns."""
    result = Result.objects.create(
        table=to.table,
        version=to.change.version,
        at=timezone.now(),
        kind=kind,
        end=end,
        by=to.author.member,
        side=to.author.side,
        director=to.author.director,
        device=to.author.device,
        reason=reason,
        **values,
    )
    to.change.facts |= {"result": str(result.id), "kind": kind.value, "end": end.value}
    return result
