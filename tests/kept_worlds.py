"""Worlds that many tests begin with: built once a process, and copied back from then on.

A world is all that its builder wrote into an empty database, and what it returned. Its rows are
what the services made; only that they made them for an earlier test is new.
"""

import pickle
from collections.abc import Callable
from functools import cache, wraps
from typing import NamedTuple, ParamSpec, TypeVar

from django.apps import apps
from django.db import connection, models

from games.models import Player
from games.store.state import matches_forget

P = ParamSpec("P")
T = TypeVar("T")


class World(NamedTuple):
    returned: bytes
    """What the builder returned, pickled: every test has its own."""
    rows: str
    """Statements that write its rows."""


_kept: dict[bytes, World] = {}


def kept(build: Callable[P, T]) -> Callable[P, T]:
    """Let `build` work once for the same arguments, where a test begins with it.

    Among other rows, and where a test commits (what is to happen after a commit is no row), it
    works each time.
    """

    @wraps(build)
    def begin(*args: P.args, **kwargs: P.kwargs) -> T:
        if not connection.in_atomic_block or Player.objects.exists():
            return build(*args, **kwargs)
        key = pickle.dumps((build.__qualname__, args, sorted(kwargs.items())))
        if key in _kept:
            matches_forget()  # what another test made of the same game
            with connection.cursor() as cursor:
                cursor.execute(_kept[key].rows)
        else:
            returned = pickle.dumps(build(*args, **kwargs))
            _kept[key] = World(returned, _written())
        world: T = pickle.loads(_kept[key].returned)
        return world

    return begin


def _written() -> str:
    """Statements that write every row that there is."""
    tables = " UNION ALL ".join(
        f"SELECT {number}, json_agg(t)::text FROM {table} t HAVING count(*) > 0"
        for number, (table, _) in enumerate(_tables())
    )
    with connection.cursor() as cursor:
        cursor.execute(tables)
        found = cursor.fetchall()
        return ";".join(
            cursor.mogrify(
                f"INSERT INTO {table} ({columns}) "
                f"SELECT {columns} FROM json_populate_recordset(NULL::{table}, %s::json)",
                [rows],
            )
            for (table, columns), rows in ((_tables()[number], rows) for number, rows in found)
        )


@cache
def _tables() -> list[tuple[str, str]]:
    """Every table of ours, with the columns that can be written."""
    quote = connection.ops.quote_name
    return [
        (
            quote(model._meta.db_table),
            ", ".join(
                quote(field.column)
                for field in model._meta.concrete_fields
                if field.column and not isinstance(field, models.GeneratedField)
            ),
        )
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label in ("games", "tournaments") and not model._meta.proxy
    ]
