"""The actions under an option: the first one as its example, or a random one."""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, Final, TypeVar

from games.engine import actions as act
from games.engine.cards import RED_THREES, copies
from games.engine.legal import option as opt
from games.engine.legal.candidates import (
    additions,
    discards,
    for_group,
    for_own_group,
    for_pile,
    new_melds,
    pile_takes,
    red_threes,
)
from games.engine.legal.corner import Corner
from games.engine.legal.drawing import gained_with_the_pile
from games.engine.legal.meld_sets import lay
from games.engine.legal.opening.limits import limits_after
from games.engine.meld_kinds import SEQUENCE
from games.engine.named_tuples import new_tuple
from games.engine.view import SeatView

T = TypeVar("T")


def example(view: SeatView, option: opt.Option) -> act.Action:
    """One action under `option` that would be accepted."""
    known: act.Action | None = getattr(option, "example", None)
    return next(iter(actions(view, option))) if known is None else known


def sample(view: SeatView, options: Sequence[opt.Option], rng: Random) -> act.Action:
    """A random action under a random option; the option's example if that action is illegal."""
    option = _pick(options, rng)
    kind = type(option)
    if kind is opt.DiscardOption:
        return new_tuple(act.Discard, (_pick(discards(view), rng),))
    if kind not in _CHOOSING:
        first, *others = actions(view, option)
        return _pick((first, *others), rng) if others else first
    action = _CHOOSING[kind](view, option, rng)
    if action is None:
        return example(view, option)
    gained = gained_with_the_pile(view) if kind is opt.TakePileOption else ()
    return action if Corner(view, gained).allows(action) else example(view, option)


def _pick(items: Sequence[T], rng: Random) -> T:
    """A random item; faster than `rng.choice`, which matters in play-outs."""
    return items[int(rng.random() * len(items))]


def actions(view: SeatView, option: opt.Option) -> Iterable[act.Action]:
    """The actions that the numbers of the ruleset allow under an option, the plainest first.

    The first is accepted if the option has no example of its own.
    """
    return _ACTIONS[type(option)](view, option)


def _new_melds(view: SeatView, option: opt.NewMeldOption) -> Iterable[act.Action]:
    limits = limits_after(view.by_side[view.side], view.rules)
    return (lay((meld,)) for meld in new_melds(view.hand, option.meld, limits))


_ACTIONS: Final[dict[type, Callable[[SeatView, Any], Iterable[act.Action]]]] = {
    opt.DrawOption: lambda _view, _option: (act.Draw(),),
    opt.TakePileOption: lambda view, option: pile_takes(view, option.onto, option.way),
    opt.TakeTopOption: lambda _view, option: (act.TakeTop(option.onto.id),),
    opt.NewMeldOption: _new_melds,
    opt.LayOffOption: lambda view, option: additions(view, option.onto),
    opt.MergeOption: lambda _view, option: (act.Merge(option.into.id, option.from_.id),),
    opt.RedThreeOption: lambda view, _option: red_threes(view),
    opt.DiscardOption: lambda view, _option: map(act.Discard, discards(view)),
    opt.AskOption: lambda _view, _option: (act.AskOut(),),
    opt.AnswerOption: lambda _view, _option: (act.AnswerOut(True), act.AnswerOut(False)),
    opt.PassOption: lambda _view, _option: (act.Pass(),),
    opt.TakeBackOption: lambda _view, option: map(act.TakeBack, range(1, option.most + 1)),
}


def _new_meld(view: SeatView, option: opt.NewMeldOption, rng: Random) -> act.Action | None:
    if option.example is not None:
        return None
    kind, number = option.meld
    if kind == SEQUENCE:
        return _pick([*actions(view, option)], rng)
    return lay((for_group(view.hand, view.rules.rank_rules[number]).some(rng),))


def _lay_off(view: SeatView, option: opt.LayOffOption, rng: Random) -> act.Action | None:
    if option.example is not None:
        return None
    meld = option.onto
    if meld.kind == SEQUENCE:
        return _pick([*additions(view, meld)], rng)
    return act.LayOff(meld.id, for_own_group(view, meld).some(rng))


def _take_pile(view: SeatView, option: opt.TakePileOption, rng: Random) -> act.Action | None:
    if option.way is opt.TakenWith.ONLY_UPCARD or not view.by_side[view.side].has_melded:
        return None
    if option.way is opt.TakenWith.SEQUENCE:
        return _pick([*actions(view, option)], rng)
    onto = None if option.onto is None else option.onto.id
    return act.TakePile(for_pile(view, option.onto).some(rng), onto)


def _red_threes(view: SeatView, option: opt.RedThreeOption, rng: Random) -> act.Action | None:
    cards = tuple([card for card in copies(view.hand, RED_THREES) if rng.random() < 0.5])
    return act.LayRedThree(cards) if option.example is None and cards else None


_CHOOSING: Final[dict[type, Callable[[SeatView, Any, Random], act.Action | None]]] = {
    opt.TakePileOption: _take_pile,
    opt.NewMeldOption: _new_meld,
    opt.LayOffOption: _lay_off,
    opt.RedThreeOption: _red_threes,
}
"""Options that lay any number of the cards that fit."""
