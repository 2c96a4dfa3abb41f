"""Novices play every ruleset that ships, at every table size, and end most hands by going out.

`SHARES` was measured over 100 hands of only novices. The bound is what so few hands as are played
here would miss by chance once in a hundred times; the seed is fixed, so that they do so only if the
bot, or a rule, has changed.

Most hands end so, except where three or five play for themselves and the stock ends first. At a
table of five each is dealt or draws some 32 cards in addition to the piles that it takes, few for
two canastas (5 to 14 of 100 hands); in sambola three players need two canastas without a wild card
each (6 of 100). There a player must go out within `RARE_HANDS`.
"""

from collections.abc import Iterator
from math import comb
from random import Random
from typing import Final

import pytest

from games.arena import bot_hand, deal_next, new_match
from games.bots.novice import novice
from games.bots.policy import Policy
from games.bots.random_bot import random_action
from games.engine.phase import HandEnd, Phase
from games.engine.rulesets import Rules, load, slugs
from games.engine.table.hand import HandState
from tests.depth import cases, one_of

HANDS, RARE_HANDS, MIXED_HANDS = 12, 100, cases(1, 4)
MOST: Final = 0.98
"""The most that a share is taken for: 100 of 100 hands prove no certainty."""
SHARES: Final[dict[str, dict[int, float]]] = {
    "black-samba": {2: 1.0, 3: 0.96, 4: 1.0, 5: 0.05, 6: 0.73},
    "bolivia": {4: 0.86},
    "classic": {2: 1.0, 3: 0.96, 4: 1.0, 5: 0.13, 6: 0.93},
    "denexa": {4: 1.0},
    "handfoot": {4: 0.86, 6: 0.80},
    "mexican": {4: 0.87, 6: 0.64},
    "official": {4: 1.0},
    "quad": {6: 0.82},
    "royal": {4: 0.94},
    "sambola": {2: 0.57, 3: 0.06, 4: 0.79, 6: 0.80},
    "trey": {4: 0.87},
    "white-knuckle": {4: 1.0, 5: 0.14, 6: 0.78},
}
TABLES = [(slug, seats) for slug in slugs() for seats in load(slug).seating.players]
OFTEN = [(slug, seats) for slug in SHARES for seats, share in SHARES[slug].items() if share > 0.5]
RARE = [(slug, seats) for slug in SHARES for seats, share in SHARES[slug].items() if share < 0.5]


def played(rules: Rules, policies: list[Policy], rng: Random, hands: int) -> Iterator[HandState]:
    """Hands played to their end, every action accepted by the judge: a refusal is raised."""
    for _ in range(hands):
        hand = deal_next(new_match(rules, len(policies)), rng)
        bot_hand(hand, policies, rng)
        yield hand


def least(share: float, hands: int) -> int:
    """The least number of `hands` in which a share goes out, except one time in a hundred."""
    share, at_most = min(share, MOST), 0.0
    for out in range(hands + 1):
        at_most += comb(hands, out) * share**out * (1 - share) ** (hands - out)
        if at_most > 0.01:
            return out
    return hands


def test_the_shares_are_those_of_what_ships() -> None:
    assert [(slug, seats) for slug, sizes in SHARES.items() for seats in sizes] == TABLES


@pytest.mark.parametrize(("slug", "seats"), one_of(2, OFTEN))
def test_novices_end_most_hands_by_going_out(slug: str, seats: int) -> None:
    rng = Random(f"novices/{slug}/{seats}")
    ended = [hand.end for hand in played(load(slug), [novice] * seats, rng, HANDS)]
    bound = least(SHARES[slug][seats], HANDS)
    assert bound > 0
    assert ended.count(HandEnd.WENT_OUT) >= bound


@pytest.mark.parametrize(("slug", "seats"), RARE)
def test_novices_go_out_now_and_then_where_the_stock_is_soon_at_an_end(
    slug: str, seats: int
) -> None:
    rng = Random(f"novices/{slug}/{seats}")
    hands = played(load(slug), [novice] * seats, rng, RARE_HANDS)
    assert any(hand.end is HandEnd.WENT_OUT for hand in hands)


@pytest.mark.parametrize(("slug", "seats"), TABLES)
@pytest.mark.parametrize("strangers", ["every other side", "one seat"])
def test_novices_and_random_bots_play_hands_to_their_end(
    slug: str, seats: int, strangers: str
) -> None:
    rules, rng = load(slug), Random(f"{strangers}/{slug}/{seats}")
    policies = [novice] * (seats - 1) + [random_action]
    if strangers == "every other side":
        policies = [(novice, random_action)[seat % rules.sides(seats) % 2] for seat in range(seats)]
    for hand in played(rules, policies, rng, MIXED_HANDS):
        assert hand.phase is Phase.OVER
