"""Taking the pile, as the API shows it."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from games.engine.cards import FACES, IS_WILD, RANK_OF, THREE, copies, faces, held_bits
from games.engine.legal import option as opt
from games.engine.legal.candidates import group_kinds, new_meld_classes, takes
from games.engine.legal.corner import Corner
from games.engine.legal.describe_melds import Described, new_meld, room_for_wilds, wild_cards
from games.engine.legal.drawing import gained_with_the_pile, opening_takes
from games.engine.legal.meld_sets import meld_task
from games.engine.legal.opening.requirement import OF_RANK, MeldClass
from games.engine.rulesets.choices import Threes
from games.engine.table.meld import value
from games.engine.view import SeatView


def take_pile(view: SeatView, option: opt.TakePileOption) -> Described:
    """The pile: what it may be taken with, and what may go along."""
    upcard = view.pile[-1]
    need = view.by_side[view.side].minimum
    choices = _WAYS[option.way](view, option)
    base = max(value((upcard, *cards), view.rules) for cards in choices["with"])
    missing = 0 if need is None else max(0, need - base)
    return {
        "type": "take_pile",
        "card": FACES[upcard],
        "onto": None if option.onto is None else option.onto.id,
        "with": [faces(cards) for cards in choices["with"]],
        "extra": faces(choices["extra"]),
        "max_wilds": choices["max_wilds"],
        "needs": missing,
        "melds": []
        if need is None
        else [new_meld(view, along, missing=missing) for along in _along(view, option)],
    }


def _with_a_pair(view: SeatView, option: opt.TakePileOption) -> dict[str, Any]:
    rank, meld = RANK_OF[view.pile[-1]], option.onto
    naturals = copies(view.hand, group_kinds(view.rules, rank))
    there = 0 if meld is None else meld.naturals
    most_wilds = room_for_wilds(view, rank, there + 1 + len(naturals), meld)
    extra = naturals if len(naturals) > 2 else []
    return {
        "with": sorted(set(combinations(naturals, 2))),
        "extra": extra + (wild_cards(view) if most_wilds else []),
        "max_wilds": most_wilds,
    }


def _alone(_view: SeatView, _option: opt.TakePileOption) -> dict[str, Any]:
    return {"with": [()], "extra": [], "max_wilds": 0}


def _in_sequence(view: SeatView, option: opt.TakePileOption) -> dict[str, Any]:
    found = list(takes(view, option.onto, option.way))
    least = min(len(take.with_) for take in found)
    shortest = [take for take in found if len(take.with_) == least]
    cards = {card for take in found if len(take.with_) > least for card in take.with_}
    return {
        "with": sorted({tuple(sorted(take.with_)) for take in shortest}),
        "extra": sorted(card for card in cards if not IS_WILD[card]),
        "max_wilds": int(any(take.as_ is not None for take in shortest)),
    }


_WAYS = {
    opt.TakenWith.PAIR: _with_a_pair,
    opt.TakenWith.ALONE: _alone,
    opt.TakenWith.SEQUENCE: _in_sequence,
}


def _along(view: SeatView, option: opt.TakePileOption) -> Iterator[MeldClass]:
    """The new melds that may open the side together with the upcard."""
    own = view.by_side[view.side]
    yield from new_meld_classes(view.hand, held_bits(view.hand), own, view.rules)
    if view.rules.threes.melding is Threes.GOING_OUT and _threes_go_along(view, option.way):
        yield OF_RANK[THREE]


def _threes_go_along(view: SeatView, way: opt.TakenWith) -> bool:
    """True if the seat can go out with the pile and black threes."""
    corner = Corner(view, gained_with_the_pile(view))
    return any(map(corner.accepts, opening_takes(meld_task(corner), way, OF_RANK[THREE])))
