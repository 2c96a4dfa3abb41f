"""What the service stores about a person, for how long, and what an erasure leaves of it.

Every table is in one of `STORED` or in `OF_NOBODY`.
"""

from typing import Final, NamedTuple

from django.apps import apps
from django.conf import settings
from django.db.models import Model, Q
from django.utils.translation import gettext, gettext_noop

from games.models import Game
from games.services import webhook_deliveries
from samba_service.accounts.models import Player
from samba_service.kit.times import DAY_S

Lookups = tuple[str, ...]
"""How rows of a table name a player; none if only their keys do."""


class Stored(NamedTuple):
    """One kind of data about a person."""

    what: str
    until: str
    erased: str
    """What an erasure of the account does with it."""
    tables: dict[str, Lookups]


DELETED: Final = gettext_noop("Deleted")
STAYS: Final = gettext_noop("Stays; whom it is about is then a former player without a name")
WITH_ACCOUNT: Final = gettext_noop("As long as the account")
FOR_GOOD: Final = gettext_noop("As long as the service: results stay true")

STORED: Final = (
    Stored(
        gettext_noop("Username, e-mail address if given, a hash of the password, dates of log-in"),
        gettext_noop("As long as the account; a guest's %(guest_days)s days after the last call"),
        DELETED,
        {"accounts.Person": ("player",)},
    ),
    Stored(
        gettext_noop("The name at the table, the time zone, and wishes about ratings"),
        WITH_ACCOUNT,
        gettext_noop("The name becomes “Former player” with four characters, the rest is emptied"),
        {"accounts.Player": ("pk", "owner")},
    ),
    Stored(
        gettext_noop("Log-ins of the pages: the number of the account, and a hash"),
        gettext_noop("%(session_days)s days after the log-in; a guest's as long as the account"),
        gettext_noop("End at once; their rows, without a name, are deleted when they expire"),
        {"sessions.Session": ()},
    ),
    Stored(
        gettext_noop("Tokens and programs with access; of secrets only a hash"),
        gettext_noop("Until they are revoked or expire; at most as long as the account"),
        DELETED,
        {
            "accounts.ApiToken": ("player",),
            "accounts.OAuthClient": ("owner",),
            "accounts.OAuthGrant": ("player",),
            "accounts.RefreshToken": ("grant__player",),
            "accounts.ResetCode": ("person__player", "issued_by"),
        },
    ),
    Stored(
        gettext_noop("Answers to calls that may be sent again"),
        gettext_noop("%(key_hours)s hours"),
        gettext_noop("Deleted; one to others that has the name, within %(key_hours)s hours"),
        {"kit.IdempotencyKey": ("owner",)},
    ),
    Stored(
        gettext_noop("Games: who sat where, every action with its time, phrases, results"),
        FOR_GOOD,
        STAYS,
        {
            "games.Game": ("creator", "account"),
            "games.Seat": ("player",),
            "games.Move": ("game__stints__player",),
            "games.LiveEvent": ("game__stints__player",),
            "games.HandResult": ("game__stints__player",),
            "games.Snapshot": ("game__stints__player",),
            "games.DealSet": ("opened_by",),
        },
    ),
    Stored(
        gettext_noop("When somebody was last heard of at a table"),
        gettext_noop("As long as the game's case may be asked about"),
        STAYS,
        {"games.Presence": ("player",)},
    ),
    Stored(
        gettext_noop("Actions that the rules refused"),
        gettext_noop("%(refusal_days)s days"),
        STAYS,
        {"games.RefusedAction": ("player",), "games.RefusedCount": ("game__stints__player",)},
    ),
    Stored(
        gettext_noop("News for the account: whose turn it is, invitations"),
        gettext_noop("%(notice_days)s days"),
        DELETED,
        {"games.Notice": ("player_id",), "games.NoticeCount": ("player_id",)},
    ),
    Stored(
        gettext_noop("Invitations, blocks and house rules"),
        gettext_noop("Until they are answered or lifted; at most as long as the account"),
        DELETED,
        {
            "games.Invitation": ("player", "invited_by"),
            "games.Block": ("player", "blocked"),
            "games.HouseRuleset": ("player",),
            "games.HouseRulesetVersion": ("by", "ruleset__player"),
        },
    ),
    Stored(
        gettext_noop("Webhooks: addresses of your programs, and which messages they were sent"),
        gettext_noop("Until you delete them, the last %(deliveries)s messages of each"),
        DELETED,
        {"games.Webhook": ("player",), "games.WebhookDelivery": ("webhook__player",)},
    ),
    Stored(
        gettext_noop("Partnerships"),
        FOR_GOOD,
        gettext_noop("Ended, and their names deleted"),
        {
            "games.Partnership": ("created_by", "members__player"),
            "games.PartnershipMember": ("player",),
        },
    ),
    Stored(
        gettext_noop("Clubs: membership, the name there, offices, and how others see the name"),
        gettext_noop("As long as the club"),
        gettext_noop("Stays without the name and without offices"),
        {"tournaments.Club": ("founder",), "tournaments.Member": ("player", "merged_into__player")},
    ),
    Stored(
        gettext_noop("Two entries of one person in a club that were made one"),
        gettext_noop("As long as the club"),
        STAYS,
        {"tournaments.Merge": ("director", "source__player", "into__player")},
    ),
    Stored(
        gettext_noop("Nights: entries, seats, results, calls of the director"),
        FOR_GOOD,
        STAYS,
        {
            "tournaments.Entry": ("stints__member__player",),
            "tournaments.Stint": ("member__player", "replaces__player"),
            "tournaments.AttendanceChange": ("entry__stints__member__player",),
            "tournaments.Assignment": ("entry__stints__member__player",),
            "tournaments.DrawConstraint": (
                "entry__stints__member__player",
                "other__stints__member__player",
            ),
            "tournaments.Adjustment": ("by", "entry__stints__member__player"),
            "tournaments.TableSeat": ("member__player",),
            "tournaments.AccountUse": ("account",),
            "tournaments.Round": ("requested_by",),
            "tournaments.Result": ("by__player",),
            "tournaments.DirectorCall": ("player", "by__player"),
        },
    ),
    Stored(
        gettext_noop("Ratings and how they came about"),
        FOR_GOOD,
        STAYS,
        {
            "tournaments.CountedTable": (),
            "tournaments.RatingLine": (),
            "tournaments.RatingCheckpoint": (),
            "tournaments.ClubRatingList": (),
        },
    ),
    Stored(
        gettext_noop("What directors and the staff did, with their reasons; notes on a case"),
        FOR_GOOD,
        STAYS,
        {
            "tournaments.AuditEntry": ("actor",),
            "tournaments.Sanction": ("made_by", "member__player"),
            "games.CaseEntry": ("actor",),
            "accounts.StaffAct": ("player", "by"),
            "admin.LogEntry": ("user__player",),
        },
    ),
)

