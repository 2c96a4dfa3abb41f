"""Options at the start of a turn: draw, take the pile, or take its top card."""

from collections.abc import Iterator

from games.engine.actions import Draw, TakePile, TakeTop
from games.engine.cards import IS_WILD, KIND_BIT, RANK_OF, SUIT_OF
from games.engine.legal import option as opt
from games.engine.legal.candidates import pile_sequences, pile_takes
from games.engine.legal.corner import Corner
from games.engine.legal.meld_sets import going_out, meld_task, sets_of_melds, take_and_lay
from games.engine.legal.new_meld import MeldClass
from games.engine.legal.opening.limits import closed_classes
from games.engine.meld_kinds import GROUP, SEQUENCE, WILD
from games.engine.named_tuples import new_tuple
from games.engine.rules.pile import into_hand
from games.engine.rulesets import NewSequence, TopOntoSequence
from games.engine.table.meld import Meld
from games.engine.view import SeatView


def draw_options(view: SeatView) -> list[opt.Option]:
    """The options at the start of a turn."""
    rules = view.rules
    found: list[opt.Option] = []
    if view.stock_size or not rules.draw.must_take or Corner(view).accepts(Draw()):
        found.append(new_tuple(opt.DrawOption, (min(rules.draw.count, view.stock_size),)))
    if not view.pile or view.pile[-1] in rules.blocking:
        return found
    has_melded = view.by_side[view.side].has_melded
    frozen = bool(rules.freezing) and rules.is_frozen(view.pile)
    if has_melded and rules.takes_top and not frozen:
        found += _top_options(view)
    if len(view.pile) >= rules.pile.min_pile_size and not IS_WILD[view.pile[-1]]:
        found += (
            _take_options(view, frozen=frozen)
            if has_melded
            else _opening_take_options(view, frozen=frozen)
        )
    return found


def _top_options(view: SeatView) -> Iterator[opt.TakeTopOption]:
    """Only the top card, onto a sequence."""
    bit = KIND_BIT[view.pile[-1]]
    for meld in view.by_side[view.side].melds:
        if meld.kind == SEQUENCE and meld.open_to & bit and Corner(view).allows(TakeTop(meld.id)):
            yield opt.TakeTopOption(meld)


def gained_with_the_pile(view: SeatView) -> tuple[int, ...]:
    """The cards that the pile adds to its taker's hand, without the upcard."""
    gained = into_hand(view.rules.pile.part_taken(view.pile), view.rules)
    return tuple([card for card in gained if card not in view.rules.self_laying])


def _take_options(view: SeatView, *, frozen: bool) -> Iterator[opt.Option]:
    """Taking the pile for an own meld, or for a new one, by a side that has melded."""
    ways = list(_ways(view, frozen=frozen))
    if ways:
        corner = Corner(view, gained_with_the_pile(view))
        for onto, way in ways:
            yield from corner.found(opt.TakePileOption(onto, way), pile_takes(view, onto, way))


def _ways(view: SeatView, *, frozen: bool) -> Iterator[tuple[Meld | None, opt.TakenWith]]:
    """Own melds that the pile may be taken onto (None for a new meld), and with what."""
    rules, own, upcard = view.rules, view.by_side[view.side], view.pile[-1]
    rank, suit = RANK_OF[upcard], SUIT_OF[upcard]
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
    group = view.rules.rank_rules[RANK_OF[view.pile[-1]]]
    melded = group.own_kinds & KIND_BIT[view.pile[-1]]
    return bool(melded) and sum([view.hand[kind] for kind in group.natural_kinds]) > 1


def _ways_onto(view: SeatView, meld: Meld, *, pair: bool) -> Iterator[opt.TakenWith]:
    """What the pile may be taken with onto an own meld, if the cards fit."""
    pile, upcard = view.rules.pile, view.pile[-1]
    if meld.kind == SEQUENCE:
        if meld.open_to & KIND_BIT[upcard] and pile.top_onto_sequence is TopOntoSequence.PILE:
            yield opt.TakenWith.ONLY_UPCARD
        if meld.suit == SUIT_OF[upcard] and pile.new_sequence is NewSequence.TWO_NATURALS:
            yield opt.TakenWith.SEQUENCE
    elif meld.kind != WILD and meld.rank == RANK_OF[upcard]:
        if pair:
            yield opt.TakenWith.PAIR
        small = len(meld.cards) < view.rules.canasta.size
        if pile.top_onto_group and small and meld.open_to & KIND_BIT[upcard]:
            yield opt.TakenWith.ONLY_UPCARD


def _opening_take_options(view: SeatView, *, frozen: bool) -> Iterator[opt.Option]:
    """Taking the pile for the first melds of a side."""
    ways = [opt.TakenWith.PAIR] if _has_pair(view) else []
    if not frozen:
        ways.append(opt.TakenWith.SEQUENCE)
    corner = Corner(view, gained_with_the_pile(view))
    for way in ways:
        yield from corner.found(opt.TakePileOption(None, way), opening_takes(view, way))


def opening_takes(
    view: SeatView, way: opt.TakenWith, out_with: MeldClass | None = None
) -> Iterator[TakePile]:
    """Taking the pile for a new meld, with further ones if needed, for the first melds of a side.

    With `out_with`, only takes that go out and have one meld of this class.
    """
    upcard, sets = view.pile[-1], sets_of_melds if out_with is None else going_out
    task = meld_task(view).asking(upcard=upcard, meld_class=out_with)
    if way is opt.TakenWith.PAIR:
        for melds in sets(view, task):
            yield take_and_lay(upcard, melds)
        return
    for first in pile_sequences(view):
        rest = task.with_upcard().after(first, view.rules.card_points)
        for others in sets(view, rest):
            yield take_and_lay(upcard, (first, *others))
