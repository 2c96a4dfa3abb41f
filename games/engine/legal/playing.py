"""Options after the draw: melds, laying off, merging, asking, and the end of the turn."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from games.engine.actions import (
    Discard,
    LayMelds,
    LayOff,
    LayRedThree,
    Merge,
    Pass,
)
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
    cards_used,
    going_out,
    lay,
    meld_task,
    sets_of_melds,
)
from games.engine.legal.opening.limits import limits_of
from games.engine.legal.opening.requirement import MeldClass, class_of
from games.engine.legal.opening.search import Melds, can_form, find_each, subsets, worth
from games.engine.meld_kinds import GROUP
from games.engine.named_tuples import new_tuple
from games.engine.rules.turn_end import MOST_TAKEN_BACK
from games.engine.rulesets import Declaring, Permission
from games.engine.rulesets.choices import Threes
from games.engine.table.meld import Meld
from games.engine.table.shapes import may_merge
from games.engine.table.side import qualified
from games.engine.view import SeatView

_ASK, _DISCARD, _PASS = opt.AskOption(), opt.DiscardOption(), opt.PassOption()
_BLACK_THREES = MeldClass(GROUP, THREE)


def play_options(view: SeatView) -> list[opt.Option]:
    """The options between the draw and the end of the turn."""
    corner, own, hand = Corner(view), view.by_side[view.side], view.hand
    held = held_bits(hand)
    found: list[opt.Option] = []
    if _may_discard(corner):
        found.append(_DISCARD)
    if held & RED_THREE_BITS and view.rules.red_threes.declaring is Declaring.CHOICE:
        found += _red_threes(corner)
    classes = new_meld_classes(hand, held, own, view.rules) if view.size > 2 else []
    if classes:
        found += _new_melds(corner, classes)
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
        return not view.rules.undiscardable or bool(discards(view))
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


def _new_melds(corner: Corner, classes: list[MeldClass]) -> list[opt.Option]:
    view = corner.view
    if view.by_side[view.side].minimum:
        return _opening(corner, classes)
    limits = limits_of(view.rules)
    found: list[opt.Option] = []
    for meld_class in classes:
        if corner.is_far(limits.sure_size(meld_class)):
            found.append(opt.NewMeldOption(meld_class))
        elif (action := _beyond_the_corner(corner, meld_class)) is not None:
            found.append(opt.NewMeldOption(meld_class, action))
    return found


def _beyond_the_corner(corner: Corner, meld_class: MeldClass) -> LayMelds | None:
    """A new meld, or several, that leave a way to end the turn."""
    task = meld_task(corner)
    for meld in new_melds(task.hand, meld_class, task.limits):
        action = lay((meld,))
        if corner.allows(action, len(meld)):
            return action
    return _first(task, sets_of_melds(task, meld_class))


def _first(task: MeldTask, sets: Iterator[Melds]) -> LayMelds | None:
    """The action for the first set that is accepted."""
    for melds in sets:
        action = lay(melds)
        used = cards_used(task, melds)
        # With one card left it matters whether black threes are among the melds.
        far = task.corner.view.size - used > 1 and task.corner.is_far(used)
        if far or task.corner.accepts(action):
            return action
    return None


def _opening(corner: Corner, classes: list[MeldClass]) -> list[opt.Option]:
    """New melds of a side that has not melded, those that reach the minimum together."""
    task = meld_task(corner)
    known = find_each(task.hand, task.limits, task.points, classes)
    may_clear = len(known) < len(classes) and next(going_out(task), None) is not None
    found: list[opt.Option] = []
    for meld_class in classes:
        melds = known.get(meld_class)
        if melds is None:
            action = _first(task, going_out(task, meld_class)) if may_clear else None
        elif corner.is_far(cards_used(task, melds)):
            action = lay(melds)
        else:
            action = _first(task, sets_of_melds(task, meld_class))
        if action is not None:
            found.append(opt.NewMeldOption(meld_class, _irreducible(task, action, meld_class)))
    return found


def _irreducible(task: MeldTask, action: LayMelds, meld_class: MeldClass) -> LayMelds:
    """The action without the melds that it can do without, the last in card order first."""
    melds = [meld.cards for meld in action.melds]
    points = task.limits.rules.card_points
    for meld in sorted(melds, reverse=True):
        fewer = list(melds)
        fewer.remove(meld)
        if worth(fewer, points) < task.points:
            continue
        if meld_class not in [class_of(each) for each in fewer]:
            continue
        less = lay(fewer)
        if task.corner.allows(less, cards_used(task, fewer)):
            melds, action = fewer, less
    return action


def _lay_offs(corner: Corner, held: int) -> list[opt.Option]:
    view = corner.view
    melds = [meld for meld in view.by_side[view.side].melds if meld.open_to & held]
    if corner.is_far(1):
        return [new_tuple(opt.LayOffOption, (meld, None)) for meld in melds]
    actions = [(meld, _lay_off(corner, meld)) for meld in melds]
    return [opt.LayOffOption(meld, action) for meld, action in actions if action is not None]


def _lay_off(corner: Corner, meld: Meld) -> LayOff | None:
    """The fewest cards onto `meld` that leave a way to end the turn."""
    for run in additions(corner.view, meld):
        action = LayOff(meld.id, run.cards, run.as_)
        if corner.accepts(action):
            return action
    return None


def _merges(corner: Corner) -> Iterator[opt.Option]:
    view = corner.view
    own = view.by_side[view.side]
    groups = [meld for meld in own.melds if meld.suit < 0 and meld.rank in own.repeated_ranks]
    for into, other in permutations(groups, 2):
        if may_merge(into, other, view.rules) and corner.allows(Merge(into.id, other.id), 0):
            yield opt.MergeOption(into, other)


def _threes_going_out(
    corner: Corner, held: int, classes: Sequence[MeldClass]
) -> Iterator[opt.Option]:
    """New melds, black threes among them, that leave at most one card."""
    view = corner.view
    threes = view.hand[BLACK_THREES[0]] + view.hand[BLACK_THREES[1]]
    if threes < 2 or view.size < 3 or loose_cards(view, held, classes) > 1:
        return
    if view.rules.threes.melding is not Threes.GOING_OUT:
        return
    if not can_form(view.hand, _BLACK_THREES, limits_of(view.rules, going_out=True)):
        return
    task = meld_task(corner)
    action = _first(task, going_out(task, _BLACK_THREES))
    if action is not None:
        yield opt.NewMeldOption(_BLACK_THREES, action)


def _may_pass(corner: Corner) -> bool:
    view = corner.view
    if view.so_far is not None and view.so_far.last_red_three:
        return True
    if view.size > 1 and (not view.rules.undiscardable or discards(view)):
        return False
    return corner.accepts(Pass())


def _may_ask(view: SeatView) -> bool:
    out, own = view.rules.going_out, view.by_side[view.side]
    if view.permission is not None or out.permission is Permission.NONE:
        return False
    if view.seats == view.sides:
        return False
    return (out.unqualified_may_ask or qualified(own, view.rules)) and not own.threes_laid()


def _most_taken_back(view: SeatView) -> int:
    """How many actions of the turn can be taken back."""
    so_far = view.so_far
    if so_far is None or not view.rules.turn.take_back:
        return 0
    return max(0, min(so_far.actions, MOST_TAKEN_BACK - so_far.taken_back))
