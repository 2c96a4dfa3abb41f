"""Why a table or a bye was drawn, in the words of a director."""

from collections.abc import Iterator, Sequence

from tournaments.engine.draws import Why
from tournaments.engine.pairing.byes import bye_cost, lowest_bracket
from tournaments.engine.pairing.constraints import Constraints
from tournaments.engine.pairing.costs import table_cost
from tournaments.engine.pairing.field import Entrant, Field


class Reasons:
    """Tells of one round, drawn by `method`, why everyone has the table or the bye they have."""

    def __init__(self, field: Field, constraints: Constraints, method: str) -> None:
        self.field = field
        self.constraints = constraints
        self.method = method
        self.ranked = sorted(field.entrants, key=lambda entrant: entrant.rank)
        self.lowest = lowest_bracket(field)
        self.locked = {entry for lock in constraints.locks for entry in lock.entries}

    def of_table(self, higher: Entrant, lower: Entrant) -> Why:
        """Of a table where these meet, the better ranked first."""
        text = "; ".join(self._table(higher, lower))
        return Why(_sentence(text), table_cost(self.field, higher, lower))

    def of_bye(self, entrant: Entrant) -> Why:
        text = "; ".join(self._bye(entrant))
        return Why(_sentence(text), bye_cost(self.field, entrant, self.lowest))

    def _table(self, higher: Entrant, lower: Entrant) -> Iterator[str]:
        met = self.field.met(higher, lower)
        again = f"met {_times(met)} before"
        if higher.entry in self.locked:
            yield "set by the director"
            if met:
                yield again
        elif self.method == "random":
            yield "drawn by lot"
        elif self.method == "fold":
            yield "drawn by seed, the best against the last"
        else:
            yield f"{again}: no draw has fewer rematches" if met else self._nearness(higher, lower)
            yield from self._floated(higher, lower)

    def _nearness(self, higher: Entrant, lower: Entrant) -> str:
        distance = lower.rank - higher.rank
        if any(self._could_meet(higher, each) for each in self._within(distance, higher)) or any(
            self._could_meet(lower, each) for each in self._within(distance, lower)
        ):
            return "not yet met; closer ones are needed at other tables"
        return "closest not yet met"

    def _within(self, distance: int, entrant: Entrant) -> Sequence[Entrant]:
        """Those fewer than `distance` ranks away."""
        return self.ranked[max(0, entrant.rank - distance) : entrant.rank + distance - 1]

    def _floated(self, higher: Entrant, lower: Entrant) -> Iterator[str]:
        gap = self.field.bracket_of(higher) - self.field.bracket_of(lower)
        if gap == 0:
            return
        brackets = "one bracket" if abs(gap) == 1 else f"{abs(gap)} brackets"
        down, up = (higher, lower) if gap > 0 else (lower, higher)
        yield f"entry {down.entry} floated down {brackets} because {self._cause(down)}"
        if "up" in up.floats or "down" in down.floats:
            yield "a float again, since every other draw is worse"

    def _cause(self, entrant: Entrant) -> str:
        bracket = self.field.bracket_of(entrant)
        level = [
            each
            for each in self.ranked
            if each.rank != entrant.rank and self.field.bracket_of(each) == bracket
        ]
        if not level:
            return "nobody else has its score"
        if not any(self._could_meet(entrant, each) for each in level):
            return "it has met, or may not meet, everybody in its bracket"
        if len(level) % 2 == 0:
            return "its bracket is odd"
        return "others of its bracket would else meet again or float further"

    def _could_meet(self, one: Entrant, other: Entrant) -> bool:
        return (
            one.rank != other.rank
            and not self.field.met(one, other)
            and self.constraints.allow(one.entry, other.entry)
            and other.entry not in self.locked
        )

    def _bye(self, entrant: Entrant) -> Iterator[str]:
        if entrant.entry in self.locked:
            yield "bye set by the director"
        elif self.method == "random":
            yield "odd number of entries; bye drawn by lot"
        elif self.method == "fold":
            yield "odd number of entries; bye for the last seed"
        else:
            yield f"odd number of entries; {self._lowness(entrant)}"
        if entrant.byes:
            yield f"had a bye {_times(entrant.byes)} before"

    def _lowness(self, entrant: Entrant) -> str:
        below = self.ranked[entrant.rank :]
        if not below:
            return "lowest of all"
        if all(each.byes > entrant.byes or each.entry in self.locked for each in below):
            return "lowest of those with the fewest byes"
        return "a bye further down would leave no better tables"


def _times(times: int) -> str:
    return {1: "once", 2: "twice"}.get(times, f"{times} times")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
