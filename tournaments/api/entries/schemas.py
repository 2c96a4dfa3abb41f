"""Requests and answers of entries."""

from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict
from uuid import UUID

from rest_framework import serializers

from games.choices import InvitationState
from samba_service.accounts.api.schemas import DisplayNameField, PlayerRefAnswer, player_ref
from samba_service.kit.answers import Whole
from samba_service.kit.problems import ProblemAnswer
from samba_service.kit.serializers import (
    ChangeRequest,
    StrictBooleanField,
    StrictIntegerField,
    StrictSerializer,
    StrictUUIDField,
)
from tournaments.api.schemas import EntryRefAnswer, member_ref, reason
from tournaments.selectors.entries import invitations_of_entry

if TYPE_CHECKING:
    from tournaments.models import Entry, Stint


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


class EntryPatch(ChangeRequest):
    checked_in = StrictBooleanField(required=False)
    withdrawn = StrictBooleanField(required=False)
    late = StrictBooleanField(required=False)
    seed = StrictIntegerField(required=False, allow_null=True, min_value=1, max_value=1000)


class EntryRowPatch(EntryPatch):
    """One of many entries."""

    id = StrictUUIDField(help_text="Of the entry")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """At least one in addition to the id."""
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


StintAnswer = TypedDict(
    "StintAnswer",
    {
        "player": PlayerRefAnswer,
        "for": PlayerRefAnswer | None,
        "first": Annotated[Whole, "Round"],
        "first_hand": Annotated[Whole | None, "Of round `first`; null: its first"],
        "last": Annotated[Whole | None, "Round; null: to the end"],
        "last_hand": Annotated[Whole | None, "Of round `last`; null: its last"],
    },
)


class AskedAnswer(TypedDict):
    player: PlayerRefAnswer
    state: Annotated[str, InvitationState]


class EntryAnswer(TypedDict):
    id: UUID
    tournament: UUID
    number: Whole
    name: str
    invited: Annotated[bool, "Somebody has not agreed yet: it is drawn and printed nowhere"]
    asked: Annotated[list[AskedAnswer], "Whom it takes to agree, while it is `invited`"]
    players: list[PlayerRefAnswer]
    tenures: list[StintAnswer]
    partnership: UUID | None
    seed: Whole | None
    checked_in: bool
    withdrawn: bool
    late: bool
    house: bool
    version: Annotated[Whole, "Of the tournament"]


class EntryResultAnswer(TypedDict):
    """The result for one of many entries: `entry` or `problem`."""

    index: Annotated[Whole, "In the body, or among the entries of the other night"]
    status: Annotated[Whole, "200 changed, 201 entered, 202 invited, else the problem's"]
    copy_of: NotRequired[Annotated[EntryRefAnswer, "The entry of the other night"]]
    entry: NotRequired[EntryAnswer]
    problem: NotRequired[ProblemAnswer]


class EntryResultsAnswer(TypedDict):
    results: list[EntryResultAnswer]
    version: Annotated[Whole, "Of the tournament, after all of them"]


def entry_view(entry: "Entry") -> EntryAnswer:
    """An entry with those who sit for it at the end, and everybody who ever does."""
    stints = list(entry.stints.all())
    return {
        "id": entry.id,
        "tournament": entry.tournament_id,
        "number": entry.number,
        "name": entry.name,
        "invited": entry.invited,
        "asked": _asked(entry),
        "players": [member_ref(each.member) for each in stints if each.last_round is None],
        "tenures": [_stint(each) for each in stints],
        "partnership": entry.partnership_id if entry.named_in_full else None,
        "seed": entry.seed,
        "checked_in": entry.checked_in,
        "withdrawn": entry.withdrawn,
        "late": entry.late,
        "house": entry.house,
        "version": entry.tournament.version,
    }


def _asked(entry: "Entry") -> list[AskedAnswer]:
    """Who has been asked to play, while somebody has not agreed."""
    rows = invitations_of_entry(entry) if entry.invited else []
    return [{"player": player_ref(each.player), "state": each.state} for each in rows]


def _stint(stint: "Stint") -> StintAnswer:
    return {
        "player": member_ref(stint.member),
        "for": None if stint.replaces is None else member_ref(stint.replaces),
        "first": stint.first_round,
        "first_hand": stint.first_hand,
        "last": stint.last_round,
        "last_hand": stint.last_hand,
    }
