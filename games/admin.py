"""Games in the admin: what a list of games may show anyone. No action, no event and no card: those
who settle complaints read them on the page of the case, which records that they look.
"""

from typing import Any, ClassVar

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html

from games.models import (
    ArchivedRange,
    Block,
    BotShare,
    CaseEntry,
    DealSet,
    Game,
    Heartbeat,
    HouseRuleset,
    Invitation,
    NoticeCount,
    Outage,
    Partnership,
    PartnershipMember,
    RefusedAction,
    Seat,
    Webhook,
    WebhookDelivery,
)
from samba_service.kit.admin import Reading, register


class OfGame(Reading):
    """Rows with a link to the case of their game."""

    game_column: ClassVar[str] = "game_id"

    @admin.display(description="case")
    def case(self, row: Any) -> str:
        game_id = getattr(row, self.game_column)
        return format_html('<a href="{}">case</a>', reverse("case", args=[game_id]))


register(
    *(Game, "id", "status", "ruleset_slug", "seats", "visibility", "created_at", "case"),
    more=(
        *("ruleset_version", "ruleset_sha256", "practice", "rated", "spectators", "hints"),
        *("phrases", "away", "creator", "account", "deal_set", "version", "seq", "turn_due_at"),
        *("started_at", "finished_at"),
    ),
    filters=("status", "visibility", "practice", "rated", "created_at"),
    search=("=id", "=join_code"),
    linked=("creator", "account", "deal_set"),
    kind=OfGame,
    game_column="pk",
)
register(
    *(Seat, "game", "number", "player", "kind", "level", "from_version", "to_version", "case"),
    filters=("kind",),
    search=("=game__id", "=player__id"),
    linked=("game", "player"),
    kind=OfGame,
)
register(
    *(RefusedAction, "at", "game", "seat", "number", "hand", "version", "via", "case"),
    more=("player",),
    filters=("via", "at"),
    search=("=game__id", "=player"),
    linked=("game",),
    kind=OfGame,
)
register(
    *(CaseEntry, "at", "game", "act", "actor", "case"),
    more=("takes_back",),
    filters=("act", "at"),
    search=("=game__id", "=actor__id"),
    linked=("game", "actor"),
    kind=OfGame,
)
register(
    *(DealSet, "id", "seats", "hands", "created_at", "begun_at", "opened_at"),
    more=("ruleset_sha256", "opened_by", "opened_reason"),
    filters=("created_at",),
    search=("=id",),
)
register(
    *(Invitation, "created_at", "kind", "player", "invited_by", "state", "answered_at"),
    more=("id", "subject"),
    filters=("state", "created_at"),
    search=("=id", "=subject"),
    linked=("player", "invited_by"),
)
register(Block, "created_at", "player", "blocked", linked=("player", "blocked"))
register(
    *(Partnership, "name", "state", "created_by", "created_at", "started_at", "ended_at"),
    more=("id",),
    filters=("state", "created_at"),
    search=("^name", "=id"),
)
register(
    *(PartnershipMember, "id", "partnership", "player", "accepted_at", "left_at"),
    search=("=player__id",),
    linked=("partnership", "player"),
)
register(
    *(HouseRuleset, "slug", "owner", "player", "version", "created_at", "hidden_at"),
    more=("id",),
    filters=("created_at",),
    search=("^slug", "=owner"),
    linked=("player",),
)
register(NoticeCount, "player_id", "seq", search=("=player_id",))
register(BotShare, "id", "served_at", search=("=id",))
register(Heartbeat, "id", "at")
register(
    *(ArchivedRange, "low", "high", "folder", "games", "rows", "archived_at"),
    more=("manifest_sha256",),
)
register(Outage, "id", "since", "until", filters=("since",))
register(
    *(Webhook, "id", "player", "about", "subject", "created_at"),
    more=("url", "events", "verified_at", "failing_since", "disabled_at"),
    filters=("about", "failing_since", "disabled_at"),
    search=("=id", "=player__id", "=subject"),
    linked=("player",),
)
register(
    *(WebhookDelivery, "webhook", "type", "subject", "version", "state", "attempts", "created_at"),
    more=("attempted_at", "status", "failure"),
    filters=("state", "type"),
    search=("=webhook__id", "=subject"),
    linked=("webhook",),
)
