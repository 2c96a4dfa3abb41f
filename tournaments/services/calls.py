"""Calling the director to a table: called, withdrawn, answered, and opened again by mistake.

The night's log says that it happened. What was said is in the call, for the table and directors.
"""

from datetime import timedelta
from math import ceil
from typing import Final
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Coalesce

from games.models import GameNow
from samba_service.accounts.models import Player
from samba_service.kit.errors import TooSoon
from tournaments.errors import CallOpen, NoCallOpen, NotYourCall, TooManyCalls
from tournaments.models import DirectorCall, Table
from tournaments.services.tables import require_running, result_change

CALL_AGAIN_AFTER: Final = timedelta(seconds=60)
"""Between the end of a call, by an answer or a withdrawal, and the next one of the table."""

CALLS_AT_MOST: Final = 20
"""Calls of one player at one table."""


def director_call(*, table_id: UUID, by: Player, reason: str, sits: bool = False) -> DirectorCall:
    """Call the director to a table of a running round, for one who sits there.

    `sits` is True if the caller is known to sit at the online table, though they may be in no
    line-up. Raises NotThere, NotSeated, WrongTournamentState, CallOpen, TooManyCalls, TooSoon.
    """
    with result_change(Q(pk=table_id), "director_called", by=by, directing=sits) as to:
        require_running(to.table)
        if _open(to.table) is not None:
            raise CallOpen
        if to.table.calls.filter(player=by).count() >= CALLS_AT_MOST:
            raise TooManyCalls(what="calls at one table", limit=CALLS_AT_MOST)
        _require_pause(to.table)
        call = DirectorCall.objects.create(
            table=to.table,
            by=to.author.member,
            player=by,
            reason=reason,
            called_at=GameNow(),
        )
        return _read(call)


def call_withdraw(*, table_id: UUID, by: Player, sits: bool = False) -> None:
    """Take back one's own open call. Raises NotThere, NotSeated, NoCallOpen, NotYourCall."""
    with result_change(Q(pk=table_id), "call_withdrawn", by=by, directing=sits) as to:
        call = _require_open(to.table)
        if call.player_id != by.pk:
            raise NotYourCall
        _change(call, withdrawn_at=GameNow())


def call_answer(*, table_id: UUID, by: Player, note: str = "") -> DirectorCall:
    """Answer the open call of a table, as a director. Raises NotThere, NoCallOpen."""
    with result_change(Q(pk=table_id), "call_answered", by=by) as to:
        return _change(_require_open(to.table), answered_at=GameNow(), note=note)


def call_reopen(*, table_id: UUID, by: Player) -> DirectorCall:
    """Undo the last answer of a table, as a director: the call is open again.

    Raises NotThere, NoCallOpen if none was answered, CallOpen if another one is open.
    """
    with result_change(Q(pk=table_id), "call_reopened", by=by) as to:
        if _open(to.table) is not None:
            raise CallOpen
        last = to.table.calls.filter(withdrawn_at=None).last()
        if last is None:
            raise NoCallOpen
        return _change(last, answered_at=None, note="")


def _open(table: Table) -> DirectorCall | None:
    return table.calls.filter(answered_at=None, withdrawn_at=None).first()


def _require_open(table: Table) -> DirectorCall:
    call = _open(table)
    if call is None:
        raise NoCallOpen
    return call


def _require_pause(table: Table) -> None:
    calls = table.calls.annotate(ended_at=Coalesce("answered_at", "withdrawn_at"))
    ended = calls.filter(ended_at__gt=GameNow() - CALL_AGAIN_AFTER)
    latest = ended.order_by("-ended_at").values_list("ended_at", GameNow()).first()
    if latest is not None:
        at, now = latest
        raise TooSoon("director_calls", max(1, ceil((at + CALL_AGAIN_AFTER - now).total_seconds())))


def _change(call: DirectorCall, **values: object) -> DirectorCall:
    DirectorCall.objects.filter(pk=call.pk).update(**values)
    return _read(call)


def _read(call: DirectorCall) -> DirectorCall:
    return DirectorCall.objects.select_related("by__player", "player").get(pk=call.pk)
