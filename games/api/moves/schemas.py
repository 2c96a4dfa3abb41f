"""Actions and the options to choose from: one shape per type."""

from typing import Any

from drf_spectacular.utils import inline_serializer
from rest_framework import serializers

from games.api.events.schemas import Event
from games.api.games.answers import GameAnswer, game_answer
from games.api.schemas import MELD_KINDS, card, cards, constant, one_of, rank, whole
from games.engine.event_view import event_view
from games.engine.events import HandDealt, HandScored
from games.selectors.games import GameState
from games.services.moves import PlayedMove
from samba_service.kit.answer_schema import AnswerField
from samba_service.kit.times import rfc3339

Json = dict[str, Any]


class NewMeld(serializers.Serializer[Any]):
    """Cards for one new meld; `as` names the rank that a wild stands for in a sequence."""

    cards = cards()

    def get_fields(self) -> dict[str, Any]:
        """`as` is a word of Python."""
        return {**super().get_fields(), "as": rank(required=False)}


def melds(**options: Any) -> serializers.Field[Any, Any, Any, Any]:
    """New melds from the hand."""
    return NewMeld(many=True, **options)


ACTIONS: dict[str, dict[str, Any]] = {
    "draw": {},
    "take_pile": {
        "with": cards(help_text="Cards from the hand that the top card is melded with."),
        "onto": whole(required=False, allow_null=True, help_text="A meld id, or null: a new meld."),
        "as": rank(required=False),
        "melds": melds(required=False, help_text="Further new melds, for the initial minimum."),
    },
    "take_top": {"onto": whole(help_text="The id of an own sequence.")},
    "lay_red_three": {"cards": cards()},
    "meld": {"melds": melds()},
    "lay_off": {"onto": whole(), "cards": cards(), "as": rank(required=False)},
    "merge": {"into": whole(), "from": whole()},
    "ask_out": {},
    "answer_out": {"answer": serializers.BooleanField()},
    "discard": {"card": card()},
    "pass": {},
    "take_back": {
        "count": whole(required=False, allow_null=True, help_text="Left out: all of this turn.")
    },
}


Action = one_of("Action", ACTIONS)


MELD_OPTION: dict[str, Any] = {
    "kind": serializers.ChoiceField(choices=MELD_KINDS),
    "rank": rank(required=False, help_text="Of a group."),
    "suit": serializers.ChoiceField(
        choices=["C", "D", "H", "S"], required=False, help_text="Of a sequence."
    ),
    "cards": cards(help_text="What the caller holds that may go into it."),
    "min": whole(),
    "max": whole(),
    "max_wilds": whole(),
    "points": whole(
        required=False,
        help_text="Before the first melds: the most points it can be worth.",
    ),
    "needs": whole(required=False, help_text="Before the first melds: points then missing."),
}


OPTIONS: dict[str, dict[str, Any]] = {
    "draw": {"count": whole()},
    "take_pile": {
        "card": card(),
        "onto": whole(allow_null=True),
        "with": serializers.ListField(
            child=cards(), help_text="Minimal choices, one suffices; empty: none."
        ),
        "extra": cards(help_text="Cards that may go along."),
        "max_wilds": whole(),
        "needs": whole(help_text="Points still wanted from melds."),
        "melds": inline_serializer(
            "MeldAlong", {"type": constant("meld"), **MELD_OPTION}, many=True
        ),
    },
    "take_top": {"card": card(), "onto": whole()},
    "meld": MELD_OPTION,
    "lay_off": {"onto": whole(), "cards": cards(), "max": whole(), "max_wilds": whole()},
    "merge": {"into": whole(), "from": whole()},
    "lay_red_three": {"cards": cards()},
    "discard": {"cards": cards(help_text="Each may be discarded.")},
    "ask_out": {},
    "answer_out": {"answers": serializers.ListField(child=serializers.BooleanField())},
    "pass": {},
    "take_back": {"max": whole(help_text="Actions of this turn.")},
}


Option = one_of("Option", OPTIONS, {"example": Action()})


MOVE_REQUEST = inline_serializer("MoveRequest", {"action": Action()})


LEGAL_ACTIONS = inline_serializer(
    "LegalActionsAnswer",
    {
        "version": whole(),
        "seat": whole(),
        "phase": serializers.ChoiceField(choices=["draw", "play", "answer"], allow_null=True),
        "options": serializers.ListField(child=Option()),
    },
)


class CheckAnswer(serializers.Serializer[Any]):
    """True if a move would be accepted; the rest is there when it would not."""

    legal = serializers.BooleanField()
    code = serializers.CharField(required=False)
    rule = serializers.CharField(required=False)
    detail = serializers.CharField(required=False)
    facts = serializers.DictField(required=False)


class MoveAnswer(serializers.Serializer[Any]):
    """What the move caused, and the game as it stands after it."""

    version = whole()
    events = serializers.ListField(child=Event())
    game = AnswerField(GameAnswer)


def move_answer(played: PlayedMove) -> Json:
    """The answer to a move: what it caused and the mover's new view."""
    return {
        "version": played.version,
        "events": _events(played),
        "game": game_answer(GameState(played.game, played.match, played.seat)),
    }


def _events(played: PlayedMove) -> list[Json]:
    scored = any(type(event) is HandScored for event in played.events)
    hand, at = played.match.hands_played + (not scored), rfc3339(played.game.now)
    shown: list[Json] = []
    for seq, event in enumerate(played.events, played.first_seq):
        if type(event) is HandDealt:
            hand = event.number
        stamp = {"seq": seq, "version": played.version, "hand": hand, "at": at}
        shown.append(stamp | event_view(event, played.seat))
    return shown
