"""The authorization server of OAuth 2, as Authlib has it over our own tokens.

Only the authorization code with PKCE (S256), and the refresh of what it gave. Clients are public:
they prove by the verifier that a code was asked for by them, and have no secret that could leak.
"""

import re
import secrets
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from authlib.common.urls import add_params_to_uri
from authlib.integrations.django_oauth2 import AuthorizationServer
from authlib.oauth2 import OAuth2Error
from authlib.oauth2.rfc6749 import ClientMixin, InvalidRequestError, InvalidScopeError, grants
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from samba_service.accounts import selectors
from samba_service.accounts.choices import GRANTABLE_SCOPES
from samba_service.accounts.models import OAuthClient, OAuthGrant, Person
from samba_service.accounts.redirects import redirect_matches
from samba_service.accounts.services import oauth as services
from samba_service.accounts.services.access import SECRET_PREFIX
from samba_service.kit.http import public_url

CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")

PUBLIC = ["none"]
"""How clients prove who they are: not at all."""


class AuthlibClient(ClientMixin):
    """A registered program, as Authlib asks for it."""

    def __init__(self, row: OAuthClient) -> None:
        self.row = row

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        return any(redirect_matches(each, redirect_uri) for each in self.row.redirect_uris)

    def get_default_redirect_uri(self) -> None:
        """None: requests name the address."""

    def get_allowed_scope(self, scope: str | None) -> str | None:
        """The scopes asked for; None, which is refused, if these are none."""
        return " ".join(sorted(set((scope or "").split()))) or None

    def check_response_type(self, response_type: str) -> bool:
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        return grant_type in ("authorization_code", "refresh_token")

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return method in PUBLIC


class AuthlibGrant:
    """A grant whose code or refresh token was shown, as Authlib asks for it."""

    code_challenge_method = "S256"

    def __init__(self, row: OAuthGrant) -> None:
        self.row, self.code_challenge = row, row.code_challenge

    def get_redirect_uri(self) -> str:
        return self.row.redirect_uri

    def get_scope(self) -> str:
        return " ".join(self.row.scopes)

    def check_client(self, client: AuthlibClient) -> bool:
        return bool(self.row.client_id == client.row.pk)


class Challenge(CodeChallenge):
    """PKCE, which every client uses, by S256 only."""

    def validate_code_challenge(self, grant: Any, redirect_uri: str) -> None:
        asked = grant.request.payload.data
        if asked.get("code_challenge_method") != "S256":
            raise InvalidRequestError("PKCE is needed: code_challenge_method must be S256.")
        if not CHALLENGE.fullmatch(asked.get("code_challenge", "")):
            raise InvalidRequestError("PKCE is needed: code_challenge must have 43 characters.")


