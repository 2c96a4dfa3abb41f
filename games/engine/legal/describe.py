"""An option as the API shows it: what it stands for, and an example that would be accepted."""

from collections.abc import Callable
from typing import Any, Final

from games.engine.cards import FACES, RED_THREES, copies, faces
from games.engine.codec import action_out
from games.engine.legal import option as opt
from games.engine.legal.candidates import discards
from games.engine.legal.describe_melds import Described, lay_off, new_meld
from games.engine.legal.describe_pile import take_pile
from games.engine.legal.examples import example
from games.engine.view import SeatView


def describe(view: SeatView, option: opt.Option) -> Described:
    """`option` in the shape in which the API lists legal actions, cards as faces."""
    described = _DESCRIBE[type(option)](view, option)
    return described | {"example": action_out(example(view, option))}


def _draw(_view: SeatView, option: opt.DrawOption) -> Described:
    return {"type": "draw", "count": option.count}


def _take_top(view: SeatView, option: opt.TakeTopOption) -> Described:
    return {"type": "take_top", "card": FACES[view.pile[-1]], "onto": option.onto.id}


def _new_meld(view: SeatView, option: opt.NewMeldOption) -> Described:
    return new_meld(view, option.meld, missing=view.by_side[view.side].minimum)


def _lay_off(view: SeatView, option: opt.LayOffOption) -> Described:
    return {"type": "lay_off", "onto": option.onto.id, **lay_off(view, option.onto)}


def _merge(_view: SeatView, option: opt.MergeOption) -> Described:
    return {"type": "merge", "into": option.into.id, "from": option.from_.id}


def _red_three(view: SeatView, _option: opt.RedThreeOption) -> Described:
    return {"type": "lay_red_three", "cards": faces(copies(view.hand, RED_THREES))}


def _discard(view: SeatView, _option: opt.DiscardOption) -> Described:
    return {"type": "discard", "cards": faces(discards(view))}


_DESCRIBE: Final[dict[type, Callable[[SeatView, Any], Described]]] = {
    opt.DrawOption: _draw,
    opt.TakePileOption: take_pile,
    opt.TakeTopOption: _take_top,
    opt.NewMeldOption: _new_meld,
    opt.LayOffOption: _lay_off,
    opt.MergeOption: _merge,
    opt.RedThreeOption: _red_three,
    opt.DiscardOption: _discard,
    opt.AskOption: lambda _view, _option: {"type": "ask_out"},
    opt.AnswerOption: lambda _view, _option: {"type": "answer_out", "answers": [True, False]},
    opt.PassOption: lambda _view, _option: {"type": "pass"},
    opt.TakeBackOption: lambda _view, option: {"type": "take_back", "max": option.most},
}
