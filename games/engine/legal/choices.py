"""From an option to an action: one example that is accepted as it stands, or a random choice."""

from collections.abc import Callable, Sequence
from itertools import compress
from random import Random
from typing import Any, Final, TypeVar

from games.engine import actions as act
from games.engine.cards import FOUR, KINDS, NATURALS, RANK_OF, RED_THREES, WILDS, copies
from games.engine.legal import option as opt
from games.engine.legal.by_trial import example_by_trial, sample_by_trial
from games.engine.legal.holding import may_leave
from games.engine.melds import SEQUENCE, Meld
from games.engine.opening.layout import runs
from games.engine.view import SeatView

T = TypeVar("T")
_KINDS: Final = range(KINDS)


def example(view: SeatView, option: opt.Option) -> act.Action:
    """One action under `option` that would be accepted as it stands."""
    if not view.rules.plain:
        return example_by_trial(option)
    return _EXAMPLES[type(option)](view, option)


def sample(view: SeatView, option: opt.Option, rng: Random) -> act.Action:
    """A random action under `option`: any number of the cards that it allows."""
    if not view.rules.plain:
        return sample_by_trial(view, option, rng)
    chooser = _SAMPLES.get(type(option))
    action = None if chooser is None else chooser(view, option, rng)
    return _EXAMPLES[type(option)](view, option) if action is None else action


def pick(items: Sequence[T], rng: Random) -> T:
    """One of `items` at random; faster than `rng.choice`, which play-outs would feel."""
    return items[int(rng.random() * len(items))]


def some(cards: Sequence[int], rng: Random) -> list[int]:
    """Each of `cards` with an even chance."""
    return [card for card in cards if rng.random() < 0.5]


def discards(view: SeatView) -> tuple[int, ...]:
    """The kinds in the own hand, each once."""
    return tuple(compress(_KINDS, view.hand))


def naturals_held(view: SeatView, rank: int) -> list[int]:
    """The natural cards of `rank` in the own hand; of threes the black ones."""
    return copies(view.hand, NATURALS[rank])


def wild_cards(view: SeatView) -> list[int]:
    """The wild cards in the own hand, twos first."""
    return copies(view.hand, WILDS)


def runs_held(view: SeatView, suit: int) -> list[list[int]]:
    """Unbroken sequences of the suit in the own hand that are long enough to meld."""
    return runs(view.hand, suit, view.rules.sequence.min_size)


def extensions(view: SeatView, meld: Meld) -> tuple[list[int], list[int]]:
    """Held cards that continue a sequence below and above, nearest first, as far as it may grow."""
    room = view.rules.sequence.max_size - len(meld.cards)
    below: list[int] = []
    above: list[int] = []
    for rank in range(meld.rank - 1, FOUR - 1, -1):
        if len(below) == room or not view.hand[4 * rank + meld.suit]:
            break
        below.append(4 * rank + meld.suit)
    for rank in range(meld.rank + len(meld.cards), 13):
        if len(above) == room or not view.hand[4 * rank + meld.suit]:
            break
        above.append(4 * rank + meld.suit)
    return below, above


def _new_group(view: SeatView, option: opt.GroupOption) -> act.Action:
    if option.example is not None:
        return option.example
    least = view.rules.group.min_size
    cards = naturals_held(view, option.rank)[:least]
    cards += wild_cards(view)[: least - len(cards)]
    return act.LayMelds((act.NewMeld(tuple(cards)),))


def _some_group(view: SeatView, option: opt.GroupOption, rng: Random) -> act.Action | None:
    if option.example is not None:
        return None
    rules = view.rules
    chosen = some(naturals_held(view, option.rank), rng)
    naturals = len(chosen)
    limits = rules.groups[option.rank]
    chosen += some(wild_cards(view), rng)[: limits.room[naturals]]
    size = len(chosen)
    if size < rules.group.min_size or 0 < limits.max_size < size:
        return None
    if naturals < rules.group.min_naturals:
        return None
    if not _leaves_a_way(view, size, canastas_made=size >= rules.canasta.size):
        return None
    return act.LayMelds((act.NewMeld(tuple(chosen)),))


def _new_sequence(view: SeatView, option: opt.SequenceOption) -> act.Action:
    if option.example is not None:
        return option.example
    run = runs_held(view, option.suit)[0]
    return act.LayMelds((act.NewMeld(tuple(run[: view.rules.sequence.min_size])),))


