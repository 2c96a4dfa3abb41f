"""Options at the start of a turn: draw, take the pile, or take its top card."""

from collections.abc import Iterator
from functools import cache

from games.engine.actions import Draw, TakePile, TakeTop
from games.engine.cards import IS_WILD, KIND_BIT, RANK_OF, RED_THREES, SUIT_OF
from games.engine.legal import option as opt
from games.engine.legal.candidates import group_kinds, in_sequence, takes
from games.engine.legal.corner import Corner
from games.engine.legal.meld_sets import (
    MeldTask,
    going_out,
    lay,
    meld_task,
    sets_of_melds,
    take_and_lay,
)
from games.engine.legal.opening.limits import closed_classes
from games.engine.legal.opening.requirement import MeldClass
from games.engine.legal.opening.search import Melds
from games.engine.meld_kinds import GROUP, SEQUENCE, WILD
from games.engine.rulesets import Declaring, NewSequence, TopOntoSequence
from games.engine.table.meld import Meld
from games.engine.view import SeatView


def draw_options(view: SeatView) -> list[opt.Option]:
    """The options at the start of a turn."""
    rules = view.rules
    found: list[opt.Option] = []
    if view.stock_size or not rules.draw.must_take or Corner(view).accepts(Draw()):
        found.append(_draw(min(rules.draw.count, view.stock_size)))
    if not view.pile or view.pile[-1] in rules.blocking:
        return found
    if view.by_side[view.side].minimum is not None:
        if len(view.pile) >= rules.pile.min_pile_size:
            found += _opening_takes(view)
        return found
    frozen = bool(rules.freezing) and rules.is_frozen(view.pile)
    if rules.takes_top and not frozen:
        found += _tops(view)
    if len(view.pile) >= rules.pile.min_pile_size:
        found += _takes(view, frozen=frozen)
    return found


@cache
def _draw(count: int) -> opt.DrawOption:
    return opt.DrawOption(count)


def _tops(view: SeatView) -> Iterator[opt.TakeTopOption]:
    """Only the top card, onto a sequence."""
    bit = KIND_BIT[view.pile[-1]]
    for meld in view.by_side[view.side].melds:
        fits = meld.kind == SEQUENCE and meld.open_to & bit
        if fits and Corner(view).allows(TakeTop(meld.id)):
            yield opt.TakeTopOption(meld)


def gained_with_the_pile(view: SeatView) -> tuple[int, ...]:
    """The cards that the taker of the pile has in hand afterwards, the upcard apart."""
    pile, red = view.rules.pile, view.rules.red_threes
    if pile.rest_face_down:
        return ()
    taken = pile.part_taken(view.pile)
    if red.declaring in (Declaring.TURN, Declaring.DEAL):
        return tuple([card for card in taken[:-1] if card not in RED_THREES])
    return taken[:-1]


def _takes(view: SeatView, *, frozen: bool) -> Iterator[opt.Option]:
    """The pile for an own meld, or for a new one, of a side that has melded."""
    ways = list(_ways(view, frozen=frozen))
    if ways:
        corner = Corner(view, gained_with_the_pile(view))
        for onto, way in ways:
            if (action := corner.first(takes(view, onto, way))) is not None:
                yield opt.TakePileOption(onto, action, way)


def _ways(view: SeatView, *, frozen: bool) -> Iterator[tuple[Meld | None, opt.TakenWith]]:
    """Own melds that the pile may be taken onto, None for a new one, and with what."""
    rules, own, upcard = view.rules, view.by_side[view.side], view.pile[-1]
    rank, suit = RANK_OF[upcard], SUIT_OF[upcard]
    if IS_WILD[upcard]:
        return
    pair = _has_pair(view)
    for meld in () if frozen else own.melds:
        if (meld.rank == rank or meld.suit == suit) and rules.pile.adds_to(len(meld.cards)):
            for way in _ways_onto(view, meld, pair=pair):
                yield meld, way
    new_sequence = not frozen and rules.pile.new_sequence is not NewSequence.NO
    if not pair and not new_sequence:
        return
    closed = closed_classes(own, rules)
    if pair and MeldClass(GROUP, rank) not in closed:
        yield None, opt.TakenWith.PAIR
    if new_sequence and MeldClass(SEQUENCE, suit) not in closed:
        yield None, opt.TakenWith.SEQUENCE


def _has_pair(view: SeatView) -> bool:
    """True if the seat holds two naturals for a group with the upcard."""
    rank = RANK_OF[view.pile[-1]]
    melded = view.rules.groups[rank].kinds & KIND_BIT[view.pile[-1]]
    return bool(melded) and sum([view.hand[kind] for kind in group_kinds(view.rules, rank)]) > 1


def _ways_onto(view: SeatView, meld: Meld, *, pair: bool) -> Iterator[opt.TakenWith]:
    """What the pile may be taken with onto an own meld, if the cards fit."""
    pile, upcard = view.rules.pile, view.pile[-1]
    if meld.kind == SEQUENCE:
        if meld.open_to & KIND_BIT[upcard] and pile.top_onto_sequence is TopOntoSequence.PILE:
            yield opt.TakenWith.ALONE
        if meld.suit == SUIT_OF[upcard]:
            yield opt.TakenWith.SEQUENCE
    elif meld.kind != WILD and meld.rank == RANK_OF[upcard]:
        if pair:
            yield opt.TakenWith.PAIR
        small = len(meld.cards) < view.rules.canasta.size
        if pile.top_onto_group and small and meld.open_to & KIND_BIT[upcard]:
            yield opt.TakenWith.ALONE


def _opening_takes(view: SeatView) -> Iterator[opt.Option]:
    """The pile for the first melds of a side."""
    rules = view.rules
    if IS_WILD[view.pile[-1]]:
        return
    corner = Corner(view, gained_with_the_pile(view))
    task = meld_task(corner)
    if _has_pair(view):
        yield from _first_take(task, opt.TakenWith.PAIR)
    if not (rules.freezing and rules.is_frozen(view.pile)):
        yield from _first_take(task, opt.TakenWith.SEQUENCE)


def _first_take(task: MeldTask, way: opt.TakenWith) -> Iterator[opt.Option]:
    action = task.corner.first(opening_takes(task, way))
    if action is not None:
        yield opt.TakePileOption(None, action, way)


def opening_takes(
    task: MeldTask, way: opt.TakenWith, out_with: MeldClass | None = None
) -> Iterator[TakePile]:
    """The pile for a new meld, with further ones if need be, for the first melds of a side.

    With `out_with` only those that go out, one of their melds of this class.
    """
    view = task.corner.view
    upcard = view.pile[-1]

    def sets(task: MeldTask, upcard: int | None = None) -> Iterator[Melds]:
        if out_with is None:
            return sets_of_melds(task, upcard=upcard)
        return going_out(task, out_with, upcard)

    if way is opt.TakenWith.PAIR:
        yield from (take_and_lay(upcard, melds) for melds in sets(task, upcard))
        return
    hand = list(task.hand)
    hand[upcard] += 1
    for take in in_sequence(view):
        cards = (*take.with_, upcard)
        ranked = [(take.as_ if IS_WILD[card] else RANK_OF[card], card) for card in cards]
        rest = task._replace(hand=hand).beside(tuple([card for _, card in sorted(ranked)]))
        yield from (take._replace(melds=lay(others).melds) for others in sets(rest))
