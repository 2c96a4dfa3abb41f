"""The field of a Swiss draw, and the reasons for its tables and byes.

The field is those present, and what earlier rounds left: who met, who had the bye, and who floated
where.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tournaments.engine.crosstable import crosstable_of
from tournaments.engine.draws import Float, Pair, Reason, SeatedTable, pair, seeding
from tournaments.engine.formats.constraints import Constraints, byes_had, meetings
from tournaments.engine.results import End
from tournaments.engine.standings import places
from tournaments.engine.tournament import RoundData, TournamentData


class Entrant(NamedTuple):
    """One entry to be drawn. `rank` runs from 1 without ties, over all those drawn."""

    entry: int
    rank: int
    score: int = 0
    byes: int = 0
    """Byes, rounds missed by coming late, and forfeit wins so far."""
    floats: tuple[Float | None, ...] = ()
    """Of the last two rounds, latest first."""
    balance: int = 0
    """How many times more it had the first side than the second."""
    seed: int | None = None
    """The seed that the director gave it, 1 the best."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Everything from which a Swiss round is drawn, except the director's constraints."""

    round: int
    lots: str = field(repr=False)
    bracket: int
    """Scores in the same multiple of it are one bracket."""
    entrants: tuple[Entrant, ...]
    """In any order: a draw goes by rank and number."""
    meetings: Mapping[Pair, int] = field(default_factory=dict[Pair, int])
    """How often two have met; pairs that have not met are absent."""

    def bracket_of(self, entrant: Entrant) -> int:
        return entrant.score // self.bracket

    def met(self, one: Entrant, other: Entrant) -> int:
        return self.meetings.get(pair(one.entry, other.entry), 0)


def swiss_field(tournament: TournamentData, number: int) -> Field:
    """Those present, in order of rank, with everything that the cost of a draw needs."""
    past = tournament.before(number)
    here, seeds, bracket = tournament.present, tournament.seeds, tournament.scoring.bracket
    played = crosstable_of(tournament)
    ranked = [entry for entry in places(tournament, crosstable=played) if entry in here]
    late = Counter(entry for round_ in past for entry in tournament.missed(round_))
    unplayed, sides, floated = unplayed_rounds(past) + late, balance(past), floats(past, bracket)
    return Field(
        round=number,
        lots=tournament.lots,
        bracket=bracket,
        entrants=tuple(
            Entrant(
                entry,
                rank,
                played.totals[entry],
                unplayed[entry],
                floated(entry),
                sides[entry],
                seeds[entry],
            )
            for rank, entry in enumerate(ranked, start=1)
        ),
        meetings=meetings(past),
    )


def unplayed_rounds(past: Sequence[RoundData]) -> Counter[int]:
    """Byes and forfeit wins of each entry."""
    return byes_had(past) + Counter(
        entry
        for each in past
        for table in each.tables
        if (result := table.counted) is not None
        and result.end is End.FORFEIT
        and result.winner is not None
        for entry in table.sides[result.winner]
    )


def balance(past: Sequence[RoundData]) -> Counter[int]:
    """First sides less second sides of each entry."""
    counts: Counter[int] = Counter()
    for each in past:
        for table in each.tables:
            first, second = _opponents(table)
            counts[first] += 1
            counts[second] -= 1
    return counts


FLOATS_KEPT = 2
"""The number of rounds for which a float counts."""


def floats(past: Sequence[RoundData], bracket: int) -> Callable[[int], tuple[Float | None, ...]]:
    """How each entry floated in the last two rounds, the latest first.

    None if it met its own bracket, or was away.
    """
    latest_first = [dict(_floats(each, bracket)) for each in reversed(past[-FLOATS_KEPT:])]
    return lambda entry: tuple(each.get(entry) for each in latest_first)


def _floats(round_: RoundData, bracket: int) -> Iterator[tuple[int, Float]]:
    """By the brackets in which entries were when the round was drawn."""
    brackets = {each.entry: each.score // bracket for each in round_.basis}
    for entry in round_.without_table:
        yield entry, "down"
    for table in round_.tables:
        if not brackets.keys() >= set(_opponents(table)):
            continue  # seated by the director after the draw
        higher, lower = sorted(_opponents(table), key=brackets.__getitem__, reverse=True)
        if brackets[higher] > brackets[lower]:
            yield higher, "down"
            yield lower, "up"


def _opponents(table: SeatedTable) -> tuple[int, int]:
    (one,), (other,) = table.sides
    return one, other


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
        match self.method:
            case "random":
                code = "bye_by_lot"
            case "fold":
                order = seeding({each.entry: each.seed for each in rest}, self.field.lots)
                code = "bye_last_seed" if order[-1] == entrant.entry else "bye_by_seed"
            case _:
                code = _by_standing(entrant, rest)
        return f"{code}_of_rest" if self.locked else code


def _by_standing(entrant: Entrant, rest: Sequence[Entrant]) -> str:
    fewest = [each for each in rest if each.byes == min(one.byes for one in rest)]
    if entrant != fewest[-1]:
        return "bye_for_better_tables"
    return "bye_lowest" if entrant == rest[-1] else "bye_fewest"
