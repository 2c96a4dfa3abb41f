"""Bodies of the calls of entries."""

from typing import Any

from rest_framework import serializers

from games.api.people_serializers import DisplayNameField
from samba_service.serializers import (
    StrictBooleanField,
    StrictIntegerField,
    StrictSerializer,
    StrictUUIDField,
)
from tournaments.api.requests import reason


class EntryRequest(StrictSerializer):
    """One of the four, and your name in a club that you are new in."""

    player = StrictUUIDField(required=False)
    partnership = StrictUUIDField(required=False)
    members = serializers.ListField(
        child=StrictUUIDField(), required=False, min_length=1, max_length=3,
        help_text="Of the club, by their own or their players' ids; for directors",
    )  # fmt: skip

    name = DisplayNameField(
        required=False,
        help_text="Your name in the club, or that of the bot account that you enter, if it is new "
        "there and another member has the account's name",
    )

    def get_fields(self) -> dict[str, Any]:
        """With `from`, which is a keyword of Python."""
        text = "A tournament of the club, all of whose entries are to be entered; for directors"
        return {**super().get_fields(), "from": StrictUUIDField(required=False, help_text=text)}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one."""
        if len(attrs.keys() - {"name"}) != 1 or attrs.keys() == {"from", "name"}:
            raise serializers.ValidationError("One of player, partnership, members and from.")
        return attrs


class EntryPatch(StrictSerializer):
    checked_in = StrictBooleanField(required=False)
    withdrawn = StrictBooleanField(required=False)
    late = StrictBooleanField(required=False)
    seed = StrictIntegerField(required=False, allow_null=True, min_value=1, max_value=1000)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """At least one."""
        if not attrs:
            raise serializers.ValidationError("Name what to change.")
        return attrs


class EntryRowPatch(EntryPatch):
    """One of many entries."""

    id = StrictUUIDField(help_text="Of the entry")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """At least one besides the id."""
        super().validate({name: value for name, value in attrs.items() if name != "id"})
        return attrs


class SubstituteRequest(StrictSerializer):
    out = StrictUUIDField(help_text="The player who goes, by their own or their member's id")
    player = StrictUUIDField(required=False)
    member = StrictUUIDField(required=False)
    from_round = StrictIntegerField(min_value=1, max_value=100)
    from_hand = StrictIntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=99,
        help_text="Of a published round; null: the first, online the running one",
    )  # fmt: skip
    to_round = StrictIntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=100
    )
    reason = reason(
        required=False, help_text="Needed to correct who sat in a round that is closed, or at a "
        "table whose result is confirmed",
    )  # fmt: skip

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Either who comes by account or by membership."""
        if ("player" in attrs) == ("member" in attrs):
            raise serializers.ValidationError("Either player or member.")
        return attrs
