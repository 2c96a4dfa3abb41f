"""What is kept about a player, for the player."""

from collections.abc import Callable, Iterable
from typing import Annotated, Any, TypedDict
from uuid import UUID

from games.models.notices import Notice
from games.selectors.partnerships import partnerships_of
from samba_service.accounts.models import Person, Player
from samba_service.accounts.selectors import staff_acts_of, tokens_of

Row = dict[str, Any]
Exported = Callable[[UUID], list[Row]]

_SANCTIONS: list[Exported] = []


def sanctions_register(exported: Exported) -> None:
    """Register what clubs hold against a player and their bots, for the export."""
    _SANCTIONS.append(exported)


class ExportAnswer(TypedDict):
    player: Row
    person: Row | None
    bots: list[Row]
    tokens: list[Row]
    programs: list[Row]
    grants: list[Row]
    partnerships: list[Row]
    rulesets: list[Row]
    webhooks: list[Row]
    notices: list[Row]
    staff_acts: Annotated[list[Row], "Suspensions and the like, and why"]
    sanctions: Annotated[list[Row], "Warnings and exclusions of clubs, lifted ones too"]


def player_export(player: Player) -> ExportAnswer:
    """Everything that is kept about a player except games, as plain values."""
    return {
        "player": _player(player),
        "person": _person(player),
        "bots": _rows(player.bots.all(), "id", "display_name", "created_at"),
        "tokens": _rows(
            tokens_of(player), "id", "name", "prefix", "scopes", "created_at", "last_used_at"
        ),
        "programs": _rows(
            player.oauth_clients.order_by("created_at"), "id", "name", "redirect_uris", "created_at"
        ),
        "grants": _rows(
            player.oauth_grants.order_by("created_at"),
            *("id", "client_id", "scopes", "created_at", "revoked_at"),
        ),
        "partnerships": _partnerships(player),
        "rulesets": _rulesets(player),
        "webhooks": _webhooks(player),
        "notices": _rows(
            Notice.objects.filter(player_id=player.pk).order_by("seq"),
            *("seq", "made_at", "type", "game_id", "seat", "invitation_id"),
        ),
        "staff_acts": _rows(staff_acts_of(player), "at", "act", "until", "reason"),
        "sanctions": [row for exported in _SANCTIONS for row in exported(player.pk)],
    }


def _player(player: Player) -> Row:
    names = ("id", "display_name", "kind", "guest", "rating_public", "time_zone", "created_at")
    return _row(player, *names)


def _person(player: Player) -> Row | None:
    person = Person.objects.filter(player=player).first()
    names = ("username", "email", "date_joined", "last_login", "last_called_at")
    return None if person is None else _row(person, *names)


def _partnerships(player: Player) -> list[Row]:
    return [
        {
            **_row(partnership, "id", "name", "state", "created_at", "ended_at"),
            "players": [member.player_id for member in partnership.members.all()],
        }
        for partnership in partnerships_of(player.pk)
    ]


def _rulesets(player: Player) -> list[Row]:
    return [
        {
            **_row(ruleset, "slug", "created_at", "hidden_at"),
            "versions": _rows(
                ruleset.versions.defer("document"),
                *("version", "name", "extends", "overrides", "created_at"),
            ),
        }
        for ruleset in player.rulesets.order_by("created_at", "id")
    ]


def _webhooks(player: Player) -> list[Row]:
    names = ("id", "url", "about", "subject", "events", "state", "created_at")
    times = ("verified_at", "failing_since", "disabled_at")
    sent = ("id", "type", "subject", "version", "state", "created_at", "attempts")
    return [
        {
            **_row(webhook, *names, *times),
            "deliveries": _rows(webhook.deliveries.order_by("created_at", "id"), *sent),
        }
        for webhook in player.webhooks.order_by("created_at", "id")
    ]


def _rows(found: Iterable[object], *names: str) -> list[Row]:
    return [_row(each, *names) for each in found]


def _row(obj: object, *names: str) -> Row:
    return {name: getattr(obj, name) for name in names}
