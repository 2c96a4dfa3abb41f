"""Level novice: melds all it can at once, takes every pile, throws what is of least use.

It plays from its hand and the table alone and remembers nothing. Every action comes from an option
of `engine.legal`; one that goes beyond the option's example and would not stand is left out, so
that none is illegal under any ruleset.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from games.bots.policy import Log
from games.engine.actions import (
    Action,
    AnswerOut,
    AskOut,
    Discard,
    LayMelds,
    LayOff,
    LayRedThree,
    Merge,
    NewMeld,
    TakePile,
    TakeTop,
)
from games.engine.cards import FOUR, IS_WILD, JOKER, RANK_OF, RED_THREES, THREE, copies, expand
from games.engine.legal import Option, example, options, stands
from games.engine.legal.choices import discards, extensions, naturals_held, runs_held, wild_cards
from games.engine.legal.holding import may_leave
from games.engine.legal.option import (
    AskOption,
    DiscardOption,
    DrawOption,
    GroupOption,
    LayOffOption,
    MergeOption,
    PassOption,
    RedThreeOption,
    SequenceOption,
    TakePileOption,
    TakeTopOption,
    Way,
)
from games.engine.melds import SEQUENCE, Meld, value
from games.engine.phase import Phase
from games.engine.view import SeatView

_Kind = TypeVar("_Kind", bound=Option)
_Cards = Sequence[int]


def novice(view: SeatView, _log: Log, _rng: Random, /) -> Action:
    """The next action; chance plays no part in it."""
    if view.phase is Phase.ANSWER:
        return AnswerOut(partner_may_go_out(view))
    found = options(view)
    steps = _DRAWING if view.phase is Phase.DRAW else _PLAYING
    for step in steps:
        action = step(view, found)
        if action is not None and stands(view, action):
            return action
    plainest = [option for option in found if isinstance(option, DrawOption | PassOption)]
    return example(view, (plainest or found)[0])


def partner_may_go_out(view: SeatView) -> bool:
    """Whether the own hand costs the side no more than going out earns it."""
    rules = view.rules
    cost = value(expand(view.hand), rules)
    if any(view.hand[kind] for kind in RED_THREES):
        cost -= rules.red_threes.in_hand
    return cost <= rules.going_out.bonus


def _of(found: Sequence[Option], kind: type[_Kind]) -> list[_Kind]:
    return [option for option in found if isinstance(option, kind)]


def _take_pile(view: SeatView, found: Sequence[Option]) -> Action | None:
    """Every pile, with all naturals of its rank: onto a group that is no canasta yet, or anew."""
    piles = _of(found, TakePileOption)
    if not piles:
        return None
    if view.by_side[view.side].minimum is not None:
        return example(view, piles[0])
    option = min(piles, key=lambda pile: 1 if pile.onto is None else 2 * _is_full(pile.onto, view))
    action = example(view, option)
    assert isinstance(action, TakePile)
    naturals = naturals_held(view, RANK_OF[view.pile[-1]])
    keeps_one = len(naturals) < view.size + len(view.pile) - 1
    never_closes = view.rules.groups[RANK_OF[view.pile[-1]]].max_size == 0
    if option.way is not Way.PAIR or not (keeps_one and never_closes):
        return action
    whole = action._replace(with_=tuple(naturals))
    return whole if stands(view, whole) else action


def _take_top(_view: SeatView, found: Sequence[Option]) -> Action | None:
    tops = _of(found, TakeTopOption)
    if not tops:
        return None
    return TakeTop(max(tops, key=lambda top: len(top.onto.cards)).onto.id)


def _go_out_with_threes(view: SeatView, found: Sequence[Option]) -> Action | None:
    threes = [option for option in _of(found, GroupOption) if option.rank == THREE]
    return example(view, threes[0]) if threes else None


def _open(view: SeatView, found: Sequence[Option]) -> Action | None:
    if view.by_side[view.side].minimum is None:
        return None
    melds: list[Option] = [*_of(found, SequenceOption), *_of(found, GroupOption)]
    return example(view, melds[0]) if melds else None


def _lay_red_threes(view: SeatView, found: Sequence[Option]) -> Action | None:
    """At once: to wait until the side has its canastas costs more than it saves (bot_arena)."""
    if not _of(found, RedThreeOption):
        return None
    cards = copies(view.hand, RED_THREES)
    return LayRedThree(_affordable(view, cards))


def _extend_sequence(view: SeatView, found: Sequence[Option]) -> Action | None:
    sequences = [option.onto for option in _of(found, LayOffOption) if option.onto.kind == SEQUENCE]
    if not sequences:
        return None
    longest = max(sequences, key=lambda meld: len(meld.cards))
    below, above = extensions(view, longest)
    room = view.rules.sequence.max_size - len(longest.cards)
    return _lay_off(view, longest, (below + above)[:room])


def _new_sequence(view: SeatView, found: Sequence[Option]) -> Action | None:
    suits = _of(found, SequenceOption)
    if not suits:
        return None
    longest = max((run for option in suits for run in runs_held(view, option.suit)), key=len)
    return _lay_new(view, longest[: view.rules.sequence.max_size], view.rules.sequence.min_size)


def _extend_group(view: SeatView, found: Sequence[Option]) -> Action | None:
    """Naturals onto the group that is nearest to a canasta, or onto one that is complete."""
    groups = [option.onto for option in _of(found, LayOffOption) if option.onto.kind != SEQUENCE]
    for meld in sorted(groups, key=lambda meld: (_is_full(meld, view), -len(meld.cards))):
        naturals = naturals_held(view, meld.rank)
        if naturals:
            return _lay_off(view, meld, naturals)
    return None


def _new_group(view: SeatView, found: Sequence[Option]) -> Action | None:
    least = view.rules.group.min_size
    for option in _of(found, GroupOption):
        naturals = naturals_held(view, option.rank)
        most = view.rules.groups[option.rank].max_size or None
        if len(naturals) >= least:
            return _lay_new(view, naturals[:most], least)
    return None


def _merge(view: SeatView, found: Sequence[Option]) -> Action | None:
    """Two groups of a rank, neither of them a canasta."""
    for into, other in _of(found, MergeOption):
        if not _is_full(into, view) and not _is_full(other, view):
            return Merge(into.id, other.id)
    return None


def _close_with_wilds(view: SeatView, found: Sequence[Option]) -> Action | None:
    """Wild cards that make a canasta of a group."""
    wilds = wild_cards(view)
    for option in _of(found, LayOffOption):
        lacking = view.rules.canasta.size - len(option.onto.cards)
        fit = min(_wild_room(view, option.onto), len(wilds), view.size - 1)
        if 0 < lacking <= fit:
            return _lay_off(view, option.onto, wilds[:lacking])
    return None


def _shed_wilds(view: SeatView, found: Sequence[Option]) -> Action | None:
    """Wild cards wherever they fit, when nothing else keeps the hand from going out."""
    wilds = wild_cards(view)
    if view.size - len(wilds) > 1 or not may_leave(view, view.by_side[view.side].canastas):
        return None
    for option in _of(found, LayOffOption):
        room = _wild_room(view, option.onto)
        if room > 0 and wilds:
            return _lay_off(view, option.onto, wilds[:room])
    return None


def _ask(view: SeatView, found: Sequence[Option]) -> Action | None:
    """Ask where going out with the last card needs the answer."""
    stuck = not _of(found, DiscardOption)
    return AskOut() if stuck and _of(found, AskOption) else None


def _discard(view: SeatView, found: Sequence[Option]) -> Action | None:
    discard = next(iter(_of(found, DiscardOption)), None)
    if discard is None:
        return None
    kinds = discards(view) if discard.kinds is None else discard.kinds
    return Discard(min(kinds, key=lambda card: _usefulness(view, card)))


def _usefulness(view: SeatView, card: int) -> int:
    """What a card may still become: pairs count most, then neighbours in its suit."""
    if IS_WILD[card] or card in RED_THREES:
        return 200 + (card == JOKER)
    hand, rank = view.hand, RANK_OF[card]
    if rank == THREE:
        return 0
    first = 4 * rank
    use = 4 * (sum(hand[first : first + 4]) - 1)
    for step, worth in ((-2, 2), (-1, 3), (1, 3), (2, 2)):
        if FOUR <= rank + step <= 12 and hand[card + 4 * step]:
            use += worth
    return use


def _is_full(meld: Meld, view: SeatView) -> bool:
    """Whether a meld is a canasta already."""
    return len(meld.cards) >= view.rules.canasta.size


def _wild_room(view: SeatView, meld: Meld) -> int:
    """How many wild cards a meld's naturals still allow."""
    if meld.kind == SEQUENCE:
        return 0
    return view.rules.groups[meld.rank].room[meld.naturals] - meld.wilds


