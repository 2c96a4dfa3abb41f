"""Programs of third parties: registered by people, and what people let them do (OAuth 2)."""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from samba_service.accounts import selectors
from samba_service.accounts.errors import BotsRegisterNoPrograms
from samba_service.accounts.models import ApiToken, OAuthClient, OAuthGrant, Person, RefreshToken
from samba_service.accounts.redirects import InvalidRedirect, redirect_checked
from samba_service.accounts.selectors import is_open
from samba_service.accounts.services.access import (
    SECRET_PREFIX,
    grants_revoke,
    token_digest,
    tokens_announce,
)
from samba_service.accounts.services.people import require_no_guest
from samba_service.accounts.signals import token_issued
from samba_service.kit.errors import BadFields, NotThere, TooMany

CLIENTS_PER_ACCOUNT = 10

GRANTS_PER_ACCOUNT = 50

CODE_LIFE = timedelta(minutes=1)

ACCESS_LIFE = timedelta(hours=1)

REFRESH_LIFE = timedelta(days=30)
"""Without a refresh; each refresh begins it again."""


@transaction.atomic
def client_register(*, owner_id: UUID, name: str, redirect_uris: Sequence[str]) -> OAuthClient:
    """Register a program. Raises BotsRegisterNoPrograms, GuestsMayNot, TooMany, BadFields."""
    owner = _locked_person(owner_id).player
    require_no_guest(owner)
    if owner.oauth_clients.count() >= CLIENTS_PER_ACCOUNT:
        raise TooMany(what="programs", limit=CLIENTS_PER_ACCOUNT)
    uris = redirects_checked(redirect_uris)
    return OAuthClient.objects.create(owner=owner, name=name, redirect_uris=uris)


@transaction.atomic
def client_update(
    *, client_id: UUID, name: str | None = None, redirect_uris: Sequence[str] | None = None
) -> OAuthClient:
    """Change what is given of a program. Raises NotThere, BadFields."""
    client = OAuthClient.objects.select_for_update(no_key=True).filter(pk=client_id).first()
    if client is None:
        raise NotThere
    client.name = name or client.name
    if redirect_uris is not None:
        client.redirect_uris = redirects_checked(redirect_uris)
    client.save(update_fields=["name", "redirect_uris"])
    return client


@transaction.atomic
def client_delete(*, client_id: UUID) -> None:
    """Delete a program, and with it all that people let it do. Raises NotThere."""
    grants = OAuthGrant.objects.select_for_update().filter(client=client_id)
    list(grants.order_by("pk"))  # after tokens that are being issued
    if not OAuthClient.objects.filter(pk=client_id).delete()[0]:
        raise NotThere
    tokens_announce()


def redirects_checked(uris: Sequence[str]) -> list[str]:
    """The addresses, each once. Raises BadFields."""
    faults = []
    for number, uri in enumerate(uris):
        try:
            redirect_checked(uri)
        except InvalidRedirect as fault:
            faults.append((f"redirect_uris.{number}", str(fault)))
    if faults:
        raise BadFields(*faults)
    return list(dict.fromkeys(uris))


@transaction.atomic
def grant_create(
    *, client_id: UUID, person: Person, scopes: Sequence[str], redirect_uri: str,
    code: str, code_challenge: str,
) -> None:  # fmt: skip
    """Let a program do what `scopes` name; it gets its tokens for `code`.

    Raises GuestsMayNot, TooMany.
    """
    player = _locked_person(person.player_id).player
    require_no_guest(player)
    count = selectors.grants_of(player).count() + selectors.codes_of(player).count()
    if count >= GRANTS_PER_ACCOUNT:
        raise TooMany(what="programs with access", limit=GRANTS_PER_ACCOUNT)
    OAuthGrant.objects.create(
        client_id=client_id,
        player=player,
        scopes=sorted(set(scopes)),
        redirect_uri=redirect_uri,
        code_digest=token_digest(code),
        code_challenge=code_challenge,
        code_expires_at=Now() + CODE_LIFE,
    )


def grant_of_code(*, code: str, client_id: UUID) -> OAuthGrant | None:
    """The grant whose code this is, locked; None if the code gives nothing.

    A second use of a code revokes what the first has given.
    """
    grant = _locked(client_id, code_digest=token_digest(code))
    if grant is None or (grant.code_expires_at <= timezone.now() and grant.redeemed_at is None):
        return None
    if grant.redeemed_at is not None:
        grants_revoke(grant.pk)
        return None
    return grant


