"""Partnerships: invitations and what becomes of them."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Annotated, TypedDict
from uuid import UUID

from django.http import HttpResponse
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request

from games.api.base import GamesApiView
from games.choices import PartnershipState
from games.selectors import partnerships as selectors
from games.services import partnerships as services
from samba_service.accounts.api.schemas import PlayerRefAnswer, player_ref
from samba_service.accounts.choices import Scope
from samba_service.accounts.names import is_reserved
from samba_service.kit.access import ANY_TOKEN, caller_of, needs
from samba_service.kit.http import json_response, paged, public_id
from samba_service.kit.idempotency import Answer, answer_once
from samba_service.kit.problems import not_found
from samba_service.kit.schema import operation, page_of
from samba_service.kit.serializers import (
    QueryChoiceField,
    QuerySerializer,
    StrictCharField,
    StrictSerializer,
    StrictUUIDField,
)

if TYPE_CHECKING:
    from games.models import Partnership


class PartnershipRequest(StrictSerializer):
    players = serializers.ListField(
        child=StrictUUIDField(),
        min_length=1,
        max_length=3,
        help_text="The others; naming yourself as well makes no difference",
    )
    name = StrictCharField(max_length=60, required=False, allow_blank=True, default="")

    def validate_name(self, name: str) -> str:
        """Not one of our bots'."""
        if is_reserved(name):
            raise serializers.ValidationError("Such names are kept for the service's own bots.")
        return name


class PartnershipQuery(QuerySerializer):
    state = QueryChoiceField(PartnershipState.values, required=False)


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
    happened: list[tuple[datetime, str, UUID]] = []
    for member in members:
        founder = member.player_id == partnership.created_by_id
        if member.accepted_at:
            happened.append(
                (member.accepted_at, "founded" if founder else "accepted", member.player_id)
            )
        if member.left_at:
            happened.append((member.left_at, "left", member.player_id))
    return {
        "id": partnership.id,
        "name": partnership.name,
        "state": partnership.state,
        "players": [player_ref(member.player) for member in members],
        "created_at": partnership.created_at,
        "started_at": partnership.started_at,
        "ended_at": partnership.ended_at,
        "history": [
            {"at": at, "event": event, "player": player}
            for at, event, player in sorted(happened, key=lambda entry: entry[0])
        ],
    }


TAGS = ("partnerships",)


class Partnerships(GamesApiView):
    @operation(
        "partnerships_list",
        summary="List your partnerships",
        description="Invitations to answer are those in state `invited`.",
        access=needs(Scope.PROFILE),
        parameters=[PartnershipQuery],
        answers={200: page_of(PartnershipAnswer)},
        tags=TAGS,
    )
    def get(self, request: Request) -> HttpResponse:
        state = self.query(PartnershipQuery).get("state")
        mine = selectors.partnerships_of(caller_of(request).player_id, state)
        return paged(request, mine, partnership_view)

    @operation(
        "partnerships_create",
        summary="Found a partnership",
        description="Two players, or three for games of two sides of three. It is active when "
        "all have accepted.",
        access=needs(Scope.PROFILE),
        request=PartnershipRequest,
        location="partnerships/{id}",
        answers={201: PartnershipAnswer},
        refusals=(409,),
        idempotent=True,
        tags=TAGS,
    )
    def post(self, request: Request) -> HttpResponse:
        body = self.body(PartnershipRequest)
        founder = caller_of(request).player_id

        def found() -> Answer:
            partnership = services.partnership_create(
                founder_id=founder, player_ids=body["players"], name=body["name"]
            )
            return Answer.of(partnership_view(partnership))

        return answer_once(request, found)


decision = partial(
    operation,
    access=needs(Scope.PROFILE),
    answers={200: PartnershipAnswer},
    refusals=(409,),
    idempotent=True,
    tags=TAGS,
)
"""Declares what one of the players decides about their partnership."""


class _OnePartnership(GamesApiView):
    def find(self, request: Request, **kwargs: str) -> None:
        visible = selectors.partnerships_visible(caller_of(request).player_id)
        found = visible.filter(pk=public_id(kwargs["partnership_id"])).first()
        if found is None:
            raise not_found()
        self.partnership = found

    def _answer(self, request: Request, act: "Callable[..., Partnership]") -> HttpResponse:
        self.body(StrictSerializer)  # no members
        player: UUID = caller_of(request).player_id
        return answer_once(
            request,
            lambda: Answer.of(
                partnership_view(act(partnership_id=self.partnership.pk, player_id=player)),
                status=200,
            ),
        )


class PartnershipDetail(_OnePartnership):
    @operation(
        "partnerships_read",
        summary="Look at a partnership",
        description="Only the invited see invitations.",
        access=ANY_TOKEN,
        answers={200: PartnershipAnswer},
        tags=TAGS,
    )
    def get(self, request: Request, partnership_id: str) -> HttpResponse:
        return json_response(partnership_view(self.partnership))


class PartnershipAccept(_OnePartnership):
    @decision(
        "partnerships_accept",
        summary="Accept an invitation",
    )
    def post(self, request: Request, partnership_id: str) -> HttpResponse:
        return self._answer(request, services.partnership_accept)


class PartnershipDecline(_OnePartnership):
    @decision(
        "partnerships_decline",
        summary="Decline an invitation",
        description="Ends it for all who were invited.",
    )
    def post(self, request: Request, partnership_id: str) -> HttpResponse:
        return self._answer(request, services.partnership_decline)


class PartnershipLeave(_OnePartnership):
    @decision(
        "partnerships_leave",
        summary="Leave a partnership, which ends it",
    )
    def post(self, request: Request, partnership_id: str) -> HttpResponse:
        return self._answer(request, services.partnership_leave)


urlpatterns = [
    path("partnerships", Partnerships.as_view()),
    path("partnerships/<str:partnership_id>", PartnershipDetail.as_view()),
    path("partnerships/<str:partnership_id>/accept", PartnershipAccept.as_view()),
    path("partnerships/<str:partnership_id>/decline", PartnershipDecline.as_view()),
    path("partnerships/<str:partnership_id>/leave", PartnershipLeave.as_view()),
]
