"""Why a table or a bye of a Swiss was drawn: the code, and its facts."""

from collections.abc import Sequence
from typing import Any

from tournaments.engine.draws import Reason
from tournaments.engine.formats.constraints import Constraints
from tournaments.engine.formats.swiss_field import Entrant, Field
from tournaments.engine.lots import seeding


class Reasons:
    """The reasons for the tables and byes of one round, drawn by `method`."""

    def __init__(self, field: Field, constraints: Constraints, method: str) -> None:
        self.field = field
        self.constraints = constraints
        self.method = method
        self.ranked = sorted(field.entrants, key=lambda entrant: entrant.rank)
        self.locked = {entry for lock in constraints.locks for entry in lock.entries}

    def of_table(self, higher: Entrant, lower: Entrant, cost: tuple[int, ...]) -> Reason:
        """For a table where these meet, the better ranked first."""
        met = self.field.met(higher, lower)
        facts = {"sides": [[higher.entry], [lower.entry]], "met": met}
        code = self._code(higher, lower, met)
        if code in ("met_before", "closest", "not_closest"):
            facts |= self._floated(higher, lower)
        return Reason(code, facts, cost)

    def of_bye(self, entrant: Entrant, cost: tuple[int, ...]) -> Reason:
        return Reason(self._bye(entrant), {"entry": entrant.entry, "byes": entrant.byes}, cost)

    def _code(self, higher: Entrant, lower: Entrant, met: int) -> str:
        if higher.entry in self.locked:
            return "set_by_director"
        if self.method != "matching":
            return {"random": "drawn_by_lot", "fold": "drawn_by_seed"}[self.method]
        return "met_before" if met else self._nearness(higher, lower)

    def _nearness(self, higher: Entrant, lower: Entrant) -> str:
        distance = lower.rank - higher.rank
        if any(self._could_meet(higher, each) for each in self._within(distance, higher)) or any(
            self._could_meet(lower, each) for each in self._within(distance, lower)
        ):
            return "not_closest"
        return "closest"

    def _within(self, distance: int, entrant: Entrant) -> Sequence[Entrant]:
        """Those fewer than `distance` ranks away."""
        return self.ranked[max(0, entrant.rank - distance) : entrant.rank + distance - 1]

    def _floated(self, higher: Entrant, lower: Entrant) -> dict[str, Any]:
        """Who plays down, by how many brackets and why; {} if both are in one."""
        gap = self.field.bracket_of(higher) - self.field.bracket_of(lower)
        if gap == 0:
            return {}
        down, up = (higher, lower) if gap > 0 else (lower, higher)
        again = "up" in up.floats or "down" in down.floats
        cause = self._cause(down)
        return {"down": down.entry, "gap": abs(gap), "cause": cause, "again": again}

    def _cause(self, entrant: Entrant) -> str:
        bracket = self.field.bracket_of(entrant)
        level = [
            each
            for each in self.ranked
            if each.rank != entrant.rank and self.field.bracket_of(each) == bracket
        ]
        if not level:
            return "alone"
        if not any(self._could_meet(entrant, each) for each in level):
            return "met_all"
        return "odd" if len(level) % 2 == 0 else "others"

    def _could_meet(self, one: Entrant, other: Entrant) -> bool:
        return (
            one.rank != other.rank
            and not self.field.met(one, other)
            and self.constraints.allow(one.entry, other.entry)
            and other.entry not in self.locked
        )

    def _bye(self, entrant: Entrant) -> str:
        """The code of a bye; `_of_rest` if the draw chose only among those without a lock."""
        if entrant.entry in self.locked:
            return "bye_by_director"
        rest = [each for each in self.ranked if each.entry not in self.locked]
        if len(rest) == 1:
            return "bye_left_over"
        choose = {"random": _by_lot, "fold": self._by_seed, "matching": _by_standing}[self.method]
        code = choose(entrant, rest)
        return f"{code}_of_rest" if self.locked else code

    def _by_seed(self, entrant: Entrant, rest: Sequence[Entrant]) -> str:
        order = seeding({each.entry: each.seed for each in rest}, self.field.lots)
        return "bye_last_seed" if order[-1] == entrant.entry else "bye_by_seed"


def _by_lot(entrant: Entrant, rest: Sequence[Entrant]) -> str:
    return "bye_by_lot"


def _by_standing(entrant: Entrant, rest: Sequence[Entrant]) -> str:
    fewest = [each for each in rest if each.byes == min(one.byes for one in rest)]
    if entrant != fewest[-1]:
        return "bye_for_better_tables"
    return "bye_lowest" if entrant == rest[-1] else "bye_fewest"
