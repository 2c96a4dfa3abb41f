"""Reading accounts: players, their tokens and reset codes."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower, Now

from samba_service.accounts.choices import AccountAct, PlayerKind
from samba_service.accounts.models import (
    ApiToken,
    OAuthClient,
    OAuthGrant,
    Person,
    Player,
    RefreshToken,
    ResetCode,
    StaffAct,
)
from samba_service.kit.rows import row_found
from samba_service.kit.sql import run

RESETS_SHOWN = timedelta(days=30)
"""How long an account shows who issued a reset code for it."""

SHUTTING = (AccountAct.SUSPENDED, AccountAct.BANNED)

_IN_FORCE = Q(revoked_at=None) & (Q(expires_at=None) | Q(expires_at__gt=Now()))


# Without the ORM, which takes ten times as long: every process asks once a second for every caller.
_SUSPENDED = "coalesce(answering.suspended_until > statement_timestamp(), false)"
"""As `is_suspended`, of the person who answers for the player."""

_VALID = """
    FROM accounts_apitoken t
    JOIN accounts_player p ON p.id = t.player_id
    JOIN accounts_person answering ON answering.is_active
        AND answering.player_id = CASE p.kind WHEN 'human' THEN p.id ELSE p.owner_id END
    LEFT JOIN accounts_person person ON person.player_id = p.id
    WHERE t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > statement_timestamp())
"""

_FIND = f"""
    SELECT t.id, t.scopes, t.expires_at, t.last_used_at, p.id, p.kind, person.id,
        coalesce(person.is_staff, false), answering.id, p.guest,
        CASE WHEN {_SUSPENDED} THEN answering.player_id END
    {_VALID} AND t.digest = %s
