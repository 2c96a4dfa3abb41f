"""Statements of the hot paths."""

from uuid import UUID

import pytest
from django.db import DataError, NotSupportedError, ProgrammingError, connection, transaction

from samba_service.accounts.models import Player
from samba_service.kit.sql import run

pytestmark = pytest.mark.django_db(transaction=True)

NAMED = "SELECT id FROM accounts_player WHERE display_name = %(name)s OR %(name)s = 'all'"
RENAME = "UPDATE accounts_player SET display_name = %s WHERE id = %s"


def prepared(text: str) -> int:
    """How many statements like `text` this connection has prepared."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement = %s", [text])
        return int(cursor.fetchone()[0])


def test_a_connection_prepares_a_statement_once() -> None:
    for number in range(7):
        assert run("SELECT 1 + %s", (number,)).fetchone() == (1 + number,)
    assert prepared("SELECT 1 + $1") == 1


def test_each_type_of_a_value_has_a_statement_of_its_own() -> None:
    found = []
    for value in (7, "seven", None, 2**40, 8):
        found.append(run("SELECT %s", (value,)).fetchone())
        run("SELECT NOT %s", (True,))
    assert found == [(7,), ("seven",), (None,), (2**40,), (8,)]
    assert prepared("SELECT $1") == 3, "of small numbers, of large ones and of text"


def test_a_value_may_have_a_name_and_occur_twice() -> None:
    ana, ben = (Player.objects.create(display_name=name) for name in ("ana", "ben"))
    assert run(NAMED, {"name": "ana"}).fetchall() == [(ana.id,)]
    assert {row[0] for row in run(NAMED, {"name": "all"})} == {ana.id, ben.id}
    assert run(NAMED, {"name": "cleo"}).fetchone() is None


def test_a_statement_belongs_to_the_transaction_and_outlives_its_rollback() -> None:
    ana = Player.objects.create(display_name="ana")
    with transaction.atomic():
        assert run(RENAME, ("anna", ana.id)).rowcount == 1
        transaction.set_rollback(True)
    assert Player.objects.get().display_name == "ana"

    with transaction.atomic():
        assert run(RENAME, ("anna", ana.id)).rowcount == 1
        assert run(RENAME, ("nobody", UUID(int=0))).rowcount == 0
    assert Player.objects.get().display_name == "anna"


def test_a_failure_is_djangos_and_the_statement_works_afterwards() -> None:
    for _ in range(2):
        with pytest.raises(DataError):
            run("SELECT 1 / %s", (0,))
    assert run("SELECT 1 / %s", (1,)).fetchone() == (1,)
    with pytest.raises(DataError), transaction.atomic():
        run("SELECT 1 / %s", (0,))
    assert run("SELECT 1 / %s", (1,)).fetchone() == (1,)


@pytest.mark.hangs
def test_a_statement_that_the_server_no_longer_has_is_prepared_again() -> None:
    assert run("SELECT %s - 1", (7,)).fetchone() == (6,)
    assert run("SELECT %s - 2", (7,)).fetchone() == (5,)
    with connection.cursor() as cursor:
        cursor.execute("DEALLOCATE ALL")
    with pytest.raises(ProgrammingError, match="does not exist"):
        run("SELECT %s - 1", (7,))
    assert run("SELECT %s - 1", (7,)).fetchone() == (6,)
    assert run("SELECT %s - 2", (7,)).fetchone() == (5,), "no other one fails because of that"


def test_a_statement_reads_a_table_that_has_changed() -> None:
    shown = "SELECT n FROM changing"
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE changing AS SELECT 1 AS n")
        assert run(shown, ()).fetchone() == (1,)
        cursor.execute("ALTER TABLE changing ALTER n TYPE text")
    with pytest.raises(NotSupportedError):
        run(shown, ())
    assert run(shown, ()).fetchone() == ("1",)
