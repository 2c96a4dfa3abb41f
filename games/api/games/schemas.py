"""A game as a seat sees it."""

from typing import Any

from drf_spectacular.utils import inline_serializer
from rest_framework import serializers

from games.api.schemas import MELD_KINDS, card, cards, rank, whole
from games.choices import Away, GameStatus, Spectators, Via, Visibility
from games.engine.phase import GameEnd, HandEnd
from samba_service.accounts.choices import PlayerKind

Answer = serializers.Serializer[Any]


SCORE_CODES = (
    "melded_cards", "hand_cards", "natural_canastas", "mixed_canastas", "sambas", "black_sambas",
    "wild_canastas", "sevens_canastas", "threes_canastas", "many_canastas", "red_threes",
    "red_threes_in_hand", "black_threes_in_hand", "went_out", "penalty", "debt_dismantled",
    "adjustment",
)  # fmt: skip


HAND_ENDS = tuple(end.value for end in HandEnd)


GAME_ENDS = tuple(end.value for end in GameEnd)


def digest(**options: Any) -> serializers.Field[Any, Any, Any, Any]:
    """32 bytes in hex."""
    return serializers.RegexField(r"^[0-9a-f]{64}$", **options)


def by_side(**options: Any) -> serializers.ListField:
    """A whole number for each side."""
    return serializers.ListField(child=serializers.IntegerField(), **options)


class RulesetRefAnswer(Answer):
    """The ruleset that the game froze."""

    slug = serializers.CharField()
    version = whole()
    sha256 = digest()


class PlayerName(Answer):
    """A player, by id and name."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class SeatAnswer(Answer):
    """A chair, and who sits in it."""

    seat = whole()
    side = whole(help_text="The seat's number modulo the number of sides.")
    player = PlayerName(allow_null=True)
    kind = serializers.ChoiceField(choices=PlayerKind.choices, allow_null=True)
    presence = serializers.ChoiceField(
        choices=["online", "away", "gone"], allow_null=True, help_text="Null: not known."
    )


class SideAnswer(Answer):
    """Those who score together; `score` is without the running hand."""

    side = whole()
    seats = serializers.ListField(child=whole())
    score = serializers.IntegerField(allow_null=True, help_text="Null: not for spectators.")


class ScoreLineAnswer(Answer):
    """One item of a score sheet; `rule` is its paragraph."""

    code = serializers.ChoiceField(choices=SCORE_CODES)
    points = serializers.IntegerField()
    count = whole()
    rule = serializers.CharField()
    reason = serializers.CharField(required=False, help_text="Of a penalty or an adjustment.")
    melds = serializers.ListField(
        child=whole(), required=False, help_text="Ids of the canastas that debt brought down."
    )


class SideScoreAnswer(Answer):
    """The lines of one side; they add up to the total."""

    side = whole()
    lines = ScoreLineAnswer(many=True)
    total = serializers.IntegerField()


VIA_NULL = "How it was sent; null for actions logged before this was noted."


class ActedAnswer(Answer):
    """Who acted, when, and how the action was sent."""

    seat = whole()
    player = PlayerName()
    at = serializers.DateTimeField()
    via = serializers.ChoiceField(choices=Via.values, allow_null=True, help_text=VIA_NULL)


class HandResultAnswer(Answer):
    """The score sheet of a finished hand."""

    number = whole()
    dealer = whole()
    end = serializers.ChoiceField(choices=HAND_ENDS)
    out = whole(allow_null=True, help_text="The seat that went out.")
    score = SideScoreAnswer(many=True)
    log_head = serializers.CharField(
        help_text="SHA-256, in hex, of the row of the log that ended the hand: "
        "the same for everybody who was told of one log."
    )


class PileAnswer(Answer):
    """The discard pile, bottom to top."""

    count = whole()
    top = card(allow_null=True)
    cards = cards()
    frozen = serializers.BooleanField(help_text="Only a natural pair for a new group takes it.")
    blocked = serializers.BooleanField(help_text="Nobody takes it while this top card lies there.")


class MeldAnswer(Answer):
    """A meld on the table: a sequence from low to high, with a wild card in its place."""

    id = whole()
    side = whole()
    kind = serializers.ChoiceField(choices=MELD_KINDS)
    cards = cards()
    wild_as = rank(
        allow_null=True, help_text="What the wild card of a sequence stands for; null without one."
    )
    points = serializers.IntegerField()
    canasta = serializers.ChoiceField(
        choices=["natural", "mixed", "samba", "black_samba", "wild", "sevens", "threes"],
        allow_null=True,
    )
    closed = serializers.BooleanField(help_text="No card at all may be added.")


class PermissionAnswer(Answer):
    """The question of this turn whether to go out."""

    asked_by = whole()
    asked = serializers.ListField(child=whole())
    answers = serializers.DictField(child=serializers.BooleanField(), help_text="By seat.")
    granted = serializers.BooleanField(allow_null=True)


class HandAnswer(Answer):
    """The running hand. `hands[].cards` is there for the caller's own seat alone."""

    number = whole()
    dealer = whole()
    turn = whole()
    to_act = serializers.ListField(child=whole())
    phase = serializers.ChoiceField(choices=["draw", "play", "answer", "over"])
    stock = inline_serializer("Stock", {"count": whole()})
    pile = PileAnswer()
    hands = inline_serializer(
        "HeldCards", {"seat": whole(), "count": whole(), "cards": cards(required=False)}, many=True
    )
    feet = inline_serializer(
        "Foot",
        {"seat": whole(), "count": whole()},
        many=True,
        help_text="Second hands; one that is picked up counts 0. Empty where none are dealt.",
    )
    aside = inline_serializer(
        "Aside",
        {"seat": whole(), "count": whole()},
        allow_null=True,
        help_text="Cards of the pile that the seat gets when its turn ends.",
    )
    melds = MeldAnswer(many=True)
    red_threes = serializers.ListField(child=cards(), help_text="By side.")
    initial_minimum = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        help_text="By side: the points still required; null once it has melded.",
    )
    permission = PermissionAnswer(allow_null=True)
    commitment = serializers.CharField(allow_blank=True)


