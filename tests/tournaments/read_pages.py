"""Pages as people read them who are signed in, or nobody is."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from samba_service.accounts.models import Player
from samba_service.kit.sql import Statement


def reading(reader: Player | None = None) -> Client:
    client = Client()
    if reader is not None:
        client.force_login(reader.person)
    return client


def page_of(path: str, reader: Player | None = None) -> str:
    answer: Any = reading(reader).get(path)
    assert answer.status_code == 200, answer.content
    return str(answer.content.decode())


def statements(path: str, reader: Player, *, again: bool = True) -> int:
    """What the page costs once it has been read: prepared ones, the session, the account too.

    Or the first time, if not `again`.
    """
    return statements_of(reading(reader), path, again=again)


def statements_of(client: Any, path: str, *, again: bool = True) -> int:
    """What reading costs the client once it has read, or the first time if not `again`."""

    def read() -> int:
        return statements_made(lambda: client.get(path))

    return min([read(), read(), read()][1:]) if again else read()


def statements_made(call: Callable[[], Any]) -> int:
    """What a call costs that succeeds.

    Once a second a process asks again who the caller is: the fewest of some calls is what it takes.
    """
    noted = patch.object(Statement, "execute", autospec=True, side_effect=Statement.execute)
    with noted as own, CaptureQueriesContext(connection) as sent:
        assert call().status_code == 200
    return len(sent) + own.call_count
