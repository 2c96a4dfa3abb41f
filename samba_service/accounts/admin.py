"""Accounts, tokens and programs in the admin. No password, secret or hash of one is shown."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.db import transaction
from django.http import HttpRequest

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
from samba_service.accounts.services.access import token_revoke, tokens_announce
from samba_service.accounts.services.people import player_update
from samba_service.kit.admin import Reading, register

admin.site.unregister(Group)  # the operator is a superuser; others of the staff read the desk


class EditedPlayers(Reading):
    editable = ("display_name",)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The names of the erased and of our own bots stay."""
        fixed = obj is not None and (obj.anonymised_at is not None or obj.bot_level)
        return not fixed and super().has_change_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """By the service, which has clubs keep the names of their members apart."""
        player_update(player_id=obj.pk, display_name=obj.display_name)


class EditedAccounts(Reading):
    editable = ("email", "is_active", "is_staff", "is_superuser")

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        tokens_announce()  # what an account may do is kept for a while with its tokens


@admin.action(description="Revoke the selected tokens", permissions=["change"])
def revoke(site: Reading, request: HttpRequest, tokens: Any) -> None:
    """End each token; that of a program with all that it may do."""
    with transaction.atomic():
        _revoke(site, request, tokens)


def _revoke(site: Reading, request: HttpRequest, tokens: Any) -> None:
    for token in tokens.select_related("player").filter(revoked_at=None):
        token_revoke(player=token.player, token_id=token.pk)
        site.log_change(request, token, "revoked")


class EditedTokens(Reading):
    editable = ("name",)
    actions = (revoke,)


register(
    *(Player, "display_name", "kind", "guest", "created_at"),
    more=("id", "owner", "bot_level", "rating_public", "time_zone", "anonymised_at"),
    filters=("kind", "guest"),
    search=("^display_name", "=id"),
    linked=("owner",),
    kind=EditedPlayers,
)
register(
    *(Person, "username", "player", "is_active", "is_staff", "last_login"),
    more=(
        *("email", "is_superuser", "date_joined", "suspended_until", "recovery_club"),
        "last_called_at",
    ),
    filters=("is_active", "is_staff", "is_superuser"),
    search=("^username", "=email"),
    linked=("player",),
    kind=EditedAccounts,
)
register(
    *(ApiToken, "prefix", "name", "player", "created_at", "last_used_at", "revoked_at"),
    more=("scopes", "expires_at", "grant"),
    filters=("created_at", "revoked_at"),
    search=("=prefix",),
    linked=("player", "grant"),
    kind=EditedTokens,
)
register(
    *(OAuthClient, "name", "owner", "created_at"),
    more=("id", "redirect_uris"),
    search=("^name", "=id"),
    linked=("owner",),
)
register(
    *(OAuthGrant, "id", "client", "player", "created_at", "revoked_at"),
    more=("scopes", "redirect_uri", "code_expires_at", "redeemed_at"),
    filters=("created_at", "revoked_at"),
    search=("=id",),
    linked=("client", "player"),
)
register(RefreshToken, "id", "grant", "expires_at", "used_at", linked=("grant",))
register(
    *(ResetCode, "issued_at", "person", "issued_by", "expires_at", "used_at", "revoked_at"),
    filters=("issued_at",),
    linked=("person", "issued_by"),
)
register(
    *(StaffAct, "at", "player", "act", "by", "until"),
    more=("reason",),
    filters=("act", "at"),
    linked=("player", "by"),
)
register(
    *(LogEntry, "action_time", "user", "content_type", "object_id", "change_message"),
    filters=("action_time",),
    search=("=object_id",),
    linked=("user",),
)
