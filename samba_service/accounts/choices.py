"""The words of enumerated columns, and the shapes of names."""

from django.db import models

USERNAME_PATTERN = r"^[a-z0-9][a-z0-9._-]{2,39}$"


class PlayerKind(models.TextChoices):
    """Decided at creation, for good."""

    HUMAN = "human"
    BOT = "bot"


class AccountAct(models.TextChoices):
    """What the staff of the site did with an account."""

    SUSPENDED = "suspended"
    BANNED = "banned"
    LIFTED = "lifted"
    ANONYMISED = "anonymised"


class Scope(models.TextChoices):
    """What a token may be used for."""

    PROFILE = "profile", "read and change the own account"
    GAMES_READ = "games:read", "read games"
    GAMES_PLAY = "games:play", "create, join and play games"
    BOTS_PLAY = "bots:play", "play as a bot"
    HISTORY_READ = "history:read", "read finished hands and export games"
    GAMES_PEEK = "games:peek", "see all hands of a running game; only for staff, and recorded"
    ACCOUNTS_MANAGE = "accounts:manage", "suspend and anonymise; only for staff, and recorded"
    TOURNAMENTS_READ = "tournaments:read", "read tournaments"
    TOURNAMENTS_PLAY = "tournaments:play", "enter, check in, fill in score sheets"
    TOURNAMENTS_MANAGE = "tournaments:manage", "direct tournaments"
    CLUB_READ = "club:read", "read the own clubs: members, log, reasons"
    CLUB_ADMIN = "club:admin", "administer a club"
    WEBHOOKS_MANAGE = "webhooks:manage", "manage webhooks"


GUEST_SCOPES = (
    Scope.PROFILE,
    Scope.GAMES_READ,
    Scope.GAMES_PLAY,
    Scope.HISTORY_READ,
    Scope.TOURNAMENTS_READ,
    Scope.TOURNAMENTS_PLAY,
)
"""What the token and the session of a guest account may be used for."""

STAFF_SCOPES = frozenset({Scope.GAMES_PEEK, Scope.ACCOUNTS_MANAGE})

GRANTABLE_SCOPES = tuple(
    scope for scope in Scope if scope not in {Scope.PROFILE, Scope.CLUB_ADMIN, *STAFF_SCOPES}
)
"""What a person may grant to a program of a third party: not what could take the account over."""
