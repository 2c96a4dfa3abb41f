"""The log in partitions of 100,000 games each: the table that was there becomes the first one.

The version before runs on. No row is copied or read under a lock: a check that all rows lie in the
range is validated while everybody writes, and the tables are then exchanged in one transaction.
Each step can be called again.
"""

from django.db import connection, migrations, transaction

GAMES = 100_000
FIRST = "games_move_from_0"

FUNCTION = """
CREATE OR REPLACE FUNCTION games_move_partition(low bigint, high bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE name text := format('games_move_from_%s', low);
BEGIN
    EXECUTE format('CREATE TABLE %I (LIKE games_move INCLUDING DEFAULTS INCLUDING CONSTRAINTS
        INCLUDING STORAGE INCLUDING COMPRESSION)', name);
    -- Weaker locks than CREATE TABLE ... PARTITION OF: moves go on.
    EXECUTE format('ALTER TABLE games_move ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)',
        name, low, high);
    EXECUTE format('CREATE TRIGGER move_no_truncate BEFORE TRUNCATE ON %I
        FOR EACH STATEMENT EXECUTE FUNCTION games_move_refuse()', name);
END
$$;
CREATE OR REPLACE VIEW games_move_partitions AS
    SELECT relid::regclass::text AS name, bounds[1]::bigint AS low, bounds[2]::bigint AS high
    FROM pg_partition_tree('games_move'), pg_class,
        regexp_match(pg_get_expr(relpartbound, oid), $$FROM \\('?(\\d+)'?\\) TO \\('?(\\d+)'?\\)$$)
            AS bounds
    WHERE oid = relid AND isleaf;
"""
CHECK = """
ALTER TABLE games_move ADD CONSTRAINT move_range
    CHECK (game_number >= 0 AND game_number < %s) NOT VALID
"""
EXCHANGE = f"""
LOCK TABLE games_game IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE games_move IN ACCESS EXCLUSIVE MODE;
DROP TRIGGER move_no_change ON games_move;
ALTER TABLE games_move RENAME TO {FIRST};
ALTER TABLE {FIRST} RENAME CONSTRAINT games_move_pkey TO {FIRST}_pkey;
CREATE TABLE games_move (LIKE {FIRST} INCLUDING DEFAULTS INCLUDING CONSTRAINTS
    INCLUDING STORAGE INCLUDING COMPRESSION) PARTITION BY RANGE (game_number);
ALTER TABLE games_move DROP CONSTRAINT move_range,
    ADD CONSTRAINT games_move_pkey PRIMARY KEY (game_number, version),
    ADD FOREIGN KEY (game_number) REFERENCES games_game (number) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE games_move ATTACH PARTITION {FIRST} FOR VALUES FROM (0) TO (%(high)s);
ALTER TABLE {FIRST} DROP CONSTRAINT move_range;
CREATE TRIGGER move_no_change BEFORE UPDATE OR DELETE ON games_move
    FOR EACH ROW EXECUTE FUNCTION games_move_refuse();
CREATE TRIGGER move_no_truncate BEFORE TRUNCATE ON games_move
    FOR EACH STATEMENT EXECUTE FUNCTION games_move_refuse();
"""


def partition(_apps, _editor) -> None:
    """Exchange the tables, unless that is done; then make the next partition."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relkind FROM pg_class WHERE oid = 'games_move'::regclass")
        if cursor.fetchone() == ("r",):
            high = _high(cursor)
            cursor.execute("ALTER TABLE games_move VALIDATE CONSTRAINT move_range")
            with transaction.atomic():
                cursor.execute(EXCHANGE % {"high": high})
        cursor.execute(FUNCTION)
        cursor.execute("SELECT max(high), count(*) FROM games_move_partitions")
        high, made = cursor.fetchone()
        if made == 1:
            with transaction.atomic():
                cursor.execute("SELECT games_move_partition(%s, %s)", [high, high + GAMES])
        cursor.execute("ANALYZE games_move")


def _high(cursor) -> int:
    """The end of the first range: at least half a partition is left for games that begin now."""
    cursor.execute(
        "SELECT substring(pg_get_constraintdef(oid) FROM '< (\\d+)')::bigint FROM pg_constraint"
        " WHERE conrelid = 'games_move'::regclass AND conname = 'move_range'"
    )
    if (found := cursor.fetchone()) is not None:
        return found[0]
    cursor.execute("SELECT COALESCE(max(number), 0) FROM games_game")
    high = ((cursor.fetchone()[0] + GAMES // 2) // GAMES + 1) * GAMES
    cursor.execute(CHECK, [high])
    return high


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0011_case_entries")]
    operations = [
        # Back: nothing. The version before writes and reads partitions without knowing it.
        migrations.RunPython(partition, migrations.RunPython.noop),
    ]