"""

_STILL_VALID = f"SELECT t.id {_VALID} AND NOT {_SUSPENDED} AND t.id = ANY(%s)"


class GoodToken(NamedTuple):
    """A valid token, and its player; `person_id` is None for a bot."""

    id: UUID
    scopes: list[str]
    expires_at: datetime | None
    last_used_at: datetime | None
    player_id: UUID
    kind: str
    person_id: int | None
    is_staff: bool
    account_id: int
    """The id of the person who answers for the player."""
    guest: bool
    suspended: UUID | None
    """The player of the person who answers for it, if that account is suspended."""


def is_suspended(path: str = "") -> Q:
    """True for people, at `path`, whom the staff keep out now; banned ones too."""
    return Q(**{f"{path}suspended_until__gt": Now()})


def is_open(path: str = "") -> Q:
    """True for people, at `path`, whose account is neither closed, erased nor suspended."""
    return Q(**{f"{path}is_active": True}) & ~is_suspended(path)


def token_find(digest: bytes) -> GoodToken | None:
    """The token with `digest`, if it is valid and the person behind its player is active."""
    row = run(_FIND, (digest,)).fetchone()
    return None if row is None else GoodToken._make(row)


def tokens_valid(token_ids: Collection[UUID]) -> set[UUID]:
    """Those of the tokens that are valid, as `token_find` has it."""
    return {row[0] for row in run(_STILL_VALID, (list(token_ids),))} if token_ids else set()


def access_lasts(token_id: UUID) -> bool:
    """True if the token is in force; that of a program is renewed as long as its grant is."""
    return tokens_lasting().filter(pk=token_id).exists()


def tokens_lasting() -> QuerySet[ApiToken]:
    """The tokens whose access lasts, as `access_lasts` has it."""
    fresh = RefreshToken.objects.filter(used_at=None, expires_at__gt=Now()).values("grant")
    renewed = Q(revoked_at=None, grant__revoked_at=None, grant__in=fresh)
    return ApiToken.objects.filter(_IN_FORCE | renewed)


def sessions_valid(sessions: Mapping[str, int]) -> set[str]:
    """Those of the sessions, given with the person of each, that still belong to that person."""
    rows = Session.objects.filter(session_key__in=sessions, expire_date__gt=Now())
    persons = Person.objects.filter(is_open(), pk__in=sessions.values())
    hashes = {person.pk: person.get_session_auth_hash() for person in persons}
    return {
        row.session_key
        for row in rows
        if row.get_decoded().get(HASH_SESSION_KEY) == hashes.get(sessions[row.session_key], "")
    }


def tokens_of(player: Player) -> QuerySet[ApiToken]:
    """The valid tokens of `player` and of the bots they answer for."""
    return ApiToken.objects.filter(_IN_FORCE, is_account("player", player.pk))


def grants_of(player: Player) -> QuerySet[OAuthGrant]:
    """What `player` lets programs do: those that have, or can get, an access token."""
    unused = Q(refresh_tokens__used_at=None, refresh_tokens__expires_at__gt=Now())
    return OAuthGrant.objects.filter(unused, player=player, revoked_at=None).select_related(
        "client__owner", "access_token"
    )


def codes_of(player: Player) -> QuerySet[OAuthGrant]:
    """What `player` has just allowed, for which programs have not fetched their tokens yet."""
    return OAuthGrant.objects.filter(
        player=player, revoked_at=None, redeemed_at=None, code_expires_at__gt=Now()
    )


def clients_of(player: Player) -> QuerySet[OAuthClient]:
    """The programs that `player` has registered."""
    return OAuthClient.objects.filter(owner=player)


def client_find(client_id: UUID) -> OAuthClient | None:
    """The program with this id, if the person who registered it has an open account."""
    open_ones = OAuthClient.objects.filter(is_open("owner__person__"))
    return row_found(open_ones.select_related("owner"), pk=client_id)


def staff_acts_of(player: Player) -> QuerySet[StaffAct]:
    """What the staff did with the account, the latest first."""
    return StaffAct.objects.filter(player=player).select_related("by")


def suspension_of(player_id: UUID) -> StaffAct | None:
    """The act by which the account is suspended now, if it is."""
    shut = StaffAct.objects.filter(player=player_id, act__in=SHUTTING)
    return shut.filter(is_suspended("player__person__")).first()


def resets_of(person: Person) -> QuerySet[ResetCode]:
    """The reset codes of the last 30 days, used or not, the latest first."""
    since = Now() - RESETS_SHOWN
    return person.reset_codes.filter(issued_at__gt=since).select_related("issued_by")


def person_of(player: Player) -> Person | None:
    """The person behind `player`; None for bots and former players."""
    return Person.objects.filter(player=player).first()


def is_account(path: str, player_id: UUID) -> Q:
    """True for rows whose player, at `path`, is this one or one of their bot accounts."""
    return Q(**{path: player_id}) | Q(**{f"{path}__owner": player_id})


def player_get(player_id: UUID) -> Player | None:
    """The player, former ones included: results refer to them."""
    return row_found(Player.objects.select_related("owner"), pk=player_id)


def time_zone_of(player_id: UUID | None) -> str:
    """As `Europe/Berlin`; empty: not given, or nobody."""
    if player_id is None:
        return ""
    zones = Player.objects.filter(pk=player_id).values_list("time_zone", flat=True)
    return zones.first() or ""


def caller_player(player_id: UUID, kind: str, *, guest: bool) -> Player | None:
    """The player who calls; of people, nearly all but the id is read when it is asked for.

    Of a guest also if they are one still: they may have claimed their account a moment ago.
    """
    if kind != PlayerKind.HUMAN:
        return player_get(player_id)
    known = {"id": player_id, "kind": kind, "owner_id": None}
    known |= {} if guest else {"guest": False}
    return Player.from_db(None, list(known), list(known.values()))


def players_search(text: str) -> QuerySet[Player]:
    """Players whose name contains `text`, by name; former ones are not found."""
    return (
        Player.objects.filter(display_name__icontains=text, anonymised_at=None)
        .select_related("owner")
        .annotate(sort_name=Lower("display_name"))
    )
