"""Tokens and passwords: issued, changed, revoked."""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, authenticate
from django.contrib.auth.password_validation import validate_password
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from samba_service.accounts import selectors
from samba_service.accounts.choices import STAFF_SCOPES
from samba_service.accounts.errors import AccountSuspended, InvalidCredentials, ScopeNotAllowed
from samba_service.accounts.models import ApiToken, OAuthClient, OAuthGrant, Person, Player
from samba_service.accounts.signals import token_issued, tokens_revoked
from samba_service.kit.errors import BadFields, NotThere, TooMany
from samba_service.kit.models import IdempotencyKey

SECRET_PREFIX = "samba_"  # lets secret scanners find a leaked token

TOUCH_EVERY = timedelta(minutes=1)

GUEST_TOUCH_EVERY = timedelta(hours=1)


def token_digest(secret: str) -> bytes:
    """What is stored of a secret. 256 random bits need no salt and no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).digest()


def scopes_in_force(scopes: Sequence[str], *, staff: bool) -> frozenset[str]:
    """`scopes` without those that were taken from the account since."""
    return frozenset(scopes) - (frozenset() if staff else STAFF_SCOPES)


def person_authenticate(*, username: str, password: str) -> Person:
    """The person with these credentials; the refusal is equal, and as slow, whatever is wrong.

    Raises InvalidCredentials, and AccountSuspended for good ones.
    """
    person = authenticate(username=username, password=password)
    if not isinstance(person, Person):
        raise InvalidCredentials
    require_let_in(person.player_id)
    return person


def require_let_in(player_id: UUID) -> None:
    """Raises AccountSuspended while the staff keep the account out."""
    act = selectors.suspension_of(player_id)
    if act is not None:
        raise AccountSuspended(until=act.until, reason=act.reason)


def session_require_let_in(session: SessionBase) -> None:
    """The same for the session of a page, which has no user meanwhile."""
    if SESSION_KEY not in session:
        return
    person = Person.objects.filter(pk=session[SESSION_KEY]).first()
    if person is not None and session.get(HASH_SESSION_KEY) == person.get_session_auth_hash():
        require_let_in(person.player_id)


@transaction.atomic
def token_issue(
    *, person: Person, player: Player, name: str, scopes: Sequence[str], expires_in_s: int | None
) -> tuple[ApiToken, str]:
    """A new token for `player`, who is `person`'s own or one of their bots, and its secret.

    The secret is shown once and cannot be shown again. Raises ScopeNotAllowed, TooMany.
    """
    refused = set(scopes) - scopes_in_force(scopes, staff=person.is_staff)
    if refused:
        raise ScopeNotAllowed(scopes=sorted(refused))
    _require_room(person)
    secret = SECRET_PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        player=player,
        name=name,
        prefix=secret[:12],
        digest=token_digest(secret),
        scopes=sorted(set(scopes)),
        expires_at=timezone.now() + timedelta(seconds=expires_in_s) if expires_in_s else None,
    )
    token_issued.send(None, digest=token.digest)
    return token, secret


def _require_room(person: Person) -> None:
    """Raises TooMany if the account and its bots have reached the limit of tokens.

    Raises InvalidCredentials if the account was erased meanwhile.
    """
    people = Person.objects.select_for_update(no_key=True).filter(pk=person.pk)
    if people.first() is None:  # it is locked: one at a time
        raise InvalidCredentials
    limit: int = settings.SAMBA_MAX_TOKENS
    if selectors.tokens_of(person.player).filter(grant=None).count() >= limit:
        raise TooMany(what="tokens", limit=limit)


def token_hold(token_id: UUID) -> None:
    """Let the token not be deleted before the transaction ends. Raises InvalidCredentials."""
    held = ApiToken.objects.select_for_update(of=("self",), no_key=True).filter(pk=token_id)
    if held.first() is None:
        raise InvalidCredentials


def token_touch(token: selectors.GoodToken) -> None:
    """Record that `token` is in use, at most once a minute."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > TOUCH_EVERY:
        ApiToken.objects.filter(pk=token.id).update(last_used_at=now)
        if token.guest:
            guest_touch(player_id=token.player_id)


