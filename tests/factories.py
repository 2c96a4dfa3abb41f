"""Rows and clients for tests: who exists, and who calls with which scopes."""

import os
from itertools import count
from typing import Any
from uuid import UUID

from rest_framework.test import APIClient

from samba_service.accounts.authentication import tokens
from samba_service.accounts.choices import STAFF_SCOPES, Scope
from samba_service.accounts.models import Person, Player
from samba_service.accounts.selectors import token_find
from samba_service.accounts.services.access import token_digest, token_issue
from samba_service.accounts.services.people import bot_create

PASSWORD = "six green herons"
NOBODY = UUID("00000000-0000-4000-8000-000000000000")
FIRST_NUMBER = 1 + 100_000 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
"""The first number that this worker gives to names. No other worker of the run gives the same."""
_numbers = count(FIRST_NUMBER)
_secrets: dict[tuple[Any, ...], str] = {}
"""What `api` had issued last, by player and scopes."""


def player(name: str = "", **fields: Any) -> Player:
    """A human player with an account."""
    username = f"account{next(_numbers)}"
    person: Person = Person.objects.create_user(
        username, PASSWORD, display_name=name or username, **fields
    )
    return person.player


def bot(owner: Player, name: str = "Engine") -> Player:
    """A bot account that `owner` answers for."""
    return bot_create(owner_id=owner.pk, display_name=name)


def secret(of: Player, *scopes: str, expires_in_s: int | None = None) -> str:
    """A token of a player, with all scopes but the staff's unless some are named."""
    person = (of.owner or of).person
    wanted = scopes or [scope for scope in Scope.values if scope not in STAFF_SCOPES]
    return token_issue(
        person=person, player=of, name="test", scopes=wanted, expires_in_s=expires_in_s
    )[1]


def api(of: Player | None = None, *scopes: str) -> APIClient:
    """A client that calls as `of`, or as nobody; with the token that it had before, if it may."""
    tokens.clear()  # what an earlier test cached under a token of a rolled-back row
    if of is None:
        return APIClient()
    text = _secrets.get(key := (of.pk, *scopes))
    if text is None or token_find(token_digest(text)) is None:
        text = _secrets[key] = secret(of, *scopes)
    return with_secret(text)


def erase(client: APIClient) -> Any:
    """The answer to an account that erases itself."""
    return client.post("/api/v1/players/me/erase", {"password": PASSWORD})


def with_secret(text: str) -> APIClient:
    """A client that sends this token."""
    return Holder(text)


def with_code(code: str, **environ: Any) -> APIClient:
    """A client that sends the code of a score sheet, and no token."""
    headers = {"Authorization": f"SheetCode {code}"}
    return APIClient(headers=headers, raise_request_exception=False, **environ)


def with_wall_link(token: str) -> APIClient:
    """A client that sends the token of a link to a wall, and no other."""
    headers = {"Authorization": f"WallLink {token}"}
    return APIClient(headers=headers, raise_request_exception=False)


class Holder(APIClient):
    """A client that sends a token; a copy sends the same."""

    def __init__(self, text: str) -> None:
        super().__init__(headers={"Authorization": f"Bearer {text}"}, raise_request_exception=False)
        self.text = text

    def __reduce__(self) -> Any:
        return Holder, (self.text,)
