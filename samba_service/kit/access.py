"""Who calls, and what the call may do: scopes, and the rule that an operation names.

An operation names its access rule once, in `schema.operation`; `HasScope` enforces what the schema
documents. An operation without a rule is refused for everybody.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from samba_service.kit.problems import INSUFFICIENT_SCOPE, NOT_AUTHENTICATED, Problem

CHALLENGE = 'Bearer realm="samba"'


@dataclass(frozen=True, slots=True)
class Access:
    """Who may call an operation: holders of one of `scopes`; without any, every holder of a token.

    `anonymous`: no credentials are needed, but a token that is sent must be valid, and have the
    scope. `by_password`: the body authenticates, headers are ignored. `by_code`: a code of
    the security scheme of this name does, and nothing else unless it is `anonymous` too.
    """

    scopes: tuple[str, ...] = ()
    anonymous: bool = False
    by_password: bool = False
    by_code: str = ""

    @property
    def needs_caller(self) -> bool:
        """True if only an account's token or session will do."""
        return not (self.anonymous or self.by_code)


def needs(*scopes: str) -> Access:
    """The rule "a token with one of `scopes`"."""
    return Access(scopes)


ANY_TOKEN = Access()

ANONYMOUS = Access(anonymous=True)

BY_PASSWORD = Access(anonymous=True, by_password=True)


@dataclass(frozen=True, slots=True)
class Caller:
    """The value of `request.user`: the player that acts and what the credentials allow."""

    player_id: UUID
    person_id: int | None
    kind: str
    is_staff: bool
    scopes: frozenset[str]
    account: str
    """The account whose limits count: all tokens of a person and of their bots share them."""
    token_id: UUID | None = None
    expires_at: datetime | None = None
    session: str = ""
    """The key of the session, for callers without a token."""
    guest: bool = False
    """True for a guest account, as of a moment ago."""
    is_authenticated: ClassVar[bool] = True

    @property
    def pk(self) -> UUID:
        """Whose idempotency keys the calls have, and what DRF uses as the user's key."""
        return self.player_id


def caller_of(request: Request) -> Caller:
    """The authenticated caller; only for operations whose rule is not anonymous."""
    assert isinstance(request.user, Caller)
    return request.user


def known_caller(request: Request) -> Caller | None:
    """Who calls, if that is known already: `user` would try the credentials once more."""
    caller = getattr(request, "_user", None)
    return caller if isinstance(caller, Caller) else None


class Credentials(BaseAuthentication):
    """Authenticates requests, and remembers which credentials were valid when it last saw them."""

    def has_worked(self, request: Request) -> bool:
        """True if this process found the request's credentials valid when it last saw them."""
        return False

    def has_worked_anywhere(self, request: Request) -> bool:
        """True if any process issued the request's credentials, or found them valid."""
        return False


class HasScope(BasePermission):
    """The caller's credentials satisfy the access rule of the operation."""

    def has_permission(self, request: Request, view: Any) -> bool:
        rule: Access | None = view.access
        if rule is None:
            return False
        caller = request.user
        if not isinstance(caller, Caller):
            if not rule.needs_caller:
                return True
            require_caller(request)  # raises
        elif rule.scopes and caller.scopes.isdisjoint(rule.scopes):
            raise insufficient_scope(*rule.scopes)
        return True


class Narrow(AnonymousUser):
    """The `request.user` of a token without the scope to read more than an anonymous caller."""

    def __init__(self, needs: tuple[str, ...]) -> None:
        super().__init__()
        self.needs = needs


def require_caller(request: Request) -> None:
    """Raise the 401 unless the caller is authenticated, the 403 for a token without the scope."""
    caller = request.user
    if isinstance(caller, Caller):
        return
    if isinstance(caller, Narrow):
        raise insufficient_scope(*caller.needs)
    raise Problem(NOT_AUTHENTICATED, headers={"WWW-Authenticate": CHALLENGE})


def insufficient_scope(*scopes: str) -> Problem:
    """The refusal of a token that has none of `scopes`."""
    wanted = " ".join(scopes)
    return Problem(
        INSUFFICIENT_SCOPE,
        f"This call needs a token with the scope {' or '.join(scopes)}.",
        facts={"needs": list(scopes)},
        headers={"WWW-Authenticate": f'{CHALLENGE}, error="insufficient_scope", scope="{wanted}"'},
    )
