"""What a director decides in a running game."""

from collections.abc import Callable
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from games.api.answers import GameAnswer, game_answer
from games.api.base import MAX_SEAT, GameApiView
from games.errors import NotDirector
from games.selectors.directors import directors_get
from games.services.rulings import hand_void, score_adjust
from samba_service.accounts.choices import Scope
from samba_service.kit import strict
from samba_service.kit.access import needs
from samba_service.kit.schema import operation

TAGS = ("play",)

MANAGE = needs(Scope.TOURNAMENTS_MANAGE)

MOST_POINTS = 20_000


class ScoreAdjustmentRequest(strict.Serializer):
    side = strict.IntegerField(min_value=0, max_value=MAX_SEAT)
    points = strict.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS)
    reason = strict.LineField(max_length=100, help_text="For the table and the tournament's log")
    note = strict.LineField(
        max_length=90, required=False, default="", allow_blank=True,
        help_text="Only for the tournament's log",
    )  # fmt: skip

    def validate_points(self, points: int) -> int:
        """All scores come in fives."""
        if points == 0 or points % 5:
            raise serializers.ValidationError("A multiple of five, and not 0.")
        return points


class VoidRequest(strict.Serializer):
    reason = strict.LineField(max_length=200, help_text="For the table and the tournament's log")


class RulingView(GameApiView):
    """A view of a game, for the directors of its tournament."""

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        if self.caller.player_id not in (directors_get(self.state.game.id) or ()):
            raise NotDirector

    def shown(self) -> GameAnswer:
        """The game after the ruling."""
        return game_answer(self.refreshed())


class Adjustments(RulingView, at="games/{game_id}/adjustments"):
    @operation(
        "games_adjustments_create", MANAGE, {201: GameAnswer}, request=ScoreAdjustmentRequest
    )
    def post(self, body: Any) -> Callable[[], GameAnswer]:
        """Adjust a side's total.

        While a hand is played: it counts at once, and for the initial minimum from the next deal
        on. The opposite undoes it. A finished game is not changed, 409 `game_not_active`: correct
        its table. 409 `no_hand_running`, `too_many` after 100; 422 `no_such_side`.
        """
        score_adjust(game_id=self.state.game.id, by=self.authority, **body)
        return self.shown


class VoidHand(RulingView, at="games/{game_id}/void-hand"):
    @operation("games_void_hand", MANAGE, {201: GameAnswer}, request=VoidRequest)
    def post(self, body: Any) -> Callable[[], GameAnswer]:
        """Void the running hand.

        It counts for nothing, and the same dealer deals another one. Nobody undoes it, because its
        cards are known. 409 `no_hand_running`, `game_not_active`; `no_other_deal` where tables
        share their deals, `too_many` after 100.
        """
        hand_void(game_id=self.state.game.id, by=self.authority, **body)
        return self.shown
