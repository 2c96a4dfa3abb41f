"""Records: of one game, of many, and whether one is true."""

from typing import NotRequired, TypedDict

import orjson
from django.http import HttpResponse
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from games.api.base import READ, GameApiView, GamesApiView
from games.choices import Spectators
from games.engine.record import RecordAnswer, verify
from games.errors import HandNotFound
from games.selectors.records import games_played, record_get
from samba_service.accounts.choices import Scope
from samba_service.kit import throttles
from samba_service.kit.access import ANONYMOUS, caller_of, needs
from samba_service.kit.bodies import JSONRenderer
from samba_service.kit.http import json_response
from samba_service.kit.limits import BULK_LIMIT
from samba_service.kit.schema import operation
from samba_service.kit.serializers import StrictSerializer
from samba_service.kit.times import rfc3339

TAGS = ("history",)

EXPORT_LIMIT = 100
"""Games of one export."""

NDJSON = "application/x-ndjson"


class RecordFault(TypedDict):
    path: str
    detail: str


class VerdictAnswer(TypedDict):
    """True if a record is true; `errors` says why not."""

    ok: bool
    errors: NotRequired[list[RecordFault]]


class ExportQuery(StrictSerializer):
    since = serializers.DateTimeField(required=False)
    until = serializers.DateTimeField(required=False)


class NdjsonRenderer(JSONRenderer):
    """So that the media type can be asked for."""

    media_type = NDJSON
    format = "ndjson"


class Record(GameApiView):
    @operation(
        "games_record",
        summary="Read the record",
        description="`samba-record/1`: the finished hands with their deals and moves, for anyone "
        "to replay; `/records/verify` does. Nothing of a running hand is in it. 409 "
        "`deals_not_yet` while other tables play the same deals.",
        access=READ,
        rate=throttles.RECORDS,
        answers={200: RecordAnswer},
        refusals=(409,),
        tags=TAGS,
    )
    def get(self, request: Request, game_id: str) -> HttpResponse:
        nothing_shown = not self.state.embargo and not self.state.last_hand_shown
        if nothing_shown and self.state.game.spectators == Spectators.NONE:
            raise HandNotFound
        return json_response(record_get(self.state.game.id, aliases=self.state.aliases))


class GamesExport(GamesApiView):
    renderer_classes = (JSONRenderer, NdjsonRenderer)

    @operation(
        "games_export",
        summary="Export your finished games",
        description=f"Records as NDJSON, a line each, by the time at which the games ended: from "
        f"`since` to before `until`; without those whose deals other tables still play. At most "
        f"{EXPORT_LIMIT}; the header `Link` leads to the rest. Each record costs as much as a call "
        "of its own.",
        access=needs(Scope.HISTORY_READ),
        rate=throttles.RECORDS,
        parameters=[ExportQuery],
        answers={200: RecordAnswer},
        tags=TAGS,
    )
    def get(self, request: Request) -> HttpResponse:
        query = self.query(ExportQuery)
        games = games_played(
            player_id=caller_of(request).player_id,
            since=query.get("since"),
            until=query.get("until"),
        )
        *found, rest = [*games[: EXPORT_LIMIT + 1], None]
        if len(found) > EXPORT_LIMIT:
            rest = found.pop()
        self.pay(len(found))
        lines = [orjson.dumps(record_get(game.id)) + b"\n" for game in found]
        answer = HttpResponse(b"".join(lines), content_type=NDJSON)
        if rest is not None and rest.finished_at is not None:
            here = request.build_absolute_uri()
            following = replace_query_param(here, "since", rfc3339(rest.finished_at))
            answer["Link"] = f'<{following}>; rel="next"'
        return answer


class Verify(GamesApiView):
    body_limit = BULK_LIMIT

    @operation(
        "records_verify",
        summary="Verify a record",
        description="Replays a record from its deals. `ok: false` names what is malformed, or "
        "else the first thing that does not follow. Bodies up to 8 MiB.",
        access=ANONYMOUS,
        rate=throttles.VERIFICATIONS,
        request=RecordAnswer,
        answers={200: VerdictAnswer},
        tags=TAGS,
    )
    def post(self, request: Request) -> HttpResponse:
        answer: VerdictAnswer = {"ok": True}
        for where, message in verify(request.data):
            answer["ok"] = False
            answer.setdefault("errors", []).append({"path": where, "detail": message})
        return json_response(answer)


urlpatterns = [
    path("games/export", GamesExport.as_view()),
    path("records/verify", Verify.as_view()),
    path("games/<str:game_id>/record", Record.as_view()),
]