def _some_sequence(view: SeatView, option: opt.SequenceOption, rng: Random) -> act.Action | None:
    if option.example is not None:
        return None
    run, sizes = rng.choice(runs_held(view, option.suit)), view.rules.sequence
    size = rng.randint(sizes.min_size, min(len(run), sizes.max_size))
    start = rng.randint(0, len(run) - size)
    if not _leaves_a_way(view, size, canastas_made=size >= view.rules.canasta.size):
        return None
    return act.LayMelds((act.NewMeld(tuple(run[start : start + size])),))


def _leaves_a_way(view: SeatView, used: int, *, canastas_made: int) -> bool:
    """True if after `used` cards one is left, or the seat may go out."""
    return view.size > used or may_leave(view, view.by_side[view.side].canastas + canastas_made)


def _lay_off(view: SeatView, option: opt.LayOffOption) -> act.Action:
    meld = option.onto
    if meld.kind == SEQUENCE:
        below, above = extensions(view, meld)
        return act.LayOff(meld.id, tuple((below or above)[:1]))
    cards = naturals_held(view, meld.rank) or wild_cards(view)
    return act.LayOff(meld.id, tuple(cards[:1]))


def _some_lay_off(view: SeatView, option: opt.LayOffOption, rng: Random) -> act.Action | None:
    meld, rules = option.onto, view.rules
    if meld.kind == SEQUENCE:
        below, above = extensions(view, meld)
        room = rules.sequence.max_size - len(meld.cards)
        cards = below[: rng.randint(0, len(below))]
        cards += above[: rng.randint(0, min(len(above), room - len(cards)))]
    else:
        cards = some(naturals_held(view, meld.rank), rng)
        limits = rules.groups[meld.rank]
        room = limits.room[meld.naturals + len(cards)] - meld.wilds
        if room > 0:
            cards += some(wild_cards(view), rng)[:room]
        if 0 < limits.max_size < len(meld.cards) + len(cards):
            return None
    size = rules.canasta.size
    makes = len(meld.cards) < size <= len(meld.cards) + len(cards)
    if not cards or not _leaves_a_way(view, len(cards), canastas_made=makes):
        return None
    return act.LayOff(meld.id, tuple(cards))


def _id(meld: Meld | None) -> int | None:
    return None if meld is None else meld.id


def _take_pile(view: SeatView, option: opt.TakePileOption) -> act.Action:
    if option.example is not None:
        return option.example
    pair = naturals_held(view, RANK_OF[view.pile[-1]])[:2]
    return act.TakePile(tuple(pair), _id(option.onto))


def _some_take_pile(view: SeatView, option: opt.TakePileOption, rng: Random) -> act.Action | None:
    if option.example is not None:
        return None
    chosen = some(naturals_held(view, RANK_OF[view.pile[-1]]), rng)
    count = len(chosen)
    if count < 2:
        return None
    size = 0 if option.onto is None else len(option.onto.cards)
    makes = size < view.rules.canasta.size <= size + 1 + count
    if not _leaves_a_way(view, count - len(view.pile) + 1, canastas_made=makes):
        return None
    if 0 < view.rules.groups[RANK_OF[view.pile[-1]]].max_size < size + 1 + count:
        return None
    return act.TakePile(tuple(chosen), _id(option.onto))


def _red_three(view: SeatView, _option: opt.RedThreeOption) -> act.Action:
    return act.LayRedThree((next(card for card in RED_THREES if view.hand[card]),))


_DRAW: Final = act.Draw()
_EXAMPLES: dict[type, Callable[[SeatView, Any], act.Action]] = {
    opt.DrawOption: lambda _view, _option: _DRAW,
    opt.TakePileOption: _take_pile,
    opt.TakeTopOption: lambda _view, option: act.TakeTop(option.onto.id),
    opt.GroupOption: _new_group,
    opt.SequenceOption: _new_sequence,
    opt.LayOffOption: _lay_off,
    opt.MergeOption: lambda _view, option: act.Merge(option.into.id, option.from_.id),
    opt.RedThreeOption: _red_three,
    opt.DiscardOption: lambda view, _option: act.Discard(discards(view)[0]),
    opt.AskOption: lambda _view, _option: act.AskOut(),
    opt.AnswerOption: lambda _view, _option: act.AnswerOut(True),
    opt.PassOption: lambda _view, _option: act.Pass(),
}
_SAMPLES: dict[type, Callable[[SeatView, Any, Random], act.Action | None]] = {
    opt.TakePileOption: _some_take_pile,
    opt.GroupOption: _some_group,
    opt.SequenceOption: _some_sequence,
    opt.LayOffOption: _some_lay_off,
    opt.DiscardOption: lambda view, _option, rng: act.Discard(pick(discards(view), rng)),
    opt.AnswerOption: lambda _view, _option, rng: act.AnswerOut(rng.random() < 0.5),
}
