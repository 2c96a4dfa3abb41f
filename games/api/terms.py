"""What a game is created with."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.base import MAX_SEAT, named_player, problem_for, seat_field
from games.api.clock import ClockField
from games.choices import SLUG_LENGTH, Away, GameStatus, Spectators, Visibility
from games.engine.cards import parse
from games.engine.rulesets import Rules
from games.selectors.rulesets import ruleset_resolve
from games.services.seats import require_level
from games.services.terms import GameTerms, Practice
from samba_service.kit import strict
from samba_service.kit.problems import Faults

if TYPE_CHECKING:
    from samba_service.accounts.models import Player

T = TypeVar("T")

MAX_PACK = 450
"""Cards of the largest pack, eight decks, and some."""


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "description": "A slug, or `{owner}/{slug}`"},
            {
                "type": "object",
                "properties": {
                    "extends": {"type": "string"},
                    "overrides": {"type": "object", "additionalProperties": {}},
                },
                "required": ["extends"],
                "additionalProperties": False,
            },
        ]
    }
)
class RulesetField(serializers.Field[Any, Any, Any, Any]):
    """A slug, or a ruleset with some of its values replaced."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if isinstance(data, str):
            return {"extends": data, "overrides": {}}
        if not isinstance(data, Mapping) or set(data) - {"extends", "overrides"}:
            raise serializers.ValidationError("A slug, or an object with extends and overrides.")
        return reference(data)


def reference(data: Mapping[str, Any]) -> dict[str, Any]:
    """`{extends, overrides}` with both members in shape; the values are the engine's to judge."""
    overrides = data.get("overrides", {})
    if not isinstance(data.get("extends"), str):
        raise serializers.ValidationError({"extends": ["The slug of a ruleset."]})
    if not isinstance(overrides, Mapping):
        raise serializers.ValidationError({"overrides": ["An object of sections."]})
    return {"extends": data["extends"], "overrides": dict(overrides)}


@extend_schema_field({"type": "array", "items": {"type": "string"}, "maxItems": MAX_PACK})
class PackField(serializers.Field[Any, Any, Any, Any]):
    """A whole pack in the order in which it leaves the dealer's hand."""

    def to_internal_value(self, data: Any) -> tuple[int, ...]:
        if not isinstance(data, list) or len(data) > MAX_PACK:
            raise serializers.ValidationError(f"A list of at most {MAX_PACK} cards.")
        try:
            return tuple([parse(card) for card in data])
        except ValueError:
            raise serializers.ValidationError("Cards are like KH, or JK.") from None


class PracticeRequest(strict.Serializer):
    orders = serializers.ListField(
        child=PackField(), min_length=1, max_length=50, help_text="The packs of the first hands"
    )
    dealer = seat_field(required=False, default=0)
    scores = serializers.ListField(
        child=strict.IntegerField(min_value=-1_000_000, max_value=1_000_000),
        required=False,
        help_text="By side, at the start",
    )
    hands = strict.IntegerField(
        required=False,
        min_value=1,
        max_value=1000,
        help_text="The number of hands after which it ends",
    )


class GameRequest(strict.Serializer):
    ruleset = RulesetField()
    seats = strict.IntegerField(required=False, default=4, min_value=2, max_value=MAX_SEAT + 1)
    sit = seat_field(required=False, default=0, allow_null=True, help_text="Null: do not sit down")
    bots = serializers.DictField(
        child=strict.CharField(max_length=30), required=False, default=dict,
        help_text='Levels by seat, `{"1": "novice"}`; see `/bots`',
    )  # fmt: skip
    players = serializers.DictField(
        child=strict.UUIDField(), required=False, default=dict,
        help_text="Players by seat: your own bot accounts sit down, others are invited",
    )  # fmt: skip
    dealer = seat_field(required=False, default=None, allow_null=True)
    hand_limit = strict.IntegerField(required=False, allow_null=True, min_value=0)
    target = strict.IntegerField(required=False, allow_null=True)
    visibility = strict.ChoiceField(Visibility.values, required=False, default="unlisted")
    spectators = strict.ChoiceField(Spectators.values, required=False, default="delayed")
    ask_required = strict.BooleanField(required=False, default=False)
    hints = strict.BooleanField(required=False, default=False)
    phrases = strict.BooleanField(required=False, default=True)
    away = strict.ChoiceField(
        Away.values, required=False, default="bot",
        help_text="When a player leaves the running game: a bot plays on, or the seat waits",
    )  # fmt: skip
    clock = ClockField(
        required=False, allow_null=True, default=None,
        help_text="The time that the players have: a profile, or terms; null: as much as they like",
    )  # fmt: skip
    pace_s = strict.FloatField(
        required=False, allow_null=True, default=None, min_value=0, max_value=10,
        help_text="Until a bot answers where people play; null: as the service is set up",
    )  # fmt: skip
    rated = strict.BooleanField(
        required=False, default=False,
        help_text="The result counts for public ratings: only people play, without house rules",
    )  # fmt: skip
    practice = PracticeRequest(required=False, allow_null=True, default=None)

    def validate_bots(self, bots: dict[str, str]) -> dict[int, str]:
        """Levels by seat."""
        return _by_seat(bots)

    def validate_players(self, players: dict[str, UUID]) -> dict[int, UUID]:
        """Ids by seat."""
        return _by_seat(players)