def guest_touch(*, player_id: UUID) -> bool:
    """Record that the guest calls, at most once an hour; returns True if it was recorded."""
    now = timezone.now()
    guests = Person.objects.filter(player=player_id, player__guest=True)
    late = guests.filter(last_called_at__lt=now - GUEST_TOUCH_EVERY)
    return late.update(last_called_at=now) > 0


@transaction.atomic
def token_revoke(*, player: Player, token_id: UUID) -> None:
    """End one token of `player` or of one of their bots; a program's with all that it may."""
    token = selectors.tokens_of(player).filter(pk=token_id).first()
    if token is None:
        raise NotThere
    if token.grant_id is not None:
        grants_revoke(token.grant_id)
    else:
        selectors.tokens_of(player).filter(pk=token_id).update(revoked_at=timezone.now())
        tokens_announce()


def grants_revoke(*grant_ids: UUID) -> None:
    """End these grants, with their codes and tokens."""
    now = timezone.now()
    OAuthGrant.objects.filter(pk__in=grant_ids, revoked_at=None).update(revoked_at=now)
    ApiToken.objects.filter(grant__in=grant_ids, revoked_at=None).update(revoked_at=now)
    tokens_announce()


@transaction.atomic
def password_change(
    *, person: Person, current: str, new: str, keep_token: UUID | None = None
) -> None:
    """Set a new password and end all of the person's tokens except the calling one.

    A person who changes a password may want to shut out someone who knew it.
    """
    if not person.check_password(current):
        raise BadFields(("current_password", "This is not your password."))
    password_check(new, person, path="new_password")
    person.set_password(new)
    person.save(update_fields=["password"])
    tokens = selectors.tokens_of(person.player).filter(player=person.player, grant=None)
    grants = OAuthGrant.objects.filter(player=person.player, revoked_at=None)
    if keep_token is not None:
        tokens, grants = tokens.exclude(pk=keep_token), grants.exclude(access_token=keep_token)
    tokens.update(revoked_at=timezone.now())
    grants_revoke(*grants.values_list("pk", flat=True))


def tokens_revoke_all(*, player: Player) -> None:
    """End all tokens of `player` and of the bots they answer for."""
    selectors.tokens_of(player).filter(grant=None).update(revoked_at=timezone.now())
    grants = OAuthGrant.objects.filter(player=player, revoked_at=None)
    grants_revoke(*grants.values_list("pk", flat=True))


def password_check(password: str, person: Person, *, path: str) -> None:
    """Refuse a password that is too easy to guess."""
    try:
        validate_password(password, person)
    except ValidationError as error:
        raise BadFields(*((path, message) for message in error.messages)) from None


def tokens_delete(*, players: Sequence[Player]) -> None:
    """Remove every trace of the credentials of `players`, kept answers included."""
    grants = OAuthGrant.objects.filter(Q(player__in=players) | Q(client__owner__in=players))
    list(grants.select_for_update().order_by("pk"))  # after tokens that are being issued
    grants.delete()
    OAuthClient.objects.filter(owner__in=players).delete()
    ApiToken.objects.filter(player__in=players).delete()
    IdempotencyKey.objects.filter(owner__in=[player.pk for player in players]).delete()
    tokens_announce()


def idempotency_keys_expire() -> int:
    """Delete answers that were kept long enough; returns the number."""
    kept = timedelta(hours=settings.SAMBA_KEY_HOURS)
    return IdempotencyKey.objects.filter(created_at__lt=timezone.now() - kept).delete()[0]


def sessions_expire() -> int:
    """Delete log-ins that are over; returns the number."""
    return Session.objects.filter(expire_date__lt=timezone.now()).delete()[0]


def tokens_announce() -> None:
    """Let every process look up tokens again, after the commit."""
    transaction.on_commit(lambda: tokens_revoked.send(None), robust=True)
