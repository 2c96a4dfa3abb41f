"""How many SQL statements a call costs: all of them, the caller's token and the key included.

Left out is only the note, once a minute, that the token is in use.
"""

import re
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

import psycopg
import pytest
from django.db.models.functions import Now
from rest_framework.test import APIClient

from samba_service.accounts.authentication import tokens
from samba_service.accounts.models import ApiToken
from samba_service.kit.sql import Statement
from tests.factories import api, player
from tests.tournaments.clubs import cast_of_a_club, guests_add
from tests.tournaments.nights import night
from tests.tournaments.paper import COUNTED, Paper
from tournaments.services import table_games
from tournaments.services.joining import club_join
from tournaments.services.table_games import deal_soon

pytestmark = pytest.mark.django_db

API = "/api/v1"

Call = Callable[[], Any]

_keys = count(1)


def _post(client: APIClient, path: str, body: Any = None) -> Any:
    headers = {"Idempotency-Key": f"key {next(_keys)}"}
    return client.post(f"{API}{path}", body or {}, headers=headers)


def entering_a_sheet() -> Call:
    paper = Paper()
    return lambda: _post(
        paper.clients["one"], f"/tables/{paper.table.pk}/score-sheets", {"hands": COUNTED}
    )


def entering_a_sheet_as_a_director() -> Call:
    paper = Paper()
    paper.enter("one")
    return lambda: _post(
        paper.clients["director"], f"/tables/{paper.table.pk}/score-sheets", {"hands": COUNTED}
    )


def entering_the_same_sheet() -> Call:
    paper = Paper()
    paper.enter("one")
    return lambda: _post(
        paper.clients["other"], f"/tables/{paper.table.pk}/score-sheets", {"hands": COUNTED}
    )


def confirming_a_sheet() -> Call:
    paper = Paper()
    sheet = paper.enter("one").json()["id"]
    return lambda: _post(paper.clients["other"], f"/score-sheets/{sheet}/confirm")


def disputing_a_sheet() -> Call:
    paper = Paper()
    sheet = paper.enter("one").json()["id"]
    body = {"reason": "No"}
    return lambda: _post(paper.clients["other"], f"/score-sheets/{sheet}/dispute", body)


def entering_members() -> Call:
    """By a director, who names members of the club."""
    at = night(4, start=False)
    members = [str(each.pk) for each in guests_add(at.club, "Ona", "Pia")]
    path, client = f"/tournaments/{at.tournament.pk}/entries", api(at.director)
    return lambda: _post(client, path, {"members": members})


def entering_oneself() -> Call:
    at = night(4, start=False, format="rotating")
    joined = club_join(code=at.club.join_code, player=player("Ona"))
    path, client = f"/tournaments/{at.tournament.pk}/entries", api(joined.member.player)
    return lambda: _post(client, path, {"player": str(joined.member.player_id)})


def checking_in(*, directing: bool) -> Call:
    at = night(4, start=False)
    entry = at.enter(checked_in=False)
    own = entry.stints.exclude(member__player=None).get().member.player
    path, client = f"{API}/entries/{entry.pk}", api(at.director if directing else own)
    return lambda: client.patch(path, {"checked_in": True})


def requesting_a_round() -> Call:
    at = night(4)
    client = api(at.director)
    return lambda: _post(client, f"/tournaments/{at.tournament.pk}/rounds")


def publishing(tables: int, **given: Any) -> Call:
    at = night(2 * tables, **given)
    draft, client = at.draw(), api(at.director)
    return lambda: _post(client, f"/rounds/{draft.pk}/publish")


def importing(entries: int) -> Call:
    """A bundle of a night of that size, in another club, which knows none of its players."""
    paper = Paper(entries)
    paper.enter("one")
    bundle = paper.clients["director"].get(f"{paper.night.path}/export").json()
    cast = cast_of_a_club()
    client = cast.director
    body = {"club": str(cast.club.pk), "bundle": bundle}
    return lambda: _post(client, "/tournaments/import", body)


def statements(call: Call, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the call sends to the database, whose answer is a success."""
    sent: list[str] = []
    execute, execute_prepared = psycopg.Cursor.execute, Statement.execute

    def note(cursor: Any, query: Any, *values: Any, **options: Any) -> Any:
        sent.append(_short(str(query)))
        return execute(cursor, query, *values, **options)

    def note_prepared(statement: Statement, params: Any) -> Any:
        sent.append(_short(statement.query))
        return execute_prepared(statement, params)

    ApiToken.objects.update(last_used_at=Now())
    tokens.clear()
    with monkeypatch.context() as patch:
        patch.setattr(table_games, "deal_soon", deal_soon)
        patch.setattr(psycopg.Cursor, "execute", note)
        patch.setattr(Statement, "execute", note_prepared)
        answer = call()
    assert 200 <= answer.status_code < 300, answer.content
    return sent


def _short(sql: str) -> str:
    """A statement as a reader of the report needs it: what it does, to which table."""
    plain = " ".join(sql.replace('"', "").split())
    return re.sub(r"SELECT .*? FROM ", "SELECT ... FROM ", plain)[:120]


@pytest.mark.parametrize(
    ("made", "most"),
    [
        (entering_a_sheet, 12),
        (entering_the_same_sheet, 12),
        (entering_a_sheet_as_a_director, 12),
        (confirming_a_sheet, 12),
        (disputing_a_sheet, 12),
        (entering_members, 12),
        (entering_oneself, 15),  # accounts, club and members are locked in this order
        (partial(checking_in, directing=True), 11),
        (partial(checking_in, directing=False), 12),
        (requesting_a_round, 11),
        (partial(publishing, 8), 45),
        (
            partial(publishing, 8, accounts=2, venue="online"),
            57,
        ),  # one writes the notices of all who sit there
        (partial(publishing, 16, accounts=2, venue="online"), 57),
        (partial(importing, 4), 31),
        (partial(importing, 16), 31),
    ],
)
def test_a_call_costs_a_fixed_number_of_statements(
    made: Callable[[], Call], most: int, monkeypatch: pytest.MonkeyPatch
):
    sent = statements(made(), monkeypatch)
    assert len(sent) <= most, "\n".join([f"{len(sent)} statements:", *sent])
