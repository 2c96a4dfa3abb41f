"""Sign-up, tokens, passwords."""

from typing import TYPE_CHECKING, Any

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
from samba_service.kit.http import paged, public_id
from samba_service.kit.problems import FORBIDDEN, Problem, found_or_404, not_found
from samba_service.kit.schema import listing, operation
from samba_service.kit.views import ApiView

if TYPE_CHECKING:
    from samba_service.accounts.models import Player

TAGS = ("access",)


class Register(ApiView, at="auth/register"):
    @operation(
        "auth_register",
        BY_PASSWORD,
        {201: PlayerAnswer},
        request=RegisterRequest,
        refusals=(403, 409),
        location="players/{id}",
        rate=throttles.SIGN_UPS,
        idempotent=False,
    )
    def post(self, body: Any) -> PlayerAnswer:
        """Open an account.

        403 `registration_closed` where the service takes no sign-ups; 409 `username_taken`.
        """
        return player_view(person_register(**body))


class Tokens(ApiView, at="auth/tokens"):
    @listing("auth_tokens_list", needs(Scope.PROFILE), TokenAnswer)
    def get(self) -> HttpResponse:
        """List your tokens.

        Those in force, and those of your bots. Never their secrets.
        """
        tokens = selectors.tokens_of(_player(caller_of(self.request))).select_related(
            "player", "grant"
        )
        return paged(self.request, tokens, token_view)

    @operation(
        "auth_tokens_create",
        BY_PASSWORD,
        {201: TokenIssuedAnswer},
        request=TokenRequest,
        refusals=(401, 403, 409),
        rate=throttles.LOG_INS,
        idempotent=False,
    )
    def post(self, body: Any) -> TokenIssuedAnswer:
        """Issue a token.

        The secret in `token` is shown this once. `player` names a bot of yours to issue the token
        for it. 401 `invalid_credentials` for a wrong name or password alike; 403
        `scope_not_allowed`; 409 `too_many` at the limit of the account and its bots.
        """
        username = body["username"]
        attempt = logins.login_attempt(self.request._request, username)
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
        return {**token_view(token), "token": secret}


class CurrentToken(ApiView, at="auth/tokens/current"):
    @operation("auth_tokens_current", ANY_TOKEN, TokenAnswer, refusals=(404,))
    def get(self) -> TokenAnswer:
        """Look at the token in use.

        What it may do and whose it is. 404 for a session of our own pages.
        """
        caller = caller_of(self.request)
        tokens = selectors.tokens_of(_player(caller)).select_related("player", "grant")
        in_use = None if caller.token_id is None else tokens.filter(pk=caller.token_id).first()
        return token_view(found_or_404(in_use))


class Token(ApiView, at="auth/tokens/{token_id}"):
    def find(self, request: Request, **kwargs: str) -> None:
        self.token_id = public_id(kwargs["token_id"])
        tokens = selectors.tokens_of(_player(caller_of(request)))
        if not tokens.filter(pk=self.token_id).exists():
            raise not_found()

    @operation("auth_tokens_revoke", ANY_TOKEN, None)
    def delete(self) -> None:
        """Revoke a token.

        In force everywhere within a second. Any token may revoke itself; another one takes the
        scope `profile`.
        """
        caller = caller_of(self.request)
        if self.token_id != caller.token_id and Scope.PROFILE not in caller.scopes:
            raise insufficient_scope(Scope.PROFILE)
        services.token_revoke(player=_player(caller), token_id=self.token_id)


class Password(ApiView, at="auth/password"):
    @operation(
        "auth_password_change",
        needs(Scope.PROFILE),
        None,
        request=PasswordRequest,
        idempotent=False,
    )
    def post(self, body: Any) -> None:
        """Change your password.

        Ends all other tokens of the account; those of its bots stay.
        """
        caller = caller_of(self.request)
        person = selectors.person_of(_player(caller))
        if person is None:
            raise Problem(FORBIDDEN, "A bot has no password.")
        attempt = logins.login_attempt(self.request._request, person.username)
        services.password_change(
            person=person,
            current=body["current_password"],
            new=body["new_password"],
            keep_token=caller.token_id,
        )
        logins.login_succeeded(attempt)


class Reset(ApiView, at="auth/reset"):
    @operation(
        "auth_reset",
        BY_PASSWORD,
        None,
        request=ResetRequest,
        refusals=(401,),
        rate=throttles.LOG_INS,
        idempotent=False,
    )
    def post(self, body: Any) -> None:
        """Set a new password by a reset code.

        The code comes from a director of the club that the account names as its `recovery_club`, or
        from the operator of the service. It works once, within 15 minutes. All tokens and sessions
        of the account end, its bots' tokens too. 401 `invalid_reset_code` for a code that is
        unknown, used, replaced or too old alike; wrong codes count as wrong log-ins.
        """
        attempt = logins.login_attempt(self.request._request, logins.RESET_CODES)
        password_set_by_code(**body)
        logins.login_succeeded(attempt)


def _player(caller: Caller) -> "Player":
    return found_or_404(selectors.player_get(caller.player_id))
