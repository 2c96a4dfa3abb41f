"""Reading partnerships."""

from collections.abc import Callable
from typing import Annotated, Any, TypedDict
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet

from games.choices import PartnershipState
from games.models.notices import Notice
from games.models.partnerships import Partnership, PartnershipMember
from games.selectors.blocks import apart
from samba_service.accounts.models import Person, Player
from samba_service.accounts.selectors import is_account, staff_acts_of, tokens_of


def partnerships_visible(player_id: UUID) -> QuerySet[Partnership]:
    """Founded partnerships, which results show to all; an invitation only for those it asks.

    A player who is apart from the founder by a block does not see it, unless they accepted before.
    """
    answered = Q(accepted_at__isnull=False) | ~Q(apart("player", "partnership__created_by"))
    mine = PartnershipMember.objects.filter(answered, player=player_id).values("partnership")
    public = ~Q(started_at=None)
    members = PartnershipMember.objects.select_related("player").order_by("id")
    return Partnership.objects.filter(public | Q(pk__in=mine)).prefetch_related(
        Prefetch("members", members)
    )


def partnerships_asked(account_id: UUID) -> int:
    """Unanswered invitations to partnerships that an account and its bots have sent."""
    unanswered = PartnershipMember.objects.filter(
        accepted_at=None, left_at=None, partnership__state=PartnershipState.INVITED
    )
    return unanswered.filter(is_account("partnership__created_by", account_id)).count()


def partnerships_of(
    player_id: UUID, state: PartnershipState | None = None
) -> QuerySet[Partnership]:
    """The player's own partnerships."""
    mine = partnerships_visible(player_id).filter(members__player=player_id)
    return mine if state is None else mine.filter(state=state)


Exported = Callable[[UUID], list[dict[str, Any]]]

_SANCTIONS: list[Exported] = []


def sanctions_register(exported: Exported) -> None:
    """Register what clubs hold against a player and their bots, for the export."""
    _SANCTIONS.append(exported)


class ExportAnswer(TypedDict):
    player: dict[str, Any]
    person: dict[str, Any] | None
    bots: list[dict[str, Any]]
    tokens: list[dict[str, Any]]
    programs: list[dict[str, Any]]
    grants: list[dict[str, Any]]
    partnerships: list[dict[str, Any]]
    rulesets: list[dict[str, Any]]
    notices: list[dict[str, Any]]
    staff_acts: Annotated[list[dict[str, Any]], "Suspensions and the like, and why"]
    sanctions: Annotated[list[dict[str, Any]], "Warnings and exclusions of clubs, lifted ones too"]


def player_export(player: Player) -> ExportAnswer:
    """Everything that is kept about a player except games, as plain values."""
    person = Person.objects.filter(player=player).first()
    return {
        "player": _row(
            player,
            "id",
            "display_name",
            "kind",
            "guest",
            "rating_public",
            "time_zone",
            "created_at",
        ),
        "person": None
        if person is None
        else _row(person, "username", "email", "date_joined", "last_login", "last_called_at"),
        "bots": [_row(bot, "id", "display_name", "created_at") for bot in player.bots.all()],
        "tokens": [
            _row(token, "id", "name", "prefix", "scopes", "created_at", "last_used_at")
            for token in tokens_of(player)
        ],
        "programs": [
            _row(client, "id", "name", "redirect_uris", "created_at")
            for client in player.oauth_clients.order_by("created_at")
        ],
        "grants": [
            _row(grant, "id", "client_id", "scopes", "created_at", "revoked_at")
            for grant in player.oauth_grants.order_by("created_at")
        ],
        "partnerships": [
            {
                **_row(partnership, "id", "name", "state", "created_at", "ended_at"),
                "players": [member.player_id for member in partnership.members.all()],
            }
            for partnership in partnerships_of(player.pk)
        ],
        "rulesets": [
            {
                **_row(ruleset, "slug", "created_at", "hidden_at"),
                "versions": [
                    _row(each, "version", "name", "extends", "overrides", "created_at")
                    for each in ruleset.versions.defer("document")
                ],
            }
            for ruleset in player.rulesets.order_by("created_at", "id")
        ],
        "notices": [
            _row(each, "seq", "made_at", "type", "game_id", "seat", "invitation_id")
            for each in Notice.objects.filter(player_id=player.pk).order_by("seq")
        ],
        "staff_acts": [_row(act, "at", "deed", "until", "reason") for act in staff_acts_of(player)],
        "sanctions": [row for exported in _SANCTIONS for row in exported(player.pk)],
    }


def _row(obj: object, *names: str) -> dict[str, Any]:
    return {name: getattr(obj, name) for name in names}
