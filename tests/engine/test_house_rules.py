"""House rules: whatever values a table may choose, what is offered is accepted, to the end."""

from random import Random
from typing import Any

import pytest

from games.arena import bot_hand, deal_next, new_match, random_hand
from games.bots.novice import novice
from games.engine.legal import options, sample
from games.engine.phase import Phase
from games.engine.rulesets import InvalidRuleset, Rules, resolve
from games.engine.view import seat_view
from tests.engine.laws import Game

VALUES: dict[str, dict[str, list[Any]]] = {
    "pack": {"decks": [3, 4], "jokers": [0, 6, 9]},
    "draw": {"count": [1, 2, 3]},
    "group": {
        "max_size": [None, 7, 8],
        "max_wilds": [0, 2, 3],
        "min_naturals": [2, 3],
        "naturals_per_wild": [0, 1, 2],
    },
    "initial_minimum": {"negative": [0, 15]},
    "going_out": {"canastas": [0, 1, 2], "permission": ["optional", "required"]},
}

ANY_WILDS = {"max_wilds": 100}


def some_house_rules(rng: Random) -> Rules:
    """`classic` with about a third of the values drawn again."""
    overrides = {
        section: {key: rng.choice(some) for key, some in keys.items() if rng.random() < 0.3}
        for section, keys in VALUES.items()
    }
    return resolve({"extends": "classic", "overrides": overrides})


@pytest.mark.parametrize("seed", range(20))
def test_every_option_is_accepted_under_any_house_rules(seed: int) -> None:
    """The engine raises where a policy's action, always one of the options, is refused."""
    rng = Random(seed)
    match = new_match(some_house_rules(rng), rng.choice([2, 3, 4, 5, 6]))
    by_chance = deal_next(match, rng)
    random_hand(by_chance, rng)
    match.hand = None
    by_novices = deal_next(match, rng)
    bot_hand(by_novices, [novice] * match.seats, rng)
    assert (by_chance.phase, by_novices.phase) == (Phase.OVER, Phase.OVER)


@pytest.mark.parametrize(
    ("slug", "overrides"),
    [
        pytest.param("classic", {"group": ANY_WILDS | {"naturals_per_wild": 0}}, id="groups"),
        pytest.param("royal", {"group": ANY_WILDS}, id="groups of royal"),
        pytest.param("white-knuckle", {"threes": ANY_WILDS}, id="threes"),
    ],
)
def test_more_wild_cards_than_there_are_may_be_allowed(
    slug: str, overrides: dict[str, Any]
) -> None:
    rng = Random(1)
    match = new_match(resolve({"extends": slug, "overrides": overrides}), 4)
    hand = deal_next(match, rng)
    random_hand(hand, rng)
    assert hand.phase == Phase.OVER


EVERYTHING = ["wild", "joker", "seven", "red_three", "black_three"]
AT_TURNS = {"declaring": "turn", "replaced": False}
SHORT = {"canasta": {"size": 4}}
EDGES: dict[str, tuple[str, dict[str, Any]]] = {
    "hardly anything is discarded": ("classic", {"discard": {"forbidden": EVERYTHING}}),
    "hands and feet of one card": ("classic", {"seating": {"hand_size": 1, "foot_size": 1}}),
    "a stock gone in a few draws": ("classic", {"draw": {"count": 10}, "pack": {"decks": 2}}),
    "the top card alone is taken": (
        "classic",
        {"pile": {"max_cards_taken": 1, "min_pile_size": 1}},
    ),
    "red threes are not replaced": ("classic", {"red_threes": AT_TURNS}),
    "nor those of the deal": ("classic", {"red_threes": AT_TURNS | {"declaring": "deal"}}),
    "permission without a partner": (
        "classic",
        {"seating": {"sides": {"4": 4}}, "going_out": {"permission": "required"}},
    ),
    "red threes by choice taken back": ("classic", {"turn": {"take_back": True}}),
    "a hand is a game": ("classic", {"game": {"target": None, "hand_limit": 1}}),
    "canastas of four": ("classic", SHORT),
    "again and again": ("handfoot", SHORT | {"group": {"max_size": 4}}),
    "no minimum": ("royal", {"initial_minimum": {"brackets": [[0, 0]]}}),
    "a minimum out of reach": ("bolivia", {"initial_minimum": {"brackets": [[0, 500]]}}),
    "one deck": (
        "denexa",
        {
            "pack": {"decks": 1, "jokers": 0},
            "seating": {"hand_size": 9},
            "going_out": {"canastas": 0},
        },
    ),
}


@pytest.mark.parametrize(("slug", "overrides"), EDGES.values(), ids=EDGES.keys())
def test_a_hand_by_rules_on_the_edge_keeps_every_law(slug: str, overrides: dict[str, Any]) -> None:
    rng = Random(slug)
    game = Game(4, rng, rules=resolve({"extends": slug, "overrides": overrides}))
    game.deal()
    while game.match.hand is not None:
        seat = rng.choice(game.hand.to_act)
        view = seat_view(game.hand, seat)
        action = sample(view, options(view), rng)
        assert game.play(seat, action, strictly=rng.random() < 0.1)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("pack.decks.4", 9),
        ("pack.jokers.4", -1),
        ("draw.count", 0),
        ("group.min_size", 4),
        ("group.max_size", 6),
        ("group.min_naturals", 1),
        ("sequence.min_size", 4),
        ("sequence.max_size", 8),
        ("canasta.natural", 501),
        ("canasta.samba", 50_005),
        ("points.3", -5),
        ("seating.sides.4", 3),
        ("seating.hand_size.6", 27),
        ("initial_minimum.brackets", [[100, 50]]),
        ("initial_minimum.brackets", [[0, 50], [1500, 90], [1500, 120]]),
        ("initial_minimum.negative", 505),
        ("red_threes.declaring", "sometimes"),
        ("pile.frozen_by", ["wild", "wild"]),
        ("pile.frozen_by", ["ace"]),
        ("group.merge", 1),
        ("seating.hand_size", {"9": 15}),
        ("going_out.canastas", "2"),
        ("game.hand_limit", True),
        ("game.length", 4),
        ("tournament.margin_sd", 2000.0),
        ("tournament.margin_sd", 1010),
    ],
)
def test_what_cannot_be_played_is_refused_by_its_path(path: str, value: object) -> None:
    overrides: Any = value
    for name in reversed(path.split(".")):
        overrides = {name: overrides}
    with pytest.raises(InvalidRuleset) as refused:
        resolve({"extends": "classic", "overrides": overrides})
    assert [fault.path for fault in refused.value.faults] == [path]
