"""Sign-up, tokens, passwords."""

from typing import TYPE_CHECKING

from django.http import HttpResponse
from rest_framework.request import Request

from samba_service.accounts import logins, selectors
from samba_service.accounts.api.schemas import (
    PasswordRequest,
    PlayerAnswer,
    RegisterRequest,
    ResetRequest,
    TokenAnswer,
    TokenIssuedAnswer,
    TokenRequest,
    player_view,
    token_view,
)
from samba_service.accounts.choices import Scope
from samba_service.accounts.services import access as services
from samba_service.accounts.services.people import person_register
from samba_service.accounts.services.recovery import password_set_by_code
from samba_service.kit import throttles
from samba_service.kit.access import (
    ANY_TOKEN,
    BY_PASSWORD,
    Caller,
    caller_of,
    insufficient_scope,
    needs,
)
from samba_service.kit.http import empty_response, json_response, paged, public_id
from samba_service.kit.problems import FORBIDDEN, Problem, not_found
from samba_service.kit.schema import operation, page_of
from samba_service.kit.serializers import QuerySerializer
from samba_service.kit.views import ApiView

if TYPE_CHECKING:
    from samba_service.accounts.models import Player

TAGS = ("access",)


RESET_CODES = "\0reset code"
"""The key under which wrong codes are counted, by address. No username has this form."""


class Register(ApiView):
    @operation(
        "auth_register",
        summary="Open an account",
        description="Where the deployment is closed to sign-ups: 403 `registration_closed`.",
        access=BY_PASSWORD,
        rate=throttles.SIGN_UPS,
        request=RegisterRequest,
        location="players/{id}",
        answers={201: PlayerAnswer},
        refusals=(403, 409),
        tags=TAGS,
        idempotent=False,
    )
    def post(self, request: Request) -> HttpResponse:
        body = self.body(RegisterRequest)
        player = person_register(
            username=body["username"], password=body["password"], display_name=body["display_name"]
        )
        return json_response(player_view(player), status=201)


class Tokens(ApiView):
    @operation(
        "auth_tokens_list",
        summary="List your tokens",
        description="Those in force, and those of your bots. Never their secrets.",
        access=needs(Scope.PROFILE),
        parameters=[QuerySerializer],
        answers={200: page_of(TokenAnswer)},
        tags=TAGS,
    )
    def get(self, request: Request) -> HttpResponse:
        self.query(QuerySerializer)
        tokens = selectors.tokens_of(_player(caller_of(request))).select_related("player")
        return paged(request, tokens, token_view)

    @operation(
        "auth_tokens_create",
        summary="Issue a token",
        description="Authenticates by username and password. The secret in `token` is shown this "
        "once. `player` names a bot of yours to issue the token for it. 401 "
        "`invalid_credentials` for a wrong name or password alike; 409 `too_many` where the "
        "account and its bots have as many tokens as one may have.",
        access=BY_PASSWORD,
        rate=throttles.LOG_INS,
        request=TokenRequest,
        answers={201: TokenIssuedAnswer},
        refusals=(401, 403, 409),
        tags=TAGS,
        idempotent=False,
    )
    def post(self, request: Request) -> HttpResponse:
        body = self.body(TokenRequest)
        username = body["username"]
        attempt = logins.login_attempt(request._request, username)
        person = services.person_authenticate(username=username, password=body["password"])
        logins.login_succeeded(attempt)
        player = selectors.player_get(body.get("player", person.player_id))
        if player is None or person.player_id not in (player.pk, player.owner_id):
            raise Problem(FORBIDDEN, "That player is neither you nor a bot of yours.")
        token, secret = services.token_issue(
            person=person,
            player=player,
            name=body["name"],
            scopes=body["scopes"],
            expires_in_s=body["expires_in_s"],
        )
        answer: TokenIssuedAnswer = {**token_view(token), "token": secret}
        return json_response(answer, status=201)


class CurrentToken(ApiView):
    @operation(
        "auth_tokens_current",
        summary="Look at the token in use",
        description="What it may do and whose it is. 404 for a session of our own pages.",
        access=ANY_TOKEN,
        answers={200: TokenAnswer},
        refusals=(404,),
        tags=TAGS,
    )
    def get(self, request: Request) -> HttpResponse:
        caller = caller_of(request)
        tokens = selectors.tokens_of(_player(caller)).select_related("player")
        token = caller.token_id and tokens.filter(pk=caller.token_id).first()
        if not token:
            raise not_found()
        return json_response(token_view(token))


class Token(ApiView):
    def find(self, request: Request, **kwargs: str) -> None:
        self.token_id = public_id(kwargs["token_id"])
        tokens = selectors.tokens_of(_player(caller_of(request)))
        if not tokens.filter(pk=self.token_id).exists():
            raise not_found()

    @operation(
        "auth_tokens_revoke",
        summary="Revoke a token",
        description="In force everywhere within a second. Any token may revoke itself; another "
        "one takes the scope `profile`.",
        access=ANY_TOKEN,
        answers={204: None},
        tags=TAGS,
    )
    def delete(self, request: Request, token_id: str) -> HttpResponse:
        caller = caller_of(request)
        if self.token_id != caller.token_id and Scope.PROFILE not in caller.scopes:
            raise insufficient_scope(Scope.PROFILE)
        services.token_revoke(player=_player(caller), token_id=self.token_id)
        return empty_response()


class Password(ApiView):
    @operation(
        "auth_password_change",
        summary="Change your password",
        description="Ends all other tokens of the account; those of its bots stay.",
        access=needs(Scope.PROFILE),
        request=PasswordRequest,
        answers={204: None},
        tags=TAGS,
        idempotent=False,
    )
    def post(self, request: Request) -> HttpResponse:
        body = self.body(PasswordRequest)
        caller = caller_of(request)
        person = selectors.person_of(_player(caller))
        if person is None:
            raise Problem(FORBIDDEN, "A bot has no password.")
        attempt = logins.login_attempt(request._request, person.username)
        services.password_change(
            person=person,
            current=body["current_password"],
            new=body["new_password"],
            keep_token=caller.token_id,
        )
        logins.login_succeeded(attempt)
        return empty_response()


class Reset(ApiView):
    @operation(
        "auth_reset",
        summary="Set a new password by a reset code",
        description="The code comes from a director of the club that the account names as its "
        "`recovery_club`, or from the operator of the service. It works once, within 15 minutes. "
        "All tokens and sessions of the account end, its bots' tokens too. 401 "
        "`invalid_reset_code` for a code that is unknown, used, replaced or too old alike; wrong "
        "codes count as wrong log-ins.",
        access=BY_PASSWORD,
        rate=throttles.LOG_INS,
        request=ResetRequest,
        answers={204: None},
        refusals=(401,),
        tags=TAGS,
        idempotent=False,
    )
    def post(self, request: Request) -> HttpResponse:
        body = self.body(ResetRequest)
        attempt = logins.login_attempt(request._request, RESET_CODES)
        password_set_by_code(code=body["code"], password=body["password"])
        logins.login_succeeded(attempt)
        return empty_response()


def _player(caller: Caller) -> "Player":
    player = selectors.player_get(caller.player_id)
    if player is None:
        raise not_found()
    return player
