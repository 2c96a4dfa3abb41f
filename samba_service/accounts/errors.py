"""The refusals of the services of accounts."""

from datetime import datetime

from samba_service.kit.errors import Conflict, Forbidden, Unauthenticated

InvalidCredentials = Unauthenticated.of(
    "invalid_credentials", "username and password do not belong together"
)


class AccountSuspended(Unauthenticated):
    """The credentials are good, and do not work now. `until` None: banned."""

    code, title = "account_suspended", "this account is suspended"
    advice = (
        "`facts.until` is when its password, tokens and sessions work again; null: not before the "
        "staff of the site lift it. `facts.reason` is theirs."
    )

    def __init__(self, *, until: datetime | None, reason: str) -> None:
        moment = until and until.isoformat().replace("+00:00", "Z")
        super().__init__(until=moment, reason=reason)
        when = f"suspended until {until:%Y-%m-%d %H:%M} UTC" if until else "banned"
        self.detail = f"this account is {when}: {reason}"


AlreadySuspended = Conflict.of(
    "already_suspended",
    "the account is suspended already",
    advice="For another end, lift that first: `POST /players/{id}/suspend/lift`.",
)
NotSuspended = Conflict.of("not_suspended", "the account is not suspended")
NobodyBehind = Conflict.of(
    "nobody_behind",
    "no person has this account",
    advice="It is erased, or a bot's: for a bot its `owner` answers.",
)
NotOnStaff = Forbidden.of(
    "not_on_staff",
    "this is not done to the staff of the site",
    advice="The operator takes that right from them first.",
)
ResetCodeInvalid = Unauthenticated.of(
    "invalid_reset_code",
    "this reset code is not valid",
    advice="A code works once, for 15 minutes, and a newer one replaces it. Ask a director of the "
    "club for another.",
)
ScopeNotAllowed = Forbidden.of(
    "scope_not_allowed",
    "this account may not have that scope",
    template="this account may not have the scope {scopes}",
    advice="`games:peek` and `accounts:manage` are only for staff. `facts.scopes` lists what was "
    "refused.",
)
GuestsByDirectors = Forbidden.of(
    "guests_by_directors",
    "guests come through a director of a club here",
    advice="Ask a director of the club.",
)
RegistrationClosed = Forbidden.of(
    "registration_closed", "this service takes no sign-ups", advice="Ask the club for an account."
)
GuestsMayNot = Forbidden.of(
    "guests_may_not",
    "a guest account may not do this",
    advice="Choose a username and a password first, by `POST /auth/guests/claim`.",
)
NotAGuest = Forbidden.of("not_a_guest", "this account is not a guest account")
UsernameTaken = Conflict.of("username_taken", "the username is taken", advice="Choose another.")
BotsHaveNoEmail = Forbidden.of("forbidden", "a bot account has no e-mail address")
BotsOwnNoBots = Forbidden.of("bots_own_no_bots", "a bot cannot open a bot account")
TooManyBots = Conflict.of(
    "too_many_bots",
    "you answer for as many bots as one player may",
    template="you answer for {limit} bots, as many as one player may",
    advice="See `facts.limit`.",
)
BotsRegisterNoPrograms = Forbidden.of(
    "bots_register_no_programs", "a bot account cannot register a program"
)
