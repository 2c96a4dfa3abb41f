"""Events of the log: one shape per type, as a seat may read them."""

from typing import Any

from drf_spectacular.utils import inline_serializer
from rest_framework import serializers

from games.api.schemas import MAX_SEAT, MELD_KINDS, card, cards, one_of, rank, whole
from samba_service.kit.serializers import StrictSerializer

_seat = {"seat": whole()}


_hidden_cards = cards(required=False, help_text="For the own seat alone.")


def _text(**options: Any) -> serializers.CharField:
    return serializers.CharField(**options)


_stand_in = {
    "wild_as": rank(required=False, help_text="What a wild card stands for in a sequence.")
}


def _numbers() -> serializers.ListField:
    return serializers.ListField(child=serializers.IntegerField())


EVENTS: dict[str, dict[str, Any]] = {
    "game_created": {
        "ruleset": serializers.DictField(),
        "seats": whole(),
        "practice": serializers.BooleanField(),
        "start_scores": _numbers(),
        "next_commitment": _text(allow_blank=True),
    },
    "seat_taken": {**_seat, "player": serializers.UUIDField(), "kind": _text()},
    "seat_left": _seat,
    "seat_substituted": {**_seat, "player": serializers.UUIDField(), "kind": _text()},
    "game_started": {},
    "entropy_added": {**_seat, "value": _text()},
    "hand_dealt": {
        "number": whole(),
        "dealer": whole(),
        "upcard": card(),
        "count": whole(help_text="Cards of each hand."),
        "foot_count": whole(required=False, help_text="Of each second hand, where there are any."),
        "commitment": _text(allow_blank=True),
        "next_commitment": _text(allow_blank=True),
        "cards": _hidden_cards,
    },
    "cards_drawn": {
        **_seat,
        "count": whole(),
        "red_threes": cards(),
        "replacing": serializers.BooleanField(
            required=False, help_text="True where only dealt red threes are replaced: no draw yet."
        ),
        "cards": _hidden_cards,
    },
    "pile_taken": {
        **_seat,
        "cards": cards(
            help_text="Bottom to top. All go to the hand, from which melds then take the last one; "
            "where the ruleset lays cards aside, only that one does before `aside_taken`."
        ),
    },
    "top_taken": {**_seat, "card": card(), "onto": whole()},
    "red_three_laid": {**_seat, "cards": cards()},
    "aside_taken": {**_seat, "count": whole(), "cards": _hidden_cards},
    "foot_taken": {**_seat, "count": whole(), "cards": _hidden_cards},
    "melded": {
        **_seat,
        "id": whole(),
        "kind": serializers.ChoiceField(choices=MELD_KINDS),
        "cards": cards(),
        **_stand_in,
    },
    "laid_off": {**_seat, "onto": whole(), "cards": cards(), **_stand_in},
    "merged": {**_seat, "into": whole(), "from": whole()},
    "permission_asked": _seat,
    "permission_answered": {**_seat, "answer": serializers.BooleanField()},
    "card_discarded": {**_seat, "card": card()},
    "turn_passed": _seat,
    "taken_back": {**_seat, "count": whole(help_text="So many of the turn's last actions.")},
    "penalty_given": {**_seat, "reason": _text(), "points": serializers.IntegerField()},
    "hand_ended": {"end": _text(), "out": whole(allow_null=True)},
    "hand_scored": {"number": whole(), "score": serializers.ListField()},
    "game_finished": {
        "winner": whole(allow_null=True),
        "draw": serializers.BooleanField(),
        "scores": _numbers(),
        "end": _text(),
        "reason": _text(required=False, help_text="Why it was abandoned, for those at the table."),
    },
    "last_hand_called": {
        "number": whole(help_text="The running hand: none is dealt after it."),
        "reason": _text(allow_blank=True),
    },
    "consent_asked": {
        "about": _text(help_text="The call that was asked for: `abandon`."),
        "asked_by": whole(),
        "seats": _numbers(),
        "until": serializers.DateTimeField(help_text="It lapses then, or at the end of the hand."),
    },
    "consent_answered": {"about": _text(), **_seat, "answer": serializers.BooleanField()},
    "consent_closed": {
        "about": _text(),
        "outcome": _text(help_text="`granted`, `refused`, `withdrawn` or `lapsed`."),
    },
    "withheld": {},
    "hand_peeked": {**_seat, "player": serializers.UUIDField(help_text="Who looked.")},
}


_COMMON = {
    "seq": whole(),
    "version": whole(),
    "hand": whole(allow_null=True, help_text="The hand's number; null outside of hands."),
    "at": serializers.DateTimeField(),
}


Event = one_of("Event", EVENTS, _COMMON)


EVENT_PAGE = inline_serializer(
    "EventPageAnswer",
    {
        "results": serializers.ListField(child=Event()),
        "next": serializers.URLField(allow_null=True),
        "previous": serializers.URLField(allow_null=True),
    },
)


class EventsQuery(StrictSerializer):
    after = serializers.IntegerField(min_value=0, max_value=2**31 - 1, default=0, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=500, default=100, required=False)
    as_seat = serializers.IntegerField(min_value=0, max_value=MAX_SEAT, required=False)
