"""Programs of third parties: registered clients, and what the caller lets programs do."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypedDict
from uuid import UUID

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request

from samba_service.accounts import selectors
from samba_service.accounts.api.schemas import DisplayNameField, PlayerRefAnswer, player_ref
from samba_service.accounts.choices import Scope
from samba_service.accounts.redirects import (
    REDIRECT_LENGTH,
    REDIRECTS_PER_PROGRAM,
    InvalidRedirect,
    redirect_checked,
)
from samba_service.accounts.services import oauth as services
from samba_service.kit import strict
from samba_service.kit.access import caller_of, needs
from samba_service.kit.answers import answer_of
from samba_service.kit.http import paged, public_id
from samba_service.kit.problems import found_or_404
from samba_service.kit.schema import listing, operation
from samba_service.kit.views import ApiView

if TYPE_CHECKING:
    from samba_service.accounts.models import OAuthClient, OAuthGrant, Player

TAGS = ("access",)

ACCESS = needs(Scope.PROFILE)


class RedirectField(strict.CharField):
    """An address to which a program may be answered."""

    def to_internal_value(self, data: Any) -> str:
        try:
            return redirect_checked(super().to_internal_value(data))
        except InvalidRedirect as fault:
            raise serializers.ValidationError(str(fault)) from None


def redirects_field(*, required: bool = True) -> serializers.ListField:
    """The addresses of a program."""
    return serializers.ListField(
        child=RedirectField(max_length=REDIRECT_LENGTH),
        min_length=1,
        max_length=REDIRECTS_PER_PROGRAM,
        required=required,
    )


class OAuthClientRequest(strict.Serializer):
    name = DisplayNameField(help_text="What people are asked about")
    redirect_uris = redirects_field()


class OAuthClientChange(strict.ChangeRequest):
    name = DisplayNameField(required=False)
    redirect_uris = redirects_field(required=False)


class OAuthClientAnswer(TypedDict):
    id: Annotated[UUID, "The `client_id` of OAuth 2"]
    name: str
    redirect_uris: list[str]
    created_at: datetime


class OAuthClientRefAnswer(TypedDict):
    id: UUID
    name: str
    owner: Annotated[PlayerRefAnswer, "Who has registered it; nobody has checked it"]


class OAuthGrantAnswer(TypedDict):
    id: UUID
    client: OAuthClientRefAnswer
    scopes: list[Annotated[str, Scope]]
    created_at: datetime
    last_used_at: Annotated[datetime | None, "To the minute"]


def client_view(client: "OAuthClient") -> OAuthClientAnswer:
    """A program as the person who registered it sees it."""
    return answer_of(OAuthClientAnswer, client)


def grant_view(grant: "OAuthGrant") -> OAuthGrantAnswer:
    """What a program may do, as the person sees it who lets it."""
    client = grant.client
    return answer_of(
        OAuthGrantAnswer,
        grant,
        client=answer_of(OAuthClientRefAnswer, client, owner=player_ref(client.owner)),
        last_used_at=grant.access_token.last_used_at,
    )


class Clients(ApiView, at="oauth/clients"):
    @listing("oauth_clients_list", ACCESS, OAuthClientAnswer)
    def get(self) -> HttpResponse:
        """List the programs that you have registered."""
        return paged(self.request, selectors.clients_of(_player(self.request)), client_view)

    @operation(
        "oauth_clients_create",
        ACCESS,
        {201: OAuthClientAnswer},
        request=OAuthClientRequest,
        location="oauth/clients/{id}",
    )
    def post(self, body: Any) -> OAuthClientAnswer:
        """Register a program.

        It may then ask people for access to their accounts, by OAuth 2. It has no secret, so PKCE
        is needed. `redirect_uris` are compared exactly; only the port of 127.0.0.1 and [::1] may
        differ. 409 `too_many` at 10 programs of an account; 403 `guests_may_not`,
        `bots_register_no_programs`.
        """
        owner_id = caller_of(self.request).player_id
        return client_view(services.client_register(owner_id=owner_id, **body))


class Client(ApiView, at="oauth/clients/{client_id}"):
    client: "OAuthClient"

    def find(self, request: Request, **kwargs: str) -> None:
        clients = selectors.clients_of(_player(request))
        self.client = found_or_404(clients.filter(pk=public_id(kwargs["client_id"])).first())

    @operation("oauth_clients_read", ACCESS, OAuthClientAnswer)
    def get(self) -> OAuthClientAnswer:
        """Look at a program of yours."""
        return client_view(self.client)

    @operation("oauth_clients_update", ACCESS, OAuthClientAnswer, request=OAuthClientChange)
    def patch(self, body: Any) -> OAuthClientAnswer:
        """Change a program of yours.

        What people let it do stays.
        """
        return client_view(services.client_update(client_id=self.client.pk, **body))

    @operation("oauth_clients_delete", ACCESS, None)
    def delete(self) -> None:
        """Delete a program of yours.

        All access that people have granted to it ends.
        """
        services.client_delete(client_id=self.client.pk)


class Grants(ApiView, at="oauth/grants"):
    @listing("oauth_grants_list", ACCESS, OAuthGrantAnswer)
    def get(self) -> HttpResponse:
        """List the programs with access to your account."""
        return paged(self.request, selectors.grants_of(_player(self.request)), grant_view)


class Grant(ApiView, at="oauth/grants/{grant_id}"):
    def find(self, request: Request, **kwargs: str) -> None:
        self.grant_id = public_id(kwargs["grant_id"])
        if not selectors.grants_of(_player(request)).filter(pk=self.grant_id).exists():
            found_or_404(None)

    @operation("oauth_grants_revoke", ACCESS, None)
    def delete(self) -> None:
        """End the access of a program.

        Its tokens end everywhere within a second, also those of its other grants by you.
        """
        player_id = caller_of(self.request).player_id
        services.grant_revoke(player_id=player_id, grant_id=self.grant_id)


def _player(request: Request) -> "Player":
    return found_or_404(selectors.player_get(caller_of(request).player_id))
