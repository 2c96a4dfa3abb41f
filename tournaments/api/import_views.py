"""Members from a CSV file."""

from collections.abc import Mapping
from itertools import zip_longest
from typing import IO, Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from games.api.game_base import player_of
from samba_service.bodies import StrictJSONParser
from samba_service.edge.limits import BULK_LIMIT
from samba_service.http import json_response
from samba_service.idempotency import Answer, answer_once
from samba_service.schema import operation
from samba_service.serializers import StrictCharField, StrictSerializer
from tournaments.api.base import CLUB_TAGS
from tournaments.api.club_base import DIRECTORS, ClubView
from tournaments.api.clubs_serializers import MEMBER_EXAMPLE
from tournaments.services.importing import Imported, members_import, members_import_try

CSV = "text/csv"
EXAMPLE = {
    "dry_run": False,
    "encoding": "utf-8",
    "ignored": ["phone"],
    "members": [
        {
            "line": 2,
            "name": "Ben",
            "guest": False,
            "id": MEMBER_EXAMPLE["id"],
            "claim_code": MEMBER_EXAMPLE["claim_code"],
        }
    ],
}


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


class ImportQuery(StrictSerializer):
    dry_run = serializers.BooleanField(
        required=False, default=False, help_text="Judge the file and add nobody."
    )


class ImportRequest(StrictSerializer):
    csv = StrictCharField(trim_whitespace=False, help_text="The file")


class ImportedMemberAnswer(serializers.Serializer[Any]):
    line = serializers.IntegerField(help_text="Of the file, from 1")
    name = serializers.CharField()
    guest = serializers.BooleanField()
    id = serializers.UUIDField(allow_null=True, help_text="Null in a dry run")
    claim_code = serializers.CharField(allow_null=True, help_text="Null in a dry run")


class ImportAnswer(serializers.Serializer[Any]):
    dry_run = serializers.BooleanField()
    encoding = serializers.CharField(help_text="`utf-8`, or `windows-1252` with semicolons")
    ignored = serializers.ListField(
        child=serializers.CharField(), help_text="Titles of columns that were not read"
    )
    members = ImportedMemberAnswer(many=True)


class MembersImport(ClubView):
    parser_classes = (StrictJSONParser, CsvParser)
    body_limit = BULK_LIMIT

    @operation(
        "clubs_members_import",
        summary="Import members from a CSV file",
        description="By directors; the file itself as `text/csv`, or in JSON. The first line is "
        "titles: `name`, and where there are any `guest` (yes or no) and `role` (`member` alone: "
        "an office takes an account). All are added or nobody: 400 names every bad line in "
        "`errors`, line 3 by the path `csv.3`. A name must differ from those of members and of "
        "other lines; case and spaces do not count. Up to 8 MiB and 5,000 lines. `?dry_run=true` "
        "answers 200 and adds nobody.",
        access=DIRECTORS,
        parameters=[ImportQuery],
        request={"application/json": ImportRequest, CSV: str},
        request_example={"csv": "name,guest,phone\nBen,no,123\n"},
        answers={201: ImportAnswer, 200: ImportAnswer},
        example=EXAMPLE,
        idempotent=True,
        tags=CLUB_TAGS,
    )
    def post(self, request: Request, club_id: str) -> HttpResponse:
        content = self._content(request)
        if self.query(ImportQuery)["dry_run"]:
            tried = members_import_try(club_id=self.club.pk, content=content)
            return json_response(_answer(tried))

        def add() -> Answer:
            by = player_of(request)
            return Answer.of(_answer(members_import(club_id=self.club.pk, by=by, content=content)))

        return answer_once(request, add)

    def _content(self, request: Request) -> bytes:
        sent: Any = request.data
        if (request.content_type or "").partition(";")[0].strip().lower() == CSV:
            return bytes(sent.get("csv", ""), "latin-1")
        text: str = self.body(ImportRequest)["csv"]
        return text.encode()


def _answer(imported: Imported) -> dict[str, Any]:
    rows = zip_longest(imported.read.rows, imported.members)
    return {
        "dry_run": not imported.members,
        "encoding": imported.read.encoding,
        "ignored": imported.read.ignored,
        "members": [
            {
                "line": row.line,
                "name": row.name,
                "guest": row.guest,
                "id": member and member.id,
                "claim_code": member and member.claim_code,
            }
            for row, member in rows
        ],
    }