class RematchRequest(strict.Serializer):
    like = strict.UUIDField(help_text="A game that you sit at, or sat at when it ended")


class PlayOnRequest(strict.Serializer):
    play_on = strict.UUIDField(help_text="A game of which you may look back at a finished hand")
    at = strict.IntegerField(
        min_value=1, max_value=2**31 - 1, help_text="The version of that game to begin at"
    )
    as_seat = seat_field(help_text="The seat that you take over; bots play the others")
    level = strict.CharField(
        max_length=30, required=False, default="novice", help_text="Of the bots; see `/bots`"
    )


def _by_seat(named: Mapping[str, T]) -> dict[int, T]:
    """Seats are numbers, which are strings as names of JSON members."""
    if any(seat not in map(str, range(MAX_SEAT + 1)) for seat in named):
        raise serializers.ValidationError("The names are seats, 0 to 7.")
    return {int(seat): value for seat, value in named.items()}


class AbandonRequest(strict.Serializer):
    reason = strict.CharField(
        max_length=200, required=False, default="", allow_blank=True,
        help_text="Of the director, or of a creator who plays with no other person",
    )  # fmt: skip


class GamesQuery(strict.QuerySerializer):
    status = strict.QueryChoiceField(GameStatus.values, required=False)
    player = serializers.UUIDField(required=False, help_text="Games that this player sits in")
    ruleset = serializers.CharField(
        max_length=SLUG_LENGTH, required=False, help_text="A slug, or `{owner}/{slug}`"
    )
    mine = serializers.BooleanField(required=False, default=False, help_text="Your own games")


class GameQuery(strict.Serializer):
    as_seat = serializers.IntegerField(min_value=0, max_value=MAX_SEAT, required=False)
    at = serializers.IntegerField(min_value=1, max_value=2**31 - 1, required=False)
    before_score = serializers.BooleanField(
        required=False, help_text="True: as the table lay before this version scored a hand"
    )


class JoinRequest(strict.Serializer):
    code = strict.CharField(max_length=40)
    rated = strict.BooleanField(default=False, help_text="True: also if the game is rated")


def wanted_game(body: dict[str, Any]) -> tuple[GameTerms, dict[int, "Player"]]:
    """The terms in a valid body, and the players that it names by their seats.

    What is unknown is refused at once: the ruleset, the table size, levels of bots, players.
    """
    faults, wanted = Faults(problem_for), {}
    with faults.at("ruleset"):
        terms = game_terms(body)
        with faults.at("seats"):
            terms.require_seats()
    for seat, level in body["bots"].items():
        with faults.at(f"bots.{seat}"):
            require_level(level)
    for seat, player_id in body["players"].items():
        with faults.at(f"players.{seat}"):
            wanted[seat] = named_player(player_id)
    faults.settle()
    return terms, wanted


def game_terms(body: dict[str, Any]) -> GameTerms:
    """The terms in a valid body. Raises InvalidRuleset."""
    reference = with_shorthands(body)
    rules = ruleset_resolve(reference)
    return GameTerms(
        rules=rules,
        overrides=reference["overrides"],
        seats=body["seats"],
        dealer=body["dealer"],
        visibility=body["visibility"],
        spectators=body["spectators"],
        hints=body["hints"],
        phrases=body["phrases"],
        away=body["away"],
        clock=body["clock"],
        pace_s=body["pace_s"],
        rated=body["rated"],
        practice=_practice(body["practice"], rules, body["seats"]),
    )


def with_shorthands(body: dict[str, Any]) -> dict[str, Any]:
    """The ruleset of a body, its `target`, `hand_limit` and `ask_required` among the overrides."""
    extends, overrides = body["ruleset"]["extends"], body["ruleset"]["overrides"]
    wanted = {
        ("game", "target"): body.get("target"),
        ("game", "hand_limit"): body.get("hand_limit"),
        ("going_out", "permission"): "required" if body["ask_required"] else None,
    }
    for (section, key), value in wanted.items():
        inner = overrides.get(section, {})
        if value is not None and isinstance(inner, dict):
            overrides = {**overrides, section: {**inner, key: value}}
    return {"extends": extends, "overrides": overrides}


def _practice(body: dict[str, Any] | None, rules: Rules, seats: int) -> Practice | None:
    if body is None:
        return None
    sides = rules.seating.sides.get(seats, 0)
    return Practice(
        orders=tuple(body["orders"]),
        scores=tuple(body.get("scores", (0,) * sides)),
        hands=body.get("hands", len(body["orders"])),
        dealer=body["dealer"],
    )
