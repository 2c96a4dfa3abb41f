"""Claiming what a player who stays away holds up."""

from typing import Any

from games.api.answers import GameAnswer, game_answer
from games.api.base import HOST, GameApiView, seat_field
from games.choices import GameStatus
from games.engine.consent import CLAIMS, Claim
from games.services.claims import claim_make, claim_refuse
from samba_service.kit import strict
from samba_service.kit.idempotency import Answer
from samba_service.kit.schema import operation

TAGS = ("games",)


class ClaimRequest(strict.Serializer):
    seat = seat_field(help_text="Of the player who stays away")
    claim = strict.ChoiceField(CLAIMS)
    reason = strict.LineField(
        max_length=200, required=False, default="", allow_blank=True, help_text="A director's"
    )


class Claims(GameApiView, at="games/{game_id}/claim"):
    @operation("games_claim", HOST, {200: GameAnswer, 202: GameAnswer}, request=ClaimRequest)
    def post(self, body: Any) -> Answer:
        """Claim a bot or the game.

        `bot`: it plays for a seat that the table waits for, from `claimable_at` on: two minutes
        after its player left, or after its time was over, then by correspondence a day; a day after
        the player on turn was last heard of where there is no clock; later by any outage. Its owner
        may come back. By anyone at the table, and the creator. `game`: once a bot has played to the
        end of a hand for a player who is not back, their side gives up, if the persons on it agree:
        202 with `consent` until they have, by the same call. A director of the tournament decides
        at once. 403 `not_seated`; 409 `not_absent`, `no_hand_running`, `consent_open`,
        `too_many_questions`; 422 `no_such_seat`.
        """
        claim = Claim(body["claim"])
        game = claim_make(
            game_id=self.state.game.id,
            by=self.authority,
            seat=body["seat"],
            claim=claim,
            reason=body["reason"],
        )
        done = claim == Claim.BOT or game.status == GameStatus.FINISHED
        return Answer.of(lambda: game_answer(self.refreshed()), status=200 if done else 202)

    @operation("games_claim_refuse", HOST, None, refusals=(409,))
    def delete(self) -> None:
        """Refuse a claim.

        Play on: refuses the question, which is then closed for all, or takes back one's own. A
        director refuses it for the table. 409 `nothing_asked`.
        """
        claim_refuse(game_id=self.state.game.id, by=self.authority)
