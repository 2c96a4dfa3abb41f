"""The codes of score sheets: made for a printed sheet, and revoked.

A code has 80 bits. It is made of the id of its row and the service's secret, and only its hash is
stored: a copy of the database gives no code, and a sheet that is printed again has the same ones.
"""

import base64
import hashlib
import hmac
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from samba_service.accounts.models import Player
from tournaments.engine.terms import Venue
from tournaments.engine.tournament import RoundState, TournamentState
from tournaments.errors import NoCodes, TableHasTooMany
from tournaments.models import Round, SheetCode, Table
from tournaments.selectors.codes import digest_of
from tournaments.services.changes import tournament_change, tournament_lock
from tournaments.services.tables import side_count

CODE_BYTES = 10
REVOKED_AT_MOST = 20
"""Codes of one side of a table, which stay in the database."""


def codes_for(round_: Round, tables: Sequence[Table]) -> Mapping[UUID, Sequence[str]]:
    """The codes of tables with cards in hand, by side; none where nothing can be entered any more.

    Those that are missing are made. `round_` is that of the tables.
    """
    tournament = round_.tournament
    if (
        tournament.archived_at is not None
        or tournament.state != TournamentState.RUNNING
        or round_.state not in (RoundState.DRAFT, RoundState.PUBLISHED)
    ):
        return {}
    given = [table for table in tables if table.venue == Venue.TABLE]
    wanted = {(table.pk, side) for table in given for side in range(side_count(table))}
    codes = _printable(wanted)
    if wanted - codes.keys():
        codes = _completed(tournament.pk, wanted)
    found = defaultdict[UUID, list[str]](list)
    for table, side in sorted(wanted):
        found[table].append(codes[table, side])
    return found


Place = tuple[UUID, int]
"""A table, and one of its sides."""


def _printable(wanted: Set[Place]) -> dict[Place, str]:
    """The codes in force, except those that were made with another secret."""
    rows = SheetCode.objects.filter(table__in={table for table, _ in wanted}, revoked_at=None)
    codes = {(row.table_id, row.side): (_code(row.pk), bytes(row.digest)) for row in rows}
    return {at: code for at, (code, digest) in codes.items() if digest_of(code) == digest}


@transaction.atomic
def _completed(tournament_id: UUID, wanted: Set[Place]) -> dict[Place, str]:
    """The codes in force, after the missing ones were made. Raises TournamentArchived."""
    tournament_lock(tournament_id)
    codes, now = _printable(wanted), timezone.now()
    for table, side in wanted - codes.keys():
        SheetCode.objects.filter(table=table, side=side, revoked_at=None).update(revoked_at=now)
        id = uuid4()
        codes[table, side] = _code(id)
        digest = digest_of(codes[table, side])
        SheetCode.objects.create(id=id, table_id=table, side=side, digest=digest, made_at=now)
    return codes


def _code(id: UUID) -> str:
    """Letters and digits that nobody mistakes for one another."""
    secret = settings.SECRET_KEY.encode()
    made = hmac.digest(secret, b"code of a score sheet" + id.bytes, hashlib.sha256)
    return base64.b32encode(made[:CODE_BYTES]).decode()


def codes_revoke(*, table_id: UUID, by: Player) -> None:
    """Revoke the codes of a table: sheets that are printed from now on have others.

    Raises TournamentNotFound, TournamentArchived, NoCodes if none is in force, and
    TableHasTooMany.
    """
    of = Table.objects.filter(pk=table_id).values("round__tournament")
    with tournament_change(of, "codes_revoked", by=by) as change:
        table = Table.objects.select_related("round").get(pk=table_id)
        change.facts |= {
            "round": table.round.number, "table": str(table.pk), "number": table.number,
        }  # fmt: skip
        revoked = SheetCode.objects.filter(table=table_id).exclude(revoked_at=None)
        by_side = revoked.values("side").annotate(count=Count("id"))
        if by_side.filter(count__gte=REVOKED_AT_MOST).exists():
            raise TableHasTooMany(what="revoked codes for a side", limit=REVOKED_AT_MOST)
        live = SheetCode.objects.filter(table=table_id, revoked_at=None)
        if not live.update(revoked_at=timezone.now()):
            raise NoCodes
