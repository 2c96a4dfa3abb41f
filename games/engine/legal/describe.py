"""An option as the API shows it: what it stands for, and an example that would be accepted."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

from games.engine.cards import (
    FACES,
    RANK_OF,
    RANKS,
    RED_THREES,
    SUITS,
    THREE,
    copies,
    faces,
    held_bits,
)
from games.engine.codec import action_out
from games.engine.legal import option as opt
from games.engine.legal.choices import (
    discards,
    example,
    extensions,
    naturals_held,
    runs_held,
    wild_cards,
)
from games.engine.legal.new_melds import new_meld_options
from games.engine.legal.openings import pile_threes_out
from games.engine.melds import GROUP, SEQUENCE, value
from games.engine.view import SeatView

Described = dict[str, Any]


def describe(view: SeatView, option: opt.Option) -> Described:
    """`option` in the shape of API.md "Legal actions", cards as faces."""
    described = _DESCRIBE[type(option)](view, option)
    return described | {"example": action_out(example(view, option))}


def _draw(_view: SeatView, option: opt.DrawOption) -> Described:
    return {"type": "draw", "count": option.count}


def _take_pile(view: SeatView, option: opt.TakePileOption) -> Described:
    upcard, rules = view.pile[-1], view.rules
    naturals = naturals_held(view, RANK_OF[upcard])
    pairs = sorted(set(combinations(naturals, 2)))
    on_table, wilds_there = 0, 0
    if option.onto is not None:
        on_table, wilds_there = option.onto.naturals, option.onto.wilds
    room = rules.groups[RANK_OF[upcard]].room[on_table + 1 + len(naturals)] - wilds_there
    extra = (naturals if len(naturals) > 2 else []) + (wild_cards(view) if room > 0 else [])
    need = view.by_side[view.side].minimum
    base = value((upcard, *naturals[:2]), rules)
    return {
        "type": "take_pile",
        "card": FACES[upcard],
        "onto": None if option.onto is None else option.onto.id,
        "with": [faces(pair) for pair in pairs],
        "extra": faces(extra),
        "max_wilds": max(0, min(room, len(wild_cards(view)))),
        "needs": 0 if need is None else max(0, need - base),
        "melds": [] if need is None else [_new_meld(view, new) for new in _along(view)],
    }


def _along(view: SeatView) -> list[opt.GroupOption | opt.SequenceOption]:
    """The new melds that may open the side together with the upcard."""
    along = new_meld_options(view.rules, view.hand, held_bits(view.hand))
    return along if pile_threes_out(view) is None else [*along, opt.GroupOption(THREE)]


def _take_top(view: SeatView, option: opt.TakeTopOption) -> Described:
    return {"type": "take_top", "card": FACES[view.pile[-1]], "onto": option.onto.id}


def _new_meld(view: SeatView, option: opt.Option) -> Described:
    if isinstance(option, opt.GroupOption):
        return _new_group(view, option)
    assert isinstance(option, opt.SequenceOption)
    return _new_sequence(view, option)


def _new_group(view: SeatView, option: opt.GroupOption) -> Described:
    naturals, wilds = naturals_held(view, option.rank), wild_cards(view)
    most_wilds = min(view.rules.groups[option.rank].room[len(naturals)], len(wilds))
    size = len(naturals) + most_wilds
    return {
        "type": "meld",
        "kind": GROUP,
        "rank": RANKS[option.rank],
        "cards": faces(naturals + (wilds if most_wilds else [])),
        "min": view.rules.group.min_size,
        "max": min(size, view.rules.groups[option.rank].max_size or size),
        "max_wilds": most_wilds,
    }


def _new_sequence(view: SeatView, option: opt.SequenceOption) -> Described:
    found, sizes = runs_held(view, option.suit), view.rules.sequence
    cards = [card for run in found for card in copies(view.hand, run)]
    return {
        "type": "meld",
        "kind": SEQUENCE,
        "suit": SUITS[option.suit],
        "cards": faces(cards),
        "min": sizes.min_size,
        "max": min(sizes.max_size, max(map(len, found))),
        "max_wilds": 0,
    }


def _lay_off(view: SeatView, option: opt.LayOffOption) -> Described:
    meld, rules = option.onto, view.rules
    if meld.kind == SEQUENCE:
        below, above = extensions(view, meld)
        cards, most_wilds = below[::-1] + above, 0
        most = min(len(cards), rules.sequence.max_size - len(meld.cards))
    else:
        naturals, wilds = naturals_held(view, meld.rank), wild_cards(view)
        room = rules.groups[meld.rank].room[meld.naturals + len(naturals)] - meld.wilds
        most_wilds = max(0, min(room, len(wilds)))
        cards, most = naturals + (wilds if most_wilds else []), len(naturals) + most_wilds
        most = min(most, (rules.groups[meld.rank].max_size or 1000) - len(meld.cards))
    return {
        "type": "lay_off",
        "onto": meld.id,
        "cards": faces(cards),
        "max": most,
        "max_wilds": most_wilds,
    }


def _merge(_view: SeatView, option: opt.MergeOption) -> Described:
    return {"type": "merge", "into": option.into.id, "from": option.from_.id}


def _red_three(view: SeatView, _option: opt.RedThreeOption) -> Described:
    cards = copies(view.hand, RED_THREES)
    return {"type": "lay_red_three", "cards": faces(cards)}


def _discard(view: SeatView, _option: opt.DiscardOption) -> Described:
    return {"type": "discard", "cards": faces(discards(view))}


_DESCRIBE: dict[type, Callable[[SeatView, Any], Described]] = {
    opt.DrawOption: _draw,
    opt.TakePileOption: _take_pile,
    opt.TakeTopOption: _take_top,
    opt.GroupOption: _new_group,
    opt.SequenceOption: _new_sequence,
    opt.LayOffOption: _lay_off,
    opt.MergeOption: _merge,
    opt.RedThreeOption: _red_three,
    opt.DiscardOption: _discard,
    opt.AskOption: lambda _view, _option: {"type": "ask_out"},
    opt.AnswerOption: lambda _view, _option: {"type": "answer_out", "answers": [True, False]},
    opt.PassOption: lambda _view, _option: {"type": "pass"},
}
