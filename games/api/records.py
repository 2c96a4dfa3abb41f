"""Records: of one game, of many, and whether one is true."""

from typing import Any, NotRequired, TypedDict

import orjson
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.utils.urls import replace_query_param

from games.api.base import READ, GameApiView, GamesApiView
from games.choices import Spectators
from games.engine.record import GameRecord, verify
from games.errors import HandNotFound
from games.selectors.records import games_played, record_get
from samba_service.accounts.choices import Scope
from samba_service.kit import strict, throttles
from samba_service.kit.access import ANONYMOUS, needs
from samba_service.kit.bodies import JSONRenderer, NdjsonRenderer
from samba_service.kit.framing import NDJSON
from samba_service.kit.limits import BULK_LIMIT
from samba_service.kit.schema import operation
from samba_service.kit.times import rfc3339

TAGS = ("history",)

EXPORT_LIMIT = 100
"""Games of one export."""


class RecordFault(TypedDict):
    path: str
    detail: str


class VerdictAnswer(TypedDict):
    """True if a record is true; `errors` says why not."""

    ok: bool
    errors: NotRequired[list[RecordFault]]


class ExportQuery(strict.Serializer):
    since = serializers.DateTimeField(required=False)
    until = serializers.DateTimeField(required=False)


class Record(GameApiView, at="games/{game_id}/record"):
    @operation("games_record", READ, GameRecord, refusals=(409,), rate=throttles.RECORDS)
    def get(self) -> GameRecord:
        """Read the record.

        `samba-record/1`: the finished hands with their deals and moves, for anyone to replay;
        `/records/verify` does. Nothing of a running hand is in it. 409 `deals_not_yet` while other
        tables play the same deals.
        """
        nothing_shown = not self.state.embargo and not self.state.last_hand_shown
        if nothing_shown and self.state.game.spectators == Spectators.NONE:
            raise HandNotFound
        return record_get(self.state.game.id, aliases=self.state.aliases)


class GamesExport(GamesApiView, at="games/export"):
    renderer_classes = (JSONRenderer, NdjsonRenderer)

    @operation(
        "games_export",
        needs(Scope.HISTORY_READ),
        OpenApiTypes.STR,
        query=ExportQuery,
        rate=throttles.RECORDS,
        media_types=(NDJSON,),
    )
    def get(self, query: Any) -> HttpResponse:
        """Export your finished games.

        Records as NDJSON, one `GameRecord` a line, by the time at which the games ended: from
        `since` to before `until`; without those whose deals other tables still play. At most 100;
        the header `Link` leads to the rest. Each record costs a call.
        """
        games = games_played(player_id=self.caller.player_id, **query)
        *found, rest = [*games[: EXPORT_LIMIT + 1], None]
        if len(found) > EXPORT_LIMIT:
            rest = found.pop()
        self.pay(len(found))
        lines = [orjson.dumps(record_get(game.id)) + b"\n" for game in found]
        answer = HttpResponse(b"".join(lines), content_type=NDJSON)
        if rest is not None and rest.finished_at is not None:
            here = self.request.build_absolute_uri()
            following = replace_query_param(here, "since", rfc3339(rest.finished_at))
            answer["Link"] = f'<{following}>; rel="next"'
        return answer


class Verify(GamesApiView, at="records/verify"):
    body_limit = BULK_LIMIT

    @operation(
        "records_verify",
        ANONYMOUS,
        VerdictAnswer,
        request=GameRecord,
        rate=throttles.VERIFICATIONS,
        idempotent=False,
    )
    def post(self, body: Any) -> VerdictAnswer:
        """Verify a record.

        Replays a record from its deals. `ok: false` names what is malformed, or else the first
        thing that does not follow. Bodies up to 8 MiB.
        """
        answer: VerdictAnswer = {"ok": True}
        for where, message in verify(body):
            answer["ok"] = False
            answer.setdefault("errors", []).append({"path": where, "detail": message})
        return answer
