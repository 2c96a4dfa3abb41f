"""Pausing the clock of a game."""

from games.api.answers import GameAnswer, game_answer
from games.api.base import HOST, PLAY, GameApiView
from games.services.pauses import pause_end, pause_refuse, pause_request
from samba_service.kit import strict
from samba_service.kit.idempotency import Answer
from samba_service.kit.schema import operation

TAGS = ("games",)


class Pause(GameApiView, at="games/{game_id}/pause"):
    @operation("games_pause", HOST, {200: GameAnswer, 202: GameAnswer}, request=strict.EmptyRequest)
    def post(self) -> Answer:
        """Pause the clock.

        Asks the persons at the table: 202 with `consent` until all have agreed, by the same call;
        bots agree. Then no time runs until one of them calls `/resume` or moves. A director of the
        tournament pauses at once, and until a director resumes no player moves. 403 `not_seated`;
        409 `no_clock`, `no_hand_running`, `consent_open`, `too_many_questions`; `game_held` for a
        director who has paused it already.
        """
        pause_request(game_id=self.state.game.id, by=self.authority)
        state = self.refreshed()
        return Answer.of(lambda: game_answer(state), status=200 if state.is_paused else 202)

    @operation("games_pause_refuse", PLAY, None, refusals=(409,))
    def delete(self) -> None:
        """Play on without a pause.

        Refuses the question, which is then closed for all, or takes back one's own. 409
        `nothing_asked`.
        """
        pause_refuse(game_id=self.state.game.id, by=self.authority)


class Resume(GameApiView, at="games/{game_id}/resume"):
    @operation("games_resume", HOST, {200: GameAnswer}, request=strict.EmptyRequest)
    def post(self) -> Answer:
        """End the pause.

        By anybody at the table, as a pause lasts as long as all want it, or by a director of the
        tournament. 403 `not_seated`; 409 `not_paused`, `game_held` after a director's pause.
        """
        pause_end(game_id=self.state.game.id, by=self.authority)
        return Answer.of(lambda: game_answer(self.refreshed()), status=200)
