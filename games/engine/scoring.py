"""A hand's score sheet: one line per item, each with its rule, the lines adding up to the total."""

from collections.abc import Iterator
from operator import mul
from typing import Final

from games.engine.cards import RED_THREES
from games.engine.events import ScoreLine, SideScore
from games.engine.melds import canasta, value
from games.engine.state import HandState

RULE_OF: Final = {
    "natural_canastas": "SCORE-03",
    "mixed_canastas": "SCORE-04",
    "sambas": "SCORE-05",
    "went_out": "SCORE-06",
    "red_threes": "SCORE-07",
    "melded_cards": "SCORE-01",
    "red_threes_in_hand": "SCORE-08",
    "hand_cards": "SCORE-02",
}
"""By code of a line, in the order of the sheet: the paragraph that it follows."""
_CANASTA_CODES: Final = {
    "natural": "natural_canastas",
    "mixed": "mixed_canastas",
    "samba": "sambas",
}


def line(code: str, points: int, count: int) -> ScoreLine:
    """The line `code`, with its rule."""
    return ScoreLine(code, points, count, RULE_OF[code])


def score(state: HandState) -> tuple[SideScore, ...]:
    """The score of every side of an ended hand."""
    return tuple(_side_score(state, side) for side in range(state.sides))


def _side_score(state: HandState, side: int) -> SideScore:
    lines = tuple([line(*item) for item in _items(state, side) if item[2]])
    return SideScore(side, lines, sum([each.points for each in lines]))


_Item = tuple[str, int, int]
"""Code, points and count of a line."""


def _items(state: HandState, side: int) -> Iterator[_Item]:
    rules = state.rules
    melds = state.by_side[side].melds
    made = [canasta(meld, rules) for meld in melds]
    earns = {
        "natural": rules.canasta.natural,
        "mixed": rules.canasta.mixed,
        "samba": rules.canasta.samba,
    }
    for kind, code in _CANASTA_CODES.items():
        yield (code, made.count(kind) * earns[kind], made.count(kind))
    if state.out is not None and state.out % state.sides == side:
        yield ("went_out", rules.going_out.bonus, 1)
    yield _red_threes(state, side)
    melded = [card for meld in melds for card in meld.cards]
    yield ("melded_cards", value(melded, rules), len(melded))
    yield from _hand_items(state, side)


def _red_threes(state: HandState, side: int) -> _Item:
    red, count = state.rules.red_threes, len(state.by_side[side].red_threes)
    whole = count == len(RED_THREES) * state.rules.pack.decks[state.seats]
    if state.by_side[side].canastas >= red.qualified_canastas:
        points = red.all if whole else red.each * count
    else:
        points = red.unqualified_all if whole else red.unqualified_each * count
    return ("red_threes", points, count)


def _hand_items(state: HandState, side: int) -> Iterator[_Item]:
    rules = state.rules
    hands = state.hands[side :: state.sides]
    red_threes = [hand[RED_THREES[0]] + hand[RED_THREES[1]] for hand in hands]
    holders = sum(map(bool, red_threes))
    yield ("red_threes_in_hand", rules.red_threes.in_hand * holders, holders)
    points = sum([sum(map(mul, rules.card_points, hand)) for hand in hands])
    points -= sum(red_threes) * rules.card_points[RED_THREES[0]]
    cards = sum(map(sum, hands)) - sum(red_threes)
    yield ("hand_cards", -points, cards)
