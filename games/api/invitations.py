"""Invitations to games and tournaments: what waits for an answer, and the answers."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated
from uuid import UUID

from django.http import HttpResponse
from django.urls import path
from rest_framework.request import Request

from games.api.base import GamesApiView, player_of
from games.api.paging import PageQuery, page_answer
from games.api.schemas import EmptyRequest
from games.choices import InvitationState
from games.selectors.invitations import (
    OPEN_FOR,
    InvitationSubject,
    invitation_get,
    invitation_subjects,
    invitations_to,
)
from games.selectors.notices import NoticeAnswer, player_events
from games.selectors.places import ListPosition, page_after
from games.services.invitations import answers_of, invitation_accept, invitation_decline
from samba_service.accounts.api.schemas import DisplayNameField, PlayerRefAnswer, player_ref
from samba_service.accounts.choices import Scope
from samba_service.kit.access import caller_of, insufficient_scope, needs
from samba_service.kit.http import public_id
from samba_service.kit.idempotency import Answer, answer_once
from samba_service.kit.problems import not_found
from samba_service.kit.schema import operation, page_of
from samba_service.kit.serializers import StrictSerializer

if TYPE_CHECKING:
    from games.models import Invitation
    from samba_service.accounts.models import Player

TAGS = ("invitations",)


READ = needs(Scope.PROFILE, Scope.GAMES_READ)


ANSWER = needs(Scope.GAMES_PLAY, Scope.TOURNAMENTS_PLAY)


class InvitationAnswer(InvitationSubject):
    id: UUID
    kind: Annotated[str, ("enum", ("game", "tournament"))]
    state: Annotated[str, InvitationState]
    player: Annotated[PlayerRefAnswer, "You, or a bot account of yours"]
    by: PlayerRefAnswer
    created_at: datetime
    expires_at: Annotated[datetime, "It may lapse sooner"]


class AcceptRequest(StrictSerializer):
    name = DisplayNameField(
        required=False,
        help_text="To a tournament: what its club calls you, if you are new there and another "
        "member has your account's name",
    )


class MyInvitations(GamesApiView):
    @operation(
        "players_me_invitations",
        summary="List the invitations that wait for your answer",
        description="To games and tournaments, yours and those of your bot accounts, the newest "
        "first. An invitation holds no seat.",
        access=READ,
        parameters=[PageQuery],
        answers={200: page_of(InvitationAnswer)},
        tags=TAGS,
    )
    def get(self, request: Request) -> HttpResponse:
        waiting = invitations_to(caller_of(request).player_id)

        def read(
            after: ListPosition | None, limit: int
        ) -> list[tuple[ListPosition, InvitationAnswer]]:
            rows = list(page_after(waiting, after, limit))
            places = [ListPosition(row.created_at, row.pk) for row in rows]
            return list(zip(places, invitations_shown(rows), strict=True))

        return page_answer(request, read, **self.query(PageQuery))


class _OneInvitation(GamesApiView):
    invitation: "Invitation"

    def find(self, request: Request, **kwargs: str) -> None:
        invitation_id = public_id(kwargs["invitation_id"])
        found = invitation_get(invitation_id, caller_of(request).player_id)
        if found is None:
            raise not_found()
        self.invitation = found

    def check_permissions(self, request: Request) -> None:
        """The scope of what is offered: a token for tournaments sits down at no other game."""
        super().check_permissions(request)
        scope = answers_of(self.invitation).scope
        if scope not in caller_of(request).scopes:
            raise insufficient_scope(scope)

    def answer(self, request: Request, act: "Callable[[Player], Invitation]") -> HttpResponse:
        """Answer the invitation, once."""
        by = player_of(request)

        def effect() -> Answer:
            return Answer.of(invitations_shown([act(by)])[0], status=200)

        return answer_once(request, effect)


class InvitationAccept(_OneInvitation):
    @operation(
        "invitations_accept",
        summary="Accept an invitation",
        description="You sit down at the seat that it names, or at any free one; or you are "
        "entered in the tournament. 409 `invitation_over`, `seat_taken`, `game_full`, "
        "`already_seated`, `already_entered`, `name_taken`, `wrong_state`.",
        access=ANSWER,
        request=AcceptRequest,
        answers={200: InvitationAnswer},
        idempotent=True,
        tags=TAGS,
    )
    def post(self, request: Request, invitation_id: str) -> HttpResponse:
        name, asked = self.body(AcceptRequest).get("name", ""), self.invitation.pk
        return self.answer(
            request, lambda by: invitation_accept(invitation_id=asked, by=by, name=name)
        )


class InvitationDecline(_OneInvitation):
    @operation(
        "invitations_decline",
        summary="Decline an invitation",
        description="409 `invitation_over`.",
        access=ANSWER,
        request=EmptyRequest,
        answers={200: InvitationAnswer},
        idempotent=True,
        tags=TAGS,
    )
    def post(self, request: Request, invitation_id: str) -> HttpResponse:
        self.body(EmptyRequest)
        return self.answer(
            request, lambda by: invitation_decline(invitation_id=self.invitation.pk, by=by)
        )


def invitations_shown(invitations: "Sequence[Invitation]") -> list[InvitationAnswer]:
    """Invitations and what they are to."""
    subjects = invitation_subjects(invitations)
    return [
        {
            "id": each.pk,
            "kind": each.kind,
            "state": each.state,
            "player": player_ref(each.player),
            "by": player_ref(each.invited_by),
            "created_at": each.created_at,
            "expires_at": each.created_at + OPEN_FOR,
            **subjects[each.pk],
        }
        for each in invitations
    ]


class MyEvents(GamesApiView):
    @operation(
        "players_me_events",
        summary="See what waits for you",
        description="Invitations, turns and tables in their current state. Each keeps its place, "
        "by the time at which the invitation or the game was made, newest first: a client that "
        "follows `next` to the end misses none that waited when it began.",
        access=READ,
        parameters=[PageQuery],
        answers={200: page_of(NoticeAnswer)},
        tags=("players",),
    )
    def get(self, request: Request) -> HttpResponse:
        player_id = caller_of(request).player_id
        return page_answer(
            request,
            lambda after, limit: player_events(player_id=player_id, after=after, limit=limit),
            **self.query(PageQuery),
        )


urlpatterns = [
    path("players/me/invitations", MyInvitations.as_view()),
    path("invitations/<str:invitation_id>/accept", InvitationAccept.as_view()),
    path("invitations/<str:invitation_id>/decline", InvitationDecline.as_view()),
    path("players/me/events", MyEvents.as_view()),
]
