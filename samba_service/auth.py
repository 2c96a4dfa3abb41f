"""Who calls, and what the call may do: bearer tokens, sessions, scopes.

An operation names its access rule once, in `schema.operation`; `HasScope` enforces what the schema
documents. An operation without a rule is refused for everybody.
"""

import time
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from games import signals
from games.models.access import Scope
from games.selectors import access as selectors
from games.services import access as services
from samba_service import throttles
from samba_service.problems import (
    CSRF_FAILED,
    INSUFFICIENT_SCOPE,
    INVALID_TOKEN,
    NOT_AUTHENTICATED,
    Problem,
)

CHALLENGE = 'Bearer realm="samba"'


@dataclass(frozen=True, slots=True)
class Access:
    """Who may call an operation: holders of one of `scopes`; without any, every holder of a token.

    `anonymous`: nobody needs to say who they are, but a token that is sent must be good, and reach.
    `by_password`: the body authenticates, headers are not looked at.
    """

    scopes: tuple[Scope, ...] = ()
    anonymous: bool = False
    by_password: bool = False


def needs(*scopes: Scope) -> Access:
    """The rule "a token with one of `scopes`"."""
    return Access(scopes)


ANY_TOKEN = Access()
ANONYMOUS = Access(anonymous=True)
BY_PASSWORD = Access(anonymous=True, by_password=True)


@dataclass(frozen=True, slots=True)
class Caller:
    """Stands in `request.user`: the player that acts and what the credentials allow."""

    player_id: UUID
    person_id: int | None
    kind: str
    is_staff: bool
    scopes: frozenset[str]
    account: str
    """Whose limits the call counts against: all tokens of a person and of their bots share them."""
    token_id: UUID | None = None
    expires_at: datetime | None = None
    is_authenticated: ClassVar[bool] = True

    @property
    def pk(self) -> UUID:
        """What DRF and log middlewares take for the user's key."""
        return self.player_id


def caller_of(request: Request) -> Caller:
    """The authenticated caller; only for operations whose rule is not anonymous."""
    assert isinstance(request.user, Caller)
    return request.user


class TokenCache:
    """Token look-ups of the last moments, so that a burst of moves asks the database once.

    A revocation reaches every process within `TTL_S`, and this one at once.
    """

    TTL_S = 0.9
    SIZE = 10_000

    def __init__(self) -> None:
        self._callers: dict[bytes, tuple[float, Caller]] = {}
        self._worked: set[bytes] = set()

    def has_worked(self, digest: bytes) -> bool:
        """True if the token was good when it was last seen here, so that it is worth looking up."""
        return digest in self._worked

    def get(self, digest: bytes) -> Caller | None:
        """The caller of the token with `digest`, or None for a token that is no good."""
        now = time.monotonic()  # before the query: an entry is never younger than what it says
        until, caller = self._callers.get(digest, (0.0, None))
        if caller is None or until <= now:
            caller = self._look_up(digest)
            if len(self._callers) >= self.SIZE:
                self._callers.clear()
            if len(self._worked) >= self.SIZE:
                self._worked.clear()
            if caller is None:
                self._callers.pop(digest, None)
                self._worked.discard(digest)
                throttles.token_failed(digest)
                return None
            self._callers[digest] = (now + self.TTL_S, caller)
            if digest not in self._worked:
                self._worked.add(digest)
                throttles.token_worked(digest)
        if caller.expires_at is not None and caller.expires_at <= timezone.now():
            return None
        return caller

    def clear(self) -> None:
        """Forget everything: something was revoked."""
        self._callers.clear()

    def _look_up(self, digest: bytes) -> Caller | None:
        token = selectors.token_find(digest)
        if token is None:
            return None
        services.token_touch(token)
        return Caller(
            player_id=token.player_id,
            person_id=token.person_id,
            kind=token.kind,
            is_staff=token.is_staff,
            scopes=services.scopes_in_force(token.scopes, staff=token.is_staff),
            account=str(token.account_id),
            token_id=token.id,
            expires_at=token.expires_at,
        )


tokens = TokenCache()
signals.tokens_revoked.connect(lambda **_: tokens.clear(), weak=False)
signals.token_issued.connect(lambda digest, **_: throttles.token_worked(digest), weak=False)


def has_worked(request: Request) -> bool:
    """True if the request carries a token that was good when it was last seen here."""
    digest = _token_of(request)
    return digest is not None and tokens.has_worked(digest)


def has_worked_anywhere(request: Request) -> bool:
    """True if any process has issued the request's token, or found it good when it last saw it."""
    digest = _token_of(request)
    return digest is not None and throttles.token_has_worked(digest)


def _token_of(request: Request) -> bytes | None:
    secret = request.headers.get("Authorization", "").partition(" ")[2]
    return services.token_digest(secret) if secret else None


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer <token>`."""

    def authenticate(self, request: Request) -> tuple[Caller, None] | None:
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if not scheme:
            return None
        caller = tokens.get(services.token_digest(secret)) if scheme.lower() == "bearer" else None
        if caller is None:
            challenge = f'{CHALLENGE}, error="invalid_token"'
            raise Problem(INVALID_TOKEN, headers={"WWW-Authenticate": challenge})
        return caller, None

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


class PageAuthentication(SessionAuthentication):
    """The session cookie of our own pages, with CSRF; a session may do what its person may."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        found = super().authenticate(request)
        if found is None:
            return None
        person = found[0]
        scopes = services.scopes_in_force(list(Scope), staff=person.is_staff)
        player, account = person.player, str(person.pk)
        return Caller(player.id, person.pk, player.kind, person.is_staff, scopes, account), None

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except PermissionDenied:
            raise Problem(CSRF_FAILED) from None


class HasScope(BasePermission):
    """The caller's credentials reach the access rule of the operation."""

    def has_permission(self, request: Request, view: Any) -> bool:
        rule: Access | None = view.access
        if rule is None:
            return False
        if rule.anonymous and not isinstance(request.user, Caller):
            return True
        require_caller(request)
        if rule.scopes and not caller_of(request).scopes.intersection(rule.scopes):
            raise insufficient_scope(*rule.scopes)
        return True


class Narrow(AnonymousUser):
    """The `request.user` of a token without the scope to read more than an anonymous caller."""

    def __init__(self, needs: tuple[Scope, ...]) -> None:
        super().__init__()
        self.needs = needs


def require_caller(request: Request) -> None:
    """Raise the 401 unless somebody has been authenticated, the 403 for a token too narrow."""
    if isinstance(request.user, Narrow):
        raise insufficient_scope(*request.user.needs)
    if not isinstance(request.user, Caller):
        raise Problem(NOT_AUTHENTICATED, headers={"WWW-Authenticate": CHALLENGE})


def insufficient_scope(*scopes: Scope) -> Problem:
    """The refusal of a token that has none of `scopes`."""
    wanted = " ".join(scopes)
    return Problem(
        INSUFFICIENT_SCOPE,
        f"This call needs a token with the scope {' or '.join(scopes)}.",
        facts={"needs": list(scopes)},
        headers={"WWW-Authenticate": f'{CHALLENGE}, error="insufficient_scope", scope="{wanted}"'},
    )
