"""Invitations to games and tournaments: what waits for an answer, and the answers."""

import base64
import binascii
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from games.api.base import GamesApiView
from games.choices import InvitationState
from games.selectors.invitations import (
    OPEN_FOR,
    InvitationSubject,
    invitation_get,
    invitation_subjects,
    invitations_waiting,
)
from games.selectors.places import ListPosition
from games.selectors.waiting import WaitingAnswer, waiting_list
from games.services.invitations import answers_of, invitation_accept, invitation_decline
from samba_service.accounts.api.schemas import DisplayNameField, PlayerRefAnswer, player_ref
from samba_service.accounts.choices import Scope
from samba_service.kit import strict
from samba_service.kit.access import needs
from samba_service.kit.answers import answer_of
from samba_service.kit.http import json_response, public_id
from samba_service.kit.problems import INVALID_CURSOR, Problem, found_or_404
from samba_service.kit.schema import listing, operation

if TYPE_CHECKING:
    from games.models import Invitation

TAGS = ("invitations",)


class PageQuery(strict.QuerySerializer):
    """Of a list by places: `cursor` may be left out, `limit` has a default."""

    cursor = serializers.CharField(
        required=False, default=None, max_length=200, help_text="From `next`."
    )


def page_answer(
    request: Request,
    read: Callable[[ListPosition | None, int], Sequence[tuple[ListPosition, Any]]],
    *,
    limit: int,
    cursor: str | None,
) -> HttpResponse:
    """The page that the request asks for. `read` takes where to go on and how many it may find."""
    found = read(None if cursor is None else _place(cursor), limit + 1)
    more = len(found) > limit
    return json_response(
        {
            "results": [shown for _, shown in found[:limit]],
            "next": _next(request, found[limit - 1][0]) if more else None,
            "previous": None,
        }
    )


def _next(request: Request, place: ListPosition) -> str:
    text = f"{place.at.isoformat()} {place.id}"
    cursor = base64.urlsafe_b64encode(text.encode()).decode()
    return replace_query_param(request.build_absolute_uri(), "cursor", cursor)


def _place(cursor: str) -> ListPosition:
    try:
        at, _, key = base64.urlsafe_b64decode(cursor.encode()).decode().partition(" ")
        place = ListPosition(datetime.fromisoformat(at), UUID(key))
    except (ValueError, binascii.Error):
        raise Problem(INVALID_CURSOR) from None
    if place.at.tzinfo is None:
        raise Problem(INVALID_CURSOR)
    return place


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


class AcceptRequest(strict.Serializer):
    name = DisplayNameField(
        required=False,
        help_text="To a tournament: what its club calls you, if you are new there and another "
        "member has your account's name",
    )


class MyInvitations(GamesApiView, at="players/me/invitations"):
    @listing("players_me_invitations", READ, InvitationAnswer, query=PageQuery)
    def get(self, query: Any) -> HttpResponse:
        """List the invitations that wait for your answer.

        To games and tournaments, yours and those of your bot accounts, the newest first. An
        invitation holds no seat.
        """
        player_id = self.caller.player_id

        def read(
            after: ListPosition | None, limit: int
        ) -> list[tuple[ListPosition, InvitationAnswer]]:
            rows = invitations_waiting(player_id, after=after, limit=limit)
            places = [ListPosition(row.created_at, row.pk) for row in rows]
            return list(zip(places, invitations_shown(rows), strict=True))

        return page_answer(self.request, read, **query)


class _OneInvitation(GamesApiView):
    invitation: "Invitation"

    def find(self, request: Request, **kwargs: str) -> None:
        named = public_id(kwargs["invitation_id"])
        self.invitation = found_or_404(invitation_get(named, self.caller.player_id))

    def check_permissions(self, request: Request) -> None:
        """The scope of what is offered: a token for tournaments sits down at no other game."""
        super().check_permissions(request)
        self.require_scope(answers_of(self.invitation).scope)

    def answered(self, answer: "Callable[..., Invitation]", **how: Any) -> InvitationAnswer:
        """The invitation after the caller's answer."""
        done = answer(invitation_id=self.invitation.pk, by=self.player, **how)
        return invitations_shown([done])[0]


class InvitationAccept(_OneInvitation, at="invitations/{invitation_id}/accept"):
    @operation("invitations_accept", ANSWER, InvitationAnswer, request=AcceptRequest)
    def post(self, body: Any) -> InvitationAnswer:
        """Accept an invitation.

        You sit down at the seat that it names, or at any free one; or you are entered in the
        tournament. 409 `invitation_over`, `seat_taken`, `game_full`, `already_seated`,
        `already_entered`, `name_taken`, `wrong_state`.
        """
        return self.answered(invitation_accept, name=body.get("name", ""))


class InvitationDecline(_OneInvitation, at="invitations/{invitation_id}/decline"):
    @operation("invitations_decline", ANSWER, InvitationAnswer)
    def post(self) -> InvitationAnswer:
        """Decline an invitation.

        409 `invitation_over`.
        """
        return self.answered(invitation_decline)


def invitations_shown(invitations: "Sequence[Invitation]") -> list[InvitationAnswer]:
    """Invitations and what they are to."""
    subjects = invitation_subjects(invitations)
    return [
        answer_of(
            InvitationAnswer,
            each,
            **subjects[each.pk],
            player=player_ref(each.player),
            by=player_ref(each.invited_by),
            expires_at=each.created_at + OPEN_FOR,
        )
        for each in invitations
    ]


class MyWaiting(GamesApiView, at="players/me/waiting"):
    @listing("players_me_waiting", READ, WaitingAnswer, query=PageQuery, tags=("players",))
    def get(self, query: Any) -> HttpResponse:
        """See what waits for you.

        Invitations, turns and tables in their current state. Each keeps its place, by the time at
        which the invitation or the game was made, newest first: a client that follows `next` to the
        end misses none that waited when it began.
        """
        player_id = self.caller.player_id
        return page_answer(
            self.request,
            lambda after, limit: waiting_list(player_id=player_id, after=after, limit=limit),
            **query,
        )
