"""Debt: which canastas are dismantled when cards in hand outweigh what else the side laid
(SCORE-16).
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.cards import IS_WILD
from games.engine.rulesets import Rules
from games.engine.table.meld import Meld, canasta, value


class Canasta(NamedTuple):
    """A canasta that may have to be dismantled."""

    id: int
    bonus: int
    cover: int
    """Points of debt that it covers: its cards, except those that cover already."""


def bonus(kind: str, rules: Rules) -> int:
    """What a canasta of `kind` earns, by its name in `CanastaRule`."""
    points: int | None = getattr(rules.canasta, kind)
    return points or 0


def many_bonus(canastas: int, rules: Rules) -> int:
    """What a side earns for having this many canastas."""
    many = rules.canasta.many
    return many.bonus if many is not None and canastas >= many.count else 0


def dismantled(
    melds: Sequence[Meld], debt: int, red_threes: int, rules: Rules
) -> tuple[int, tuple[int, ...]]:
    """The bonuses lost and the ids of the dismantled canastas, in order; (0, ()) if there are none.

    `debt` is what the side's hands cost, `red_threes` what its laid ones earn, both in points.
    These, unfinished melds and natural cards beyond the size of a canasta cover the debt first.
    """
    standing: list[Canasta] = []
    debt -= max(0, red_threes)
    for meld in melds:
        kind, points = canasta(meld, rules), value(meld.cards, rules)
        surplus = points if kind is None else value(_beyond(meld, rules), rules)
        debt -= surplus
        if kind is not None:
            standing.append(Canasta(meld.id, bonus(kind, rules), points - surplus))
    return cheapest(sorted(standing), debt, rules) if debt > 0 else (0, ())


def _beyond(meld: Meld, rules: Rules) -> list[int]:
    """The natural cards of a canasta that it does not need to be one."""
    naturals = [card for card in meld.cards if not IS_WILD[card]]
    return naturals[: len(meld.cards) - rules.canasta.size]


def cheapest(canastas: Sequence[Canasta], debt: int, rules: Rules) -> tuple[int, tuple[int, ...]]:
    """The bonuses lost and the ids of those that cover `debt` at the least loss; all if none do.

    Among equals the fewest canastas, then the lowest ids; `canastas` are in the order of their ids.
    Exact: for each number of canastas and points covered only the best choice is kept.
    """
    every = len(canastas)
    if sum([each.cover for each in canastas]) < debt:
        lost = sum([each.bonus for each in canastas]) + many_bonus(every, rules)
        return lost, tuple([each.id for each in canastas])
    best: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {(0, 0): (0, ())}
    for each in canastas:
        for (number, covered), (lost, ids) in list(best.items()):
            reached = number + 1, min(debt, covered + each.cover)
            choice = lost + each.bonus, (*ids, each.id)
            best[reached] = min(best.get(reached, choice), choice)
    many = many_bonus(every, rules)
    lost, _, ids = min(
        (lost + many - many_bonus(every - number, rules), number, ids)
        for (number, covered), (lost, ids) in best.items()
        if covered == debt
    )
    return lost, ids
