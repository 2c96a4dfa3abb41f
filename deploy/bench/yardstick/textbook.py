"""The same requests as tutorials write them: token in the database, ORM, serializers."""

from uuid import UUID

from django.db import transaction
from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.authentication import TokenAuthentication
from rest_framework.parsers import JSONParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from deploy.bench.yardstick import sample
from deploy.bench.yardstick.models import Game, Move, Token


class BearerToken(TokenAuthentication):
    """DRF's own, on the yardstick's table."""

    keyword = "Bearer"
    model = Token


class MoveRequest(serializers.ModelSerializer):
    version = serializers.IntegerField(min_value=1)

    class Meta:
        model = Move
        fields = ("version", "action")


class MoveOut(serializers.ModelSerializer):
    class Meta:
        model = Move
        fields = ("version", "seat", "action", "made_at")


class GameOut(serializers.ModelSerializer):
    """The game, its view as one JSON value: nested serializers would cost several times as much."""

    view = serializers.SerializerMethodField()

    class Meta:
        model = Game
        fields = ("id", "version", "view")

    def get_view(self, game: Game) -> dict[str, object]:
        return sample.view(str(game.pk), game.version)


class TextbookMove(APIView):
    authentication_classes = (BearerToken,)
    permission_classes = (IsAuthenticated,)
    parser_classes = (JSONParser,)
    renderer_classes = (JSONRenderer,)
    throttle_classes = ()

    @transaction.atomic
    def post(self, request: Request, game_id: UUID) -> Response:
        body = MoveRequest(data=request.data)
        body.is_valid(raise_exception=True)
        game = get_object_or_404(Game.objects.select_for_update(), pk=game_id)
        if game.version != body.validated_data["version"]:
            return Response({"code": "stale", "version": game.version}, status=412)
        game.version += 1
        game.snapshot["turn"] = game.version % 4
        move = game.moves.create(version=game.version, seat=0, action=body.validated_data["action"])
        game.save()
        answer = {
            "version": game.version,
            "events": MoveOut([move], many=True).data,
            "game": GameOut(game).data,
        }
        return Response(answer, status=status.HTTP_201_CREATED)


class TextbookGet(APIView):
    authentication_classes = (BearerToken,)
    permission_classes = (IsAuthenticated,)
    renderer_classes = (JSONRenderer,)
    throttle_classes = ()

    def get(self, request: Request, game_id: UUID) -> Response:
        return Response(GameOut(get_object_or_404(Game, pk=game_id)).data)