class ConsentAnswer(Answer):
    """What the table is asked. Agree by the call named `about`, refuse by DELETE of its path."""

    about = serializers.CharField(help_text="The call that was asked for: `abandon`.")
    asked_by = whole()
    seats = serializers.ListField(child=whole(), help_text="Those who are asked.")
    agreed = serializers.ListField(child=whole(), help_text="Those of them who have agreed.")
    until = serializers.DateTimeField(help_text="It lapses then, or at the end of the hand.")


class ResultAnswer(Answer):
    """How the game ended; `winner` is null for a draw."""

    winner = whole(allow_null=True)
    draw = serializers.BooleanField()
    scores = by_side()
    end = serializers.ChoiceField(choices=GAME_ENDS)
    reason = serializers.CharField(
        required=False, help_text="Why it was abandoned, for those at the table."
    )


class GameAnswer(Answer):
    """A game as the caller may see it."""

    id = serializers.UUIDField()
    version = whole(help_text="Rows of the log.")
    seq = whole(help_text="The last event.")
    status = serializers.ChoiceField(choices=GameStatus.values)
    practice = serializers.BooleanField()
    ruleset = RulesetRefAnswer()
    visibility = serializers.ChoiceField(choices=Visibility.values)
    spectators = serializers.ChoiceField(choices=Spectators.values)
    hints = serializers.BooleanField()
    away = serializers.ChoiceField(choices=Away.values)
    rated = serializers.BooleanField(help_text="Its result counts for public ratings.")
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    seats = SeatAnswer(many=True)
    sides = SideAnswer(many=True)
    you = inline_serializer("You", {"seat": whole()}, allow_null=True)
    join_code = serializers.CharField(required=False, help_text="For those who may invite.")
    acted = ActedAnswer(
        required=False,
        help_text="With `as_seat` or `at`: the action that made this version, if one did.",
    )
    hand = HandAnswer(allow_null=True)
    next_commitment = serializers.CharField(allow_blank=True)
    consent = ConsentAnswer(allow_null=True, help_text="The open question; null: none")
    last_hand = HandResultAnswer(allow_null=True)
    clock = serializers.DictField(allow_null=True, help_text="Null: no clock runs.")
    result = ResultAnswer(allow_null=True)


class SummarySeatAnswer(Answer):
    """A chair in a list of games."""

    seat = whole()
    player = PlayerName(allow_null=True)
    kind = serializers.ChoiceField(choices=PlayerKind.choices, allow_null=True)


class GameSummaryAnswer(Answer):
    """A game in a list."""

    id = serializers.UUIDField()
    version = whole()
    status = serializers.ChoiceField(choices=GameStatus.values)
    practice = serializers.BooleanField()
    rated = serializers.BooleanField(help_text="Its result counts for public ratings.")
    ruleset = RulesetRefAnswer()
    visibility = serializers.ChoiceField(choices=Visibility.values)
    spectators = serializers.ChoiceField(choices=Spectators.values)
    seats = SummarySeatAnswer(many=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