OF_NOBODY: Final = frozenset({
    "auth.Permission", "auth.Group", "contenttypes.ContentType", "games.DealSecret", "games.Board",
    "games.DueWork", "games.BotShare", "games.Heartbeat", "games.Outage", "tournaments.Season",
    "games.ArchivedRange", "tournaments.Tournament", "tournaments.RatingList", "tournaments.Table",
    "tournaments.SheetCode", "tournaments.WallLink",
})  # fmt: skip
"""Tables without a person: deals, plans, works in hand."""


def periods() -> dict[str, object]:
    """The values in `until` and `erased`."""
    return {
        "guest_days": settings.SAMBA_GUEST_DAYS,
        "key_hours": settings.SAMBA_KEY_HOURS,
        "session_days": settings.SESSION_COOKIE_AGE // DAY_S,
        "refusal_days": settings.SAMBA_REFUSAL_DAYS,
        "notice_days": settings.SAMBA_NOTICE_DAYS,
        "deliveries": webhook_deliveries.KEPT,
    }


def until(kind: Stored) -> str:
    """How long it is stored, in the reader's language."""
    return gettext(kind.until) % periods()


def erased(kind: Stored) -> str:
    """What an erasure does with it, in the reader's language."""
    return gettext(kind.erased) % periods()


def model_of(table: str) -> type[Model]:
    """The model of a table of `STORED`."""
    return apps.get_model(table)


def rows_archived(player: Player) -> int:
    """The number of rows of logs in archives about the player; they name them by the id only."""
    games = Game.objects.filter(lobby_version__isnull=False, stints__player=player).distinct()
    return sum(games.values_list("version", flat=True))


def rows_about(player: Player, table: str, lookups: Lookups) -> int:
    """The number of rows of a table that name the player, by all of its lookups."""
    named = Q()
    for lookup in lookups:
        named |= Q(**{lookup: player.pk})
    rows = model_of(table)._default_manager.filter(named)
    return rows.values("pk").distinct().count()
