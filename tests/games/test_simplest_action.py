"""What a bot plays whose own policy fails: only what cannot go wrong."""

from random import Random

from games.arena import deal_next, new_match
from games.engine.actions import Discard, Draw
from games.engine.match import play
from games.engine.phase import HandEnd
from games.engine.rulesets import load
from games.services.bots import simplest_action


def test_it_draws_and_discards_until_the_stock_is_gone():
    match = new_match(load("classic"), 4)
    hand = deal_next(match, Random(5))
    kinds = set()
    while match.hand is hand:
        action = simplest_action(match, hand.turn)
        kinds.add(type(action))
        play(match, hand.turn, action)
    assert kinds == {Draw, Discard}
    assert match.last_hand is not None
    assert match.last_hand.end is HandEnd.STOCK_EXHAUSTED
