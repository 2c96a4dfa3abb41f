"""The minimal endpoint: cached token, input serializer, raw SQL in one transaction, orjson."""

from time import monotonic
from uuid import UUID

import orjson
from django.db import connection, transaction
from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.views import APIView

from deploy.bench.yardstick import sample
from deploy.bench.yardstick.models import Account, Token

TOKEN_LIFE_S = 30
_tokens: dict[str, tuple[float, Account]] = {}


class CachedToken(BaseAuthentication):
    """A bearer token, looked up once in `TOKEN_LIFE_S`."""

    def authenticate(self, request: Request) -> tuple[Account, str]:
        key = request.META["HTTP_AUTHORIZATION"].removeprefix("Bearer ")
        known = _tokens.get(key)
        if known is None or known[0] < monotonic():
            token = Token.objects.select_related("user").filter(key=key).first()
            if token is None:
                raise AuthenticationFailed
            known = _tokens[key] = (monotonic() + TOKEN_LIFE_S, token.user)
        return known[1], key


class MoveRequest(serializers.Serializer):
    version = serializers.IntegerField(min_value=1)
    action = serializers.DictField()


def _json(answer: object, *, status: int) -> HttpResponse:
    return HttpResponse(orjson.dumps(answer), content_type="application/json", status=status)


class LeanMove(APIView):
    authentication_classes = (CachedToken,)
    permission_classes = ()
    parser_classes = (JSONParser,)
    throttle_classes = ()

    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        body = MoveRequest(data=request.data)
        body.is_valid(raise_exception=True)
        action = body.validated_data["action"]
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT version, snapshot::text FROM yardstick_game WHERE id = %s FOR UPDATE",
                (game_id,),
            )
            version, snapshot = cursor.fetchone()
            if version != body.validated_data["version"]:
                return _json({"code": "stale", "version": version}, status=412)
            version += 1
            state = orjson.loads(snapshot)
            state["turn"] = version % 4
            cursor.execute(
                "INSERT INTO yardstick_move (game_id, version, seat, action, made_at)"
                " VALUES (%s, %s, 0, %s, now())",
                (game_id, version, orjson.dumps(action).decode()),
            )
            cursor.execute(
                "UPDATE yardstick_game SET version = %s, snapshot = %s WHERE id = %s",
                (version, orjson.dumps(state).decode(), game_id),
            )
        answer = {
            "version": version,
            "events": [sample.event(version, action)],
            "game": sample.view(str(game_id), version),
        }
        return _json(answer, status=201)


class LeanGet(APIView):
    """One row read, one view answered, or a 304 for a reader who has it."""

    authentication_classes = (CachedToken,)
    permission_classes = ()
    parser_classes = (JSONParser,)
    throttle_classes = ()

    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT version, snapshot::text FROM yardstick_game WHERE id = %s", (game_id,)
            )
            version, snapshot = cursor.fetchone()
        tag = f'"{version}"'
        if request.META.get("HTTP_IF_NONE_MATCH") == tag:
            return HttpResponse(status=304, headers={"ETag": tag})
        orjson.loads(snapshot)
        answer = _json(sample.view(str(game_id), version), status=200)
        answer["ETag"] = tag
        return answer
