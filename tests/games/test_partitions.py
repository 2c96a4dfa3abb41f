"""The log in partitions: each game has its place before it begins, and is read in no other."""

from importlib import import_module
from threading import Barrier, Thread
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, OperationalError, connection, transaction

from games.models import Game, Move
from games.services.partitions import GAMES, log_room, partitions_keep_ahead
from games.store.log import moves_of, rows_get
from tests.games.tables import play_some, row, table

pytestmark = pytest.mark.django_db
migration = import_module("games.migrations.0012_partitions")

BEFORE = """
    CREATE SCHEMA before;
    SET LOCAL search_path = before;
    CREATE TABLE games_game (number bigint UNIQUE);
    CREATE TABLE games_move (game_number bigint NOT NULL, version integer NOT NULL,
        events text NOT NULL, CONSTRAINT games_move_version_check CHECK (version >= 0),
        PRIMARY KEY (game_number, version));
    ALTER TABLE games_move ADD CONSTRAINT games_move_fk FOREIGN KEY (game_number)
        REFERENCES games_game (number) DEFERRABLE INITIALLY DEFERRED;
    CREATE FUNCTION games_move_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE 'append-only' USING ERRCODE = 'integrity_constraint_violation'; END $$;
    CREATE TRIGGER move_no_change BEFORE UPDATE OR DELETE ON games_move
        FOR EACH ROW EXECUTE FUNCTION games_move_refuse();
    CREATE TRIGGER move_no_truncate BEFORE TRUNCATE ON games_move
        FOR EACH STATEMENT EXECUTE FUNCTION games_move_refuse();
    INSERT INTO games_game VALUES (1), (60000), (60001), (160000);
    INSERT INTO games_move VALUES (1, 1, '[]'), (60000, 1, '[]'), (60000, 2, '[]');
    SET CONSTRAINTS ALL IMMEDIATE;
"""
"""The table of the log as 0.1.0 has it, as far as a partition must match it."""
INSERT = "INSERT INTO games_move (game_number, version, events) VALUES (%s, %s, '[]')"


def sql(statement: str, *values: int | str) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values or None)
        return cursor.fetchall() if cursor.description else []


def insert_now(number: int, version: int) -> None:
    sql(INSERT, number, version)
    sql("SET CONSTRAINTS ALL IMMEDIATE")


def begin_games_at(number: int) -> None:
    sql(f"ALTER TABLE games_game ALTER number RESTART WITH {number}")


def place_of(game: Game) -> set[object]:
    places = "SELECT tableoid::regclass::text FROM games_move WHERE game_number = %s"
    return {place for (place,) in sql(places, game.number)}


def last_end() -> int:
    ((end,),) = sql("SELECT max(high) FROM games_move_partitions")
    assert isinstance(end, int)
    return end


def test_a_game_without_a_place_is_not_created_and_can_be_once_there_is_one() -> None:
    end = last_end()
    begin_games_at(end - 1)
    assert place_of(table()) == {f"games_move_from_{end - GAMES}"}

    with pytest.raises(OperationalError, match="a sweeper makes the next one"):
        table()
    assert Game.objects.filter(number__gte=end).count() == 0

    partitions_keep_ahead()
    assert log_room() >= GAMES
    assert place_of(table()) == {f"games_move_from_{end}"}


def test_a_partition_is_made_only_where_room_runs_short() -> None:
    end = last_end()
    begin_games_at(end - GAMES - 1)
    table()
    partitions_keep_ahead()
    assert last_end() == end
    table()
    partitions_keep_ahead()
    partitions_keep_ahead()
    assert last_end() == end + GAMES


@pytest.mark.django_db(transaction=True)
def test_two_sweepers_at_once_make_one_partition() -> None:
    end = last_end()
    begin_games_at(end - 1)
    table()
    together, failures = Barrier(2), []

    def keep() -> None:
        try:
            together.wait(60)
            partitions_keep_ahead()
        except Exception as error:
            failures.append(error)
        finally:
            connection.close()

    sweepers = [Thread(target=keep) for _ in range(2)]
    for each in sweepers:
        each.start()
    for each in sweepers:
        each.join()
    try:
        assert not failures
        assert last_end() == end + GAMES
    finally:
        begin_games_at(1)
        sql(f"DROP TABLE IF EXISTS games_move_from_{end}")


def test_what_is_asked_of_a_game_reads_one_partition() -> None:
    game = table()
    by_number = Move.objects.filter(game__number=game.number).explain()
    assert "games_move_from_0" in by_number
    assert "games_move_from_100000" not in by_number

    first, second = moves_of(game.id).explain(analyze=True).split("games_move_from_100000")
    assert "never executed" not in first
    assert "never executed" in second


def test_a_new_partition_refuses_changes_too() -> None:
    end = last_end()
    begin_games_at(end)
    sql("SELECT games_move_partition(%s, %s)", end, end + GAMES)
    game = table(bots=range(4))
    play_some(game)
    assert len(list(rows_get(game.id))) == row(game.id).version
    sql("SET CONSTRAINTS ALL IMMEDIATE")
    for change in (
        "UPDATE games_move SET events = events",
        f"DELETE FROM games_move_from_{end}",
        f"TRUNCATE games_move_from_{end}",
    ):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            sql(change)


def test_the_table_of_before_becomes_the_first_partition_without_being_read_again() -> None:
    said: list[str] = []
    connection.ensure_connection()

    def listen(notice: Any) -> None:
        said.append(notice.message_primary or "")

    connection.connection.add_notice_handler(listen)
    sql(BEFORE)
    ((file,),) = sql("SELECT pg_relation_filenode('games_move')")
    sql("SET LOCAL client_min_messages = debug1")

    migration.partition(None, None)
    migration.partition(None, None)

    connection.connection.remove_notice_handler(listen)
    implied = 'partition constraint for table "games_move_from_0" is implied by existing'
    assert any(text.startswith(implied) for text in said)
    assert sql("SELECT pg_relation_filenode('games_move_from_0')") == [(file,)]
    assert sql("SELECT * FROM games_move_partitions ORDER BY low") == [
        ("games_move_from_0", 0, 300_000),
        ("games_move_from_300000", 300_000, 400_000),
    ]
    keys = "SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND conrelid = %s::regclass"
    assert sql(keys, "games_move_from_0") == [(1,)]
    for number, version in ((60_000, 3), (60_001, 1), (160_000, 1)):
        sql(INSERT, number, version)
    assert sql("SELECT count(*) FROM games_move") == [(6,)]
    for number, version in ((60_000, 3), (70_000, 1)):
        with pytest.raises(IntegrityError), transaction.atomic():
            insert_now(number, version)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        sql("DELETE FROM games_move_from_0")
    sql("SET LOCAL search_path = public")


def test_preflight_warns_where_room_runs_short(capsys) -> None:
    begin_games_at(last_end() - 50_000)
    table()
    call_command("preflight")
    assert "The log has room for 49999 more games." in capsys.readouterr().err
