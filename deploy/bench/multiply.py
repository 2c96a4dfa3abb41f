"""Rows multiplied by SQL: copies of a game or a tournament with all that belongs to it.

What belongs to a row is read from the foreign keys of the database, so a new table or column of
the models needs no change here. A copy has new ids, made from the old id and the number of the
copy; what is not copied (players, clubs) is shared. The log of a game gets its own chain of hashes.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction

from games.models import Game, Move, Snapshot
from games.services.partitions import partitions_keep_ahead
from games.store.log import rows_get
from samba_service.kit.database import unhurried
from tournaments.models import Tournament

BATCH = 1_000
"""Copies that are written in one transaction."""
FUNCTIONS = """
CREATE OR REPLACE FUNCTION pg_temp.copied(id uuid, n bigint) RETURNS uuid
LANGUAGE sql IMMUTABLE AS $$ SELECT md5(id::text || ' ' || n)::uuid $$;

CREATE OR REPLACE FUNCTION pg_temp.copied_in(value text, n bigint) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE found text;
BEGIN
  FOR found IN
    SELECT DISTINCT id::text FROM family_ids
    JOIN regexp_matches(value, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') AS m
    ON id = m[1]::uuid
  LOOP
    value := replace(value, found, pg_temp.copied(found::uuid, n)::text);
  END LOOP;
  RETURN value;
END $$;

CREATE OR REPLACE FUNCTION pg_temp.chain(game text, texts bytea[]) RETURNS bytea[]
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  hashes bytea[]; last bytea := decode(repeat('00', 32), 'hex'); part bytea;
BEGIN
  FOREACH part IN ARRAY texts LOOP
    last := sha256(last || convert_to(game, 'UTF8') || part);
    hashes := hashes || last;
  END LOOP;
  RETURN hashes;
END $$;

CREATE TEMP TABLE IF NOT EXISTS family_ids (id uuid PRIMARY KEY);
CREATE TEMP TABLE IF NOT EXISTS copies (n bigint PRIMARY KEY, hashes bytea[]);
TRUNCATE family_ids, copies;
"""
FOREIGN_KEYS = """
SELECT child.relname, a.attname, parent.relname, key.attname
FROM pg_constraint c
JOIN pg_class child ON child.oid = c.conrelid
JOIN pg_class parent ON parent.oid = c.confrelid
JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
JOIN pg_attribute key ON key.attrelid = c.confrelid AND key.attnum = c.confkey[1]
WHERE c.contype = 'f' AND NOT child.relispartition
  AND c.connamespace = 'public'::regnamespace AND cardinality(c.conkey) = 1
ORDER BY 1, 2
"""
COLUMNS = """
SELECT a.attname, format_type(a.atttypid, NULL), EXISTS (
  SELECT 1 FROM pg_index i
  WHERE i.indrelid = a.attrelid AND i.indisunique AND i.indnkeyatts = 1 AND i.indkey[0] = a.attnum
)
FROM pg_attribute a
WHERE a.attrelid = %s::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
ORDER BY a.attnum
"""


class Family(NamedTuple):
    """The rows that belong to a game or a tournament."""

    root: str
    rows: dict[str, str]
    """By table, the condition in SQL that they meet; parents before children."""
    links: dict[tuple[str, str], tuple[str, str]]
    """By table and column, the table of the family and its column that it refers to."""


def game_multiply(id: str, copies: int) -> None:
    """Make copies of a finished game."""
    family, log = family_of(Game._meta.db_table, id), Move._meta.db_table
    exact = {
        (Snapshot._meta.db_table, "state"): _state(id),
        (log, "hash"): "copies.hashes[version]",
        (log, "previous_hash"): "coalesce(copies.hashes[version - 1], previous_hash)",
        (family.root, "head"): "copies.hashes[version]",
        (family.root, "created_at"): "created_at - copies.n * interval '37 seconds'",
    }
    hashes = "pg_temp.chain(pg_temp.copied(%(id)s, n)::text, %(texts)s)"
    _multiply(family, copies, exact, hashes, {"id": id, "texts": _log_texts(id)})


def tournament_multiply(id: str, copies: int) -> None:
    """Make copies of a tournament whose tables have no games."""
    family = family_of(Tournament._meta.db_table, id)
    exact = {(family.root, "created_at"): "created_at - copies.n * interval '1 day'"}
    _multiply(family, copies, exact, "NULL", {})


def _multiply(
    family: Family,
    copies: int,
    exact: Mapping[tuple[str, str], str],
    hashes: str,
    values: Mapping[str, Any],
) -> None:
    for first in range(1, copies + 1, BATCH):
        last = min(first + BATCH - 1, copies)
        partitions_keep_ahead()
        with unhurried() as cursor, transaction.atomic():
            cursor.execute("SET LOCAL session_replication_role = replica")  # triggers do not run
            cursor.execute(FUNCTIONS)
            for table, rows in family.rows.items():
                if ("id", "uuid", True) in _columns(table):
                    cursor.execute(f"INSERT INTO family_ids SELECT id FROM {table} WHERE {rows}")
            cursor.execute(
                f"INSERT INTO copies SELECT n, {hashes}"
                " FROM generate_series(%(first)s::bigint, %(last)s::bigint) AS n",
                {**values, "first": first, "last": last},
            )
            for table in family.rows:
                cursor.execute(_insert(family, table, exact))


def family_of(root: str, id: str) -> Family:
    """The rows of the table `root` with this id, and all that belong to it."""
    parents: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute(FOREIGN_KEYS)
        for child, column, parent, key in cursor.fetchall():
            parents[parent].append((child, column, key))
        rows, waiting = {root: f"id = '{id}'"}, [root]
        while waiting:
            parent = waiting.pop(0)
            for child, column, key in parents[parent]:
                condition = f"{column} IN (SELECT {key} FROM {parent} WHERE {rows[parent]})"
                cursor.execute(f"SELECT EXISTS (SELECT 1 FROM {child} WHERE {condition})")
                if child not in rows and cursor.fetchone()[0]:
                    rows[child] = condition
                    waiting.append(child)
    links = {
        (child, column): (parent, key)
        for parent in rows
        for child, column, key in parents[parent]
        if child in rows
    }
    return Family(root, rows, links)


def _insert(family: Family, table: str, exact: Mapping[tuple[str, str], str]) -> str:
    names, values = [], []
    for name, type, unique in _columns(table):
        value = exact.get((table, name)) or _value(family, table, name, type, unique=unique)
        if value is not None:
            names.append(f'"{name}"')
            values.append(value)
    return (
        f"INSERT INTO {table} ({', '.join(names)}) OVERRIDING SYSTEM VALUE"
        f" SELECT {', '.join(values)} FROM {table}, copies WHERE {family.rows[table]}"
    )


def _value(family: Family, table: str, name: str, type: str, *, unique: bool) -> str | None:
    """A column of a copy in SQL; None for a number that the database gives."""
    column = f'{table}."{name}"'
    link = family.links.get((table, name))
    if type == "uuid":
        own = (unique and name == "id") or link is not None
        return f"pg_temp.copied({column}, copies.n)" if own else column
    if type in ("bigint", "integer") and unique and link is None:
        return None
    if type == "bigint" and link is not None:
        parent, key = link
        return (
            f"(SELECT copy.{key} FROM {parent} original JOIN {parent} copy"
            f" ON copy.id = pg_temp.copied(original.id, copies.n) WHERE original.{key} = {column})"
        )
    if type in ("text", "character varying") and unique:
        return f"left(md5({column} || copies.n), 16)"
    if type == "jsonb" and family.root == Tournament._meta.db_table:
        return f"pg_temp.copied_in({column}::text, copies.n)::jsonb"
    return column


def _columns(table: str) -> list[tuple[str, str, bool]]:
    with connection.cursor() as cursor:
        cursor.execute(COLUMNS, [table])
        found: list[tuple[str, str, bool]] = cursor.fetchall()
    return found


def _state(id: str) -> str:
    """The snapshot's state in SQL; it names the row of the log that ended the last hand."""
    state, value = Snapshot.objects.get(game_id=id).state, "state"
    for row in rows_get(UUID(id)):
        if row.hash.hex() in state:
            own = f"encode(copies.hashes[{row.version}], 'hex')"
            value = f"replace({value}, '{row.hash.hex()}', {own})"
    return value


def _log_texts(id: str) -> list[bytes]:
    """What the hash of each row of a log covers after the id of the game, see `row_hash`."""
    texts = []
    for row in rows_get(UUID(id)):
        lines = (
            *(row.version, row.first_seq, row.last_seq, row.hand, row.seat, row.actor),
            *(row.made_at.isoformat(), row.action, row.events),
            *([row.via] if row.via else []),
        )
        texts.append("".join(f"\n{line}" for line in lines).encode())
    return texts
