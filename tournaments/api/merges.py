"""Two members who are one person: merged, agreed to, undone."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, TypedDict
from uuid import UUID

from django.http import HttpResponse
from django.urls import path
from rest_framework.request import Request

from games.api.base import player_of
from games.api.schemas import EmptyRequest
from samba_service.accounts.api.schemas import PlayerRefAnswer
from samba_service.kit.access import insufficient_scope
from samba_service.kit.http import empty_response, paged, public_id
from samba_service.kit.idempotency import Answer, answer_once
from samba_service.kit.problems import not_found
from samba_service.kit.schema import operation, page_of
from samba_service.kit.serializers import QuerySerializer, StrictSerializer, StrictUUIDField
from tournaments.api.base import (
    CLUB_TAGS,
    CONCERNED,
    DIRECTORS,
    READ_CLUB,
    ClubView,
    MemberView,
    directs,
)
from tournaments.api.schemas import member_ref
from tournaments.choices import MergeState
from tournaments.errors import NoMerge
from tournaments.selectors.clubs import DIRECTING, member_known, merge_done, merges_of
from tournaments.services.merges import member_merge, member_unmerge, merge_accept, merge_withdraw

if TYPE_CHECKING:
    from tournaments.models import Merge


class MergeRequest(StrictSerializer):
    into = StrictUUIDField(help_text="The other member, by their id or their player's")


class MergeAnswer(TypedDict):
    id: UUID
    merged: Annotated[PlayerRefAnswer, "Who is no member of their own any more"]
    into: PlayerRefAnswer
    state: Annotated[str, MergeState]
    awaits: Annotated[
        list[Annotated[str, ("enum", ("director", "merged", "into"))]],
        "Who has to agree before it is done",
    ]
    proposed_at: datetime


def merge_view(merge: "Merge") -> MergeAnswer:
    """A merge as its parties and the directors see it."""
    return {
        "id": merge.id,
        "merged": member_ref(merge.source),
        "into": member_ref(merge.into),
        "state": merge.state,
        "awaits": merge.awaits if merge.state == MergeState.PROPOSED else [],
        "proposed_at": merge.proposed_at,
    }


@contextmanager
def _as_whom(view: MemberView) -> Iterator[bool]:
    """True if the caller acts as a director, in addition to being one of the two members.

    A director whose token is not for that is refused where only a director has a say.
    """
    directing = directs(view.request, view.member)
    try:
        yield directing
    except NoMerge:
        if view.member.role in DIRECTING and not directing:
            raise insufficient_scope(*DIRECTORS.scopes) from None
        raise


def _answer(merge: "Merge") -> Answer:
    status = 202 if merge.state == MergeState.PROPOSED else 200
    return Answer.of(merge_view(merge), status=status)


class Merges(ClubView):
    @operation(
        "clubs_merges_list",
        summary="List members who were merged, or are to be",
        description="The latest first. Directors see all, others those that they have part in.",
        access=READ_CLUB,
        parameters=[QuerySerializer],
        answers={200: page_of(MergeAnswer)},
        tags=CLUB_TAGS,
    )
    def get(self, request: Request, club_id: str) -> HttpResponse:
        self.query(QuerySerializer)
        involving = None if self.member.role in DIRECTING else self.member
        merges = merges_of(self.club.pk, involving=involving)
        return paged(request, merges, merge_view, ordering="-proposed_at")


class MemberMerge(MemberView):
    @operation(
        "clubs_members_merge",
        summary="Merge two members who are one person",
        description="By a director. The one with an account stays, whichever is named; results, "
        "tenures and the season table follow. Who is entered, or sits for another, by the id that "
        "went is this member from then on; among the members of the club that id is 404, except "
        "for `/unmerge`. A guest with an account stays one until they join by the club's code. "
        "Of two accounts both holders must agree (`/merge/accept`): 202 until they have; so must a "
        "guest with an account, if the name is entered for a night that is not over. 409 "
        "`played_together` with the tables if both were entered in one night, `still_playing`, "
        "`archived` with the night that is in the archive, `last_admin`.",
        access=DIRECTORS,
        request=MergeRequest,
        answers={200: MergeAnswer, 202: MergeAnswer},
        refusals=(409,),
        idempotent=True,
        tags=CLUB_TAGS,
    )
    def post(self, request: Request, club_id: str, member_id: str) -> HttpResponse:
        into = self.body(MergeRequest)["into"]
        return answer_once(
            request, lambda: _answer(member_merge(member=self.sought, into=into, by=self.member))
        )

    @operation(
        "clubs_members_merge_drop",
        summary="Refuse a merge, or take it back",
        description="By a director or one of the two members, while an agreement is "
        "missing. Directors need `club:admin` or `tournaments:manage`. 409 `no_merge`.",
        access=CONCERNED,
        answers={204: None},
        refusals=(409,),
        tags=CLUB_TAGS,
    )
    def delete(self, request: Request, club_id: str, member_id: str) -> HttpResponse:
        with _as_whom(self) as directing:
            merge_withdraw(member=self.sought, by=self.member, directing=directing)
        return empty_response()


class MemberMergeAccept(MemberView):
    @operation(
        "clubs_members_merge_accept",
        summary="Agree to a merge",
        description="By the holder of an account that `awaits` names, or by a director where a "
        "member claimed a second name, who needs `club:admin` or `tournaments:manage`. 200 when it "
        "is done, 202 while an agreement is missing. 409 `no_merge`, and as for merging.",
        access=CONCERNED,
        request=EmptyRequest,
        answers={200: MergeAnswer, 202: MergeAnswer},
        refusals=(409,),
        idempotent=True,
        tags=CLUB_TAGS,
    )
    def post(self, request: Request, club_id: str, member_id: str) -> HttpResponse:
        self.body(EmptyRequest)
        return answer_once(request, self._accept)

    def _accept(self) -> Answer:
        with _as_whom(self) as directing:
            return _answer(merge_accept(member=self.sought, by=self.member, directing=directing))


class MemberUnmerge(ClubView):
    merge: "Merge | None"

    def find(self, request: Request, **kwargs: str) -> None:
        super().find(request, **kwargs)
        named = public_id(kwargs["member_id"])
        self.merge = merge_done(self.club.pk, named)
        if self.merge is None and member_known(self.club.pk, named) is None:
            raise not_found()

    @operation(
        "clubs_members_unmerge",
        summary="Undo a merge",
        description="By a director; the path names the member who was merged away. What was "
        "theirs before is theirs again, later results stay where they were entered. 409 "
        "`archived` while a night of theirs is in the archive, `still_playing`, and `no_merge` for "
        "who was never merged, or is themselves again.",
        access=DIRECTORS,
        request=EmptyRequest,
        answers={200: MergeAnswer},
        refusals=(409,),
        idempotent=True,
        tags=CLUB_TAGS,
    )
    def post(self, request: Request, club_id: str, member_id: str) -> HttpResponse:
        self.body(EmptyRequest)

        def undo() -> Answer:
            if self.merge is None:
                raise NoMerge
            return _answer(member_unmerge(merge=self.merge, by=player_of(request)))

        return answer_once(request, undo)


urlpatterns = [
    path("clubs/<str:club_id>/merges", Merges.as_view()),
    path("clubs/<str:club_id>/members/<str:member_id>/merge", MemberMerge.as_view()),
    path(
        "clubs/<str:club_id>/members/<str:member_id>/merge/accept",
        MemberMergeAccept.as_view(),
    ),
    path("clubs/<str:club_id>/members/<str:member_id>/unmerge", MemberUnmerge.as_view()),
]
