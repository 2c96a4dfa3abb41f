"""Guest accounts: opened without log-in, and given one later."""

from typing import Any

from django.contrib.auth import update_session_auth_hash

from samba_service.accounts.api.schemas import (
    GuestClaimRequest,
    GuestRequest,
    PlayerAnswer,
    TokenIssuedAnswer,
    player_view,
    token_view,
)
from samba_service.accounts.choices import Scope
from samba_service.accounts.services.guests import guest_claim, guest_token_issue
from samba_service.kit import throttles
from samba_service.kit.access import BY_PASSWORD, caller_of, needs
from samba_service.kit.schema import operation
from samba_service.kit.views import ApiView

TAGS = ("access",)


class Guests(ApiView, at="auth/guests"):
    @operation(
        "auth_guests_create",
        BY_PASSWORD,
        {201: TokenIssuedAnswer},
        request=GuestRequest,
        refusals=(403,),
        rate=throttles.SIGN_UPS,
        idempotent=False,
    )
    def post(self, body: Any) -> TokenIssuedAnswer:
        """Open a guest account.

        An account without log-in, for one device: the secret in `token` is shown this once, and is
        the only way in. A guest sits at one table at a time, which somebody else made, and enters a
        tournament only through a director; rated games, invitations, partnerships, clubs, bot
        accounts and house rules are not for guests: 403 `guests_may_not`. The account ends 30 days
        after its last call, unless the operator has set another time. 403 `registration_closed`
        where the service takes no sign-ups, `guests_by_directors` where children play.
        """
        token, secret = guest_token_issue(name=body["name"])
        return {**token_view(token), "token": secret}


class Claim(ApiView, at="auth/guests/claim"):
    @operation(
        "auth_guests_claim",
        needs(Scope.PROFILE),
        PlayerAnswer,
        request=GuestClaimRequest,
        refusals=(409,),
        rate=throttles.LOG_INS,
        idempotent=False,
    )
    def post(self, body: Any) -> PlayerAnswer:
        """Give a guest account a log-in.

        The player stays the same, with their seat, games and tokens. 403 `not_a_guest` for an
        account that has a log-in; 409 `username_taken`.
        """
        caller = caller_of(self.request)
        person = guest_claim(player_id=caller.player_id, **body)
        if caller.session:
            self.request._request.user = person
            update_session_auth_hash(self.request._request, person)
        return player_view(person.player)
