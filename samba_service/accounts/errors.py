"""The refusals of the services of accounts."""

from samba_service.kit.errors import Conflict, Forbidden, Unauthenticated

InvalidCredentials = Unauthenticated.of(
    "invalid_credentials", "username and password do not belong together"
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
    advice="`games:peek` is only for staff. `facts.scopes` lists what was refused.",
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
