"""An option as the API shows it: what it stands for, and an example that would be accepted."""

from collections.abc import Callable
from typing import Any

from games.engine.cards import FACES, RED_THREES, copies, faces
from games.engine.codec import action_out
from games.engine.legal import option as opt
from games.engine.legal.choices import discards, example
from games.engine.legal.describe_melds import Described, lay_off, new_meld
from games.engine.legal.describe_pile import take_pile
from games.engine.view import SeatView


def describe(view: SeatView, option: opt.Option) -> Described:
    """`option` in the shape in which the API lists legal actions, cards as faces."""
    described = _DESCRIBE[type(option)](view, option)
    return described | {"example": action_out(example(view, option))}


def _draw(_view: SeatView, option: opt.DrawOption) -> Described:
    return {"type": "draw", "count": option.count}


def _take_top(view: SeatView, option: opt.TakeTopOption) -> Described:
    return {"type": "take_top", "card": FACES[view.pile[-1]], "onto": option.onto.id}


def _merge(_view: SeatView, option: opt.MergeOption) -> Described:
    return {"type": "merge", "into": option.into.id, "from": option.from_.id}


def _red_three(view: SeatView, _option: opt.RedThreeOption) -> Described:
    cards = copies(view.hand, RED_THREES)
    return {"type": "lay_red_three", "cards": faces(cards)}


def _discard(view: SeatView, option: opt.DiscardOption) -> Described:
    kinds = discards(view) if option.kinds is None else option.kinds
    return {"type": "discard", "cards": faces(kinds)}


_DESCRIBE: dict[type, Callable[[SeatView, Any], Described]] = {
    opt.DrawOption: _draw,
    opt.TakePileOption: take_pile,
    opt.TakeTopOption: _take_top,
    opt.GroupOption: new_meld,
    opt.SequenceOption: new_meld,
    opt.WildMeldOption: new_meld,
    opt.LayOffOption: lay_off,
    opt.MergeOption: _merge,
    opt.RedThreeOption: _red_three,
    opt.DiscardOption: _discard,
    opt.AskOption: lambda _view, _option: {"type": "ask_out"},
    opt.AnswerOption: lambda _view, _option: {"type": "answer_out", "answers": [True, False]},
    opt.PassOption: lambda _view, _option: {"type": "pass"},
    opt.TakeBackOption: lambda _view, option: {"type": "take_back", "max": option.most},
}
