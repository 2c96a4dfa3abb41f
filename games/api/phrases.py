"""A few words at the table."""

from typing import Any

from games.api.base import PLAY, GameApiView
from games.engine.event_answers import PhraseSaidEvent
from games.engine.phrases import PHRASES, Phrase
from games.services.phrases import phrase_say
from samba_service.kit import strict
from samba_service.kit.schema import operation

TAGS = ("play",)


class PhraseRequest(strict.Serializer):
    code = strict.ChoiceField(PHRASES)


class Phrases(GameApiView, at="games/{game_id}/phrases"):
    @operation("games_phrases_say", PLAY, {201: PhraseSaidEvent}, request=PhraseRequest)
    def post(self, body: Any) -> Any:
        """Say something.

        The table reads `phrase_said`, without `code` those who have blocked you. 429 `rate_limited`
        within 5 seconds of the last one; 403 `not_seated`; 409 `phrases_off`, `game_not_active` ten
        minutes after the end, `too_many` after 20 in one hand.
        """
        said = phrase_say(game_id=self.state.game.id, by=self.player, phrase=Phrase(body["code"]))
        return {**said}
