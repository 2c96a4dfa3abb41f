"""Rows whose queries are written once."""

from typing import Any
from unittest.mock import Mock
from uuid import UUID

import pytest
from django.db.models import BooleanField, CharField, Model, QuerySet
from django.db.models.expressions import RawSQL

from samba_service.accounts.models import ApiToken, Player
from samba_service.kit.written import row_written, rows_written
from tests.tournaments.paper import Paper
from tournaments.selectors.rounds import round_rows, sheet_rows, table_rows
from tournaments.selectors.tournaments import entry_rows, row_seen, tournament_rows

pytestmark = pytest.mark.django_db


def owned(columns: str, *, name: str, owner: UUID | None) -> QuerySet[Player]:
    found = Player.objects.filter(display_name=name).select_related("owner").only(*columns.split())
    return found.prefetch_related("tokens") if owner is None else found.filter(owner=owner)


@pytest.fixture
def bots() -> list[Player]:
    ana = Player.objects.create(display_name="ana")
    names = ("100 %s", "ben")
    return [Player.objects.create(display_name=name, kind="bot", owner=ana) for name in names]


def columns_of(row: Model | None) -> dict[str, Any]:
    """What has been read of a row, with the rows that were read with it."""
    assert row is not None
    related = {name: columns_of(each) for name, each in row._state.fields_cache.items() if each}
    return {name: value for name, value in vars(row).items() if name[0] != "_"} | related


def test_a_row_is_found_for_every_value_with_its_relations(bots, django_assert_num_queries) -> None:
    ApiToken.objects.create(player=bots[1], name="t", digest=b"1", scopes=["profile"])
    for bot in bots:
        found: Any = row_written(
            owned, "display_name owner", name=bot.display_name, owner=bot.owner_id
        )
        assert found == bot
        assert found.owner.display_name == "ana"
        assert found.get_deferred_fields() >= {"kind"}
        assert row_written(owned, "owner", name=bot.display_name, owner=UUID(int=7)) is None
    unowned: Any = row_written(owned, "owner", name="ben", owner=None)
    with django_assert_num_queries(0):
        assert [each.name for each in unowned.tokens.all()] == ["t"]


def test_a_query_is_written_once_for_each_choice(bots) -> None:
    build = Mock(side_effect=owned)
    for bot in bots:
        for owner in (bot.owner_id, None):
            for columns in ("owner", "display_name owner"):
                row_written(build, columns, name=bot.display_name, owner=owner)
    assert build.call_count == 4


def test_a_row_is_read_as_the_orm_reads_it() -> None:
    paper = Paper()
    sheet, night = paper.enter("one").json()["id"], paper.night
    entry, director = night.entries[0], night.director.pk
    for rows, path, id in (
        (tournament_rows, "", night.tournament.pk),
        (entry_rows, "tournament", entry.pk),
        (round_rows, "tournament", paper.round.pk),
        (table_rows, "round__tournament", paper.table.pk),
        (sheet_rows, "table__round__tournament", UUID(sheet)),
    ):
        seen = columns_of(row_seen(rows, path, id, director))
        tournament = f"{path}__" if path else ""
        related = [f"{tournament}club", f"{tournament}season"]
        caller = seen.pop("caller")
        assert seen == columns_of(rows().select_related(*related).get(pk=id))
        assert (caller.player_id, caller.club_id) == (director, night.club.pk)
        assert columns_of(row_seen(rows, path, id, None)) == seen


def test_a_value_that_only_django_can_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CharField, "get_db_converters", lambda *_: [print])
    with pytest.raises(TypeError, match="psycopg"):
        row_written(lambda name: Player.objects.filter(display_name=name), name="ana")


def by_name(*, since: str) -> QuerySet[Player]:
    found = Player.objects.filter(display_name__gte=since)
    return found.filter(RawSQL("kind = ANY(%s)", (["bot", "human"],), BooleanField())).order_by(
        "display_name"
    )


def test_the_first_rows_are_found_for_every_value_and_limit(bots) -> None:
    for since, limit, names in [("a", 9, ["ana", "ben"]), ("a", 1, ["ana"]), ("b", 1, ["ben"])]:
        found = rows_written(by_name, limit=limit, since=since)
        assert [each.display_name for each in found] == names
