"""Changing a published table under its tournament's lock: who writes, and the next result."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from uuid import UUID

from django.utils import timezone

from games.errors import NotSeated
from samba_service.accounts.models import Player
from tournaments.engine.results import End, Kind
from tournaments.engine.tournament import RoundState, TournamentState
from tournaments.errors import TournamentNotFound, WrongTournamentState
from tournaments.models import Member, Result, Table, TableSeat
from tournaments.selectors.members import membership
from tournaments.services.changes import Change, reload, tournament_change


class ResultChange(NamedTuple):
    """A change of one table under way."""

    change: Change
    table: Table


class Author(NamedTuple):
    """Who writes on a table."""

    member: Member | None
    side: int | None
    """None for who does not sit there."""
    director: bool


@contextmanager
def result_change(
    table_id: UUID, act: str, *, by: Player, reason: str = ""
) -> Iterator[ResultChange]:
    """Change a published table. Raises TournamentNotFound, WrongTournamentState.

    What is read of the table and its results inside is read under the lock.
    """
    tournament_id = Table.objects.filter(pk=table_id).values_list("round__tournament", flat=True)
    found = tournament_id.first()
    if found is None:
        raise TournamentNotFound
    with tournament_change(found, act, by=by, reason=reason) as change:
        table = reload(Table.objects.select_related("round__tournament"), table_id)
        if table.round.published_version is None:
            allowed = [RoundState.PUBLISHED, RoundState.CLOSED]
            raise WrongTournamentState(state=table.round.state, allowed=allowed)
        at = {"round": table.round.number, "table": str(table.id), "number": table.number}
        change.facts |= at
        yield ResultChange(change, table)


def author_at(table: Table, by: Player, *, directing: bool) -> Author:
    """In what capacity the player writes: for their side, as a director, or both.

    Raises NotSeated for who is neither.
    """
    seats = list(TableSeat.objects.filter(table=table).select_related("member"))
    for each in seats:
        if each.member.player_id == by.id:
            return Author(each.member, each.seat % sides_at(table), directing)
    if not directing:
        raise NotSeated
    return Author(membership(table.round.tournament.club_id, by.id), None, True)


def sides_at(table: Table) -> int:
    """How many sides meet there."""
    return table.assignments.values("side").distinct().count()


def require_running(table: Table) -> None:
    """Raises WrongTournamentState unless sheets can come in: the round is open, all goes on."""
    tournament = table.round.tournament
    if tournament.state != TournamentState.RUNNING:
        raise WrongTournamentState(state=tournament.state, allowed=[TournamentState.RUNNING])
    if table.round.state != RoundState.PUBLISHED:
        raise WrongTournamentState(state=table.round.state, allowed=[RoundState.PUBLISHED])


def result_add(
    to: ResultChange, author: Author, kind: Kind, end: End, *, reason: str = "", **values: Any
) -> Result:
    """The next version of a table's result; `values` are columns."""
    result = Result.objects.create(
        table=to.table,
        version=to.change.version,
        at=timezone.now(),
        kind=kind,
        end=end,
        by=author.member,
        side=author.side,
        director=author.director,
        reason=reason,
        **values,
    )
    to.change.facts |= {"result": str(result.id), "kind": kind.value, "end": end.value}
    return result
