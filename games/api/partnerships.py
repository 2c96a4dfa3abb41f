"""Partnerships: invitations and what becomes of them."""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypedDict
from uuid import UUID

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request

from games.api.base import GamesApiView
from games.choices import PartnershipState
from games.selectors import partnerships as selectors
from games.services import partnerships as services
from samba_service.accounts.api.schemas import PlayerRefAnswer, player_ref
from samba_service.accounts.choices import Scope
from samba_service.accounts.names import is_reserved
from samba_service.kit import strict
from samba_service.kit.access import ANY_TOKEN, needs
from samba_service.kit.answers import answer_of
from samba_service.kit.http import paged, public_id
from samba_service.kit.problems import found_or_404
from samba_service.kit.schema import listing, operation

if TYPE_CHECKING:
    from games.models import Partnership


class PartnershipRequest(strict.Serializer):
    players = serializers.ListField(
        child=strict.UUIDField(),
        min_length=1,
        max_length=3,
        help_text="The others; naming yourself as well makes no difference",
    )
    name = strict.CharField(max_length=60, required=False, allow_blank=True, default="")

    def validate_name(self, name: str) -> str:
        """Not one of our bots'."""
        if is_reserved(name):
            raise serializers.ValidationError("Such names are kept for the service's own bots.")
        return name


class PartnershipQuery(strict.QuerySerializer):
    state = strict.QueryChoiceField(PartnershipState.values, required=False)


class PartnershipEventAnswer(TypedDict):
    at: datetime
    event: Annotated[str, ("enum", ("founded", "accepted", "left"))]
    player: UUID


class PartnershipAnswer(TypedDict):
    id: UUID
    name: str
    state: Annotated[str, PartnershipState]
    players: list[PlayerRefAnswer]
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    history: list[PartnershipEventAnswer]


def partnership_view(partnership: "Partnership") -> PartnershipAnswer:
    """A partnership with its members in order of invitation."""
    members = list(partnership.members.all())
    history: list[PartnershipEventAnswer] = []
    for member in members:
        player, founder = member.player_id, member.player_id == partnership.created_by_id
        if member.accepted_at:
            event = "founded" if founder else "accepted"
            history.append({"at": member.accepted_at, "event": event, "player": player})
        if member.left_at:
            history.append({"at": member.left_at, "event": "left", "player": player})
    return answer_of(
        PartnershipAnswer,
        partnership,
        players=[player_ref(member.player) for member in members],
        history=sorted(history, key=lambda event: event["at"]),
    )


TAGS = ("partnerships",)

ACCESS = needs(Scope.PROFILE)


class Partnerships(GamesApiView, at="partnerships"):
    @listing("partnerships_list", ACCESS, PartnershipAnswer, query=PartnershipQuery)
    def get(self, query: Any) -> HttpResponse:
        """List your partnerships.

        Invitations to answer are those in state `invited`.
        """
        mine = selectors.partnerships_of(self.caller.player_id, query.get("state"))
        return paged(self.request, mine, partnership_view)

    @operation(
        "partnerships_create",
        ACCESS,
        {201: PartnershipAnswer},
        request=PartnershipRequest,
        location="partnerships/{id}",
    )
    def post(self, body: Any) -> PartnershipAnswer:
        """Found a partnership.

        Two players, or three for games of two sides of three. It is active when all have accepted.
        """
        founded = services.partnership_create(
            founder_id=self.caller.player_id, player_ids=body["players"], name=body["name"]
        )
        return partnership_view(founded)


class _OnePartnership(GamesApiView):
    def find(self, request: Request, **kwargs: str) -> None:
        visible = selectors.partnerships_visible(self.caller.player_id)
        named = visible.filter(pk=public_id(kwargs["partnership_id"]))
        self.partnership = found_or_404(named.first())

    def decided(self, decide: "Callable[..., Partnership]") -> PartnershipAnswer:
        """The partnership after the caller's decision."""
        player_id = self.caller.player_id
        return partnership_view(decide(partnership_id=self.partnership.pk, player_id=player_id))


class PartnershipDetail(_OnePartnership, at="partnerships/{partnership_id}"):
    @operation("partnerships_read", ANY_TOKEN, PartnershipAnswer)
    def get(self) -> PartnershipAnswer:
        """Look at a partnership.

        Only the invited see invitations.
        """
        return partnership_view(self.partnership)


class PartnershipAccept(_OnePartnership, at="partnerships/{partnership_id}/accept"):
    @operation("partnerships_accept", ACCESS, PartnershipAnswer)
    def post(self) -> PartnershipAnswer:
        """Accept an invitation."""
        return self.decided(services.partnership_accept)


class PartnershipDecline(_OnePartnership, at="partnerships/{partnership_id}/decline"):
    @operation("partnerships_decline", ACCESS, PartnershipAnswer)
    def post(self) -> PartnershipAnswer:
        """Decline an invitation.

        Ends it for all who were invited.
        """
        return self.decided(services.partnership_decline)


class PartnershipLeave(_OnePartnership, at="partnerships/{partnership_id}/leave"):
    @operation("partnerships_leave", ACCESS, PartnershipAnswer)
    def post(self) -> PartnershipAnswer:
        """Leave a partnership, which ends it."""
        return self.decided(services.partnership_leave)
