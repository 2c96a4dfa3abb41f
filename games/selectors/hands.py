"""Finished hands, in the form of the record."""

from uuid import UUID

import orjson
from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.engine.answers import HandResultAnswer
from games.engine.events import ScoreAdjusted
from games.engine.phase import HandEnd
from games.errors import HandNotFound
from games.models import HandResult, Move
from games.store.log import events_in, rows_get


def hands_list(*, game_id: UUID) -> QuerySet[HandResult]:
    """The hands that have ended, the first one first; `hand_out` writes each."""
    ended_by = Move.objects.filter(game=OuterRef("game__number"), version=OuterRef("version"))
    hands = HandResult.objects.filter(game_id=game_id).order_by("number")
    return hands.annotate(log_head=Coalesce("head", Subquery(ended_by.values("hash"))))


def hands_counted(game_id: UUID) -> QuerySet[HandResult]:
    """The hands that have ended and were not voided."""
    return hands_list(game_id=game_id).exclude(end=HandEnd.VOIDED)


def hand_get(*, game_id: UUID, number: int) -> HandResultAnswer:
    """How hand `number` ended, in the API's form. Raises HandNotFound while it runs."""
    result = hands_list(game_id=game_id).filter(number=number).first()
    if result is None:
        raise HandNotFound
    return hand_out(result)


def was_conceded(game_id: UUID) -> bool:
    """True if a side gave the game up."""
    return HandResult.objects.filter(game_id=game_id, end=HandEnd.CONCEDED).exists()


def adjustments_of(game_id: UUID) -> list[tuple[int, ScoreAdjusted]]:
    """What directors adjusted, each with the number of the hand that was being played."""
    return [
        (row.hand, event)
        for row in rows_get(game_id, containing='"score_adjusted"')
        for event in events_in(row.events)
        if isinstance(event, ScoreAdjusted)
    ]


def hand_out(result: HandResult) -> HandResultAnswer:
    """A hand's end and score sheet in the API's form."""
    return {
        "number": result.number,
        "dealer": result.dealer,
        "end": result.end,
        "out": result.out,
        "score": orjson.loads(result.score),
        "log_head": bytes(result.log_head).hex(),  # type: ignore[attr-defined]  # annotated
    }
