"""Options after the draw: melds, laying off, merging, asking, and the end of the turn."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, permutations

from games.engine.actions import Discard, LayMelds, LayRedThree, Merge, Pass
from games.engine.cards import (
    BLACK_THREE_BITS,
    BLACK_THREES,
    RED_THREE_BITS,
    RED_THREES,
    THREE,
    copies,
    held_bits,
)
from games.engine.legal import option as opt
from games.engine.legal.candidates import (
    additions,
    discards,
    loose_cards,
    new_meld_classes,
    new_melds,
)
from games.engine.legal.corner import Corner
from games.engine.legal.meld_sets import (
    MeldTask,
    going_out,
    lay,
    may_go_out,
    meld_task,
    sets_of_melds,
)
from games.engine.legal.opening.limits import limits_of
from games.engine.legal.opening.requirement import OF_RANK, MeldClass, class_of
from games.engine.legal.opening.search import can_form, find_each, subsets, worth
from games.engine.named_tuples import new_tuple
from games.engine.rules.turn_end import MOST_TAKEN_BACK
from games.engine.rulesets import Declaring, Permission
from games.engine.rulesets.choices import Threes
from games.engine.table.shapes import may_merge
from games.engine.table.side import qualified
from games.engine.view import SeatView

_ASK, _DISCARD, _PASS = opt.AskOption(), opt.DiscardOption(), opt.PassOption()
_BLACK_THREES = OF_RANK[THREE]
_BY_CHOICE, _GOING_OUT, _NOBODY_ASKS = Declaring.CHOICE, Threes.GOING_OUT, Permission.NONE


def play_options(view: SeatView) -> list[opt.Option]:
    """The options between the draw and the end of the turn."""
    corner, own, hand = Corner(view), view.by_side[view.side], view.hand
    held = held_bits(hand)
    found: list[opt.Option] = []
    if _may_discard(corner):
        found.append(_DISCARD)
    if held & RED_THREE_BITS and view.rules.red_threes.declaring is _BY_CHOICE:
        found += _red_threes(corner)
    classes = new_meld_classes(hand, held, own, view.rules) if view.size > 2 else []
    if classes:
        found += _new_melds(corner, held, classes)
    if own.melds:
        found += _lay_offs(corner, held)
        if own.repeated_ranks and view.rules.group.merge:
            found += _merges(corner)
    if held & BLACK_THREE_BITS:
        found += _threes_going_out(corner, held, classes)
    if _may_pass(corner):
        found.append(_PASS)
    if _may_ask(view):
        found.append(_ASK)
    if most := _most_taken_back(view):
        found.append(opt.TakeBackOption(most))
    return found


def _may_discard(corner: Corner) -> bool:
    view = corner.view
    if view.size > 1 and not (view.so_far is not None and view.so_far.last_red_three):
        return corner.is_far(0)
    return any(corner.accepts(Discard(kind)) for kind in discards(view))


def _red_threes(corner: Corner) -> Iterator[opt.Option]:
    if corner.is_far(1):
        yield opt.RedThreeOption()
        return
    cards = copies(corner.view.hand, RED_THREES)
    sizes = range(1, len(cards) + 1)
    action = corner.first(LayRedThree(some) for size in sizes for some in subsets(cards, size))
    if action is not None:
        yield opt.RedThreeOption(action)


def _new_melds(corner: Corner, held: int, classes: list[MeldClass]) -> list[opt.Option]:
    view = corner.view
    if view.by_side[view.side].minimum:
        return _opening(corner, held, classes)
    limits = limits_of(view.rules)
    found: list[opt.Option] = []
    for meld_class in classes:
        if corner.is_far(limits.sure_size[meld_class]):
            found.append(_plain(meld_class))
        elif (action := _beyond_the_corner(corner, meld_class)) is not None:
            found.append(opt.NewMeldOption(meld_class, action))
    return found


@cache
def _plain(meld_class: MeldClass) -> opt.NewMeldOption:
    return opt.NewMeldOption(meld_class)


def _beyond_the_corner(corner: Corner, meld_class: MeldClass) -> LayMelds | None:
    """A new meld, or several, that leave a way to end the turn."""
    task = meld_task(corner)
    alone = ((meld,) for meld in new_melds(task.hand, meld_class, task.limits))
    return corner.first(map(lay, chain(alone, sets_of_melds(task, meld_class))))


def _opening(corner: Corner, held: int, classes: list[MeldClass]) -> list[opt.Option]:
    """New melds of a side that has not melded, those that reach the minimum together."""
    task = meld_task(corner)
    known = find_each(task.hand, task.limits, task.points, classes)
    may_clear = len(known) < len(classes) and loose_cards(corner.view, held, classes) < 2
    may_clear = may_clear and next(going_out(task), None) is not None
    found: list[opt.Option] = []
    for meld_class in classes:
        melds = known.get(meld_class)
        if melds is None:
            action = corner.first(map(lay, going_out(task, meld_class))) if may_clear else None
        elif corner.is_far(sum(map(len, melds))):
            action = lay(melds)
        else:
            action = corner.first(map(lay, sets_of_melds(task, meld_class)))
        if action is not None:
            found.append(opt.NewMeldOption(meld_class, _irreducible(task, action, meld_class)))
    return found


def _irreducible(task: MeldTask, action: LayMelds, meld_class: MeldClass) -> LayMelds:
    """The action without the melds that it can do without, the last in card order first."""
    melds = [meld.cards for meld in action.melds]
    spare = worth(melds, task.limits.rules.card_points) - task.points
    for meld in sorted(melds, reverse=True) if len(melds) > 1 else ():
        points = worth((meld,), task.limits.rules.card_points)
        if points > spare:
            continue
        fewer = list(melds)
        fewer.remove(meld)
        if class_of(meld) == meld_class and meld_class not in map(class_of, fewer):
            continue
        less = lay(fewer)
        if task.corner.allows(less):
            melds, action, spare = fewer, less, spare - points
    return action


def _lay_offs(corner: Corner, held: int) -> list[opt.Option]:
    melds = corner.view.by_side[corner.view.side].melds
    if corner.is_far(1):
        return [new_tuple(opt.LayOffOption, (meld, None)) for meld in melds if meld.open_to & held]
    found: list[opt.Option] = []
    for meld in melds:
        ways = additions(corner.view, meld) if meld.open_to & held else ()
        action = next(filter(corner.accepts, ways), None)
        if action is not None:
            found.append(opt.LayOffOption(meld, action))
    return found


def _merges(corner: Corner) -> Iterator[opt.Option]:
    view = corner.view
    own = view.by_side[view.side]
    groups = [meld for meld in own.melds if meld.suit < 0 and meld.rank in own.repeated_ranks]
    for into, other in permutations(groups, 2):
        if may_merge(into, other, view.rules) and corner.allows(Merge(into.id, other.id)):
            yield opt.MergeOption(into, other)


def _threes_going_out(
    corner: Corner, held: int, classes: Sequence[MeldClass]
) -> Iterator[opt.Option]:
    """New melds, black threes among them, that leave at most one card."""
    view = corner.view
    if view.rules.threes.melding is not _GOING_OUT or not may_go_out(view, view.size):
        return
    threes = view.hand[BLACK_THREES[0]] + view.hand[BLACK_THREES[1]]
    if threes < 2 or view.size < 3 or loose_cards(view, held, classes) > 1:
        return
    if not can_form(view.hand, _BLACK_THREES, limits_of(view.rules, going_out=True)):
        return
    task = meld_task(corner)
    action = corner.first(map(lay, going_out(task, _BLACK_THREES)))
    if action is not None:
        yield opt.NewMeldOption(_BLACK_THREES, action)


def _may_pass(corner: Corner) -> bool:
    view = corner.view
    if view.so_far is not None and view.so_far.last_red_three:
        return True
    if view.size > 1 and corner.is_far(0):
        return False
    return corner.accepts(Pass())


def _may_ask(view: SeatView) -> bool:
    out, own = view.rules.going_out, view.by_side[view.side]
    if view.permission is not None or out.permission is _NOBODY_ASKS or view.seats == view.sides:
        return False
    return (out.unqualified_may_ask or qualified(own, view.rules)) and not own.threes_laid()


def _most_taken_back(view: SeatView) -> int:
    """How many actions of the turn can be taken back."""
    so_far = view.so_far
    if so_far is None or not view.rules.turn.take_back:
        return 0
    return max(0, min(so_far.actions, MOST_TAKEN_BACK - so_far.taken_back))
