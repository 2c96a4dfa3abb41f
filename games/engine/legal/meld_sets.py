"""New melds laid at once: to reach the initial minimum, or to get round a corner."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from games.engine.actions import LayMelds, NewMeld, TakePile
from games.engine.cards import KINDS
from games.engine.legal.corner import Corner
from games.engine.legal.opening.limits import MeldLimits, limits_beside, limits_of
from games.engine.legal.opening.requirement import (
    Cards,
    MeldClass,
    Requirement,
    canasta_kind,
    missing,
    wild_as,
)
from games.engine.legal.opening.search import Melds, clearing, find_melds, worth
from games.engine.rulesets import Permission
from games.engine.view import SeatView


class MeldTask(NamedTuple):
    """What a seat can lay new melds from, and what they must come to."""

    corner: Corner
    hand: Sequence[int]
    limits: MeldLimits
    points: int
    made: str | None = None
    """The kind of the canasta that is laid beside them."""

    def beside(self, meld: Cards) -> "MeldTask":
        """What is left beside a meld."""
        left = list(self.hand)
        for card in meld:
            left[card] -= 1
        rules = self.limits.rules
        return self._replace(
            hand=left,
            limits=self.limits.beside((meld,)),
            points=self.points - worth((meld,), rules.card_points),
            made=canasta_kind(meld, rules),
        )


def meld_task(corner: Corner) -> MeldTask:
    """The whole hand, for the minimum of the side."""
    view = corner.view
    rules, own = view.rules, view.by_side[view.side]
    limits = limits_beside(own, rules)
    return MeldTask(corner, view.hand, limits, own.minimum or 0)


def may_go_out(view: SeatView, cards: int, canastas: int = 0) -> bool:
    """True unless the seat cannot go out in this action, whatever it lays (OUT-01..03, 08, 09).

    It has `cards` to lay melds from, and so many canastas beside them and those on the table.
    """
    rules = view.rules
    canastas += view.by_side[view.side].canastas
    if (rules.going_out.canastas - canastas) * rules.canasta.size > cards + 1:
        return False
    if view.set_aside or (view.foot_sizes and view.foot_sizes[view.turn]):
        return False
    if view.permission is not None:
        return view.permission.granted is True
    return rules.going_out.permission is not _REQUIRED or view.seats == view.sides


_REQUIRED: Final = Permission.REQUIRED


def sets_of_melds(
    task: MeldTask, part: MeldClass | None = None, upcard: int | None = None
) -> Iterator[Melds]:
    """New melds worth what is needed: if any are accepted, one of these is.

    Melds that leave the end of the turn far away are all alike in this. Others leave a card that
    can be discarded or kept, or one fewer, or they go out.
    """
    required = Requirement(task.points, part, upcard)
    melds = find_melds(task.hand, task.limits, required)
    if melds is not None:
        yield melds
        yield from filter(None, _keeping(task, required))
    yield from going_out(task, part, upcard)


def _keeping(task: MeldTask, required: Requirement) -> Iterator[Melds | None]:
    """Melds that leave a choice of discards, then those that leave one card, if only to keep it."""
    never = task.limits.rules.undiscardable
    free = tuple([kind for kind in range(KINDS) if kind not in never])
    yield find_melds(task.hand, task.limits, required._replace(keep=2, kept=free))
    one = required._replace(keep=1, kept=free)
    for kind in never:
        if task.hand[kind]:
            fewer = list(task.hand)
            fewer[kind] -= 1
            yield find_melds(fewer, task.limits, one)
    yield find_melds(task.hand, task.limits, one)
    if never:
        yield from clearing(task.hand, task.limits, required, never)


def going_out(
    task: MeldTask, part: MeldClass | None = None, upcard: int | None = None
) -> Iterator[Melds]:
    """New melds of the whole hand but for a last card, with the canastas that it takes.

    They may be black threes where the ruleset has them melded on going out.
    """
    view, rules = task.corner.view, task.limits.rules
    if not may_go_out(view, sum(task.hand), task.made is not None):
        return
    limits = limits_of(rules, task.limits.closed, going_out=True)
    canastas = missing(view.by_side[view.side], rules).without(task.made)
    required = Requirement(task.points, part, upcard, canastas)
    free = [kind for kind in range(KINDS) if kind not in rules.undiscardable]
    yield from clearing(task.hand, limits, required, free)


def lay(melds: Iterable[Cards]) -> LayMelds:
    """The action that lays `melds`."""
    return LayMelds(tuple([NewMeld(meld, wild_as(meld)) for meld in melds]))


def take_and_lay(upcard: int, melds: Melds) -> TakePile:
    """The action that takes the pile for the first of `melds` and lays the others."""
    first, *others = melds
    with_ = list(first)
    with_.remove(upcard)
    return TakePile(tuple(with_), None, wild_as(first), lay(others).melds)
