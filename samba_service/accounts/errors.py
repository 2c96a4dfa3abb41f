"""The refusals of the services of accounts."""

from samba_service.kit.errors import Conflict, Forbidden, Unauthenticated


class InvalidCredentials(Unauthenticated):
    code, title = "invalid_credentials", "username and password do not belong together"


class ResetCodeInvalid(Unauthenticated):
    code, title = "invalid_reset_code", "this reset code is not valid"
    advice = (
        "A code works once, for 15 minutes, and a newer one replaces it. Ask a director of the "
        "club for another."
    )


class ScopeNotAllowed(Forbidden):
    code, title = "scope_not_allowed", "this account may not have that scope"
    template = "this account may not have the scope {scopes}"
    advice = "`games:peek` is only for staff. `facts.scopes` lists what was refused."


class RegistrationClosed(Forbidden):
    code, title = "registration_closed", "this service takes no sign-ups"
    advice = "Ask the club for an account."


class UsernameTaken(Conflict):
    code, title = "username_taken", "the username is taken"
    advice = "Choose another."


class BotsHaveNoEmail(Forbidden):
    code, title = "forbidden", "a bot account has no e-mail address"


class BotsOwnNoBots(Forbidden):
    code, title = "bots_own_no_bots", "a bot cannot open a bot account"


class TooManyBots(Conflict):
    code, title = "too_many_bots", "you answer for as many bots as one player may"
    template = "you answer for {limit} bots, as many as one player may"
    advice = "See `facts.limit`."
