"""An action under each option that is accepted as it stands."""

from collections.abc import Callable
from typing import Any, Final

from games.engine import actions as act
from games.engine.cards import IS_WILD, RED_THREES, WILD_BITS, held_bits, lowest_kind
from games.engine.legal import option as opt
from games.engine.legal.candidates import additions, discards, new_melds
from games.engine.legal.meld_sets import lay
from games.engine.legal.opening.limits import limits_beside
from games.engine.view import SeatView


def example(view: SeatView, option: opt.Option) -> act.Action:
    """One action under `option` that would be accepted as it stands."""
    return _EXAMPLES[type(option)](view, option)


def _new_meld(view: SeatView, option: opt.NewMeldOption) -> act.Action:
    if option.example is not None:
        return option.example
    limits = limits_beside(view.by_side[view.side], view.rules)
    return lay((next(new_melds(view.hand, option.meld, limits)),))


def _lay_off(view: SeatView, option: opt.LayOffOption) -> act.Action:
    if option.example is not None:
        return option.example
    meld = option.onto
    naturals = meld.open_to & held_bits(view.hand) & ~WILD_BITS
    if naturals:
        return act.LayOff(meld.id, (lowest_kind(naturals),))
    return next(lay_off for lay_off in additions(view, meld) if IS_WILD[lay_off.cards[0]])


def _red_three(view: SeatView, option: opt.RedThreeOption) -> act.Action:
    if option.example is not None:
        return option.example
    return act.LayRedThree((next(card for card in RED_THREES if view.hand[card]),))


_DRAW: Final = act.Draw()
_EXAMPLES: Final[dict[type, Callable[[SeatView, Any], act.Action]]] = {
    opt.DrawOption: lambda _view, _option: _DRAW,
    opt.TakePileOption: lambda _view, option: option.example,
    opt.TakeTopOption: lambda _view, option: act.TakeTop(option.onto.id),
    opt.NewMeldOption: _new_meld,
    opt.LayOffOption: _lay_off,
    opt.MergeOption: lambda _view, option: act.Merge(option.into.id, option.from_.id),
    opt.RedThreeOption: _red_three,
    opt.DiscardOption: lambda view, _option: act.Discard(discards(view)[0]),
    opt.AskOption: lambda _view, _option: act.AskOut(),
    opt.AnswerOption: lambda _view, _option: act.AnswerOut(True),
    opt.PassOption: lambda _view, _option: act.Pass(),
    opt.TakeBackOption: lambda _view, _option: act.TakeBack(1),
}