def grant_of_refresh(*, secret: str, client_id: UUID) -> OAuthGrant | None:
    """The grant whose refresh token this is, locked; None if it gives nothing.

    A second use of a refresh token revokes the grant: one of the two users has stolen it.
    """
    digest = token_digest(secret)
    grant = _locked(client_id, pk__in=RefreshToken.objects.filter(digest=digest).values("grant"))
    if grant is None:
        return None
    token = grant.refresh_tokens.get(digest=digest)
    if token.used_at is not None:
        grants_revoke(grant.pk)
        return None
    return grant if token.expires_at > timezone.now() else None


class Secrets(NamedTuple):
    """What a grant gives: each is shown this once."""

    access: str
    refresh: str


@transaction.atomic
def grant_redeem(*, grant: OAuthGrant, secrets: Secrets, scopes: Sequence[str]) -> None:
    """Give the grant's tokens these secrets; those from before end. The caller holds the lock."""
    now = timezone.now()
    if grant.redeemed_at is None:
        grant.redeemed_at = now
        grant.save(update_fields=["redeemed_at"])
    grant.refresh_tokens.filter(used_at=None).update(used_at=now)
    RefreshToken.objects.create(
        grant=grant, digest=token_digest(secrets.refresh), expires_at=now + REFRESH_LIFE
    )
    digest = token_digest(secrets.access)
    ApiToken.objects.update_or_create(
        grant=grant,
        defaults={
            "player_id": grant.player_id,
            "name": grant.client.name,
            "prefix": secrets.access[: len(SECRET_PREFIX) + 6],
            "digest": digest,
            "scopes": sorted(set(scopes)),
            "expires_at": now + ACCESS_LIFE,
        },
    )
    tokens_announce()
    token_issued.send(None, digest=digest)


@transaction.atomic
def grant_revoke(*, player_id: UUID, grant_id: UUID) -> None:
    """End what the player lets the program of a grant do, on all devices. Raises NotThere."""
    in_force = OAuthGrant.objects.filter(player=player_id, revoked_at=None)
    named = in_force.filter(pk=grant_id).first()
    if named is None:
        raise NotThere
    of_program = in_force.filter(client=named.client_id)
    grants_revoke(*of_program.values_list("pk", flat=True))


@transaction.atomic
def grant_revoke_by_secret(*, secret: str, client_id: UUID) -> None:
    """End the grant to which an access or refresh token of the program belongs, if there is one."""
    digest = token_digest(secret)
    owned = Q(access_token__digest=digest) | Q(refresh_tokens__digest=digest)
    for grant in OAuthGrant.objects.filter(owned, client=client_id).distinct():
        grants_revoke(grant.pk)


EXPIRED_AT_A_TIME = 500
KEPT = timedelta(hours=1)
"""A grant that has ended is kept for this long: others look at its end before it is gone."""


@transaction.atomic
def grants_expire() -> int:
    """Delete some of the grants that give nothing any more; returns the number of rows.

    A grant that is being redeemed or refreshed is left for the next time.
    """
    now = timezone.now()
    dead = Q(revoked_at__lt=now - KEPT) | Q(redeemed_at=None, code_expires_at__lt=now)
    over = RefreshToken.objects.filter(used_at=None, expires_at__lt=now - KEPT).values("grant")
    ended = OAuthGrant.objects.filter(dead | Q(pk__in=over))
    locked = ended.select_for_update(of=("self",), skip_locked=True).values_list("pk", flat=True)
    # Looked at once more under the lock: a refresh may have come before it.
    rows, _ = ended.filter(pk__in=list(locked[:EXPIRED_AT_A_TIME])).delete()
    used = RefreshToken.objects.filter(expires_at__lt=now).exclude(used_at=None)
    old = used.values_list("pk", flat=True)[:EXPIRED_AT_A_TIME]
    return rows + RefreshToken.objects.filter(pk__in=list(old)).delete()[0]


def _locked(client_id: UUID, **of: object) -> OAuthGrant | None:
    """The grant in force, if the person who gave it has an open account."""
    return (
        OAuthGrant.objects.select_for_update(of=("self",), no_key=True)
        .select_related("client", "player__person")
        .filter(is_open("player__person__"), client=client_id, revoked_at=None, **of)
        .first()
    )


def _locked_person(player_id: UUID) -> Person:
    """The person of the player, locked: one at a time, so that limits hold."""
    people = Person.objects.select_for_update(of=("self",), no_key=True).select_related("player")
    person = people.filter(player=player_id).first()
    if person is None:
        raise BotsRegisterNoPrograms
    return person
