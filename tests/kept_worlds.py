"""Worlds that many tests begin with: built once a run, and copied back from then on.

A world is all that its builder wrote into an empty database, and what it returned. Its rows are
what the services made; only that they made them for an earlier test is new.
"""

import os
import pickle
from collections.abc import Callable
from functools import cache, wraps
from hashlib import sha256
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast

from django.apps import apps
from django.db import connection, models

from games.store.state import matches_forget
from samba_service.accounts.models import Player
from samba_service.kit.fields import IdentityField
from samba_service.settings.test import TEST_DATA

OURS = ("kit", "accounts", "games", "tournaments")

P = ParamSpec("P")
T = TypeVar("T")
Init = TypeVar("Init", bound=Callable[..., None])


class World(NamedTuple):
    returned: bytes
    """What the builder returned, pickled: every test has its own."""
    rows: str
    """Statements that write its rows."""


_kept: dict[str, World] = {}


def kept(build: Callable[P, T]) -> Callable[P, T]:
    """Let `build` work once for the same arguments, where a test begins with it.

    Among other rows, and where a test commits (what is to happen after a commit is no row), it
    works each time.
    """

    @wraps(build)
    def begin(*args: P.args, **kwargs: P.kwargs) -> T:
        if not connection.in_atomic_block or Player.objects.exists():
            return build(*args, **kwargs)
        named = (build.__module__, build.__qualname__, args, sorted(kwargs.items()))
        key = sha256(pickle.dumps(named)).hexdigest()
        if key in _kept:
            _copy(_kept[key])
        elif (theirs := _from_another_process(key)) is not None:
            _kept[key] = theirs
            _copy(theirs)
            _count_on()
        else:
            returned = pickle.dumps(build(*args, **kwargs))
            _kept[key] = World(returned, _written())
            _to_other_processes(key, _kept[key])
        begun: T = pickle.loads(_kept[key].returned)
        return begun

    return begin


def kept_init(init: Init) -> Init:
    """Let a constructor work once for the same arguments, as `kept` does."""

    @kept
    @wraps(init)
    def attributes(cls: type[Any], *args: Any, **kwargs: Any) -> dict[str, Any]:
        made = object.__new__(cls)
        init(made, *args, **kwargs)
        state: dict[str, Any] = vars(made)
        return state

    @wraps(init)
    def begin(self: object, *args: Any, **kwargs: Any) -> None:
        vars(self).update(attributes(type(self), *args, **kwargs))

    return cast(Init, begin)


def _copy(world: World) -> None:
    matches_forget()  # what another test made of the same game
    with connection.cursor() as cursor:
        cursor.execute(world.rows)


def _count_on() -> None:
    """Let numbers of rows follow those that another process gave: logs are sorted by them."""
    with connection.cursor() as cursor:
        for table, column in _numbered():
            cursor.execute(
                f"SELECT setval(sequence, greatest(nextval(sequence), max({column})))"
                f" FROM {table}, pg_get_serial_sequence(%s, %s) sequence GROUP BY sequence",
                [table, column],
            )


def _from_another_process(key: str) -> World | None:
    """What another worker of the run has built."""
    file = TEST_DATA.path / "worlds" / key
    return World._make(pickle.loads(file.read_bytes())) if file.exists() else None


def _to_other_processes(key: str, world: World) -> None:
    file = TEST_DATA.path / "worlds" / key
    file.parent.mkdir(exist_ok=True)
    written = file.with_name(f"{key}.{os.getpid()}")
    written.write_bytes(pickle.dumps(tuple(world)))
    written.rename(file)


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
        if model._meta.app_label in OURS and not model._meta.proxy
    ]


@cache
def _numbered() -> list[tuple[str, str]]:
    """The tables of ours whose rows the database numbers, and the column of the number."""
    return [
        (model._meta.db_table, field.column)
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label in OURS
        for field in model._meta.concrete_fields
        if isinstance(field, models.AutoField | IdentityField) and field.column
    ]
