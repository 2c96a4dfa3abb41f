"""Options after the draw: melds, laying off, merging, asking, and the end of the turn."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, permutations

from games.engine.actions import Discard, LayMelds, Merge, Pass
from games.engine.cards import (
    BLACK_THREE_BITS,
    BLACK_THREES,
    RED_THREE_BITS,
    THREE,
    held_bits,
)
from games.engine.legal import option as opt
from games.engine.legal.candidates import (
    additions,
    discards,
    loose_cards,
    new_meld_classes,
    new_melds,
    red_threes,
)
from games.engine.legal.corner import MOST_ASKED, Corner
from games.engine.legal.meld_sets import going_out, lay, meld_task, sets_of_melds
from games.engine.legal.new_meld import OF_RANK, MeldClass, class_of, worth
from games.engine.legal.opening.limits import limits_of
from games.engine.legal.opening.search import find_each
from games.engine.meld_kinds import MELD_SIZE
from games.engine.named_tuples import new_tuple
from games.engine.rules.turn_end import MOST_TAKEN_BACK
from games.engine.rulesets import Declaring, Permission
from games.engine.rulesets.choices import Threes
from games.engine.table.shapes import can_merge
from games.engine.table.side import qualified
from games.engine.view import SeatView

_ASK, _DISCARD, _PASS = opt.AskOption(), opt.DiscardOption(), opt.PassOption()
_BLACK_THREES = OF_RANK[THREE]


def play_options(view: SeatView) -> list[opt.Option]:
    """The options between the draw and the end of the turn."""
    corner, own, held = Corner(view), view.by_side[view.side], held_bits(view.hand)
    found: list[opt.Option] = []
    if _may_discard(corner):
        found.append(_DISCARD)
    if held & RED_THREE_BITS and view.rules.red_threes.declaring is Declaring.CHOICE:
        found += _red_three_options(corner)
    classes = new_meld_classes(view, held) if view.size >= MELD_SIZE else []
    if classes:
        found += _new_meld_options(corner, classes)
    if own.melds:
        found += _lay_off_options(corner, held)
        if own.repeated_ranks and view.rules.group.merge:
            found += _merge_options(corner)
    if held & BLACK_THREE_BITS:
        found += _black_three_options(corner, classes)
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


def _red_three_options(corner: Corner) -> Iterable[opt.Option]:
    option = opt.RedThreeOption()
    return [option] if corner.is_far(1) else corner.found(option, red_threes(corner.view))


def _new_meld_options(corner: Corner, classes: list[MeldClass]) -> list[opt.Option]:
    view = corner.view
    if view.by_side[view.side].minimum:
        return _opening_options(corner, classes)
    limits = limits_of(view.rules)
    found: list[opt.Option] = []
    for meld_class in classes:
        option = new_tuple(opt.NewMeldOption, (meld_class, None))
        if corner.is_far(limits.sure_size[meld_class]):
            found.append(option)
        else:
            found += corner.found(option, _with_others(view, meld_class))
    return found


def _with_others(view: SeatView, meld_class: MeldClass) -> Iterator[LayMelds]:
    """A new meld by itself, or with others that make a way to end the turn."""
    task = meld_task(view)
    for meld in islice(new_melds(task.hand, meld_class, task.limits), MOST_ASKED // 2):
        yield lay((meld,))
    yield from map(lay, sets_of_melds(view, task.asking(meld_class=meld_class)))


def _opening_options(corner: Corner, classes: list[MeldClass]) -> list[opt.Option]:
    """New melds of a side that has not melded: those that reach the minimum together."""
    view, task = corner.view, meld_task(corner.view)
    known = find_each(task, classes)
    with_threes = len(known) < len(classes) and _may_lay_black_threes(view, classes)
    found: list[opt.Option] = []
    for meld_class in classes:
        melds, action = known.get(meld_class), None
        if melds is not None and corner.is_far(sum(map(len, melds))):
            action = lay(melds)
        elif melds is not None or with_threes:
            sets = going_out if melds is None else sets_of_melds
            action = corner.first(map(lay, sets(view, task.asking(meld_class=meld_class))))
        if action is not None:
            action = _irreducible(corner, meld_class, task.required.points, action)
            found.append(new_tuple(opt.NewMeldOption, (meld_class, action)))
    return found


def _irreducible(corner: Corner, of: MeldClass, need: int, action: LayMelds) -> LayMelds:
    """The action without the melds that it does not need, the last in card order left out first."""
    points = corner.view.rules.card_points
    for meld in sorted([meld.cards for meld in action.melds], reverse=True):
        fewer = [other.cards for other in action.melds]
        fewer.remove(meld)
        if worth(fewer, points) >= need and of in map(class_of, fewer):
            less = lay(fewer)
            action = less if corner.allows(less) else action
    return action


def _lay_off_options(corner: Corner, held: int) -> list[opt.Option]:
    view, melds = corner.view, corner.view.by_side[corner.view.side].melds
    # Where it takes more naturals, a wild card goes onto a small sequence together with some.
    rule = view.rules.sequence_limits
    with_naturals = rule.max_wilds and rule.min_naturals > MELD_SIZE
    if corner.is_far(1) and not with_naturals:
        return [new_tuple(opt.LayOffOption, (meld, None)) for meld in melds if meld.open_to & held]
    found: list[opt.Option] = []
    for meld in melds:
        if with_naturals or meld.open_to & held:
            found += corner.found(opt.LayOffOption(meld), additions(view, meld))
    return found


def _merge_options(corner: Corner) -> Iterator[opt.Option]:
    own, rules = corner.view.by_side[corner.view.side], corner.view.rules
    groups = [meld for meld in own.melds if meld.suit < 0 and meld.rank in own.repeated_ranks]
    for into, other in permutations(groups, 2):
        if can_merge(into, other, rules) and corner.allows(Merge(into.id, other.id)):
            yield opt.MergeOption(into, other)


def _black_three_options(corner: Corner, classes: Sequence[MeldClass]) -> Iterable[opt.Option]:
    """New melds that include black threes and leave at most one card."""
    if not _may_lay_black_threes(corner.view, classes):
        return ()
    task = meld_task(corner.view).asking(meld_class=_BLACK_THREES)
    option = new_tuple(opt.NewMeldOption, (_BLACK_THREES, None))
    return corner.found(option, map(lay, going_out(corner.view, task)))


def _may_lay_black_threes(view: SeatView, classes: Sequence[MeldClass]) -> bool:
    """False if the seat certainly cannot go out with black threes and melds of these classes."""
    threes = sum([view.hand[kind] for kind in BLACK_THREES])
    goes_out = threes > 1 and view.rules.threes.melding is Threes.GOING_OUT
    return goes_out and loose_cards(view, classes) < 2


def _may_pass(corner: Corner) -> bool:
    view = corner.view
    if view.so_far is not None and view.so_far.last_red_three:
        return True
    return (view.size < 2 or not corner.is_far(0)) and corner.accepts(Pass())


def _may_ask(view: SeatView) -> bool:
    out, own = view.rules.going_out, view.by_side[view.side]
    if view.permission is not None or out.permission is Permission.NONE or view.seats == view.sides:
        return False
    return (out.unqualified_may_ask or qualified(own, view.rules)) and not own.threes_laid()


def _most_taken_back(view: SeatView) -> int:
    """How many actions of the turn can be taken back."""
    so_far = view.so_far
    if so_far is None or not view.rules.turn.take_back:
        return 0
    return max(0, min(so_far.actions, MOST_TAKEN_BACK - so_far.taken_back))
