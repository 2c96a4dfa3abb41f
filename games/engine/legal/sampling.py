"""A random action under an option: any number of the cards that it allows."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, TypeVar

from games.engine import actions as act
from games.engine.cards import RANK_OF, RED_THREES, WILDS, copies
from games.engine.legal import option as opt
from games.engine.legal.candidates import (
    additions,
    continues,
    discards,
    filled,
    fits_with_pair,
    group_kinds,
    in_sequence,
)
from games.engine.legal.corner import Corner
from games.engine.legal.drawing import gained_with_the_pile
from games.engine.legal.examples import example
from games.engine.legal.meld_sets import lay
from games.engine.legal.opening.limits import limits_beside
from games.engine.legal.opening.sequences import sequences
from games.engine.meld_kinds import SEQUENCE, WILD
from games.engine.named_tuples import new_tuple
from games.engine.table.meld import wilds_in
from games.engine.table.shapes import has_room
from games.engine.view import SeatView

T = TypeVar("T")


def pick(items: Sequence[T], rng: Random) -> T:
    """One of `items` at random; faster than `rng.choice`, which play-outs would feel."""
    return items[int(rng.random() * len(items))]


def sample(view: SeatView, option: opt.Option, rng: Random) -> act.Action:
    """A random action under `option`; its example where chance finds nothing better."""
    sampler = _SAMPLES.get(type(option))
    action = None if sampler is None else sampler(view, option, rng)
    return example(view, option) if action is None else action


def _some(cards: Sequence[int], rng: Random) -> list[int]:
    """Each of `cards` with an even chance."""
    return [card for card in cards if rng.random() < 0.5]


def _of_a_rank(view: SeatView, rank: int, naturals: int, rng: Random) -> tuple[int, ...]:
    """Some cards of a rank, and no more wild cards than fit beside them and `naturals` others."""
    chosen = _some(copies(view.hand, group_kinds(view.rules, rank)), rng)
    room = view.rules.groups[rank].most_wilds[naturals + len(chosen)]
    return tuple(chosen + _some(copies(view.hand, WILDS), rng)[:room])


def _new_meld(view: SeatView, option: opt.NewMeldOption, rng: Random) -> act.Action | None:
    if option.example is not None:
        return None
    kind, number = option.meld
    if kind == SEQUENCE:
        cards = _some_sequence(view, number, rng)
    elif kind == WILD:
        cards = tuple(_some(copies(view.hand, WILDS), rng))
    else:
        cards = _of_a_rank(view, number, 0, rng)
    wilds = wilds_in(cards)
    if kind != SEQUENCE and not view.rules.groups[number].allows(len(cards) - wilds, wilds):
        return None
    return _if_legal(Corner(view), lay((cards,)))


def _some_sequence(view: SeatView, suit: int, rng: Random) -> tuple[int, ...]:
    limits = limits_beside(view.by_side[view.side], view.rules)
    wilds = copies(view.hand, WILDS)
    cards = pick([*sequences(view.hand, limits, bool(wilds), (suit,))], rng)
    return pick([*filled(cards, view.hand)], rng)


def _lay_off(view: SeatView, option: opt.LayOffOption, rng: Random) -> act.Action | None:
    if option.example is not None:
        return None
    meld, corner = option.onto, Corner(view)
    if meld.kind == SEQUENCE:
        action = pick([*additions(view, meld)], rng)
        if action.as_ is not None:
            return action if corner.accepts(action) else None  # does the wild card find its place?
        return _if_legal(corner, action)
    if meld.kind == WILD:
        cards = tuple(_some(copies(view.hand, WILDS), rng))
    else:
        cards = _of_a_rank(view, meld.rank, meld.naturals, rng)
    wilds = wilds_in(cards)
    if not cards or not has_room(meld, len(cards) - wilds, wilds, view.rules):
        return None
    return _if_legal(corner, act.LayOff(meld.id, cards))


def _take_pile(view: SeatView, option: opt.TakePileOption, rng: Random) -> act.Action | None:
    onto = option.onto
    if option.way is opt.TakenWith.ALONE or view.by_side[view.side].minimum is not None:
        return None
    if option.way is opt.TakenWith.SEQUENCE:
        action = pick([*in_sequence(view, onto)], rng)
        fits = onto is None or continues(view, onto, action)
    else:
        there = 0 if onto is None else onto.naturals
        cards = _of_a_rank(view, RANK_OF[view.pile[-1]], there + 1, rng)
        action = act.TakePile(cards, None if onto is None else onto.id)
        wilds = wilds_in(cards)
        fits = fits_with_pair(view, onto, len(cards) - wilds, wilds)
    return _if_legal(Corner(view, gained_with_the_pile(view)), action) if fits else None


def _red_threes(view: SeatView, option: opt.RedThreeOption, rng: Random) -> act.Action | None:
    cards = tuple(_some(copies(view.hand, RED_THREES), rng))
    if option.example is not None or not cards:
        return None
    return _if_legal(Corner(view), act.LayRedThree(cards))


def _if_legal(corner: Corner, action: act.Action) -> act.Action | None:
    return action if corner.allows(action) else None


_SAMPLES: Final[dict[type, Callable[[SeatView, Any, Random], act.Action | None]]] = {
    opt.TakePileOption: _take_pile,
    opt.NewMeldOption: _new_meld,
    opt.LayOffOption: _lay_off,
    opt.RedThreeOption: _red_threes,
    opt.DiscardOption: lambda view, _option, rng: new_tuple(
        act.Discard, (pick(discards(view), rng),)
    ),
    opt.AnswerOption: lambda _view, _option, rng: act.AnswerOut(rng.random() < 0.5),
    opt.TakeBackOption: lambda _view, option, rng: act.TakeBack(rng.randint(1, option.most)),
}
