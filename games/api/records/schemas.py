"""Shapes of records, `samba-record/1`."""

from typing import Any

from drf_spectacular.utils import inline_serializer
from rest_framework import serializers

from games.api.games.answers import VIA_NULL
from games.api.schemas import by_side, cards, whole
from games.engine.action_answers import Action
from games.engine.answers import SideScoreAnswer
from games.engine.phase import GameEnd, HandEnd
from games.engine.record import WAYS
from games.engine.shuffle import ShuffleAnswer
from samba_service.kit.answer_schema import AnswerField
from samba_service.kit.serializers import StrictSerializer

Answer = serializers.Serializer[Any]


RECORD_FORMATS = ["samba-record/1"]


class RecordMove(Answer):
    """A move; `drawn` is every card that left the stock in it, in order.

    Services that note it say who made it, when, and how it was sent.
    """

    seat = whole()
    action = AnswerField(Action)
    drawn = cards()
    by = serializers.CharField(required=False, help_text="The name of the player who acted.")
    at = serializers.DateTimeField(required=False)
    via = serializers.ChoiceField(choices=WAYS, required=False, allow_null=True, help_text=VIA_NULL)


class RecordHand(Answer):
    """A finished hand; `order` is the whole pack as it left the dealer's hand."""

    number = whole()
    dealer = whole()
    order = cards()
    shuffle = AnswerField(ShuffleAnswer, allow_null=True)
    moves = RecordMove(many=True)
    end = serializers.ChoiceField(choices=[*HandEnd])
    out = whole(allow_null=True)
    score = serializers.ListField(child=AnswerField(SideScoreAnswer))


class RecordAnswer(Answer):
    """A game as a file that anyone can replay from its deals."""

    format = serializers.ChoiceField(choices=RECORD_FORMATS)
    game = serializers.CharField()
    practice = serializers.BooleanField()
    start_scores = by_side(required=False, help_text="Of practice games, and of a handicap.")
    ruleset = serializers.DictField(help_text="The resolved document, and its overrides.")
    seats = inline_serializer(
        "RecordSeat",
        {"seat": whole(), "side": whole(), "name": serializers.CharField(allow_blank=True)},
        many=True,
    )
    hands = RecordHand(many=True)
    adjustments = serializers.ListField(child=serializers.DictField())
    totals = by_side()
    final_hand = whole(
        required=False, help_text="The hand that was called the last one, where one was."
    )
    winner = whole(allow_null=True)
    end = serializers.ChoiceField(choices=[*GameEnd], allow_null=True)


class RecordRequest(RecordAnswer):
    """What another service wrote is welcome too."""


class VerdictAnswer(Answer):
    """True if a record is true; `errors` says why not."""

    ok = serializers.BooleanField()
    errors = inline_serializer(  # type: ignore[assignment]  # an attribute of serializers
        "RecordFault",
        {"path": serializers.CharField(allow_blank=True), "detail": serializers.CharField()},
        many=True,
        required=False,
    )


class ExportQuery(StrictSerializer):
    since = serializers.DateTimeField(required=False)
    until = serializers.DateTimeField(required=False)
