"""What a director reads about a table of individuals: who was whose partner or opponent before."""

from collections import Counter
from collections.abc import Iterable

from tournaments.engine.draws import Why
from tournaments.engine.errors import DrawRefused
from tournaments.engine.formats.night import Night, met, ordered, times
from tournaments.engine.formats.search import Sides, opponents, partners

Pair = tuple[int, int]


def table_why(night: Night, sides: Sides, opening: str) -> Why:
    """`opening` and what was before; the cost is (partners again, opponents again)."""
    together, against = met(night.past)
    mates, foes = list(map(ordered, partners(sides))), list(map(ordered, opponents(sides)))
    again = sum(together[pair] for pair in mates), sum(against[pair] for pair in foes)
    text = " ".join(
        (
            opening,
            _before(together, mates, "partners"),
            _before(against, foes, "opponents"),
        )
    )
    return Why(text, again)


def _before(met: Counter[Pair], pairs: Iterable[Pair], name: str) -> str:
    old = sorted(pair for pair in pairs if met[pair])
    if not old:
        return f"All {name} here are so for the first time."
    told = ", ".join(f"{a} and {b} {times(met[a, b])}" for a, b in old)
    return f"{name.capitalize()} before: {told}."


def refuse_forbidden(night: Night, sides: Sides) -> None:
    """Raise DrawRefused where two sit together whom the director keeps apart."""
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
    """Raise DrawRefused where a lock seats together two whom the director keeps apart."""
    for lock in night.locks:
        if not lock.override:
            refuse_forbidden(night, lock.sides)
