"""The reason for a table of individuals: its origin, and who met before."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tournaments.engine.draws import DrawRefused, Reason
from tournaments.engine.rotation.night import Night, met, ordered
from tournaments.engine.rotation.search import Sides, opponents, partners

Pair = tuple[int, int]


def table_why(night: Night, sides: Sides, code: str, **facts: Any) -> Reason:
    """`code` and the meetings before; the cost is (partners again, opponents again)."""
    together, against = met(night.past)
    mates, foes = list(map(ordered, partners(sides))), list(map(ordered, opponents(sides)))
    again = sum(together[pair] for pair in mates), sum(against[pair] for pair in foes)
    before = {"partners": _before(together, mates), "opponents": _before(against, foes)}
    return Reason(code, {"sides": [list(side) for side in sides], **facts, **before}, again)


def _before(met: Counter[Pair], pairs: Iterable[Pair]) -> list[list[int]]:
    """The pairs that were partners or opponents before, each with how often."""
    return [[*pair, met[pair]] for pair in sorted(pairs) if met[pair]]


def refuse_forbidden(night: Night, sides: Sides) -> None:
    """Raise DrawRefused if two sit together whom the director keeps apart."""
    for pairs, banned, name in (
        (partners(sides), night.never_partners, "partners"),
        (opponents(sides), night.never_opponents, "opponents"),
    ):
        for pair in map(ordered, pairs):
            if pair in banned:
                raise DrawRefused(
                    "no_draw_possible", f"no draw keeps these from being {name}", entries=list(pair)
                )


def refuse_overruled(night: Night) -> None:
    """Raise DrawRefused if a lock seats together two whom the director keeps apart."""
    for lock in night.locks:
        if not lock.override:
            refuse_forbidden(night, lock.sides)
