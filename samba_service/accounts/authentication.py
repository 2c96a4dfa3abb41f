"""Who sends a request: the token or the session that it carries."""

import time
from collections.abc import Collection
from typing import Any

from django.utils import timezone
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from samba_service.accounts import selectors, signals
from samba_service.accounts.choices import GUEST_SCOPES, Scope
from samba_service.accounts.services import access as services
from samba_service.kit import live, throttles
from samba_service.kit.access import CHALLENGE, Caller, Credentials
from samba_service.kit.problems import CSRF_FAILED, INVALID_TOKEN, Problem
from samba_service.kit.recent import Recent


class TokenCache:
    """Token look-ups of the last moments, so that a burst of moves needs one query.

    A revocation reaches every process within `TTL_S`, and this one at once.
    """

    TTL_S = 0.9
    SIZE = 10_000

    def __init__(self) -> None:
        self._callers: Recent[bytes, tuple[float, Caller]] = Recent(self.SIZE)
        self._worked: Recent[bytes, bool] = Recent(self.SIZE)

    def has_worked(self, digest: bytes) -> bool:
        """True if the token was valid when it was last seen here, and is worth looking up."""
        return self._worked.get(digest) is not None

    def get(self, digest: bytes) -> Caller | None:
        """The caller of the token with `digest`, or None for an invalid token."""
        now = time.monotonic()  # before the query, so that an entry is never younger than its data
        until, caller = self._callers.get(digest) or (0.0, None)
        if caller is None or until <= now:
            caller = self._look_up(digest)
            if caller is None:
                self._callers.drop(digest)
                self._worked.drop(digest)
                throttles.token_failed(digest)
                return None
            self._callers.keep(digest, (now + self.TTL_S, caller))
            if not self.has_worked(digest):
                self._worked.keep(digest, True)
                throttles.token_worked(digest)
        if caller.expires_at is not None and caller.expires_at <= timezone.now():
            return None
        return caller

    def clear(self) -> None:
        """Forget everything, because something was revoked."""
        self._callers.clear()

    def _look_up(self, digest: bytes) -> Caller | None:
        token = selectors.token_find(digest)
        if token is None:
            return None
        if token.suspended is not None:
            services.require_let_in(token.suspended)
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
            guest=token.guest,
        )


tokens = TokenCache()


def connect() -> None:
    """Keep this process informed of tokens that it issues or revokes."""
    signals.tokens_revoked.connect(lambda **_: tokens.clear(), weak=False)
    live.credentials_register(callers_ended)
    signals.token_issued.connect(lambda digest, **_: throttles.token_worked(digest), weak=False)


def callers_ended(callers: Collection[Caller]) -> list[Caller]:
    """Those of the callers whose token or session is no longer valid."""
    tokens = selectors.tokens_valid({each.token_id for each in callers if each.token_id})
    paged = {each.session: each.person_id for each in callers if each.session and each.person_id}
    sessions = selectors.sessions_valid(paged) if paged else set()
    return [
        each for each in callers if each.token_id not in tokens and each.session not in sessions
    ]


class TokenAuthentication(Credentials):
    """`Authorization: Bearer <token>`."""

    def authenticate(self, request: Request) -> tuple[Caller, None] | None:
        scheme, _, secret = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if not scheme:
            return None
        caller = tokens.get(services.token_digest(secret)) if scheme.lower() == "bearer" else None
        if caller is None:
            challenge = f'{CHALLENGE}, error="invalid_token"'
            raise Problem(INVALID_TOKEN, headers={"WWW-Authenticate": challenge})
        return caller, None

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE

    def has_worked(self, request: Request) -> bool:
        digest = _digest_of(request)
        return digest is not None and tokens.has_worked(digest)

    def has_worked_anywhere(self, request: Request) -> bool:
        digest = _digest_of(request)
        return digest is not None and throttles.token_has_worked(digest)


def _digest_of(request: Request) -> bytes | None:
    secret = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")[2]
    return services.token_digest(secret) if secret else None


class PageAuthentication(SessionAuthentication):
    """The session cookie of our own pages, with CSRF; a session may do what its person may."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        found = super().authenticate(request)
        if found is None:
            session = getattr(request._request, "session", None)  # programs send no cookie
            if session is not None:
                services.session_require_let_in(session)
            return None
        person = found[0]
        player, account = person.player, str(person.pk)
        granted = GUEST_SCOPES if player.guest else list(Scope)
        scopes = services.scopes_in_force(granted, staff=person.is_staff)
        if player.guest:
            services.guest_touch(player_id=player.id)
        key = request._request.session.session_key or ""
        return Caller(
            player.id,
            person.pk,
            player.kind,
            person.is_staff,
            scopes,
            account,
            session=key,
            guest=player.guest,
        ), None

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except PermissionDenied:
            raise Problem(CSRF_FAILED) from None