def _lay_off(view: SeatView, meld: Meld, cards: _Cards) -> Action:
    if meld.kind != SEQUENCE and (most := view.rules.groups[meld.rank].max_size):
        cards = cards[: most - len(meld.cards)]
    full = view.rules.canasta.size
    makes = len(meld.cards) < full <= len(meld.cards) + len(cards)
    return LayOff(meld.id, _affordable(view, cards, canastas_made=makes))


def _lay_new(view: SeatView, cards: _Cards, least: int) -> Action | None:
    cards = _affordable(view, cards, canastas_made=len(cards) >= view.rules.canasta.size)
    return LayMelds((NewMeld(cards),)) if len(cards) >= least else None


def _affordable(view: SeatView, cards: _Cards, *, canastas_made: int = 0) -> tuple[int, ...]:
    """`cards`, or all but the last where the seat must keep one."""
    if view.size > len(cards) or may_leave(view, view.by_side[view.side].canastas + canastas_made):
        return tuple(cards)
    return tuple(cards[:-1])


_Step = Callable[[SeatView, Sequence[Option]], Action | None]
_DRAWING: tuple[_Step, ...] = (_take_pile, _take_top)
_PLAYING: tuple[_Step, ...] = (
    _go_out_with_threes,
    _open,
    _lay_red_threes,
    _extend_sequence,
    _extend_group,
    _new_group,
    _new_sequence,
    _merge,
    _close_with_wilds,
    _shed_wilds,
    _ask,
    _discard,
)