class AuthorizationCodeGrantType(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = PUBLIC

    @staticmethod
    def validate_authorization_redirect_uri(request: Any, client: AuthlibClient) -> str:
        """The address in the request. The refusal does not repeat it: it may be anything."""
        given: str = request.payload.redirect_uri or ""
        if not client.check_redirect_uri(given):
            raise InvalidRequestError("redirect_uri is not an address of this client.")
        return given

    def save_authorization_code(self, code: str, request: Any) -> None:
        services.grant_create(
            client_id=request.client.row.pk,
            person=request.user,
            scopes=request.scope.split(),
            redirect_uri=request.payload.redirect_uri,
            code=code,
            code_challenge=request.payload.data["code_challenge"],
        )

    def query_authorization_code(self, code: str, client: AuthlibClient) -> AuthlibGrant | None:
        row = services.grant_of_code(code=code, client_id=client.row.pk)
        return None if row is None else AuthlibGrant(row)

    def delete_authorization_code(self, authorization_code: AuthlibGrant) -> None:
        """Used codes are kept, so that a second use is noticed."""

    def authenticate_user(self, authorization_code: AuthlibGrant) -> Person:
        return authorization_code.row.player.person


class RefreshTokenGrantType(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = PUBLIC
    INCLUDE_NEW_REFRESH_TOKEN = True

    def validate_token_request(self) -> None:
        super().validate_token_request()
        scope = self.request.payload.scope
        if scope and not scope.split():
            raise InvalidScopeError

    def authenticate_refresh_token(self, refresh_token: str) -> AuthlibGrant | None:
        client = self.request.client
        row = services.grant_of_refresh(secret=refresh_token, client_id=client.row.pk)
        return None if row is None else AuthlibGrant(row)

    def authenticate_user(self, refresh_token: AuthlibGrant) -> Person:
        return refresh_token.row.player.person

    def revoke_old_credential(self, refresh_token: AuthlibGrant) -> None:
        """Done with the new ones."""


class Revocation(RevocationEndpoint):
    """Ends the grant to which a token belongs (RFC 7009)."""

    CLIENT_AUTH_METHODS = PUBLIC

    def query_token(self, token_string: str, token_type_hint: str | None) -> None:
        """Not needed: `authenticate_token` does all of it."""

    def authenticate_token(self, request: Any, client: AuthlibClient) -> None:
        """Revoke what is there: the answer does not show if anything was."""
        self.check_params(request, client)
        services.grant_revoke_by_secret(secret=request.form["token"], client_id=client.row.pk)


class OAuthServer(AuthorizationServer):
    """Issues our own tokens. Authlib's signals have no receivers here."""

    def __init__(self) -> None:
        super().__init__(None, None)
        self.scopes_supported = [str(scope) for scope in GRANTABLE_SCOPES]
        self.register_token_generator("default", _bearer_token)
        self.register_grant(AuthorizationCodeGrantType, [Challenge(required=True)])
        self.register_grant(RefreshTokenGrantType)
        self.register_endpoint(Revocation)

    def query_client(self, client_id: str) -> AuthlibClient | None:
        try:
            row = selectors.client_find(UUID(client_id))
        except ValueError:
            return None
        return None if row is None else AuthlibClient(row)

    def save_token(self, token: dict[str, Any], request: Any) -> None:
        granted = request.authorization_code or request.refresh_token
        services.grant_redeem(
            grant=granted.row,
            secrets=services.Secrets(token["access_token"], token["refresh_token"]),
            scopes=token["scope"].split(),
        )

    def send_signal(self, name: str, *args: Any, **kwargs: Any) -> None:
        pass


def _bearer_token(*, scope: str, **_: Any) -> dict[str, Any]:
    return {
        "token_type": "Bearer",
        "access_token": SECRET_PREFIX + secrets.token_urlsafe(32),
        "expires_in": int(services.ACCESS_LIFE.total_seconds()),
        "refresh_token": f"{SECRET_PREFIX}refresh_{secrets.token_urlsafe(32)}",
        "scope": scope,
    }


server = OAuthServer()


@transaction.atomic
def token_answer(request: HttpRequest) -> HttpResponse:
    """The answer of the token endpoint. A refusal may have revoked something, and is kept too."""
    answer: HttpResponse = server.create_token_response(request)
    return answer


def revocation_answer(request: HttpRequest) -> HttpResponse:
    """The answer of the revocation endpoint."""
    answer: HttpResponse = server.create_endpoint_response(Revocation.ENDPOINT_NAME, request)
    return answer


class AccessRefused(Exception):
    """A request for access that is refused; the person reads why, the program learns nothing."""

    def __init__(self, error: str, description: str) -> None:
        super().__init__(description)
        self.error, self.description = error, description


class AccessRequest:
    """A well-formed request of a program for access, which waits for the person's decision."""

    def __init__(self, request: HttpRequest, person: Person | None) -> None:
        """Raises AccessRefused."""
        self._request, self._person = request, person
        types = {*request.GET.getlist("response_type"), *request.POST.getlist("response_type")}
        if types != {"code"}:  # Authlib repeats what was sent, and fails where that is no ASCII
            raise AccessRefused("unsupported_response_type", "response_type must be code.")
        try:
            self._grant = server.get_consent_grant(request, end_user=person)
        except OAuth2Error as error:
            raise AccessRefused(error.error, error.get_error_description()) from None
        self.client: OAuthClient = self._grant.client.row
        self.redirect_uri: str = self._grant.redirect_uri
        self.scopes: Sequence[str] = self._grant.request.scope.split()

    def answer(self, *, allowed: bool) -> HttpResponse:
        """The way back to the program, with a code if the person allows it. Raises TooMany."""
        grant = self._grant
        response = server.create_authorization_response(
            grant.request, self._person if allowed else None, grant=grant
        )
        return _with_issuer(self._request, response)


def issuer(request: HttpRequest) -> str:
    """Who we are, as RFC 8414 and RFC 9207 want it: an address without a slash at its end."""
    return public_url(request, "/").removesuffix("/")


def _with_issuer(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    location = add_params_to_uri(response.headers["Location"], {"iss": issuer(request)})
    response.headers["Location"] = location
    return response
