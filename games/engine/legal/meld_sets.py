"""New melds laid at once, to reach the initial minimum or to keep a way to end the turn."""

from collections.abc import Iterable, Iterator

from games.engine.actions import LayMelds, NewMeld, TakePile
from games.engine.legal.new_meld import Cards, Melds, wild_as
from games.engine.legal.opening.bounds import most_canastas
from games.engine.legal.opening.limits import limits_after, limits_of
from games.engine.legal.opening.search import clearing, find_melds
from games.engine.legal.opening.task import Canastas, MeldTask, Requirement, missing
from games.engine.rulesets import Permission
from games.engine.view import SeatView


def meld_task(view: SeatView) -> MeldTask:
    """The task for the whole hand: the side's minimum, and the canastas that going out needs."""
    own, rules = view.by_side[view.side], view.rules
    required = Requirement(own.minimum or 0, canastas=missing(own, rules))
    return MeldTask(view.hand, limits_after(own, rules), required)


def sets_of_melds(view: SeatView, task: MeldTask) -> Iterator[Melds]:
    """New melds worth what is needed. If any set of melds is accepted, one of these is.

    Melds that leave many cards are all equal in this. The others leave a card that can be discarded
    or kept, or one card fewer, or they go out.
    """
    staying = task.asking(canastas=Canastas())
    melds = find_melds(staying)
    if melds is not None:
        yield melds
        yield from (fewer for fewer in _keeping(staying) if fewer is not None)
    yield from going_out(view, task)


def _keeping(task: MeldTask) -> Iterator[Melds | None]:
    """Melds that leave a choice of discards, then those that leave one card, if only to keep it."""
    never = task.limits.rules.undiscardable
    one = task.asking(keep=1, kept=task.limits.rules.discardable)
    yield find_melds(one.asking(keep=2))
    yield from [find_melds(one.without((kind,))) for kind in never if task.hand[kind]]
    yield find_melds(one)
    if never:
        yield from clearing(task, never)


def going_out(view: SeatView, task: MeldTask) -> Iterator[Melds]:
    """New melds of the whole hand except a last card, with the canastas that are required.

    They may include black threes where the ruleset has them melded on going out.
    """
    limits = limits_of(view.rules, task.limits.closed, going_out=True)
    canastas = task.required.canastas.total
    enough = not canastas or canastas <= most_canastas(task.with_upcard().hand, limits)
    if enough and _may_go_out(view):
        yield from clearing(task._replace(limits=limits), view.rules.discardable)


def _may_go_out(view: SeatView) -> bool:
    """False if the seat certainly cannot go out in this action (OUT-02, 03, 08, 09)."""
    rules = view.rules
    if view.set_aside or (view.foot_sizes and view.foot_sizes[view.turn]):
        return False
    if view.permission is not None:
        return view.permission.granted is True
    return rules.going_out.permission is not Permission.REQUIRED or view.seats == view.sides


def lay(melds: Iterable[Cards]) -> LayMelds:
    """The action that lays `melds`."""
    return LayMelds(tuple([NewMeld(meld, wild_as(meld)) for meld in melds]))


def take_and_lay(upcard: int, melds: Melds) -> TakePile:
    """The action that takes the pile for the first of `melds` and lays the others."""
    first, *others = melds
    with_ = list(first)
    with_.remove(upcard)
    return TakePile(tuple(with_), None, wild_as(first), lay(others).melds)
