"""Round robin: the circle of those drawn in round 1, which whoever comes later can only fill up."""

from typing import NamedTuple

from tournaments.engine.drawing.exchange import with_locks
from tournaments.engine.drawing.protocol import Rounds
from tournaments.engine.drawing.wishes import constraints, past, present
from tournaments.engine.draws import Draw
from tournaments.engine.formats import round_robin
from tournaments.engine.tournament import Tournament


class RoundRobin(NamedTuple):
    double: bool = False
    fewest: int = 2

    def next_round(self, tournament: Tournament, number: int) -> Draw:
        given = constraints(tournament, number)
        order = circle(tournament, number)
        draw = round_robin.draw(order, number, present(tournament), given)
        return with_locks(draw, given, past(tournament, number))

    def awaited(self, tournament: Tournament, number: int) -> frozenset[int]:
        return present(tournament)

    def rounds_for(self, entries: int) -> Rounds:
        """At most until everybody met everybody, once or twice."""
        return Rounds(1, round_robin.rounds(entries, double=self.double))


def circle(tournament: Tournament, number: int) -> tuple[int, ...]:
    """Everyone's place: those of round 1, then who came since, in order of the first round drawn.

    Raises DrawRefused, `no_draw_possible`, where more came than the circle has room for; a
    substitute, who plays on for an entry, needs none.
    """
    here = sorted(present(tournament))
    first, *later = [*(sorted(round_.placed) for round_ in past(tournament, number)), here]
    late = dict.fromkeys(entry for drawn in later for entry in drawn if entry not in first)
    seeds = {each.number: each.seed for each in tournament.entries if each.number in first}
    return round_robin.places(seeds, tournament.lots, tuple(late))
