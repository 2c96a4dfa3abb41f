"""Joining a club: by its code, by a claim code, from a list of members."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import IO, Annotated, Any, TypedDict
from uuid import UUID

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from samba_service.accounts.api.schemas import DisplayNameField
from samba_service.accounts.choices import Scope
from samba_service.kit import strict
from samba_service.kit.answers import answer_of
from samba_service.kit.bodies import StrictJSONParser
from samba_service.kit.http import json_response
from samba_service.kit.idempotency import Answer, answer_once
from samba_service.kit.limits import BULK_LIMIT
from samba_service.kit.schema import operation
from samba_service.kit.throttles import MEMBERSHIPS
from tournaments.api.base import BELONGING, DIRECTORS, ClubView
from tournaments.api.clubs import ClubAnswer, ShowsClubs
from tournaments.api.members import KnownMember, MemberAnswer
from tournaments.api.merges import MergeAnswer, merge_view
from tournaments.api.schemas import ReasonRequest
from tournaments.services.joining import (
    Imported,
    club_join,
    member_unclaim,
    members_import,
    members_import_try,
)

TAGS = ("clubs",)


class ClubJoinRequest(strict.Serializer):
    code = strict.CharField(max_length=40, help_text="The club's, or a member's claim code")
    name = DisplayNameField(
        required=False,
        help_text="What this club calls you, if another member has your account's name",
    )
    recovery = strict.BooleanField(
        required=False,
        default=False,
        help_text="Name the club as your `recovery_club`: its directors may issue a reset code if "
        "you forget your password. Takes the scope `profile`",
    )


class ImportQuery(strict.Serializer):
    dry_run = serializers.BooleanField(
        required=False, default=False, help_text="Judge the file and add nobody."
    )


class ImportRequest(strict.Serializer):
    csv = strict.CharField(trim_whitespace=False, help_text="The file")


class ImportedMemberAnswer(TypedDict):
    line: Annotated[int, "Of the file, from 1"]
    name: str
    guest: bool
    id: Annotated[UUID | None, "Null in a dry run"]
    claim_code: Annotated[str | None, "Null in a dry run"]


class MemberImportAnswer(TypedDict):
    dry_run: bool
    encoding: Annotated[str, "`utf-8`, or `windows-1252` with semicolons"]
    ignored: Annotated[Sequence[str], "Titles of columns that were not read"]
    members: list[ImportedMemberAnswer]


def _answer(imported: Imported) -> MemberImportAnswer:
    rows = zip_longest(imported.read.rows, imported.members)
    members = [
        answer_of(
            ImportedMemberAnswer,
            row,
            id=member and member.id,
            claim_code=member and member.claim_code,
        )
        for row, member in rows
    ]
    return answer_of(
        MemberImportAnswer, imported.read, dry_run=not imported.members, members=members
    )


class Join(ShowsClubs, at="clubs/join"):
    @operation(
        "clubs_join",
        BELONGING,
        {201: ClubAnswer, 202: MergeAnswer},
        request=ClubJoinRequest,
        refusals=(404,),
        rate=MEMBERSHIPS,
    )
    def post(self, body: Any) -> Answer:
        """Join a club, or claim your name in it.

        The code of a club makes you a member. The claim code of a member makes you that member:
        what was played under their name is yours, and your account's name replaces it; a director
        undoes a wrong claim by `/unclaim`. Names are unique in a club, whatever their case and
        spaces: 409 `name_taken` with a free name in `facts.free`; send it, or another, as `name`.
        If you are in the club, or have played there, a name that you claim is merged with yours
        once a director confirms it: 202 with the merge. 404 for an invalid code; 409
        `member_exists`, `played_together`. `PATCH /players/me` revokes `recovery`.
        """
        if body["recovery"]:
            self.require_scope(Scope.PROFILE)
        joined = club_join(player=self.player, **body)
        if joined.merge is not None:
            return Answer.of(partial(merge_view, joined.merge), status=202)
        return Answer.of(partial(self.shown, joined.member))


class MemberUnclaim(KnownMember, at="clubs/{club_id}/members/{member_id}/unclaim"):
    @operation("clubs_members_unclaim", DIRECTORS, MemberAnswer, request=ReasonRequest)
    def post(self, body: Any) -> MemberAnswer:
        """Undo a claim: the account was somebody else's.

        By directors, for a member who came to their account by a claim code. They have no account
        again, the name from before the claim (with a number if it is taken by now) and another
        `claim_code`, and are in the club, also if the account has left. All that was played under
        the name stays with it. The account is no member any more, and may join or claim again. The
        reason is in the club's record and in that of their nights to come. 409 `not_claimed`;
        `still_playing` while the account sits at an online table of the club; `holds_office` while
        it has an office.
        """
        by, reason = self.player, body["reason"]
        return self.shown(member_unclaim(member=self.sought, by=by, reason=reason))


CSV = "text/csv"
LINES_PER_CALL = 50


class CsvParser(BaseParser):
    """A file as it is: which encoding it is in is for its reader to find out."""

    media_type = CSV

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, str]:
        """Each byte a character, so that the body can be hashed as others are."""
        return {"csv": stream.read().decode("latin-1")}


class MembersImport(ClubView, at="clubs/{club_id}/members/import"):
    parser_classes = (StrictJSONParser, CsvParser)
    body_limit = BULK_LIMIT

    @operation(
        "clubs_members_import",
        DIRECTORS,
        {201: MemberImportAnswer, 200: MemberImportAnswer},
        query=ImportQuery,
        request={"application/json": ImportRequest, CSV: str},
    )
    def post(self, request: Request, club_id: str) -> HttpResponse:
        """Import members from a CSV file.

        By directors; the file itself as `text/csv`, or in JSON. The first line is titles: `name`,
        and where there are any `guest` (yes or no) and `role` (only `member`: an office needs an
        account). All are added or nobody: 400 names every bad line in `errors`, line 3 by the path
        `csv.3`. A name must differ from those of members and of other lines; case and spaces do not
        count. Up to 8 MiB and 5,000 lines; 50 lines cost a call. `?dry_run=true` answers 200 and
        adds nobody.
        """

        content = self._content(request)
        self.pay(content.count(b"\n") // LINES_PER_CALL)
        if self.query(ImportQuery)["dry_run"]:
            tried = members_import_try(club_id=self.club.pk, content=content)
            return json_response(_answer(tried))

        def add() -> Answer:
            added = members_import(club_id=self.club.pk, by=self.player, content=content)
            return Answer.of(_answer(added))

        return answer_once(request, add)

    def _content(self, request: Request) -> bytes:
        sent: Any = request.data
        if (request.content_type or "").partition(";")[0].strip().lower() == CSV:
            return bytes(sent.get("csv", ""), "latin-1")
        text: str = self.body(ImportRequest)["csv"]
        return text.encode()
