"""The score sheets of finished hands, with their proofs."""

from django.http import HttpResponse

from games.api.base import READ, GameApiView
from games.engine.answers import HandResultAnswer
from games.engine.shuffle import ProofAnswer
from games.errors import HandNotFound
from games.selectors.deal_sets import log_heads
from games.selectors.deals import proof_get
from games.selectors.hands import hand_get, hand_out, hands_list
from samba_service.kit.http import paged
from samba_service.kit.schema import listing, operation

TAGS = ("history",)


class Hands(GameApiView, at="games/{game_id}/hands"):
    @listing("games_hands_list", READ, HandResultAnswer)
    def get(self) -> HttpResponse:
        """List the score sheets.

        Of the finished hands, the first one first.
        """
        hands = hands_list(game_id=self.state.game.id)
        shown = hands.filter(number__lte=self.state.last_hand_shown)
        return paged(self.request, shown, hand_out, ordering="number")


class HandApiView(GameApiView):
    """A hand that the path names; what is no hand's number is unknown."""

    def number(self, text: str, *, last: int) -> int:
        """The hand's number, at most `last`."""
        if not (text.isascii() and text.isdigit() and len(text) < 6):
            raise HandNotFound
        if not 0 < int(text) <= last:
            raise HandNotFound
        return int(text)


class Hand(HandApiView, at="games/{game_id}/hands/{number}"):
    @operation("games_hands_read", READ, HandResultAnswer)
    def get(self) -> HandResultAnswer:
        """Read a score sheet.

        Line by line, each with its rule. 404 while the hand is running.
        """
        wanted = self.number(self.kwargs["number"], last=self.state.last_hand_shown)
        return hand_get(game_id=self.state.game.id, number=wanted)


class Proof(HandApiView, at="games/{game_id}/hands/{number}/proof"):
    @operation("games_hands_proof", READ, ProofAnswer, refusals=(409,))
    def get(self) -> ProofAnswer:
        """Check a shuffle.

        Seed and entropy of the hand's shuffle, once it is over: with them anybody can verify that
        the deal was fixed before the hand. 409 `proof_not_yet` before, and while other tables play
        the same deals; then `tables` are the hashes of their logs' last rows. 409 `no_proof` for a
        pack that was given for practice.
        """
        running = self.state.match.hands_played + 1
        visible = self.state.embargo or self.state.last_hand_shown
        wanted = self.number(self.kwargs["number"], last=running if visible else 0)
        proof = proof_get(game_id=self.state.game.id, hand=wanted)
        deal_set_id = self.state.game.deal_set_id
        if deal_set_id is not None:
            proof["tables"] = log_heads(deal_set_id)
        return proof
