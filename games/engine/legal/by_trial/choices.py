"""From an option that was found by trial to an action."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from games.engine import actions as act
from games.engine.cards import RANK_OF, RED_THREES, WILDS, copies
from games.engine.legal import option as opt
from games.engine.legal.by_trial import cards
from games.engine.legal.by_trial.drawing import in_sequence
from games.engine.legal.by_trial.playing import additions
from games.engine.legal.by_trial.trial import Trial
from games.engine.legal.laying import lay
from games.engine.legal.limits import limits_of
from games.engine.melds import SEQUENCE, WILD
from games.engine.view import SeatView


def example_by_trial(option: opt.Option) -> act.Action:
    """An action under `option` that is accepted."""
    return _EXAMPLES[type(option)](option)


def sample_by_trial(view: SeatView, option: opt.Option, rng: Random) -> act.Action:
    """A random action under `option`; its example, if the judge does not accept that one."""
    sampler = _SAMPLES.get(type(option))
    action = None if sampler is None else sampler(view, option, rng)
    if action is not None and Trial(view).accepts(action):
        return action
    return example_by_trial(option)


def _some(held: Sequence[int], rng: Random) -> tuple[int, ...]:
    return tuple([card for card in held if rng.random() < 0.5])


def _of_a_rank(view: SeatView, rank: int, rng: Random) -> tuple[int, ...]:
    """Some cards of the rank, and some wild cards."""
    naturals = _some(copies(view.hand, cards.group_kinds(view.rules, rank)), rng)
    wilds = list(_some(copies(view.hand, WILDS), rng))
    rng.shuffle(wilds)
    return naturals + tuple(wilds[: view.rules.groups[rank].room[len(naturals)]])


def _new_group(view: SeatView, option: opt.GroupOption, rng: Random) -> act.Action:
    return lay((tuple(sorted(_of_a_rank(view, option.rank, rng))),))


def _new_sequence(view: SeatView, option: opt.SequenceOption, rng: Random) -> act.Action:
    found = cards.sequences(view.hand, option.suit, limits_of(view.rules))
    return lay((rng.choice([*found, ()]),))


def _wild_meld(view: SeatView, _option: opt.WildMeldOption, rng: Random) -> act.Action:
    return lay((_some(copies(view.hand, WILDS), rng),))


def _lay_off(view: SeatView, option: opt.LayOffOption, rng: Random) -> act.Action:
    meld = option.onto
    if meld.kind == SEQUENCE:
        run = rng.choice([*additions(view, meld), cards.Run(())])
        return act.LayOff(meld.id, run.cards, run.as_)
    if meld.kind == WILD:
        return act.LayOff(meld.id, _some(copies(view.hand, WILDS), rng))
    return act.LayOff(meld.id, _of_a_rank(view, meld.rank, rng))


def _take_pile(view: SeatView, option: opt.TakePileOption, rng: Random) -> act.Action:
    onto = None if option.onto is None else option.onto.id
    run = cards.Run(())
    if option.way is opt.Way.SEQUENCE:
        run = rng.choice([*in_sequence(view, new=onto is None), run])
    elif option.way is opt.Way.PAIR:
        run = cards.Run(_of_a_rank(view, RANK_OF[view.pile[-1]], rng))
    return act.TakePile(run.cards, onto, run.as_)


def _red_three(view: SeatView, _option: opt.RedThreeOption, rng: Random) -> act.Action:
    return act.LayRedThree(_some(copies(view.hand, RED_THREES), rng))


_EXAMPLES: Final[dict[type, Callable[[Any], act.Action]]] = {
    opt.DrawOption: lambda _option: act.Draw(),
    opt.TakePileOption: lambda option: option.example,
    opt.TakeTopOption: lambda option: act.TakeTop(option.onto.id),
    opt.GroupOption: lambda option: option.example,
    opt.SequenceOption: lambda option: option.example,
    opt.WildMeldOption: lambda option: option.example,
    opt.LayOffOption: lambda option: option.example,
    opt.MergeOption: lambda option: act.Merge(option.into.id, option.from_.id),
    opt.RedThreeOption: lambda option: option.example,
    opt.DiscardOption: lambda option: act.Discard(option.kinds[0]),
    opt.AskOption: lambda _option: act.AskOut(),
    opt.AnswerOption: lambda _option: act.AnswerOut(True),
    opt.PassOption: lambda _option: act.Pass(),
    opt.TakeBackOption: lambda _option: act.TakeBack(1),
}
_SAMPLES: Final[dict[type, Callable[[SeatView, Any, Random], act.Action]]] = {
    opt.TakePileOption: _take_pile,
    opt.GroupOption: _new_group,
    opt.SequenceOption: _new_sequence,
    opt.WildMeldOption: _wild_meld,
    opt.LayOffOption: _lay_off,
    opt.RedThreeOption: _red_three,
    opt.DiscardOption: lambda _view, option, rng: act.Discard(rng.choice(option.kinds)),
    opt.AnswerOption: lambda _view, _option, rng: act.AnswerOut(rng.random() < 0.5),
    opt.TakeBackOption: lambda _view, option, rng: act.TakeBack(rng.randint(1, option.most)),
}
