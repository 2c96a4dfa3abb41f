"""Two members who are one person: merged, agreed to, undone."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypedDict
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from samba_service.accounts.api.schemas import PlayerRefAnswer
from samba_service.kit import strict
from samba_service.kit.access import insufficient_scope
from samba_service.kit.answers import answer_of
from samba_service.kit.http import paged, public_id
from samba_service.kit.idempotency import Answer
from samba_service.kit.problems import not_found
from samba_service.kit.schema import listing, operation
from tournaments.api.base import (
    CONCERNED,
    DIRECTORS,
    READ_CLUB,
    ClubView,
    MemberView,
    directs,
)
from tournaments.api.schemas import member_ref
from tournaments.choices import MergeState
from tournaments.club_errors import NoMerge
from tournaments.selectors.clubs import DIRECTING, member_known, merge_done, merges_of
from tournaments.services.merges import member_merge, member_unmerge, merge_accept, merge_withdraw

if TYPE_CHECKING:
    from tournaments.models import Merge


TAGS = ("clubs",)


class MergeRequest(strict.Serializer):
    into = strict.UUIDField(help_text="The other member, by their id or their player's")


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
    awaits = merge.awaits if merge.state == MergeState.PROPOSED else []
    merged, into = member_ref(merge.source), member_ref(merge.into)
    return answer_of(MergeAnswer, merge, merged=merged, into=into, awaits=awaits)


@contextmanager
def _as_whom(view: MemberView) -> Iterator[bool]:
    """True if the caller acts as a director, in addition to being one of the two members.

    A director whose token is not for that is refused where only a director has a say.
    """
    directing = directs(view.member, view.scopes)
    try:
        yield directing
    except NoMerge:
        if view.member.role in DIRECTING and not directing:
            raise insufficient_scope(*DIRECTORS.scopes) from None
        raise


def _answer(merge: "Merge") -> Answer:
    status = 202 if merge.state == MergeState.PROPOSED else 200
    return Answer.of(merge_view(merge), status=status)


class Merges(ClubView, at="clubs/{club_id}/merges"):
    @listing("clubs_merges_list", READ_CLUB, MergeAnswer)
    def get(self) -> HttpResponse:
        """List members who were merged, or are to be.

        The latest first. Directors see all, others those that they have part in.
        """
        involving = None if self.member.role in DIRECTING else self.member
        merges = merges_of(self.club.pk, involving=involving)
        return paged(self.request, merges, merge_view, ordering="-proposed_at")


class MemberMerge(MemberView, at="clubs/{club_id}/members/{member_id}/merge"):
    @operation(
        "clubs_members_merge", DIRECTORS, {200: MergeAnswer, 202: MergeAnswer}, request=MergeRequest
    )
    def post(self, body: Any) -> Answer:
        """Merge two members who are one person.

        By a director. The one with an account stays, whichever is named; results, tenures and the
        season table follow. Where the id that went is entered, or sits for another, it is this
        member from then on; among the members of the club it is 404, except for `/unmerge`. A guest
        with an account stays one until they join by the club's code. Of two accounts both holders
        must agree (`/merge/accept`), and so must a guest with an account if the name is entered for
        a night that is not over: 202 until they have. 409 `played_together` with the tables if both
        were entered in one night, `still_playing`, `archived` with the night that is in the
        archive, `last_admin`.
        """
        return _answer(member_merge(member=self.sought, into=body["into"], by=self.member))

    @operation("clubs_members_merge_drop", CONCERNED, None, refusals=(409,))
    def delete(self) -> None:
        """Refuse a merge, or take it back.

        By a director or one of the two members, while an agreement is missing. Directors need
        `club:admin` or `tournaments:manage`. 409 `no_merge`.
        """
        with _as_whom(self) as directing:
            merge_withdraw(member=self.sought, by=self.member, directing=directing)


class MemberMergeAccept(MemberView, at="clubs/{club_id}/members/{member_id}/merge/accept"):
    @operation("clubs_members_merge_accept", CONCERNED, {200: MergeAnswer, 202: MergeAnswer})
    def post(self) -> Answer:
        """Agree to a merge.

        By the holder of an account that `awaits` names, or by a director where a member claimed a
        second name, who needs `club:admin` or `tournaments:manage`. 200 when it is done, 202 while
        an agreement is missing. 409 `no_merge`, and as for merging.
        """
        with _as_whom(self) as directing:
            return _answer(merge_accept(member=self.sought, by=self.member, directing=directing))


class MemberUnmerge(ClubView, at="clubs/{club_id}/members/{member_id}/unmerge"):
    merge: "Merge | None"

    def find(self, request: Request, **kwargs: str) -> None:
        super().find(request, **kwargs)
        named = public_id(kwargs["member_id"])
        self.merge = merge_done(self.club.pk, named)
        if self.merge is None and member_known(self.club.pk, named) is None:
            raise not_found()

    @operation("clubs_members_unmerge", DIRECTORS, MergeAnswer)
    def post(self) -> Answer:
        """Undo a merge.

        By a director; the path names the member who was merged away. What was theirs before is
        theirs again, later results stay where they were entered. 409 `archived` while a night of
        theirs is in the archive, `still_playing`, and `no_merge` for who was never merged, or is
        themselves again.
        """
        if self.merge is None:
            raise NoMerge
        return _answer(member_unmerge(merge=self.merge, by=self.player))
